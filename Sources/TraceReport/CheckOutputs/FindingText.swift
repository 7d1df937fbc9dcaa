import TraceAnalyzer
import TraceModel

/// A finding in plain text, for outputs that other systems show: one line, without control characters, and cut.
struct FindingText {
  /// The greatest lengths, in characters, of a sentence, and of a name or a path.
  static let mostOfSentence = 1000
  static let mostOfName = 300

  let row: FindingRow
  let paths: OutputPaths

  /// A text of a log as it is shown.
  static func shown(_ text: String, limit: Int = mostOfName) -> String {
    DisplayText.escaped(cut(text, to: limit))
  }

  /// The first `limit` characters, which end in `…` where there are more.
  ///
  /// These are Unicode scalars: what people see as one character may consist of any number of them.
  static func cut(_ text: String, to limit: Int) -> String {
    let scalars = text.unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
      end != scalars.endIndex
    else { return text }
    return String(scalars[..<scalars.index(before: end)]) + "…"
  }

  /// One sentence without a period, as in `task 'upload' ran 36.9 s in the background, budget 30.0 s`.
  var message: String {
    let finding = row.representative
    let inferred = finding.inferred.map { " (inferred: \($0))" } ?? ""
    return Self.shown(finding.message, limit: Self.mostOfSentence) + inferred
  }

  /// The message, how often it was found, the usual cause and the first place, in sentences.
  var paragraph: String {
    let place = firstPlace.map { "Seen at \($0)." }
    return ([message + "."] + details + [place].compactMap(\.self)).joined(separator: " ")
  }

  /// How sure it is, how often it was found and why, in sentences.
  var details: [String] {
    let finding = row.representative
    let cause = finding.cause.map { "Cause: \(Self.shown($0, limit: Self.mostOfSentence))." }
    return [finding.doubtText.map { "This is \($0)." }, occurrences, cause].compactMap(\.self)
  }

  /// As in `In 3 launches, 5 times.`; nil where it is about an app and was found once.
  private var occurrences: String? {
    let times = row.count == row.launches || row.count == 1 ? nil : "\(Units.count(row.count)) times"
    let launches = row.launches == 0 ? nil : "in \(Units.count(row.launches, "launch"))"
    let parts = [launches, times].compactMap(\.self)
    guard let first = parts.first?.first else { return nil }
    return "\(first.uppercased())\(parts.joined(separator: ", ").dropFirst())."
  }

  /// The line of the log that shows it, as in `logs/a.jsonl:391`; nil for what no single line shows.
  var firstPlace: String? { row.representative.source.map(place) }

  /// A line of a log, as in `logs/a.jsonl:391`.
  func place(_ source: SourceLine) -> String { "\(Self.shown(paths.shown(source.file))):\(source.line)" }
}

extension Finding {
  /// Why it fails no check, as in `possible, because the log has a hole before it`; nil if it is certain.
  var doubtText: String? { doubts.isEmpty ? nil : "possible, because \(doubts.text)" }
}
