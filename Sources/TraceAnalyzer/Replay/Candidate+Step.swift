import TraceModel

extension Candidate {
  /// The time that a callback must exceed for a rule to keep it, in nanoseconds.
  static let leastNanos = Budget.leastHeldNanos

  /// A candidate at one event, with its kind, place and scene.
  init(_ rule: RuleID, _ orderedEvent: OrderedEvent, _ detail: Detail = .none, name: TextID = .none) {
    self.init()
    self.rule = rule
    kind = orderedEvent.signature.kind
    place = orderedEvent.event.place
    scene = orderedEvent.event.scene
    self.name = name
    self.detail = detail
  }

  /// A step of a machine that is in one of these states; the mildest verdict counts.
  init(_ step: Step, _ table: MachineTable, _ states: StateSet, lostCount: Int64 = 0) {
    let decisive = UInt8(table.verdict(states, on: step.kind).state)
    self.init(
      RuleID(table.machine.id), step.orderedEvent, .step(states: states, decisive: decisive, lostCount: lostCount))
    view = step.signature.view
    task = step.event.task
  }
}

extension Candidate.Detail {
  /// A duration that ended.
  static func took(_ nanos: Int64, slack: Int64 = 0) -> Self { .duration(nanos: nanos, slack: slack, isOpen: false) }
}

extension Candidate {
  /// A candidate at a place, of a task if one is named.
  init(_ rule: RuleID, at place: EventLocation, _ kind: EventKind = .unknown, task: TextID = .none) {
    self.init()
    self.rule = rule
    self.place = place
    self.kind = kind
    self.task = task
  }

  /// The same with another value.
  func with<Value>(_ path: WritableKeyPath<Self, Value>, _ value: Value) -> Self {
    var changed = self
    changed[keyPath: path] = value
    return changed
  }

  /// The same as what is legal, and reported on request alone; `why` says why.
  func quirk(_ why: TextID) -> Self { with(\.name, why).with(\.explanations, []) }

  /// The same, but that an event of this kind would have made it legal.
  func missing(_ kind: EventKind) -> Self { with(\.explanations, [KindSet([kind])]) }
}
