import TraceModel

/// Writes down what each event of a launch did to its machines.
struct HistoryBuilder: Sendable {
  private(set) var events: [LaunchHistory.Entry] = []
  /// By the machines' numbers in the judge; what is not judged is in no state.
  private(set) var machines: [LaunchHistory.Standing] = []
  /// Why states that look certain may not be.
  private(set) var doubts: [String] = []
  private var sets: [StateSet] = []
  private var namesakes: [[String]: Int] = [:]
  private let bench: Bench
  private let start: Int64

  init(_ moments: [Moment], _ bench: Bench) {
    self.bench = bench
    start = moments.map(\.clock).min() ?? 0
  }

  /// Notes what lost events may have done, at the time of the event before them.
  mutating func lose(_ count: Int64, _ judge: Judge) {
    let last = events.last
    var entry = LaunchHistory.Entry(offsetNanos: last?.offsetNanos ?? 0, time: last?.time)
    (entry.lost, entry.changes) = (count, changes(judge))
    events.append(entry)
  }

  /// Notes a step that `judge` has taken.
  mutating func note(_ step: Step, _ judge: Judge) {
    let (event, signature, symbols) = (step.event, step.signature, bench.symbols)
    var entry = LaunchHistory.Entry(offsetNanos: step.moment.clock &- start)
    let isKnown = step.kind != .unknown
    entry.event = isKnown ? step.kind.name : symbols.texts.string(signature.unknownName)
    if signature.phase != .instant { entry.phase = "\(signature.phase)" }
    if step.taken > 0 { entry.tookNanos = step.taken }
    if event.time != Event.absent { entry.time = Timestamp.rfc3339(event.time) }
    if event.seq != Event.absent { entry.seq = event.seq }
    let file = symbols.sourceNames[Int(event.source.rawValue)]
    entry.source = Finding.Source(file: file, line: Int(event.line))
    entry.changes = changes(judge, step)
    events.append(entry)
  }

  /// Notes what shows at the end.
  mutating func finish(_ judge: Judge) {
    let isInDoubt = bench.facts.isOrderInDoubt
    if isInDoubt { doubts.append("the wall clock steps back: the order is in doubt") }
    if judge.scenes.isMerged { doubts.append("scenes without ids can't be told apart") }
  }

  /// What has changed since the last call, and what shows up.
  private mutating func changes(_ judge: Judge, _ step: Step? = nil) -> [LaunchHistory.Standing] {
    var changed: [LaunchHistory.Standing] = []
    for (number, instance) in judge.instances.enumerated() {
      if number == machines.count { add(instance.machine, step) }
      let isJudged = instance.machine != .app || bench.facts.judgesApp
      guard isJudged, sets[number] != instance.set else { continue }
      sets[number] = instance.set
      let names = bench.tables[instance.machine].machine.states
      machines[number].states = instance.set.states.map { names[$0] }
      changed.append(machines[number])
    }
    return changed
  }

  private mutating func add(_ machine: MachineID, _ step: Step?) {
    let id: TextID? =
      switch machine {
      case .process, .app: nil
      case .scene: step?.event.scene
      case .view: step?.signature.view
      case .task: step.map { $0.event.task.isNone ? $0.signature.name : $0.event.task }
      }
    let words = id.flatMap { $0.isNone ? nil : [bench.symbols.texts.string($0)] } ?? []
    let count = namesakes[[machine.name] + words, default: 0] + 1
    namesakes[[machine.name] + words] = count
    let name = ((count > 1 ? ["#\(count)"] : []) + words).joined(separator: " ")
    machines.append(.init(machine: machine.name, name: name.isEmpty ? nil : name, states: []))
    sets.append(StateSet(bits: 0))
  }
}
