package import TraceAnalyzer
import TraceModel

/// The lines that people read while a log grows.
package struct LiveScreen {
  private static let longestName = 16

  /// The day of the last line that has a time.
  private var day: Day?

  /// A screen without a line.
  package init() {}

  /// True if no line was printed.
  package private(set) var isEmpty = true

  /// The text of an item, as in `10:00:33  f8a1  cold launch: 359 ms to first frame (budget 400 ms)`, with the day
  /// above the first line of each day.
  package mutating func text(of item: LiveItem) -> String {
    isEmpty = false
    let clock = item.time.map { String($0.dropFirst(11).prefix(8)) } ?? String(repeating: " ", count: 8)
    let launch = item.launch.map { Self.name(of: $0) + "  " } ?? ""
    return "\(heading(of: item))\(clock)  \(launch)\(Self.words(item))\n"
  }

  private mutating func heading(of item: LiveItem) -> String {
    guard let time = item.time.flatMap({ Timestamp.parse(Array($0.utf8).span)?.nanoseconds }) else { return "" }
    let isSame = day == Day(of: time)
    day = Day(of: time)
    return isSame ? "" : "\(Days.text(from: time, to: time)), UTC\n"
  }

  /// A short name of a launch: the first digits of a UUID, the process of an id that tracetool made.
  private static func name(of launch: String) -> String {
    let name = DisplayText.shortID(launch)
    if name.count <= longestName { return name }
    // As in `unified-log/6E1C6C0A-7C0B-4E45-A3E1-0D5A11C0FFEE/612@2026-10-04T15:50:33.800000000Z`.
    let process = name.split(separator: "/").last?.prefix { $0 != "@" } ?? ""
    return String(process.prefix(longestName))
  }

  private static func words(_ item: LiveItem) -> Sentence {
    let message = item.message
    switch item.kind {
    case .launch, .state, .note: return message
    case .correction: return "corrected: \(message)"
    case .finding:
      guard let finding = item.finding else { return message }
      let doubt: Sentence = finding.doubtText.map { " (\($0))" } ?? ""
      return "\(name: finding.severity.name)\(doubt)  \(name: finding.rule.name)  \(message)"
    }
  }
}

/// The lines that programs read while a log grows: a document of the schema `tracetool.follow/1` each.
package enum LiveText {
  private static let schema = "follow"

  private struct Summary: Encodable {
    var kind = "summary"
  }

  /// The line of an item; throws `EncodingError` if JSON cannot hold a value of it.
  package static func document(_ item: LiveItem) throws -> String { try JSONDocument.text(schema, item) }

  /// The last line, which holds the document of the check; throws `EncodingError` if JSON cannot hold a value of it.
  package static func summary(_ answer: CheckAnswer) throws -> String {
    let line = try JSONDocument.text(schema, Summary())
    // The check is a document already: it replaces the closing brace.
    return "\(line.dropLast(2)),\"check\":\(try answer.document().dropLast())}\n"
  }
}
