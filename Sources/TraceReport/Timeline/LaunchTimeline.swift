import TraceAnalyzer
import TraceModel

/// One launch as a viewer of traces draws it: lanes of slices and marks, bars of tasks, and memory.
///
/// All times are nanoseconds after the launch's first event; a callback that was entered before it has a negative one.
struct LaunchTimeline {
  /// Something that took time, or a mark at one instant.
  struct Slice: Equatable {
    var name: String
    var begin: Int64
    var end: Int64
    var isMark = false
    var details: [Detail] = []
    /// The numbers of the arrows that begin and end at it.
    var leaving: [Int] = []
    var arriving: [Int] = []

    var nanos: Int64 { end &- begin }
  }

  /// What is told of a slice beside its name.
  struct Detail: Equatable {
    enum Value: Equatable {
      case text(String)
      case number(Int64)
      case truth(Bool)
    }

    let key: String
    let value: Value
  }

  /// A row of slices, which nest; in the order in which they begin, the longest first.
  struct Lane: Equatable {
    var name: String
    var slices: [Slice]
  }

  /// A task as long as it ran; tasks overlap as they like.
  struct Bar: Equatable {
    var slice: Slice
    /// When its expiration handler ran.
    var expiry: Int64?
  }

  let launch: Launch
  let history: LaunchHistory
  /// What a person reads first: the launch and its phases, where it was, then its callbacks; none is empty.
  private(set) var lanes: [Lane] = []
  private(set) var tasks: [Bar] = []
  /// Footprints in bytes.
  private(set) var memory: [(offset: Int64, bytes: Int64)] = []
  private var arrows = 0

  /// The launch whose events these are.
  init(_ launch: Launch, _ history: LaunchHistory) {
    self.launch = launch
    self.history = history
    var groups = SliceGroups(history)
    let findings = findings(&groups)
    add(Lane(name: "findings", slices: findings))
    // In their own order: a phase of no length stands between those around it.
    let launchLane = Lane(name: "launch", slices: launchSlices)
    if !launchLane.slices.isEmpty { lanes.append(launchLane) }
    add(Lane(name: "process", slices: states(of: "process", "") + groups.process))
    let scenes = history.states.filter { $0.machine == "scene" }
    if scenes.isEmpty { add(Lane(name: "app", slices: states(of: "app", ""))) }
    for scene in scenes {
      add(Lane(name: groups.sceneName(scene.name), slices: states(of: "scene", scene.name)))
    }
    add(Lane(name: "background", slices: stays))
    add(groups.main, as: "callbacks")
    add(groups.views, as: "views")
    for (thread, slices) in groups.threads.sorted(by: { $0.key < $1.key }) { add(slices, as: "thread \(thread)") }
    tasks = bars(groups)
    for entry in history.events where entry.record.memory != Event.absent {
      memory.append((entry.offsetNanos, entry.record.memory))
    }
  }

  /// The earliest time in it, at most 0.
  var begin: Int64 { lanes.flatMap(\.slices).reduce(0) { min($0, $1.begin) } }

  /// The time of the last event.
  private var end: Int64 { history.events.reduce(0) { max($0, $1.offsetNanos) } }

  private mutating func add(_ lane: Lane) {
    if !lane.slices.isEmpty { lanes.append(Lane(name: lane.name, slices: Self.inOrder(lane.slices))) }
  }

  /// Adds slices that may overlap, on as many lanes as they need; marks stand on the first.
  private mutating func add(_ slices: [Slice], as name: String) {
    let numbers = Lanes.numbers(of: slices.map { $0.begin..<$0.end })
    let count = (numbers.max() ?? -1) + 1
    for number in 0..<count {
      let own = zip(slices, numbers).filter { $1 == number }.map(\.0)
      add(Lane(name: number == 0 ? name : "\(name) \(number + 1)", slices: own))
    }
  }

  private static func inOrder(_ slices: [Slice]) -> [Slice] {
    slices.enumerated().sorted { a, b in
      (a.element.begin, b.element.end, a.offset) < (b.element.begin, a.element.end, b.offset)
    }.map(\.element)
  }

  // MARK: The launch

  /// The launch time, and in it the phases, each where the one before it ended.
  private var launchSlices: [Slice] {
    guard let instant = launch.timeBegin, let nanos = launch.time.nanos else { return [] }
    let begin = instant &- history.milestoneOrigin
    var details = [Detail(key: "kind reason", value: .text(launch.kindReason))]
    if let anchors = launch.time.anchors {
      details.append(Detail(key: "from", value: .text(anchors.from.name)))
      details.append(Detail(key: "to", value: .text(anchors.to.name)))
    }
    if let reason = launch.time.notCounted { details.append(Detail(key: "not counted", value: .text(reason.name))) }
    var slices = [Slice(name: "\(launch.kind.name) launch", begin: begin, end: begin &+ nanos, details: details)]
    var phaseBegin = begin
    for phase in launch.phases {
      let phaseEnd = phaseBegin &+ phase.nanos
      var slice = Slice(name: phase.isApproximate ? "\(phase.name) ~" : phase.name, begin: phaseBegin, end: phaseEnd)
      if phase.isApproximate { slice.details = [Detail(key: "approximate", value: .truth(true))] }
      slices.append(slice)
      phaseBegin = phaseEnd
    }
    return slices
  }

