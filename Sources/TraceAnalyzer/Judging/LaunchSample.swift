package import TraceModel

/// Launches of an input, with all that the findings in them rest on: so the others need not be read.
///
/// They are the named launches, and the launches before these on their devices, which decide their kinds, with the
/// times of all launches of their apps and kinds, with which they are compared.
package struct LaunchSample: Sendable {
  /// A launch of the sample, whose kind was found among all launches.
  struct Member {
    var index: Int32
    var kind: LaunchKind
    var first: Int64
    /// The index of the launch before it on its device: set for named launches alone.
    var previous: Int32?
  }

  /// Which kinds of events the launches of the whole input hold, by recorder and app.
  package let held: HeldKinds
  private let members: [Member]
  private let compared: ComparedTimes

  init(_ held: HeldKinds, _ members: [Member], _ compared: ComparedTimes) {
    self.held = held
    self.members = members.map(\.first).risingIndices().map { members[Int($0)] }
    self.compared = compared
  }

  /// The launches of the sample, in the total order; `summaries` are in the order of the collector's streams.
  package func launches(
    _ summaries: [LaunchSummary], _ symbols: Symbols, include: Set<ExcludedEnvironment>, classes: DeviceClasses
  ) -> [Launch] {
    let table = LaunchTable(summaries, symbols, classes, held.extensions, compared.counted(include))
    return members.map { Launch(table, table.launch($0.index, of: $0.kind, after: $0.previous, include)) }
  }
}
