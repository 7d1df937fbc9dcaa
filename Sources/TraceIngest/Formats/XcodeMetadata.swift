import TraceModel

extension LogTextLine {
  /// The line that Xcode 15 and later show below a message, of what its options for metadata ask for.
  ///
  ///     Type: Notice | Timestamp: 2026-10-31 10:00:01.500000+02:00 | Process: Shop | Library: UIKitCore | TID: 0x1f
  ///
  /// Source: Apple, WWDC23, Debug with structured logging.
  static func row(metadata text: ArraySlice<UInt8>) -> LogTextLine? {
    guard text.starts(with: "Type: ".utf8) || text.starts(with: "Timestamp: ".utf8) else { return nil }
    var fields: [String: Substring] = [:]
    for part in text.prefix(while: { $0 != UInt8(ascii: "\n") }).string.split(separator: " | ") {
      guard let end = part.firstRange(of: ": ") else { continue }
      fields[String(part[..<end.lowerBound])] = part[end.upperBound...]
    }
    guard let time = fields["Timestamp"].map({ Array($0.utf8) }),
      var row = LogTextLine(clock: time.dropFirst(11)), row.take(day: time.prefix(10))
    else { return nil }
    row.process = fields["Process"].map(String.init) ?? ""
    row.subsystem = fields["Subsystem"].map(String.init)
    row.isBelowMessage = true
    return row
  }

  /// What stands above such a line: the message, unless it was printed: printed text has no time.
  static func message(above text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = text
    while let printed = rest.firstIndex(of: "Type: stdio".utf8) {
      rest = rest[printed...].drop { $0 != UInt8(ascii: "\n") }
    }
    return rest.drop(while: JSONScanner.isSpace)
  }
}
