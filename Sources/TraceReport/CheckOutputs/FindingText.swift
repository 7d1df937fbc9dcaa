import TraceAnalyzer
import TraceModel

/// Texts of logs for outputs that other systems show: one line, without control characters, and cut.
enum FindingText {
  /// The greatest lengths, in characters, of a sentence, and of a name or a path.
  static let mostOfSentence = 1000
  static let mostOfName = 300

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
}

extension Finding {
  /// Why it fails no check, as in `possible, because the log has a hole before it`; nil if it is certain.
  var doubtText: String? { doubts.isEmpty ? nil : "possible, because \(doubts.text)" }
}
