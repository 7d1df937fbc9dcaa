extension [UInt8] {
  /// The lines of an embedded text, with empty ones.
  public var lines: [String] {
    split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The tables in a text: an empty line ends each, a tab each cell.
  public var tables: [[[String]]] {
    lines.split(separator: "").map { table in
      table.map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
    }
  }
}
