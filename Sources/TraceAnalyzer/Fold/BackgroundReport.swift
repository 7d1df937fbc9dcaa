package import TraceModel

/// How apps spent their time in the background, for `report --background`.
package struct BackgroundReport: Sendable, Encodable {
  package var launches: Int
  /// Tasks by name (digits as `#`) and kind, times away from the foreground, stays by how they ended, handlers.
  package var rows: [MeasureRow]

  /// The report on `launches`.
  package init(_ launches: [Launch], _ texts: TextTable) {
    self.launches = launches.count
    let known = launches.filter { !$0.isPlaceAssumed }
    let tasks = Dictionary(grouping: known.flatMap { Self.marked($0.summary.tasks, $0) }) { task, _ in
      let name = texts.string(task.name.isNone ? task.task : task.name)
      return [Normalised.name(name), texts.string(task.kind)]
    }
    rows = tasks.map { key, tasks in
      var row = Self.row("task", key[0], key[1], tasks.map { ($0.part.backgroundNanos, $0.isOnWholeSeconds) })
      row.outcomes = tasks.map(\.part.outcome.name).counts
      return row
    }
    rows.sort {
      ($1.longestNanos ?? 0, $0.by[1].value, $0.by[2].value) < ($0.longestNanos ?? 0, $1.by[1].value, $1.by[2].value)
    }
    let stays = known.flatMap { Self.marked($0.summary.stays, $0) }
    func times(_ path: KeyPath<StaySummary, Int64>) -> [Measured] {
      stays.map { ($0.part[keyPath: path], $0.isOnWholeSeconds) }.filter { $0.nanos != Event.absent }
    }
    rows.append(Self.row("away", "return", "", times(\.awayNanos)))
    rows += StayEnd.allCases.map { end in
      Self.row("stay", end.name, "", stays.filter { $0.part.end == end }.map { ($0.part.nanos, $0.isOnWholeSeconds) })
    }
    rows.append(Self.row("handler", "didEnterBackground", "", times(\.handlerNanos)))
    rows.removeAll { $0.count == 0 }
  }

  /// A time, and whether a clock of whole seconds measured it.
  private typealias Measured = (nanos: Int64, isOnWholeSeconds: Bool)

  private static func marked<Part>(_ parts: [Part], _ launch: Launch) -> [(part: Part, isOnWholeSeconds: Bool)] {
    let isOnWholeSeconds = launch.readingSlack >= 2_000_000_000
    return parts.map { ($0, isOnWholeSeconds) }
  }

  private static func row(_ what: String, _ name: String, _ kind: String, _ times: [Measured]) -> MeasureRow {
    var row = MeasureRow(
      by: [("what", what), ("name", name), ("kind", kind)].map(GroupValue.init), times.map(\.nanos))
    row.isOnWholeSeconds = times.contains { $0.nanos == 0 && $0.isOnWholeSeconds } ? true : nil
    return row
  }
}
