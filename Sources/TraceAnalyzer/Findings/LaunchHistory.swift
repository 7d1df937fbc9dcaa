/// One launch, event by event, with what is found in it.
///
/// Encoded as it stands it is the body of the `show` document of `Schemas/show.schema.json`.
package struct LaunchHistory: Sendable, Encodable {
  /// A machine, and the states that it may be in.
  package struct Standing: Sendable, Equatable, Encodable {
    package var machine: String
    /// The scene, task or view whose machine it is; `#2` stands before the second of one name.
    package var name: String
    package var states: [String]

    /// What tells it apart.
    package var key: String { name.isEmpty ? machine : "\(machine) \(name)" }
  }

  /// One event, or what was lost before the next one.
  package struct Entry: Sendable, Equatable, Encodable {
    /// Since the launch's first event; of what was lost, that of the event before it.
    package var offsetNanos: Int64
    /// How many events were lost; nothing for an event.
    package var lost: Int64?
    package var event: String?
    /// `begin` or `end` of a callback that tells both.
    package var phase: String?
    /// How long the callback took that ended here.
    package var tookNanos: Int64?
    package var seq: Int64?
    package var source: Finding.Source?
    /// The machines that it brought elsewhere, or that show up, with their states after it.
    package var changes: [Standing]
  }

  package let launch: String
  package let context: LaunchContext
  package let kind, kindReason: String
  /// RFC 3339; nothing where the log has `uptime` alone.
  package let began: String?
  /// Why states that look certain may not be.
  package let doubts: [String]
  package let findings: [Finding]
  /// In the order in which they are judged.
  package private(set) var events: [Entry]
  /// Of each machine that has shown up, after the last of `events`.
  package private(set) var states: [Standing]

  /// The history of a launch, in which some of `findings` were found.
  init(_ launch: Launch, _ replayed: ReplayedLaunch, _ findings: [Finding]) {
    self.launch = launch.name
    context = launch.context
    began = launch.began
    kind = launch.kind.name
    kindReason = launch.kindReason
    self.findings = findings.filter { $0.launch == launch.name }
    doubts = replayed.doubts
    events = replayed.events
    states = replayed.machines.filter { !$0.states.isEmpty }
  }

  /// The launch as it stood after so many of its events.
  package func after(_ count: Int) -> LaunchHistory {
    var earlier = self
    earlier.events = Array(events.prefix(count))
    let latest = Dictionary(earlier.events.flatMap(\.changes).map { ($0.key, $0) }) { $1 }
    earlier.states = states.compactMap { latest[$0.key] }
    return earlier
  }

  /// The launch as it stood so long after its first event; nothing where it had not yet begun, or
  /// had ended.
  package func at(_ offset: Int64) -> LaunchHistory? {
    guard events.contains(where: { $0.offsetNanos >= offset }) else { return nil }
    return events.lastIndex { $0.offsetNanos <= offset }.map { after($0 + 1) }
  }
}
