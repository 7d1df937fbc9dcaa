import TraceModel

/// Feeds the events of one launch, in order, to the machines; a copy tries another order of events that tie.
struct MachineReplay: Sendable {
  let context: ReplayContext
  /// The states of a living process.
  private let live: StateSet
  /// The process's stands first, then the app's.
  private(set) var instances: [Instance] = []
  /// The indices of views and tasks in `instances`; and the one asked for last.
  private var numbers = InstanceNumbers()
  private var latest = (key: InstanceKey(machine: .process), number: 0)
  private(set) var scenes = SceneInstances()
  /// The kind of the latest begin of each task; an unknown one is an assertion.
  private var taskKinds: [TextID: TextID] = [:]
  /// Callbacks that were entered and have not returned.
  private var open: [OpenCallback] = []
  private var occurrences = Occurrences()
  /// The instances that this entry drove, if other sources may report it again.
  private var drove = DrivenInstances()
  private var entryCount: Int32 = 0
  private var lostCount: Int64 = 0
  /// Events so far that do not say which task they are of.
  private var unnamedTaskCount: Int64 = 0
  private var hasLoadedView = false
  /// The app was seen in the foreground: its launch went on, so a suspension is no pause of that.
  private var hasForeground = false

  /// The indices of the instances that the latest step can have changed.
  var latestNumbers: [Int] { [0, 1, scenes.latestNumber, latest.number] }

  init(_ context: ReplayContext) {
    self.context = context
    live = context.tables.steps.everyLiveState(.process)
  }

  mutating func takeStorage(of other: inout MachineReplay) {
    instances.takeStorage(of: &other.instances)
    open.takeStorage(of: &other.open)
    numbers.takeStorage(of: &other.numbers)
    scenes.takeStorage(of: &other.scenes)
    occurrences.takeStorage(of: &other.occurrences)
  }

  /// Begins the launch, with one process and one app.
  mutating func begin() {
    instances.reserveCapacity(16)
    add(.process, .unknown)
    add(.app, .unknown)
  }

  /// How active the most active scene is: 0 in the background, 1 inactive, 2 active; nil if one is uncertain.
  var sceneLevel: Int? {
    var level = 0
    for connection in scenes.connections {
      let bits = instances[connection.number].wide.bits
      guard bits.nonzeroBitCount == 1 else { return nil }
      let levels = [context.tables.foregroundScene, context.tables.activeScene]
      level = max(level, levels.count { bits & $0.bits != 0 })
    }
    return level
  }

  /// Widens every machine by what `count` lost events may have done.
  mutating func lose(_ count: Int64) {
    lostCount = lostCount.addingReportingOverflow(count).overflow ? .max : lostCount + count
    for number in instances.indices {
      let table = context.tables[instances[number].machine]
      let instance = instances[number]
      instances[number].set = table.widen(instance.set, by: count, kinds: context.facts.summary.kinds)
      instances[number].wide = table.widen(instance.wide, by: count, kinds: .known)
      instances[number].last = nil
    }
  }

  /// Widens every task by an event that does not say which task it is of.
  private mutating func takeUnnamedTask() {
    unnamedTaskCount += 1
    let table = context.tables[.task]
    for number in instances.indices where instances[number].machine == .task {
      instances[number].set = table.widen(instances[number].set, by: 1, kinds: context.facts.summary.kinds)
      instances[number].wide = table.widen(instances[number].wide, by: 1, kinds: .known)
      instances[number].last = nil
    }
  }

  /// Feeds one event to the machines that it drives, notes this in `step`, and adds its first illegal step to `found`.
  mutating func take(_ step: Step, _ found: inout [Candidate]) {
    step.lostCount = lostCount
    guard step.kind != .unknown else { return }
    if LaunchSign.foreground.contains(step.kind) { hasForeground = true }
    let isOfTask = context.tables.drives(.task, step.kind) || context.facts.hasRetoldKinds
    let task = isOfTask ? task(of: step) : Self.noTask
    if step.signature.phase == .end, let callback = close(step) {
      step.isEntry = false
      if isUninterrupted(callback) { step.begin = callback.orderedEvent.event.location } else { mayDrive(step, task) }
      if context.facts.hasRetoldKinds { occurrences.prolong(step.orderedEvent) }
      return
    }
    if context.facts.hasRetoldKinds {
      step.isEntry = !occurrences.fold(Occurrence(step.orderedEvent, task: task), instances)
    }
    if step.isEntry { drive(step, task, &found) }
    if step.signature.phase == .begin { open(step) }
  }

  /// Stands for the task of an event that is of none.
  private static let noTask = InstanceKey(machine: .task)

  var openCount: Int { open.count }

