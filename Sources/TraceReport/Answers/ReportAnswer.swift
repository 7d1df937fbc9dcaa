package import TraceAnalyzer
import TraceModel

/// The sections of a report on launches that were asked for.
package struct ReportAnswer: ScreenAnswer, DocumentAnswer, SheetAnswer, PageAnswer, CommentAnswer {
  /// In the order in which they are shown.
  private let sections: [any ReportSection]
  /// What MetricKit counted; nil if no payload was read, or the sections are of something else.
  package var metrics: MetricReport?
  /// True if there is no launch, and what MetricKit counted is the whole answer.
  package var isOfMetricsAlone = false
  package var page: Page?
  /// What became of all that was read; nil if all of it is in the answer.
  package var reading: Coverage.Reading?
  /// True if all names of what was dropped are listed.
  package var isVerbose = false

  package static let marker = "report"

  /// A report of these sections, at least one; a document and a sheet hold the first alone.
  package init(_ sections: [any ReportSection]) { self.sections = sections }

  package func tables(drawing: Drawing) -> [Table] {
    (isOfMetricsAlone ? [] : sections.flatMap(\.tables)) + (metrics?.tables() ?? [])
  }

  package func text(drawing: Drawing) -> String {
    let tables = tables(drawing: drawing).map { $0.text(drawing) }.joined(separator: "\n")
    let limit = isVerbose ? Int.max : Coverage.Reading.commonestNames
    guard let text = reading?.leftOutText(limit: limit) else { return tables }
    let lines = DisplayText.wrapped(drawing.text(text), to: drawing.width)
    return "\(tables)\n\(lines.joined(separator: "\n"))\n"
  }

  package func document() throws -> String {
    let document = ReportDocument(section: sections[0], metrics: metrics, reading: reading)
    return try JSONDocument.text("report", report: type(of: sections[0]).name, document)
  }

  package var sheet: Table { isOfMetricsAlone ? metrics?.sheet ?? sections[0].tables[0] : sections[0].tables[0] }
}

private struct ReportDocument: Encodable {
  let section: any ReportSection
  let metrics: MetricReport?
  let reading: Coverage.Reading?

  private enum CodingKeys: CodingKey { case metrics, reading }

  func encode(to encoder: any Encoder) throws {
    try section.encode(to: encoder)
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encodeIfPresent(metrics, forKey: .metrics)
    try members.encodeIfPresent(reading, forKey: .reading)
  }
}

extension ReportCapacity {
  /// True if one output can hold these sections.
  package func holds(_ sections: [any ReportSection.Type]) -> Bool {
    switch self {
    case .parts: true
    case .document: sections.count == 1
    case .table: sections.count == 1 && sections[0].isOneTable
    }
  }
}
