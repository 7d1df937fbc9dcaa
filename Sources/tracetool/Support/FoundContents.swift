/// What a file holds that was found and not named.
enum FoundContents {
  case bytes([UInt8])
  /// It is not trusted: why not, as in `it is no regular file`.
  case refused(String)
}
