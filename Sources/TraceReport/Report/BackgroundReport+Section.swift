package import TraceAnalyzer
import TraceModel

extension BackgroundReport: ReportSection {
  package static let name = "background"
  package static let help = "Time in the background, background tasks and handlers"
  package static let isGrouped = false

  package static func detail(_ options: ReportOptions) -> ReportDetail { .all }

  /// The time that the launches spent in the background.
  package init(_ question: ReportQuestion) { self.init(question.launches, question.texts) }

  /// One row a kind of task, time away, stay and handler.
  package var tables: [Table] {
    let subject = Column<MeasureRow>("time of", for: .people) { .name($0.subject) }
    // For people they stand below the row.
    let outcomes = Column<MeasureRow>("outcomes", for: .programs, Self.outcomes)
    let hasOutcomes = rows.contains { $0.outcomes != nil }
    return [
      rows.table(
        "Time in the background, in \(count: launches, "launch")", rows.groupColumns(for: .programs) + [subject],
        more: hasOutcomes ? [outcomes] : [], none: "no stay, task or handler in the background",
        details: { hasOutcomes ? [Self.outcomes($0)] : [] })
    ]
  }

  private static func outcomes(_ row: MeasureRow) -> Cell { .name(Units.list(row.outcomes ?? [:])) }
}

extension MeasureRow {
  /// As in `task push (remoteNotification)`, `away, until the return` or `stay, until suspended`.
  fileprivate var subject: String {
    let values = by.map(\.value)
    switch values[0] {
    case "task": return "task \(values[1])" + (values[2].isEmpty ? "" : " (\(values[2]))")
    case "stay": return "stay, until \(values[1])"
    case "away": return "away, until the \(values[1])"
    default: return "\(values[0]) \(values[1])"
    }
  }
}