  // MARK: States

  /// A slice for each state of a machine, from the event that brought it there to the next one; ends are no states.
  private func states(of machine: String, _ name: String) -> [Slice] {
    var slices: [Slice] = []
    var state = ""
    var since: Int64 = 0
    func close(_ offset: Int64) {
      if !state.isEmpty, offset > since { slices.append(Slice(name: state, begin: since, end: offset)) }
    }
    var reached: Int64 = 0
    for entry in history.events {
      reached = max(reached, entry.offsetNanos)
      for change in entry.changes where change.machine == machine && change.name == name {
        close(reached)
        state = Self.word(change.states)
        since = reached
      }
    }
    close(reached)
    return slices
  }

  private static func word(_ states: [String]) -> String {
    if states.count > 3 { return "any of \(states.count)" }
    let isDrawn = states.contains { !LaunchLife.hidden.contains($0) }
    return isDrawn ? states.joined(separator: " or ") : ""
  }

  private var stays: [Slice] {
    launch.summary.stays.compactMap { stay in
      guard let entry = history.events.first(where: { $0.record.location == stay.begin }) else { return nil }
      // Without a record of its entry a callback is recognized by its duration.
      let begin = entry.offsetNanos &- (entry.phase == nil ? entry.tookNanos ?? 0 : 0)
      let details = [Detail(key: "until", value: .text(stay.end.name))]
      return Slice(name: "background", begin: begin, end: begin &+ max(0, stay.nanos), details: details)
    }
  }

  // MARK: Tasks

  private func bars(_ groups: SliceGroups) -> [Bar] {
    var bars: [Bar] = []
    var open: [String: Int] = [:]
    var reached: Int64 = 0
    for (index, entry) in history.events.enumerated() {
      reached = max(reached, entry.offsetNanos)
      for change in entry.changes where change.machine == "task" {
        let isRunning = change.states.contains("running") || change.states.contains("expired")
        if isRunning, open[change.key] == nil {
          open[change.key] = bars.count
          let details = groups.details(of: index)
          // Without the number of a second one: bars of one name share a row of a viewer, where they do not overlap.
          let name = change.label.first == "#" ? String(change.label.drop { $0 != " " }.dropFirst()) : change.label
          bars.append(Bar(slice: Slice(name: name, begin: reached, end: reached, details: details)))
        }
        guard let number = open[change.key] else { continue }
        if change.states == ["expired"] { bars[number].expiry = bars[number].expiry ?? reached }
        if isRunning { continue }
        bars[number].slice.end = reached
        open[change.key] = nil
      }
    }
    for number in open.values {
      bars[number].slice.end = end
      bars[number].slice.details.append(Detail(key: "open", value: .truth(true)))
    }
    return bars
  }

  // MARK: Findings

  /// A mark for each finding, with an arrow from what caused it, and one for each hole.
  private mutating func findings(_ groups: inout SliceGroups) -> [Slice] {
    var slices = groups.holes
    let launchEnd = launchSlices.first?.end ?? 0
    var indices: [SourceLine: Int] = [:]
    for (index, entry) in history.events.enumerated() {
      if let source = entry.source { indices[source] = indices[source] ?? index }
    }
    for finding in history.findings {
      let index = finding.source.flatMap { indices[$0] }
      let offset = index.map { history.events[$0].offsetNanos } ?? launchEnd
      let doubt: Sentence = finding.doubtText.map { " (\($0))" } ?? ""
      var mark = Slice(
        name: "\(finding.severity.name.prefix(1).uppercased()) \(finding.rule.name)", begin: offset, end: offset,
        isMark: true)
      mark.details = [
        Detail(key: "message", value: .text((finding.message + doubt).plain)),
        Detail(key: "fingerprint", value: .text(finding.fingerprint)),
      ]
      if let cause = finding.cause { mark.details.append(Detail(key: "cause", value: .text(cause.plain))) }
      if let inferred = finding.inferred { mark.details.append(Detail(key: "inferred", value: .text("\(inferred)"))) }
      if let index, groups.begins(what: finding, foundAt: index, arrow: arrows + 1) {
        arrows += 1
        mark.arriving = [arrows]
      }
      slices.append(mark)
    }
    return slices
  }
}