  private mutating func open(_ step: Step) {
    var callback = OpenCallback(orderedEvent: step.orderedEvent, lostCount: lostCount)
    if let machine = step.before?.machine, machine == .app || machine == .scene {
      let number = machine == .app ? 1 : scenes.latestNumber
      callback.instance = number
      callback.entry = instances[number].lastEntry
    }
    open.append(callback)
    // Callbacks nest a few deep: older ones never return.
    if open.count > 256 { open.removeFirst(128) }
  }

  /// The callback that this end returns from: the latest open one of its kind, event source and names.
  private mutating func close(_ step: Step) -> OpenCallback? {
    let event = step.event
    let signature = step.signature
    let index = open.lastIndex { callback in
      let begun = callback.orderedEvent.event
      let other = callback.orderedEvent.signature
      return other.kind == signature.kind && other.eventSource == signature.eventSource && begun.scene == event.scene
        && begun.task == event.task && begun.viewInstance == event.viewInstance
    }
    return index.map { open.remove(at: $0) }
  }

  /// True if an end that comes now is the return of this callback, and not of a later one whose entry is missing.
  ///
  /// Lost events may have held its return and another entry. The main thread enters the next life-cycle callback of an
  /// app or scene after the last one has returned; a callback that is illegal there does not show it.
  private func isUninterrupted(_ callback: OpenCallback) -> Bool {
    guard callback.lostCount == lostCount else { return false }
    guard let instance = callback.instance else { return true }
    return instances[instance].lastLegalEntry <= callback.entry
  }

  /// Widens the machines by what an end may have driven, if its own entry is missing.
  private mutating func mayDrive(_ step: Step, _ task: InstanceKey) {
    var machines = context.tables.driven[Int(step.kind.rawValue)]
    while let machine = MachineID(rawValue: UInt8(machines.trailingZeroBitCount)) {
      machines &= machines - 1
      guard let number = number(of: machine, task, step) else { continue }
      let steps = context.tables.steps
      instances[number].set.bits |= steps.step(machine, instances[number].set, on: step.kind).bits
      instances[number].wide.bits |= steps.step(machine, instances[number].wide, on: step.kind).bits
    }
  }

  /// The kind and the id of the event's task.
  @inline(__always) private func task(of step: Step) -> InstanceKey {
    let name = step.signature.name
    var key = InstanceKey(machine: .task, a: step.signature.taskKind, b: step.event.task)
    // Without an id, the name identifies the task: as a negative number, which no id has.
    if key.b.isNone, !name.isNone, !context.facts.ambiguousNames.contains(name) {
      key.b = TextID(rawValue: -name.rawValue)
    }
    if key.a.isNone, step.traits.contains(.task) {
      // A begin without a kind is an assertion, whatever had its id before.
      let begun = step.kind == .taskBegin ? nil : taskKinds[key.b]
      key.a = begun ?? context.words.assertion
    }
    return key
  }

  /// Steps every machine that the event drives; the first illegal step is added to `found`.
  private mutating func drive(_ step: Step, _ task: InstanceKey, _ found: inout [Candidate]) {
    let kind = step.kind
    let known = found.count
    var machines = context.tables.driven[Int(kind.rawValue)]
    step.isSeen = machines != 0
    if instances[0].wide.bits & ~live.bits != 0, step.isOfApp { wake(step, &found) }
    let isMuted = step.signature.eventSource == .system && context.facts.inAppKinds.contains(kind)
    if isMuted { step.unjudged = .retold }
    guard step.isSeen, !isMuted else { return }
    if context.facts.hasRetoldKinds { drove = DrivenInstances() }
    while machines != 0, let machine = MachineID(rawValue: UInt8(machines.trailingZeroBitCount)) {
      machines &= machines - 1
      guard let number = number(of: machine, task, step) else { continue }
      if !advanceSurely(number, step), let before = advance(number, step), found.count == known {
        let candidate = candidate(before, step)
        step.isMisplaced = candidate.explanations.allSatisfy { $0.isSubset(of: context.facts.summary.kinds) }
        found.append(candidate)
      }
      if context.facts.hasRetoldKinds { drove.append(number) }
    }
    if kind == .viewDidLoad { hasLoadedView = true }
    if kind == .processSuspend, hasForeground, instances[0].set.bits & context.tables.suspendedProcess.bits != 0 {
      instances[0].set = context.tables.suspendedProcess
    }
    if kind == .taskBegin, task.a != context.words.assertion || !taskKinds.isEmpty {
      taskKinds[task.b] = task.a
    }
    if context.facts.hasRetoldKinds {
      occurrences.append(Occurrence(step.orderedEvent, task: task, number: entryCount, drove: drove))
    }
    entryCount += 1
  }

