import TraceIngest

/// Distinguishes the file of an output from others on this machine, also before it exists.
struct FileIdentity: Hashable {
  let file: FileID
  /// The name of a file that does not exist yet: `file` is then its folder.
  let name: String
}
