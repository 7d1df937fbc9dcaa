package import TraceModel

/// Writes down what each event of a launch did to its machines; a class, so that a replay without one is small.
final class HistoryBuilder {
  private(set) var events: [HistoryEntry] = []
  /// One for each machine, by its number in `MachineReplay`; an instance that is not judged is in no state.
  private var judged: [MachineStanding] = []
  /// Task 0, once an event names it: shown, although no machine follows it.
  private var invalidTask: MachineStanding?
  /// Where the app is, by iOS' log, if the app records no events of its own life.
  private var toldApp: MachineStanding?
  private var sets: [StateSet] = []
  private var counts: [String: Int] = [:]
  private let context: ReplayContext
  private let start: Int64
  /// What is added to the launch's clock to read its milestones' clock.
  var milestoneOffset: Int64 = 0
  var milestoneOrigin: Int64 { start &+ milestoneOffset }

  var machines: [MachineStanding] {
    let own = judged.filter { toldApp == nil || $0.machine != MachineID.app.name }
    return own + [toldApp, invalidTask].compactMap(\.self)
  }

  init(_ orderedEvents: some ReplayOrder, _ context: ReplayContext) {
    self.context = context
    start = orderedEvents.map(\.clock).min() ?? 0
  }

  /// Notes lost events, at the time of the event before them.
  func lose(_ count: Int64, _ machines: MachineReplay) {
    let offset = events.last?.offsetNanos ?? 0
    events.append(.init(offsetNanos: offset, lost: count, changes: changes(machines)))
  }

  func note(_ step: Step, _ machines: MachineReplay) {
    let event = step.event
    let signature = step.signature
    let symbols = context.symbols
    let unknown = symbols.texts.string(signature.unknownName)
    var changes = changes(machines, step.orderedEvent)
    if let told = told(step) {
      toldApp = told
      changes = changes.filter { $0.machine != MachineID.app.name } + [told]
    }
    if step.unjudged == .invalidTask { changes.append(invalidTaskStanding(of: event)) }
    events.append(
      .init(
        offsetNanos: step.orderedEvent.clock &- start, event: step.kind == .unknown ? unknown : step.kind.name,
        phase: [.begin, .end].contains(signature.phase) ? "\(signature.phase)" : nil,
        tookNanos: step.taken > 0 ? step.taken : nil, seq: event.seq == Event.absent ? nil : event.seq,
        source: SourceLine(file: symbols.name(event.source), line: event.location.lineNumber),
        changes: changes, record: record(of: step)))
  }

