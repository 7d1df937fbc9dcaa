import TraceModel

/// Writes down what each event of a launch did to its machines.
///
/// A class, so that a replay without one carries no more than a reference that is empty.
final class HistoryBuilder {
  private(set) var events: [HistoryEntry] = []
  /// By the machines' numbers in the judge; what is not judged is in no state.
  private(set) var machines: [MachineStanding] = []
  private var sets: [StateSet] = []
  /// How many machines have a name.
  private var counts: [String: Int] = [:]
  private let context: ReplayContext
  private let start: Int64

  init(_ orderedEvents: OrderedEvents, _ context: ReplayContext) {
    self.context = context
    start = orderedEvents.map(\.clock).min() ?? 0
  }

  /// Notes what lost events may have done, at the time of the event before them.
  func lose(_ count: Int64, _ judge: Judge) {
    let offset = events.last?.offsetNanos ?? 0
    events.append(.init(offsetNanos: offset, lost: count, changes: changes(judge)))
  }

  /// Notes a step that `judge` has taken.
  func note(_ step: Step, _ judge: Judge) {
    let event = step.event
    let signature = step.signature
    let symbols = context.symbols
    let unknown = symbols.texts.string(signature.unknownName)
    events.append(
      .init(
        offsetNanos: step.orderedEvent.clock &- start, event: step.kind == .unknown ? unknown : step.kind.name,
        phase: [.begin, .end].contains(signature.phase) ? "\(signature.phase)" : nil,
        tookNanos: step.taken > 0 ? step.taken : nil, seq: event.seq == Event.absent ? nil : event.seq,
        source: SourceLine(file: symbols.name(event.source), line: Int(event.line)),
        changes: changes(judge, step.orderedEvent)))
  }

  /// The machines that have changed since the last call, and those that show up.
  private func changes(_ judge: Judge, _ orderedEvent: OrderedEvent? = nil) -> [MachineStanding] {
    var changed: [MachineStanding] = []
    // What was lost may have driven any machine, and a step without a phase stands for it.
    let isAny = orderedEvent == nil || orderedEvent?.signature.phase == .unknown
    let shown = Set(judge.latestNumbers).union(machines.count..<judge.instances.count)
    for number in isAny ? Array(judge.instances.indices) : shown.sorted() {
      let instance = judge.instances[number]
      if number == machines.count { add(instance.machine, orderedEvent) }
      let isJudged = instance.machine != .app || context.facts.judgesApp
      guard isJudged, sets[number] != instance.set else { continue }
      sets[number] = instance.set
      let names = context.tables[instance.machine].machine.states
      machines[number].states = instance.set.states.map { names[$0] }
      changed.append(machines[number])
    }
    return changed
  }

  private func add(_ machine: MachineID, _ orderedEvent: OrderedEvent?) {
    let event = orderedEvent?.event ?? Event()
    let signature = orderedEvent?.signature ?? Signature()
    let task = event.task.isNone ? signature.name : event.task
    let ids: [MachineID: TextID] = [.scene: event.scene, .view: signature.view, .task: task]
    let name = context.symbols.texts.string(ids[machine] ?? .none)
    let count = counts["\(machine) \(name)", default: 0] + 1
    counts["\(machine) \(name)"] = count
    let words = [count > 1 ? "#\(count)" : "", name].filter { !$0.isEmpty }
    machines.append(.init(machine: machine.name, name: words.joined(separator: " "), states: []))
    sets.append(StateSet(bits: 0))
  }
}
