/// Text whose long lines were cut at one column, as a terminal, a mail or a page does.
///
///     2026-10-31 09:00:00.027 Df runningboardd[34:103f] [com.apple.x:y] Now tracking p
///     rocess: [app<com.example.shop((null))>:512]
struct WrappedText: Sendable {
  /// The least number of lines that end at the column: lines of a message may be of one length by chance.
  private static let leastCount = 3
  /// No terminal is narrower, and few lines of a log are shorter.
  private static let leastColumn = 60

  /// The number of characters of a line that continues in the next one.
  let column: Int

  /// Finds the greatest length of lines, at which nearly all that continue end; nil if the text is not wrapped.
  init?(_ lines: [String], begins: (ArraySlice<UInt8>) -> Bool) {
    let lengths = lines.map { Self.length(Array($0.utf8)[...]) }
    column = lengths.max() ?? 0
    var cuts = 0
    var others = 0
    for (index, next) in lines.enumerated().dropFirst() where !next.isEmpty && !begins(Array(next.utf8)[...]) {
      // Xcode's metadata below a message ends with its line, and may be as long each time.
      let isMetadata = LogTextLine.row(metadata: Array(lines[index - 1].utf8)[...]) != nil
      if lengths[index - 1] == column, !isMetadata { cuts += 1 } else { others += 1 }
    }
    if column < Self.leastColumn || cuts < Self.leastCount || cuts < 2 * others { return nil }
  }

  func joined(_ record: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text: [UInt8] = []
    text.reserveCapacity(record.count)
    var isCut = true
    for line in record.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if !isCut { text.append(UInt8(ascii: "\n")) }
      isCut = Self.length(line) == column
      text += isCut && line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }
    return text[...]
  }

  private static func length(_ line: ArraySlice<UInt8>) -> Int {
    line.string.count - (line.last == UInt8(ascii: "\r") ? 1 : 0)
  }
}