  private static func exitStatus(in attributes: String) -> String {
    let mark = attributes.firstRange(of: #""exitStatus":""#)
    return mark.map { String(attributes[$0.upperBound...].prefix(while: \.isNumber)) } ?? ""
  }

  private func record(of step: Step) -> HistoryEntry.Record {
    let event = step.event
    let signature = step.signature
    let texts = context.symbols.texts
    var record = HistoryEntry.Record()
    record.location = event.location
    record.kind = step.kind
    record.duration = event.duration
    record.memory = event.memory
    record.thread = texts.string(signature.thread)
    record.reason = texts.string(signature.reason)
    record.view = texts.string(signature.view)
    record.viewInstance = texts.string(event.viewInstance)
    record.scene = texts.string(event.scene)
    record.sceneRole = texts.string(signature.sceneRole)
    record.task = texts.string(event.task)
    record.name = texts.string(signature.name)
    record.taskKind = texts.string(signature.taskKind)
    if step.kind == .processExit { record.exitStatus = Self.exitStatus(in: texts.string(event.attributes)) }
    return record
  }

  /// Where iOS says that the app is after a step, if that is new and the app reports no step of its life.
  private func told(_ step: Step) -> MachineStanding? {
    guard context.facts.isToldBySystem else { return nil }
    let state: String
    if step.kind == .processExit {
      guard toldApp != nil else { return nil }
      state = MachineStanding.terminated
    } else {
      guard let sign = LaunchSign(step.orderedEvent, context.lexicon), sign.author == .iOS, sign.subject == .moment,
        sign.confidence == .certain
      else { return nil }
      state = sign.visibility == .foreground ? MachineStanding.foreground : MachineStanding.background
    }
    let standing = MachineStanding(machine: MachineID.app.name, name: "", states: [state])
    return standing == toldApp ? nil : standing
  }

  private func invalidTaskStanding(of event: Event) -> MachineStanding {
    if let invalidTask { return invalidTask }
    let standing = MachineStanding(
      machine: MachineID.task.name, name: name(.task, context.symbols.texts.string(event.task)),
      states: [MachineStanding.invalidTask])
    invalidTask = standing
    return standing
  }

  /// The machines that changed or showed up since the last call.
  private func changes(_ machines: MachineReplay, _ orderedEvent: OrderedEvent? = nil) -> [MachineStanding] {
    var changed: [MachineStanding] = []
    // Lost events, and a step without a phase, may have driven any machine.
    let isAny = orderedEvent == nil || orderedEvent?.signature.phase == .unknown
    let shown = Set(machines.latestNumbers).union(judged.count..<machines.instances.count)
    for number in isAny ? Array(machines.instances.indices) : shown.sorted() {
      let instance = machines.instances[number]
      if number == judged.count { add(instance.machine, orderedEvent) }
      let isJudged = instance.machine != .app || context.facts.judgesApp
      guard isJudged, sets[number] != instance.set else { continue }
      sets[number] = instance.set
      let names = context.tables[instance.machine].machine.states
      judged[number].states = instance.set.states.map { names[$0] }
      changed.append(judged[number])
    }
    return changed
  }

  private func add(_ machine: MachineID, _ orderedEvent: OrderedEvent?) {
    let event = orderedEvent?.event ?? Event()
    let signature = orderedEvent?.signature ?? Signature()
    let task = event.task.isNone ? signature.name : event.task
    let ids: [MachineID: TextID] = [.scene: event.scene, .view: signature.view, .task: task]
    let name = name(machine, context.symbols.texts.string(ids[machine] ?? .none))
    let title = machine == .task && !event.task.isNone ? context.symbols.texts.string(signature.name) : ""
    judged.append(
      .init(machine: machine.name, name: name, states: [], title: title.isEmpty ? nil : numbered(title, "title")))
    sets.append(StateSet(bits: 0))
  }

  /// The name of an instance that shows up now; the second of one name gets `#2`.
  private func name(_ machine: MachineID, _ id: String) -> String { numbered(id, "\(machine)") }

  private func numbered(_ id: String, _ sort: String) -> String {
    let count = counts["\(sort) \(id)", default: 0] + 1
    counts["\(sort) \(id)"] = count
    return [count > 1 ? "#\(count)" : "", id].filter { !$0.isEmpty }.joined(separator: " ")
  }
}

/// One event, or the events lost before the next one.
package struct HistoryEntry: Sendable, Equatable, Encodable {
  /// Since the launch's first event; for lost events, the offset of the event before them.
  package var offsetNanos: Int64
  /// How many events were lost; nil for an event.
  package var lost: Int64?
  package var event: String?
  /// `begin` or `end`, if both ends of the callback are recorded.
  package var phase: String?
  /// How long the callback took that ended here.
  package var tookNanos: Int64?
  package var seq: Int64?
  package var source: SourceLine?
  /// The machines whose states the event changed, or that show up, with their states after it.
  package var changes: [MachineStanding]
  /// What else the event's record says; not in documents.
  package var record = Record()

  /// The fields of an event's record beside its name and times; absent texts are empty.
  package struct Record: Sendable, Equatable {
    package var location = EventLocation()
    package var kind = EventKind.unknown
    /// In nanoseconds and bytes; `Event.absent` if the record does not say.
    package var duration = Event.absent
    package var memory = Event.absent
    package var thread = ""
    package var reason = ""
    package var view = ""
    package var viewInstance = ""
    package var scene = ""
    package var sceneRole = ""
    package var task = ""
    /// The name and the kind of a task or of work.
    package var name = ""
    package var taskKind = ""
    /// The status with which a process exited.
    package var exitStatus = ""

    /// An empty record.
    package init() {}
  }

  private enum CodingKeys: String, CodingKey {
    case offsetNanos, lost, event, phase, tookNanos, seq, source, changes
  }
}

/// A machine, and the states that it may be in.
package struct MachineStanding: Sendable, Equatable, Encodable {
  package var machine: String
  /// The scene, task or view that the machine follows; the second of one name gets `#2`.
  package var name: String
  package var states: [String]
  /// The app's title of a task, as `flush-analytics`; the second of one title gets `#2`; nil for other machines.
  package var title: String?

  /// Shown in place of a state for task 0, `UIBackgroundTaskIdentifier.invalid`, which no machine follows.
  package static let invalidTask = "invalid id"

  /// Where an app is by iOS' log alone; in the foreground it may be active or inactive.
  package static let foreground = "foreground"
  package static let background = "background"
  package static let terminated = "terminated"

  /// The machine and its instance, as `scene A`; unique in a launch.
  package var key: String { name.isEmpty ? machine : "\(machine) \(name)" }

  /// The title, or else the key.
  package var label: String { title ?? key }
}

/// A line of a log.
package struct SourceLine: Sendable, Hashable, Encodable {
  /// The path as it was given.
  package var file: String
  /// 1-based.
  package var line: Int
}
