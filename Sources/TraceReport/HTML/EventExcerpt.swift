package import TraceAnalyzer
import TraceModel

/// The event that shows a finding, with those before and after it.
package struct EventExcerpt: Sendable {
  /// Identifies a finding.
  package struct Key: Hashable, Sendable {
    let launch: String?
    let source: SourceLine?

    /// The key of a finding.
    package init(_ finding: Finding) {
      launch = finding.launch
      source = finding.source
    }
  }

  private static let reach = 5

  let table: Table
  let row: Int

  /// The excerpts of a launch's findings; a finding that no one event shows has none.
  package static func all(_ findings: some Sequence<Finding>, _ history: LaunchHistory) -> [Key: EventExcerpt] {
    // By line number first, as to compare paths takes longer.
    let wanted = Dictionary(grouping: findings.filter { $0.source != nil }) { $0.source?.line ?? 0 }
    var excerpts: [Key: EventExcerpt] = [:]
    if wanted.isEmpty { return excerpts }
    for (index, event) in history.events.enumerated() {
      guard let source = event.source else { continue }
      for finding in wanted[source.line] ?? [] where finding.source == source && excerpts[Key(finding)] == nil {
        excerpts[Key(finding)] = EventExcerpt(history, index)
      }
    }
    return excerpts
  }

  private init(_ history: LaunchHistory, _ index: Int) {
    let first = max(0, index - Self.reach)
    let end = min(history.events.count, index + Self.reach + 1)
    table = history.only(first..<end).eventsWithLines("The event, and those around it")
    row = index - first
  }
}

extension LaunchHistory {
  /// The events, each with its line in the log; a note names the file if all are in one.
  func eventsWithLines(_ heading: Sentence) -> Table {
    let files = Set(events.compactMap(\.source?.file))
    let file = files.count == 1 ? files.first : nil
    var table = eventTable(heading, Drawing(), label: LaunchLife.label) { event in
      [.name(event.source.map { file == nil ? "\($0.file):\($0.line)" : "\($0.line)" } ?? "")]
    }
    if let file { table.notes = ["The lines are those of \(.name(file))."] }
    table.columns.append(ColumnHeading("line", isOptional: true))
    return table
  }
}
