package import TraceAnalyzer
import TraceModel

/// The sections of a report on launches that were asked for.
package struct ReportAnswer: ScreenAnswer, DocumentAnswer, SheetAnswer, PageAnswer, CommentAnswer {
  /// In the order in which they are shown.
  package var sections: [ReportSection]
  package var page: Page?
  /// What became of all that was read; nil if all of it is in the answer.
  package var reading: Coverage.Reading?
  /// True if all names of what was dropped are listed.
  package var isVerbose = false

  package static let marker = "report"

  /// A report of these sections, at least one; a document and a sheet hold the first alone.
  package init(_ sections: [ReportSection]) { self.sections = sections }

  package func tables(drawing: Drawing) -> [Table] { sections.flatMap(\.tables) }

  package func text(drawing: Drawing) -> String {
    let tables = tables(drawing: drawing).map { $0.text(drawing) }.joined(separator: "\n")
    let limit = isVerbose ? Int.max : Coverage.Reading.commonestNames
    guard let text = reading?.leftOutText(limit: limit) else { return tables }
    let lines = DisplayText.wrapped(drawing.text(text), to: drawing.width)
    return "\(tables)\n\(lines.joined(separator: "\n"))\n"
  }

  package func document() throws -> String {
    let name = sections[0].part.rawValue
    guard let reading else { return try JSONDocument.text("report", report: name, sections[0].body) }
    return try JSONDocument.text("report", report: name, ReportDocument(body: sections[0].body, reading: reading))
  }

  package var sheet: Table { sections[0].sheet }
}

private struct ReportDocument: Encodable {
  let body: any Encodable
  let reading: Coverage.Reading

  private enum CodingKeys: CodingKey { case reading }

  func encode(to encoder: any Encoder) throws {
    try body.encode(to: encoder)
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(reading, forKey: .reading)
  }
}

/// The parts of a report, by their options and the names of their documents.
package enum ReportPart: String, Sendable, CaseIterable {
  case launchTimes = "launch-times"
  case launchPhases = "launch-phases"
  case background
  /// The part that is shown by default.
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
