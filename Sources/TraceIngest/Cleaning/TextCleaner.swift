/// Undoes what pages, mails, editors and terminals did to a log, before a format reads it.
///
/// Only lines that give no event as they are are cleaned: an unchanged log costs no time.
struct TextCleaner: Sendable {
  struct Cleaned {
    var records: [[UInt8]]
    var steps: Set<CleaningStep>
  }

  struct Signs {
    var isMarked = false
    /// The most times of day that it can have; two may mean several records on its line.
    var timeCount = 0
  }

  private static let mostMarks = 6
  /// True for a line that begins a record without being cleaned.
  let begins: @Sendable (ArraySlice<UInt8>) -> Bool
  /// The indices, after a line's start, at which records begin; nil if the format's records name no time and process.
  let starts: (@Sendable (ArraySlice<UInt8>) -> [Int])?
  /// True for a format of text, which a page may have changed anywhere; JSON is not searched for such changes.
  let isText: Bool

  static func signs(in record: ArraySlice<UInt8>) -> Signs {
    unsafe record.withUnsafeBufferPointer { unsafe signs(in: $0) }
  }

  @unsafe @inline(__always) private static func signs(in bytes: UnsafeBufferPointer<UInt8>) -> Signs {
    var signs = Signs()
    var hasGap = false
    var hasAngle = false
    let count = bytes.count
    for index in 0..<count {
      let byte = unsafe bytes[index]
      // Nearly all bytes are blanks, digits and letters.
      if byte == 0x20 || byte &- 0x61 < 31 || byte &- 0x2C < 14 { continue }
      switch byte {
      case UInt8(ascii: ":"):
        // The second colon of `10:00:01`; or ` : `, from which text in angle brackets may be gone.
        if index >= 3, unsafe bytes[index &- 3] == byte, unsafe bytes[index &- 1] &- 0x30 < 10 { signs.timeCount += 1 }
        if index > 0, index &+ 1 < count, unsafe bytes[index &- 1] == 0x20, unsafe bytes[index &+ 1] == 0x20 {
          hasGap = true
        }
      case UInt8(ascii: "\\"), 0x1B, UInt8(ascii: "`"): signs.isMarked = true
      case UInt8(ascii: "&"):
        let next = index &+ 1 < count ? unsafe bytes[index &+ 1] : 0
        if next == UInt8(ascii: "#") || next &- 0x61 < 26 { signs.isMarked = true }
      case 0xC2, 0xE2, 0xE3, 0xEF:
        // The UTF-8 of typographic spaces, of marks without a width, of an arrow and of a minus.
        guard index &+ 2 < count else { break }
        let next = unsafe bytes[index &+ 1]
        let third = unsafe bytes[index &+ 2]
        switch byte {
        case 0xC2: if next == 0xA0 || next == 0xAD { signs.isMarked = true }
        case 0xE2: if next == 0x80 && third < 0x90 || third == 0xAF || next & 0xFD == 0x84 { signs.isMarked = true }
        default: if next == 0x80 && third == 0x80 || next == 0xBB { signs.isMarked = true }
        }
      case UInt8(ascii: "<"):
        hasAngle = true
        guard index &+ 2 < count else { break }
        let next = unsafe bytes[index &+ 1]
        let isShort = unsafe ">r/".utf8.contains(bytes[index &+ 2])
        if next == UInt8(ascii: "/") || isShort && "bpiu".utf8.contains(next) { signs.isMarked = true }
      default: break
      }
    }
    if hasGap, !hasAngle { signs.isMarked = true }
    return signs
  }

  func beginsCleaned(_ line: ArraySlice<UInt8>) -> Bool {
    // A line that begins a record has a time, cleaned or not.
    guard Self.signs(in: line).timeCount > 0 else { return false }
    return peeled(line) != nil || peeled(LineText.undo(line).text[...]) != nil
  }

