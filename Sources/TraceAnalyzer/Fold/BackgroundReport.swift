package import TraceModel

/// How apps spent their time in the background, for `report --background`.
package struct BackgroundReport: Sendable, Encodable {
  package var launches: Int
  /// Tasks by name (digits as `#`) and kind, stays by how they ended, handlers.
  package var rows: [MeasureRow]

  /// The report on `launches`.
  package init(_ launches: [Launch], _ texts: TextTable) {
    self.launches = launches.count
    let known = launches.filter { !$0.isPlaceAssumed }
    let tasks = Dictionary(grouping: known.flatMap(\.summary.tasks)) { task in
      let name = texts.string(task.name.isNone ? task.task : task.name)
      return [Normalised.name(name), texts.string(task.kind)]
    }
    rows = tasks.map { key, tasks in
      var row = Self.row("task", key[0], key[1], tasks.map(\.backgroundNanos))
      row.outcomes = tasks.map(\.outcome.name).counts
      return row
    }
    rows.sort {
      ($1.longestNanos ?? 0, $0.by[1].value, $0.by[2].value) < ($0.longestNanos ?? 0, $1.by[1].value, $1.by[2].value)
    }
    let stays = known.flatMap(\.summary.stays)
    rows += StayEnd.allCases.map { end in Self.row("stay", end.name, "", stays.filter { $0.end == end }.map(\.nanos)) }
    let handlers = stays.map(\.handlerNanos).filter { $0 != Event.absent }
    rows.append(Self.row("handler", "didEnterBackground", "", handlers))
    rows.removeAll { $0.count == 0 }
  }

  private static func row(_ what: String, _ name: String, _ kind: String, _ nanos: [Int64]) -> MeasureRow {
    MeasureRow(by: [("what", what), ("name", name), ("kind", kind)].map(GroupValue.init), nanos)
  }
}
