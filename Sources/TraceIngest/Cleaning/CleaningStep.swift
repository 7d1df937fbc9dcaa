/// What a page, a mail, an editor or a terminal did to a line of a log, and was undone before the line was read.
package enum CleaningStep: UInt8, CaseIterable, Sendable, Comparable {
  case indent, quote, fence, bullet, lineNumber, forwarder, columnRules, quotationMarks
  case colour, oddSpace, tag, lostTag, entity, escape, otherText, severalRecords

  /// What it is called in a message, as a plural: `12 records read without quote marks, bullets`.
  package var words: String {
    switch self {
    case .indent: "indents"
    case .quote: "quote marks"
    case .fence: "code marks"
    case .bullet: "bullets"
    case .lineNumber: "line numbers"
    case .forwarder: "marks of the program that forwards them"
    case .columnRules: "rules between columns"
    case .quotationMarks: "quotation marks around them"
    case .colour: "colours of a terminal"
    case .oddSpace: "typographic spaces and marks"
    case .tag: "HTML tags"
    case .lostTag: "gaps where a page left out what stands in angle brackets"
    case .entity: "HTML entities"
    case .escape: "backslashes of an editor"
    case .otherText: "other text in front of them"
    case .severalRecords: "several records on one line"
    }
  }

  package static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
}
