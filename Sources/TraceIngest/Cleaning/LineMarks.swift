/// Marks at the start of a line that do not belong to it: each can be taken off, one after the other.
///
///     "> - 12: default\t10:00:01"  →  "- 12: default…", then "12: default…", then "default…"
enum LineMarks {
  /// Marks that stand for themselves, each with what it is; the longest first.
  private static let fixed: [(text: [UInt8], step: CleaningStep)] = marks.map { (Array($0.0.utf8), $0.1) }
  private static let marks: [(String, CleaningStep)] = [
    ("```", .fence), ("~~~", .fence), ("``", .fence), ("`", .fence),
    ("[code]", .fence), ("{code}", .fence), ("{noformat}", .fence), ("[quote]", .quote), ("{quote}", .quote),
    (">", .quote), ("»", .quote), ("|", .columnRules), ("│", .columnRules),
    ("\u{2022}", .bullet), ("\u{2023}", .bullet), ("\u{25E6}", .bullet), ("\u{25AA}", .bullet), ("\u{25CF}", .bullet),
    ("\u{00B7}", .bullet), ("\u{2013}", .bullet), ("\u{2014}", .bullet),
    ("- [ ] ", .bullet), ("- [x] ", .bullet), ("-", .bullet), ("*", .bullet), ("+", .bullet),
    ("\"", .quotationMarks), ("'", .quotationMarks),
  ]
  /// What programs write before each line of a log that they forward: Appium, and `flutter run -v`.
  private static let forwarders = ["[IOS_SYSLOG_ROW]", "[IOS_SYSLOG_ROW ]", "[DEVICE LOG]"].map { Array($0.utf8) }
  /// How far from its start a forwarder's mark may stand.
  private static let forwarderReach = 100
  /// What may stand between a line's number and the line.
  private static let numberEnds = Array(":|.)-;,#\t".utf8)
  /// The longest number of a line, in digits.
  private static let mostDigits = 7

  /// The line without its first mark, and what that was; nil if it has none.
  static func peel(_ line: ArraySlice<UInt8>) -> (rest: ArraySlice<UInt8>, step: CleaningStep)? {
    if let first = line.first, first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") {
      return (line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }, .indent)
    }
    for mark in forwarders {
      guard let start = line.prefix(forwarderReach).firstIndex(of: mark) else { continue }
      return (line[start...].dropFirst(mark.count).drop { $0 == UInt8(ascii: " ") }, .forwarder)
    }
    for (text, step) in fixed where line.starts(with: text) {
      return (line.dropFirst(text.count).drop { $0 == UInt8(ascii: " ") }, step)
    }
    return number(line).map { ($0, .lineNumber) } ?? file(line).map { ($0, .lineNumber) }
  }

  /// The line without any of them but numbers.
  static func bare(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = line
    while let (inner, step) = peel(rest), [.indent, .quote, .fence, .bullet].contains(step) { rest = inner }
    return rest
  }

  /// The line behind its number, as in `12: `, `1323   :`, `12\t`, `L12 `, `#12`, `[12]`.
  private static func number(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let digits = line.drop { "L#[(".utf8.contains($0) }
    guard digits.startIndex - line.startIndex <= 1 else { return nil }
    let rest = digits.drop(while: \.isDigit)
    let count = rest.startIndex - digits.startIndex
    guard 1...mostDigits ~= count else { return nil }
    let isBracketed = digits.startIndex > line.startIndex && "])".utf8.contains(rest.first ?? 0)
    let behind = isBracketed ? rest.dropFirst() : rest
    let gap = behind.drop { $0 == UInt8(ascii: " ") }
    guard let next = gap.first else { return nil }
    if numberEnds.contains(next) {
      // Behind `10:` more digits are a time of day.
      let end = gap.dropFirst()
      if next == UInt8(ascii: ":"), gap.startIndex == rest.startIndex, end.first?.isDigit == true, count <= 2 {
        return nil
      }
      return end.drop { $0 == UInt8(ascii: " ") }
    }
    return gap.startIndex > behind.startIndex || isBracketed ? gap : nil
  }

  /// The line behind the name of its file and its number, as `grep -n` writes them: `device.log:12:`.
  private static func file(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let end = line.prefix(200).firstIndex(where: { ": \t".utf8.contains($0) }), line[end] == UInt8(ascii: ":"),
      line[..<end].contains(UInt8(ascii: ".")), line[..<end].allSatisfy({ $0 > 0x20 })
    else { return nil }
    let digits = line[(end + 1)...]
    let rest = digits.drop(while: \.isDigit)
    guard rest.startIndex > digits.startIndex, rest.first == UInt8(ascii: ":") || rest.first == UInt8(ascii: "-") else {
      return nil
    }
    return rest.dropFirst().drop { $0 == UInt8(ascii: " ") }
  }

  /// The line without what closes the marks that were taken off its start, and without white space at its end.
  static func trimEnd(_ line: ArraySlice<UInt8>, _ steps: Set<CleaningStep>) -> ArraySlice<UInt8> {
    var ends = Array(" \t\r`".utf8)
    if steps.contains(.quotationMarks) { ends += Array("\",'".utf8) }
    if steps.contains(.columnRules) { ends += Array("|".utf8) }
    let last = line.lastIndex { !ends.contains($0) }
    return line[..<(last.map { $0 + 1 } ?? line.startIndex)]
  }
}