  /// Leaves the final states, as a living process causes this event; illegal if only a final state was possible,
  /// whichever machine the event belongs to.
  private mutating func wake(_ step: Step, _ found: inout [Candidate]) {
    guard step.kind != .processExit else { return }
    let process = instances[0]
    let living = StateSet(bits: process.set.bits & live.bits)
    let wide = StateSet(bits: process.wide.bits & live.bits)
    if wide.isEmpty { found.append(candidate(process, step)) }
    instances[0].wide = wide.isEmpty ? live : wide
    instances[0].set = living.isEmpty ? instances[0].wide : living
  }

  /// Steps one instance as `advance` does, if its states are certain and one allows the event, and returns true; for
  /// speed: nearly every step is of this kind, and twice as fast as the general case.
  @inline(__always) private mutating func advanceSurely(_ number: Int, _ step: Step) -> Bool {
    let machine = instances[number].machine
    let set = instances[number].set
    let after = context.tables.steps.step(machine, set, on: step.kind)
    if after.isEmpty || instances[number].wide != set { return false }
    step.before = Step.Before(machine: machine, states: set, last: instances[number].last)
    step.isJudged = true
    instances[number].move(to: after, step.kind, entryCount, lostCount)
    return true
  }

  /// Steps one instance, and returns it as it was if the step is known to be illegal; then it goes to where the event
  /// leads from any state.
  private mutating func advance(_ number: Int, _ step: Step) -> Instance? {
    let before = instances[number]
    let after = context.tables.steps.step(before.machine, before.set, on: step.kind)
    let wide =
      before.wide == before.set ? after : context.tables.steps.step(before.machine, before.wide, on: step.kind)
    step.before = Step.Before(machine: before.machine, states: before.set, last: before.last)
    var instance = before
    instance.wide = wide.isEmpty ? context.tables.steps.resynchronized(before.machine, on: step.kind) : wide
    instance.set = after.isEmpty ? instance.wide : after
    instance.last = step.kind
    instance.lastEntry = entryCount
    if !after.isEmpty { instance.lastLegalEntry = entryCount }
    if after != before.set { instance.lastLost = lostCount }
    instances[number] = instance
    // Of two tasks without ids the begin of one may be lost.
    let isVague = before.machine == .task && step.event.task.isNone && !isWhole
    let isKnown = !after.isEmpty || wide.isEmpty && !isVague
    step.isJudged = step.isJudged || isKnown
    return after.isEmpty && isKnown ? before : nil
  }

  /// True if no event is known to be lost so far.
  private var isWhole: Bool { lostCount == 0 && context.facts.summary.isSeenFromStart }

  private func candidate(_ instance: Instance, _ step: Step) -> Candidate {
    let table = context.tables[instance.machine]
    var candidate = Candidate(step, table, instance.set, lostCount: lostCount - instance.lastLost)
    candidate.explanations = table.explanations(instance.set, on: step.kind)
    // Without ids two scenes look like one.
    let isVague = instance.machine == .scene && step.event.scene.isNone && !isWhole
    // The begin of a task that shows up with its end may be a missing line.
    let isUnbegun = instance.machine == .task && instance.lastEntry < 0 && context.facts.mayLackLines
    if context.facts.isOrderInDoubt { candidate.doubts.insert(.clockStepsBack) }
    if isVague { candidate.doubts.insert(.scenesWithoutIDs) }
    if isUnbegun { candidate.doubts.insert(.unrecordedBegin) }
    if endsUnknownTask(step) {
      candidate.doubts.insert(.systemEndsTwice)
      // No missing event explains what UIKit says itself.
      candidate.explanations = []
    }
    return candidate
  }

  /// Lets every machine that a tie drives be in the states of `others`, another order's end, as well; `before` are the
  /// instances before the tie, and `numbers` the numbers here of those in `others`.
  ///
  /// A process that exits at that instant is dead whatever else happened then.
  mutating func widen(to others: [Instance], from before: [Instance], numbers: [Int]) {
    let isDead = instances[0].set.bits & live.bits == 0
    for (index, number) in numbers.enumerated() where index < others.count {
      let other = others[index]
      let isDriven =
        index >= before.count || other.lastEntry != before[index].lastEntry || other.set != before[index].set
      guard isDriven, other.machine == instances[number].machine, number > 0 || !isDead else { continue }
      instances[number].wide.bits |= other.wide.bits
    }
  }

