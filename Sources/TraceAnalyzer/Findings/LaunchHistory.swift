/// One launch, event by event, with what is found in it.
///
/// Encoded as it stands it is the body of the `show` document of `Schemas/show.schema.json`.
package struct LaunchHistory: Sendable, Encodable {
  /// The launch's name, as reports show it.
  package let launch: String
  /// The app, the device and the system.
  package let context: LaunchContext
  /// The launch's kind, and why it is that one.
  package let kind, kindReason: String
  /// Why it is of that kind, in an explanation; not in documents.
  package let kindExplanation: String
  /// RFC 3339; nil if the log has `uptime` alone.
  package let began: String?
  /// Why states that look certain may not be.
  package let doubts: [String]
  /// The findings of this launch, and the medians over their budget to which its time belongs; worst first.
  package private(set) var findings: [Finding]
  /// The events, in the order in which they are judged.
  package private(set) var events: [HistoryEntry]
  /// Every machine that has shown up, after the last of `events`.
  package private(set) var states: [MachineStanding]
  /// How many findings and events are not listed; nil if all are.
  package private(set) var leftOut: LeftOut?

  /// What the clock of the launch's milestones reads at its first event, in nanoseconds; not in documents.
  package let milestoneOrigin: Int64

  private enum CodingKeys: String, CodingKey {
    case launch, context, kind, kindReason, began, doubts, findings, events, states, leftOut
  }

  init(_ launch: Launch, _ replayed: ReplayedLaunch, _ findings: [Finding]) {
    self.launch = launch.name
    context = launch.context
    began = launch.began
    kind = launch.kind.name
    kindReason = launch.kindReason
    kindExplanation = launch.kindExplanation
    self.findings = findings
    doubts = replayed.doubts
    milestoneOrigin = replayed.milestoneOrigin
    events = replayed.events
    states = replayed.machines.filter { !$0.states.isEmpty }
  }

  /// The launch as it stood after its first `count` events.
  package func after(_ count: Int) -> LaunchHistory {
    var earlier = self
    earlier.events = Array(events.prefix(count))
    let latest = Dictionary(earlier.events.flatMap(\.changes).map { ($0.key, $0) }) { $1 }
    earlier.states = states.compactMap { latest[$0.key] }
    return earlier
  }

  /// The history with only the events at these indices.
  package func only(_ indices: Range<Int>) -> LaunchHistory {
    var part = self
    part.events = Array(events[indices])
    return part
  }

  /// The history with at most `limit` events, in their order, and as many findings.
  ///
  /// Events with a finding are kept first, then those that took longest, or before which most time passed.
  package func limited(to limit: Int) -> LaunchHistory {
    if max(events.count, findings.count) <= limit { return self }
    let sources = Set(findings.map(\.source))
    let nanos = events.indices.map { index in
      max(events[index].tookNanos ?? 0, index == 0 ? 0 : events[index].offsetNanos &- events[index - 1].offsetNanos)
    }
    let isFound = events.map { $0.source != nil && sources.contains($0.source) }
    let order = events.indices.sorted { a, b in
      if isFound[a] != isFound[b] { return isFound[a] }
      return (nanos[b], a) < (nanos[a], b)
    }
    var part = self
    part.events = order.prefix(limit).sorted().map { events[$0] }
    part.findings = Array(findings.prefix(limit))
    part.leftOut = LeftOut(
      findings: findings.count - part.findings.count, events: events.count - part.events.count)
    return part
  }

  private static let endStates: Set<String> = ["ended", "dead", "disconnected", "terminated"]

  /// The events of a stretch of the launch, in nanoseconds after its first event; nil without one.
  ///
  /// The first of them holds every machine after it, also those that it did not move and that were not over.
  package func within(_ offsets: ClosedRange<Int64>) -> LaunchHistory? {
    guard let first = events.firstIndex(where: { offsets.contains($0.offsetNanos) }) else { return nil }
    let last = events.lastIndex { offsets.contains($0.offsetNanos) } ?? first
    var stretch = after(last + 1)
    let standing = after(first + 1).states
    let moved = Dictionary(events[...first].flatMap(\.changes).map { ($0.key, $0) }) { $1 }
    stretch.events.removeFirst(first)
    let own = Set(stretch.events[0].changes.map(\.key))
    stretch.events[0].changes = standing.compactMap { moved[$0.key] }.filter { state in
      own.contains(state.key) || Self.endStates.isDisjoint(with: state.states)
    }
    return stretch
  }

  /// The launch as it stood `offset` nanoseconds after its first event; nil if it had not begun then, or had ended.
  package func at(_ offset: Int64) -> LaunchHistory? {
    guard events.contains(where: { $0.offsetNanos >= offset }) else { return nil }
    return events.lastIndex { $0.offsetNanos <= offset }.map { after($0 + 1) }
  }
}
