import TraceAnalyzer
import TraceModel

/// The life of a launch before it is drawn, by `LifeChart` in a terminal or `LifePicture` on a page: the times of its
/// events, the pauses to cut out, the states of each scene and task.
struct LaunchLife {
  /// A machine between two of its changes, which are events named by their index.
  struct Span: Equatable {
    /// Empty if the machine may be in one of several states.
    let state: String
    let from, to: Int
  }

  struct Lane: Equatable {
    let machine, key, label: String
    var spans: [Span] = []
  }

  /// A time without an event that is not drawn to scale, after the event with this index.
  struct Pause: Equatable {
    let after: Int
    let nanos: Int64
  }

  /// Only longer pauses are cut out, in nanoseconds: an app that left the screen has about 30 s before iOS suspends it,
  /// and a suspended app has no events.
  ///
  /// Source: the budget `background.task`, which names Apple's words on it.
  private static let leastPause: Int64 = 30_000_000_000
  private static let mostLanes = 12
  /// The states before the object exists, and after it.
  static let hidden: Set<String> = [
    "dead", "disconnected", "terminated", "absent", "unattached", "unlaunched", "idle",
  ]

  let history: LaunchHistory
  /// The latest time up to each event, in nanoseconds, as clocks step back.
  let instants: [Int64]
  let lanes: [Lane]
  let omitted: Int
  /// The events that show a finding, rising; the worst finding of an event comes first.
  let marks: [(event: Int, severity: Severity)]

  init?(_ history: LaunchHistory) {
    if history.events.isEmpty { return nil }
    self.history = history
    var instants: [Int64] = []
    for event in history.events { instants.append(max(instants.last ?? 0, event.offsetNanos)) }
    self.instants = instants
    let wanted = Self.machines(history)
    let named = Set(history.findings.flatMap { [$0.task, $0.scene] }.compactMap(\.self))
    // Scenes and tasks of findings first, if there is not room for all.
    let chosen = (wanted.filter { named.contains($0.name) } + wanted.filter { !named.contains($0.name) })
      .prefix(Self.mostLanes)
    let keys = Set(chosen.map(\.key))
    omitted = max(0, wanted.count - keys.count)
    var lanes = wanted.filter { keys.contains($0.key) }.map { machine in
      Lane(machine: machine.machine, key: machine.key, label: Self.label(machine))
    }
    let suspensions = Self.suspensions(history.events)
    for (index, lane) in lanes.enumerated() {
      let spans = Self.spans(of: lane.key, history.events)
      lanes[index].spans = Self.states(of: lane.machine, spans, in: suspensions)
    }
    self.lanes = lanes.filter { lane in lane.spans.contains { !Self.hidden.contains($0.state) } }
    var indices: [SourceLine: Int] = [:]
    for (index, event) in history.events.enumerated() {
      if let source = event.source { indices[source] = indices[source] ?? index }
    }
    marks = history.findings.compactMap { finding in
      finding.source.flatMap { indices[$0] }.map { ($0, finding.severity) }
    }.sorted { ($0.event, $1.severity) < ($1.event, $0.severity) }
  }

  /// Scenes or else the app, tasks; the process only if it was suspended or ended, or stands alone.
  private static func machines(_ history: LaunchHistory) -> [MachineStanding] {
    func all(_ machine: String) -> [MachineStanding] { history.states.filter { $0.machine == machine } }
    let scenes = all("scene")
    let others = (scenes.isEmpty ? all("app") : scenes) + all("task")
    let ends = ["suspended", "terminating", "dead"]
    let isProcessDrawn =
      others.isEmpty
      || history.events.contains { event in
        event.event == EventKind.processSuspend.name
          || event.changes.contains { $0.machine == "process" && ends.contains($0.states.first ?? "") }
      }
    return (isProcessDrawn ? all("process") : []) + others
  }

