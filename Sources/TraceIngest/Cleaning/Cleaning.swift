/// How the records of a format are cleaned if they give no event as they stand.
enum Cleaning: Sendable {
  /// Not at all: what is not of the format as it stands is not of it.
  case none
  /// Line by line.
  case lines(TextCleaner)
  /// The whole source, of which most lines have the same marks.
  case document

  /// The first bytes of a source as they are once they are cleaned; nil if that changes nothing.
  func head(_ head: LogHead) -> LogHead? {
    switch self {
    case .none: return nil
    case .document: return TextCleaner.clean(document: head.bytes[...]).map { LogHead($0.records[0]) }
    case .lines(let cleaner):
      var isCleaned = false
      let lines = head.bytes.split(separator: UInt8(ascii: "\n")).flatMap { line -> [[UInt8]] in
        if cleaner.begins(line) { return [Array(line)] }
        guard let cleaned = cleaner.clean(line) else { return [Array(line)] }
        isCleaned = true
        return cleaned.records
      }
      return isCleaned ? LogHead(Array(lines.joined(separator: [UInt8(ascii: "\n")]))) : nil
    }
  }
}
