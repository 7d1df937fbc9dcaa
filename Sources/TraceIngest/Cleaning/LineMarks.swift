/// Takes marks off the start of a line, one at a time: those that pages, mails and editors put there.
///
///     "> - 12: default\t10:00:01"  →  "- 12: default…", then "12: default…", then "default…"
enum LineMarks {
  /// A mark precedes those that are its prefix.
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
  private static let forwarderReach = 100
  private static let numberEnds = Array(":|.)-;,#\t".utf8)
  private static let mostDigits = 7

  /// Takes off the first mark; nil without one.
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

  /// The line without indents, quote marks, fences and bullets at its start; a number stays.
  static func bare(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = line
    while let (inner, step) = peel(rest), [.indent, .quote, .fence, .bullet].contains(step) { rest = inner }
    return rest
  }

  /// The line after its number, as in `12: `, `1323   :`, `12\t`, `L12 `, `#12`, `[12]`; nil if it has none.
  private static func number(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let digits = line.drop { "L#[(".utf8.contains($0) }
    guard digits.startIndex - line.startIndex <= 1 else { return nil }
    let rest = digits.drop(while: \.isDigit)
    let count = rest.startIndex - digits.startIndex
    guard 1...mostDigits ~= count else { return nil }
    if WrittenTime.isDated(line) { return nil }
    let isBracketed = digits.startIndex > line.startIndex && "])".utf8.contains(rest.first ?? 0)
    let behind = isBracketed ? rest.dropFirst() : rest
    let gap = behind.drop { $0 == UInt8(ascii: " ") }
    guard let next = gap.first else { return nil }
    if numberEnds.contains(next) {
      // Digits after `10:` are a time of day.
      let end = gap.dropFirst()
      if next == UInt8(ascii: ":"), gap.startIndex == rest.startIndex, end.first?.isDigit == true, count <= 2 {
        return nil
      }
      return end.drop { $0 == UInt8(ascii: " ") }
    }
    return gap.startIndex > behind.startIndex || isBracketed ? gap : nil
  }

  /// The line after `grep -n`'s file name and line number, `device.log:12:`; nil if it has none.
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

  /// Removes white space at the end, and what closes the marks taken off the start.
  static func trimEnd(_ line: ArraySlice<UInt8>, _ steps: Set<CleaningStep>) -> ArraySlice<UInt8> {
    var ends = Array(" \t\r`".utf8)
    if steps.contains(.quotationMarks) { ends += Array("\",'".utf8) }
    if steps.contains(.columnRules) { ends += Array("|".utf8) }
    let last = line.lastIndex { !ends.contains($0) }
    return line[..<(last.map { $0 + 1 } ?? line.startIndex)]
  }
}
