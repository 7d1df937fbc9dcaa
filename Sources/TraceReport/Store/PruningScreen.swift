package import TraceModel

/// What people see of launches that were pruned, or would be.
package struct PruningScreen: Sendable {
  /// The launches that go, by their versions.
  package var removed: [VersionContents] = []
  /// The number of events that go.
  package var removedEvents: Int64 = 0
  /// The number of launches that stay.
  package var keptLaunches: Int64 = 0
  /// The number of kept launches that only share a stream with another one that stays.
  package var sharedLaunches: Int64 = 0
  /// The number of kept launches without a date.
  package var undatedLaunches: Int64 = 0
  /// The number of launches that go, but for one line that stays.
  package var earlierLaunches: Int64 = 0
  /// False before launches are removed.
  package var isDone = false

  /// A screen of no launches.
  package init() {}

  /// The versions that go, a row each, under a line that sums them up.
  package var table: Table {
    var table = removed.table
    let count = removed.launches
    if count == 0, removedEvents == 0 {
      return Table("Nothing to remove", table.columns, [], notes: [keptText] + rest)
    }
    let what: Sentence = "\(count: count, "launch") with \(count: removedEvents, "event")"
    table.heading = isDone ? "Removed \(what)" : "Would remove \(what)"
    table.notes = [keptText] + rest
    if !isDone { table.notes.append("nothing was removed yet: run it again with --yes") }
    return table
  }

  private var keptText: Sentence {
    let verb: Sentence = keptLaunches == 1 ? "stays" : "stay"
    return "\(count: keptLaunches, "launch") \(verb)"
  }

  private var rest: [Sentence] {
    var notes: [Sentence] = []
    if sharedLaunches > 0 {
      let are: Sentence = sharedLaunches == 1 ? "is" : "are"
      notes.append(
        "\(count: sharedLaunches) of them \(are) kept as a launch that stays has the same launch id or process")
    }
    if undatedLaunches > 0 { notes.append("\(count: undatedLaunches, "launch") of them without a date") }
    if earlierLaunches > 0 {
      notes.append(
        "of \(count: earlierLaunches, "removed launch") a line stays, 'launch.earlier', so that later launches stay cold or warm"
      )
    }
    return notes
  }
}