  /// The title of a task; else the machine with the beginning of its id.
  static func label(_ machine: MachineStanding) -> String {
    if machine.states == [MachineStanding.invalidTask] { return machine.key }
    return machine.title
      ?? (machine.name.isEmpty ? machine.machine : "\(machine.machine) \(DisplayText.shortID(machine.name))")
  }

  private static func spans(of key: String, _ events: [HistoryEntry]) -> [Span] {
    var spans: [Span] = []
    var open: (state: String, from: Int)?
    for (index, event) in events.enumerated() {
      for change in event.changes where change.key == key {
        if let open { spans.append(Span(state: open.state, from: open.from, to: index)) }
        open = (change.states.count == 1 ? change.states[0] : "", index)
      }
    }
    if let open { spans.append(Span(state: open.state, from: open.from, to: events.count - 1)) }
    return spans
  }

  /// The events between which the process is suspended: until it is resumed, or until an event in it implies that.
  private static func suspensions(_ events: [HistoryEntry]) -> [Range<Int>] {
    var suspensions: [Range<Int>] = []
    var begin: Int?
    for (index, event) in events.enumerated() {
      if event.event == EventKind.processSuspend.name {
        begin = begin ?? index
      } else if let from = begin, event.event == EventKind.processResume.name || !event.changes.isEmpty {
        suspensions.append(from..<index)
        begin = nil
      }
    }
    if let from = begin, from < events.count - 1 { suspensions.append(from..<events.count - 1) }
    return suspensions
  }

  /// Neither the process nor a task runs while the process is suspended; a scene stays in the background.
  ///
  /// A process that is suspended before it has launched, as if prewarmed, keeps its state.
  private static func states(of machine: String, _ spans: [Span], in suspensions: [Range<Int>]) -> [Span] {
    let isProcess = machine == MachineID.process.name
    guard isProcess || machine == MachineID.task.name else { return spans }
    return spans.flatMap { span -> [Span] in
      let runs = isProcess ? !hidden.contains(span.state) && !span.state.isEmpty : span.state == "running"
      if !runs { return [span] }
      let awake = span.state == "suspended" ? "running" : span.state
      var parts: [Span] = []
      var from = span.from
      for suspension in suspensions where suspension.overlaps(span.from..<span.to) {
        let begin = max(suspension.lowerBound, span.from)
        let end = min(suspension.upperBound, span.to)
        if begin > from { parts.append(Span(state: awake, from: from, to: begin)) }
        parts.append(Span(state: "suspended", from: begin, to: end))
        from = end
      }
      // A span of no length stays, as that of an end does.
      if from < span.to || parts.isEmpty {
        parts.append(Span(state: parts.isEmpty ? span.state : awake, from: from, to: span.to))
      }
      return parts
    }
  }

  /// The lengths of pauses, as in `6 min 36 s`, `31.0 s and 2 min` or `each 31.0 s to 2 h`.
  static func lengths(of pauses: [Int64]) -> String {
    let texts = pauses.map { DurationText.of($0) }
    guard let last = texts.last else { return "" }
    if texts.count == 1 { return last }
    if texts.count <= 3 { return "\(texts.dropLast().joined(separator: ", ")) and \(last)" }
    return "each \(DurationText.of(pauses.min() ?? 0)) to \(DurationText.of(pauses.max() ?? 0))"
  }

  /// The pauses that are cut out: the longest, up to `limit`, over 30 s and longer than all shorter ones together.
  func pauses(atMost limit: Int) -> [Pause] {
    let gaps = zip(instants, instants.dropFirst()).map { $1 &- $0 }
    let lively = gaps.filter { $0 <= Self.leastPause }.reduce(0, &+)
    let long = gaps.indices.filter { gaps[$0] > max(Self.leastPause, lively) }
    let cut = long.sorted { (gaps[$1], $0) < (gaps[$0], $1) }.prefix(limit).sorted()
    return cut.map { Pause(after: $0, nanos: gaps[$0]) }
  }
}