  /// The number of the instance that the event drives, if it says enough.
  private mutating func number(of id: MachineID, _ task: InstanceKey, _ step: Step) -> Int? {
    let kind = step.kind
    switch id {
    case .process: return 0
    case .app:
      if context.facts.judgesApp { return 1 }
      step.unjudged = .appOfScenes
      return nil
    case .scene:
      let number = scenes.number(of: step, instances, gone: context.tables.goneScene)
      if number == instances.count { add(.scene, kind) }
      return number
    case .view:
      guard !step.event.viewInstance.isNone else {
        step.unjudged = .viewWithoutInstance
        return nil
      }
      let key = InstanceKey(machine: .view, a: step.signature.view, b: step.event.viewInstance)
      return number(key, kind)
    case .task:
      let isRefused = task.b == context.words.invalidTask && task.a == context.words.assertion
      if task.b.isNone, context.facts.mayLackLines { takeUnnamedTask() }
      guard !task.b.isNone, !isRefused else {
        step.unjudged = isRefused ? .invalidTask : .unnamedTask
        return nil
      }
      let number = number(task, kind)
      if endsUnknownTask(step) {
        // UIKit writes this after its line about the end.
        let instance = instances[number]
        if instance.last == .taskEnd, instance.lastLegalEntry < instance.lastEntry { return nil }
        narrowToUnbegun(number)
      }
      step.task = Step.Task(instance: number, kind: task.a)
      // An expiry that UIKit tells again is not judged as a second one.
      let isAgain = kind == .taskExpire && instances[number].last == .taskExpire
      step.isJudged = isAgain && TaskBuilder.isUnended(step.event, context)
      return step.isJudged ? nil : number
    }
  }

  private func endsUnknownTask(_ step: Step) -> Bool {
    step.kind == .taskEnd && step.signature.reason == context.words.unknownTask
  }

  /// A task that UIKit does not know was never begun, or was ended.
  private mutating func narrowToUnbegun(_ number: Int) {
    let steps = context.tables.steps
    var unbegun = StateSet(bits: 0)
    for bit in 0..<16 where steps.everyLiveState(.task).bits >> bit & 1 == 1 {
      let state = StateSet(bits: 1 << bit)
      if steps.step(.task, state, on: .taskEnd).isEmpty { unbegun.bits |= state.bits }
    }
    let states = StateSet(bits: instances[number].set.bits & unbegun.bits)
    instances[number].set = states.isEmpty ? unbegun : states
    instances[number].wide = instances[number].set
  }

  private mutating func number(_ key: InstanceKey, _ kind: EventKind) -> Int {
    if key == latest.key { return latest.number }
    let number = numbers.number(of: key, orAdd: instances.count)
    latest = (key, number)
    if number == instances.count { add(key.machine, kind) }
    return number
  }

  /// Adds an instance that shows up now, in every state in which it may be.
  private mutating func add(_ machine: MachineID, _ kind: EventKind) {
    let beganInside =
      machine == .scene && !scenes.hasConnected && kind != .sceneWillConnect
      || machine == .view && !hasLoadedView && kind != .viewDidLoad
    let every = context.tables.steps.everyLiveState(machine)
    var instance = Instance(machine: machine, set: every, wide: every, last: nil)
    if context.facts.summary.isSeenFromStart, !beganInside {
      let count = machine == .task ? lostCount.addingReportingOverflow(unnamedTaskCount).partialValue : lostCount
      let initial = context.tables.steps.initial(machine)
      if count == 0 {
        instance.set = initial
        instance.wide = initial
        instance.last = .unknown
      } else {
        let table = context.tables[machine]
        instance.set = table.widen(initial, by: count, kinds: context.facts.summary.kinds)
        instance.wide = instance.set == every ? every : table.widen(initial, by: count, kinds: .known)
      }
    }
    instances.append(instance)
  }
}

/// A callback that was entered and has not returned.
struct OpenCallback: Sendable {
  var orderedEvent: OrderedEvent
  /// Events lost before it was entered.
  var lostCount: Int64
  /// The index of the app or scene that its entry drove, and the number of that entry.
  var instance: Int?
  var entry: Int32 = -1
}

/// The numbers of the instances that an entry drove, one a machine at most; an array would allocate for each entry.
struct DrivenInstances: Sendable {
  private var numbers = SIMD8<Int32>(repeating: 0)
  private(set) var count = 0

  /// Adds an instance: there is room for eight, and an entry drives at most one of each of the five machines.
  mutating func append(_ number: Int) {
    guard count < numbers.scalarCount else { return }
    numbers[count] = Int32(truncatingIfNeeded: number)
    count += 1
  }

  mutating func keep(where isKept: (Int) -> Bool) {
    var kept = DrivenInstances()
    for index in 0..<count where isKept(Int(numbers[index])) { kept.append(Int(numbers[index])) }
    self = kept
  }

  func allSatisfy(_ holds: (Int) -> Bool) -> Bool {
    for index in 0..<count where !holds(Int(numbers[index])) { return false }
    return true
  }
}