  /// Nil if cleaning changes nothing, or finds no record.
  func clean(_ record: ArraySlice<UInt8>) -> Cleaned? {
    var (text, steps) = LineText.undo(record)
    var records: [[UInt8]] = []
    for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if let (found, marks) = peeled(line) {
        records += found.map { Array(LineMarks.trimEnd($0, marks)) }
        steps.formUnion(marks)
      } else if !records.isEmpty {
        records[records.count - 1] += [UInt8(ascii: "\n")] + continuation(line)
      }
    }
    if records.count > 1 { steps.insert(.severalRecords) }
    return records.isEmpty || steps.isEmpty ? nil : Cleaned(records: records, steps: steps)
  }

  /// Takes off fences, and marks with which most lines of a document begin; nil without any.
  static func clean(document: ArraySlice<UInt8>) -> Cleaned? {
    let isJSON = LineMarks.bare(document.drop(while: JSONScanner.isSpace)).first == UInt8(ascii: "{")
    // Markdown escapes marks that JSON does not.
    let isEscaped = ["\\_", "\\[", "\\*"].contains { document.firstIndex(of: $0.utf8) != nil }
    var (text, steps) = LineText.undo(document, isJSON: isJSON && !isEscaped)
    var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for _ in 0..<mostMarks {
      // Lines of JSON begin with quotation marks of their own.
      let first = lines.first { line in line.contains { $0 > 0x20 } }
      if isJSON, first?.first == UInt8(ascii: "{") { break }
      let filled = lines.count { line in line.contains { $0 > 0x20 } }
      var counts: [CleaningStep: Int] = [:]
      for line in lines { if let step = LineMarks.peel(line)?.step { counts[step, default: 0] += 1 } }
      // Indents do not count: documents are indented themselves.
      guard let mark = counts.filter({ $0.key != .indent && 2 * $0.value > filled }).keys.min() else { break }
      lines = lines.map { line in LineMarks.peel(line).flatMap { $0.step == mark ? $0.rest : nil } ?? line }
      steps.insert(mark)
    }
    let isFenced = lines.contains { LineMarks.peel($0)?.step == .fence && $0.count < 20 }
    if isFenced {
      lines.removeAll { LineMarks.peel($0)?.step == .fence && $0.count < 20 }
      steps.insert(.fence)
    }
    if steps.isEmpty { return nil }
    let trimmed = lines.map { LineMarks.trimEnd($0, steps) }
    return Cleaned(records: [Array(trimmed.joined(separator: [UInt8(ascii: "\n")]))], steps: steps)
  }

  /// The records on a line without marks at its start, and the undone steps; nil without a record.
  private func peeled(_ line: ArraySlice<UInt8>) -> (records: [ArraySlice<UInt8>], steps: Set<CleaningStep>)? {
    var steps: Set<CleaningStep> = []
    var rest = line
    for _ in 0...Self.mostMarks {
      if rest.isEmpty { return nil }
      let cells = steps.contains(.columnRules) ? Self.cells(rest) : nil
      if let row = cells, begins(row[...]) { return ([row[...]], steps) }
      if begins(rest) {
        let records = split(rest)
        if records.count > 1 { steps.insert(.severalRecords) }
        return (records, steps)
      }
      guard let (inner, step) = LineMarks.peel(rest) else { break }
      rest = inner
      steps.insert(step)
    }
    let records = Self.cut(line, at: starts?(line) ?? []).dropFirst()
    return records.isEmpty ? nil : (Array(records), records.count > 1 ? [.otherText, .severalRecords] : [.otherText])
  }

  func split(_ line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    guard var starts = starts?(line), !starts.isEmpty else { return [line] }
    // If the text before the first start is no record, that start belongs to the record that begins the line.
    if !begins(line[..<starts[0]]) { starts.removeFirst() }
    return Self.cut(line, at: starts)
  }

  private static func cut(_ line: ArraySlice<UInt8>, at starts: [Int]) -> [ArraySlice<UInt8>] {
    let bounds = [line.startIndex] + starts + [line.endIndex]
    return zip(bounds, bounds.dropFirst()).map { line[$0..<$1] }
  }

  /// A row of a Markdown table as text, with tabs between the cells.
  private static func cells(_ line: ArraySlice<UInt8>) -> [UInt8] {
    let bar = UInt8(ascii: "|")
    let cells = line.split(separator: bar).map { cell in
      let inner = cell.drop { $0 == UInt8(ascii: " ") }
      return inner[..<(inner.lastIndex { $0 != UInt8(ascii: " ") }.map { $0 + 1 } ?? inner.startIndex)]
    }
    return Array(cells.joined(separator: [UInt8(ascii: "\t")]))
  }

  private func continuation(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = line
    while let (inner, step) = LineMarks.peel(rest), step == .quote || step == .fence { rest = inner }
    return rest
  }
}

/// How the records of a format are cleaned if they give no event as they are.
enum Cleaning: Sendable {
  /// A record is read as it is, or rejected.
  case none
  case lines(TextCleaner)
  /// The source as a whole: marks with which most of its lines begin are taken off.
  case document

  /// Nil if cleaning does not change the head.
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

/// A change by a page, a mail, an editor or a terminal that was undone before a line was read.
///
/// The raw value is a plural for messages: `12 records read without quote marks, bullets`.
package enum CleaningStep: String, CaseIterable, Sendable, Comparable {
  case indent = "indents"
  case quote = "quote marks"
  case fence = "code marks"
  case bullet = "bullets"
  case lineNumber = "line numbers"
  case forwarder = "marks of the program that forwards them"
  case columnRules = "rules between columns"
  case quotationMarks = "quotation marks around them"
  case colour = "colours of a terminal"
  case oddSpace = "typographic spaces and marks"
  case tag = "HTML tags"
  case lostTag = "gaps where a page left out what stands in angle brackets"
  case entity = "HTML entities"
  case escape = "backslashes of an editor"
  case otherText = "other text in front of them"
  case severalRecords = "several records on one line"
  case repetition = "repeats of earlier ones"

  package static func < (first: Self, second: Self) -> Bool {
    allCases.prefix { $0 != second }.contains(first)
  }
}
