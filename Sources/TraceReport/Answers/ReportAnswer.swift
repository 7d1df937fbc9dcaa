/// The sections of a report on launches that were asked for.
package struct ReportAnswer: ScreenAnswer, DocumentAnswer, SheetAnswer, PageAnswer, CommentAnswer {
  /// The sections of the report, in the order in which they are shown.
  package var sections: [ReportSection]
  package var page: Page?

  package static let marker = "report"

  /// A report of these sections, at least one; a document and a sheet hold the first alone.
  package init(_ sections: [ReportSection]) { self.sections = sections }

  package func tables(drawing: Drawing) -> [Table] { sections.flatMap(\.tables) }

  package func document() throws -> String {
    try JSONDocument.text("report", report: sections[0].part.rawValue, sections[0].body)
  }

  package var sheet: Table { sections[0].sheet }
}

/// The parts of a report, by their options and the names of their documents.
package enum ReportPart: String, Sendable, CaseIterable {
  case launchTimes = "launch-times"
  case launchPhases = "launch-phases"
  case background
  /// What is shown unless another part is asked for.
  case summary

  /// True if the part is one table: the summary is made of several.
  package var isTable: Bool { self != .summary }
}

extension ReportCapacity {
  /// True if one output can hold these parts.
  package func holds(_ parts: [ReportPart]) -> Bool {
    switch self {
    case .parts: true
    case .document: parts.count == 1
    case .page: parts == [.summary]
    case .table: parts.count == 1 && parts[0].isTable
    }
  }
}
