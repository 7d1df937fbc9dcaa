extension [UInt8] {
  /// The lines of a text that is embedded in the program; empty ones as well.
  public var lines: [String] {
    split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
  }
}
