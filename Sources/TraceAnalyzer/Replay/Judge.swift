import TraceModel

/// What a launch is judged by: the compiled machines, and what is known of the launch beforehand.
///
/// A class, so that handing it on copies one reference and not those of all its arrays.
final class Bench: Sendable {
  let tables: MachineTables
  let facts: LaunchFacts
  let words: Words
  let symbols: Symbols

  init(tables: MachineTables, facts: LaunchFacts, words: Words, symbols: Symbols) {
    self.tables = tables
    self.facts = facts
    self.words = words
    self.symbols = symbols
  }

  /// Whether the app machine judges this launch (its app events are no aggregate of scenes).
  var judgesApp: Bool { facts.model == .app || !facts.hasSceneEvents }
}

/// One entry that several reporters may tell.
struct Occurrence: Sendable {
  /// How far apart two tellings of one occurrence may lie: this project's own number, far over the
  /// delay between a delegate's method and its notification, far under a person's next act.
  static let spanNanos: Int64 = 1_000_000_000
  /// `didFinishLaunchingNotification` is posted when the delegate's method has returned, which the
  /// watchdog waits 20 s for (termination reports, `process-launch`).
  static let launchSpanNanos: Int64 = 20_000_000_000

  /// How far behind the first telling of an occurrence this one may lie.
  static func spanNanos(of signature: Signature) -> Int64 {
    let isPostedLate = signature.kind == .appDidFinishLaunching && signature.teller == .notification
    return isPostedLate ? launchSpanNanos : spanNanos
  }

  var kind: EventKind
  var tellers: UInt8
  var scene, view, task, taskKind: TextID
  var instant: Int64
  /// The instances it drove; the entry is over once another entry drove one of them.
  var drove: [InstanceKey] = []
  var number: Int32
}

/// Names one instance of one machine.
struct InstanceKey: Hashable, Sendable {
  var machine: MachineID
  var a = TextID.none
  var b = TextID.none
}

/// One instance of a machine: the states it may be in, and the entry that drove it last.
struct Instance: Sendable {
  var set: StateSet
  var lastEntry: Int32 = -1
  var lastInstant = Event.absent
}

/// A callback that was entered and has not returned.
struct OpenCallback: Sendable {
  var kind: EventKind
  var teller: Teller
  var moment: Moment
  var thread: TextID
}

/// What one event did to the machines.
struct StepOutcome {
  /// The event is an entry of its own: not told before, and not the return of a callback.
  var isEntry = true
  /// The callback that this event ends.
  var begin: OpenCallback?
  var violation: Candidate?
  var isSeen = false
  var isJudged = false
  /// The instances that the event drove.
  var scene: InstanceKey?
  var task: InstanceKey?
}

/// Feeds the events of one launch, in order, to the machines.
///
/// A value without reporting: copied, it tries another order of events that tie.
struct Judge: Sendable {
  var process: Instance
  var app: Instance
  var scenes = SceneInstances()
  var others: [InstanceKey: Instance] = [:]
  /// The kind of the latest begin of a task.
  var taskKinds: [TextID: TextID] = [:]
  var open: [OpenCallback] = []
  private var occurrences: [Occurrence] = []
  private var entryCount: Int32 = 0
  /// Events lost so far.
  private(set) var lostCount: Int64 = 0
  private var hasLoadedView = false

  init(_ bench: Bench) {
    let isFromStart = bench.facts.isSeenFromStart
    func first(_ table: MachineTable) -> Instance {
      Instance(set: isFromStart ? table.initial : table.everyLiveState)
    }
    process = first(bench.tables.process)
    app = first(bench.tables.app)
  }

  /// Widens every machine by what `count` lost events may have done.
  mutating func lose(_ count: Int64, _ bench: Bench) {
    lostCount = lostCount.addingReportingOverflow(count).overflow ? .max : lostCount + count
    func widen(_ instance: inout Instance, _ table: MachineTable) {
      instance.set = table.widen(instance.set, by: count, kinds: bench.facts.kinds)
    }
    widen(&process, bench.tables.process)
    widen(&app, bench.tables.app)
    scenes.update { widen(&$0, bench.tables.scene) }
    for key in others.keys {
      widen(&others[key, default: Instance(set: StateSet(bits: 0))], bench.tables[key.machine])
    }
  }

  /// Feeds one event.
  mutating func apply(_ moment: Moment, _ signature: Signature, _ bench: Bench) -> StepOutcome {
    var outcome = StepOutcome()
    guard signature.kind != .unknown else { return outcome }
    if signature.phase == .end, let begin = close(moment, signature) {
      outcome.begin = begin
      outcome.isEntry = false
      if bench.facts.hasManyTellers { prolong(signature, moment) }
      return outcome
    }
    if signature.phase == .begin {
      open.append(
        OpenCallback(
          kind: signature.kind, teller: signature.teller, moment: moment, thread: signature.thread))
      // Callbacks nest a few deep: what is older never returns.
      if open.count > 256 { open.removeFirst(128) }
    }
    let fields = fields(of: moment.event, signature, bench)
    if bench.facts.hasManyTellers, fold(fields, signature, moment.instant) {
      outcome.isEntry = false
      return outcome
    }
    drive(moment, signature, fields, bench, &outcome)
    return outcome
  }

  /// The callback that this end returns from: the latest one open of its kind, teller and names.
  private mutating func close(_ moment: Moment, _ signature: Signature) -> OpenCallback? {
    let event = moment.event
    let index = open.lastIndex { callback in
      callback.kind == signature.kind && callback.teller == signature.teller
        && callback.moment.event.scene == event.scene && callback.moment.event.task == event.task
        && callback.moment.event.viewInstance == event.viewInstance
    }
    return index.map { open.remove(at: $0) }
  }

  /// A callback that took long is told again at its return: the occurrence lasts until then.
  private mutating func prolong(_ signature: Signature, _ moment: Moment) {
    let teller = UInt8(1) << signature.teller.rawValue
    let index = occurrences.lastIndex { occurrence in
      occurrence.kind == signature.kind && occurrence.tellers & teller != 0
        && Self.matches(occurrence.scene, moment.event.scene)
        && Self.matches(occurrence.view, signature.view)
    }
    guard let index, occurrences[index].instant < moment.instant else { return }
    var occurrence = occurrences.remove(at: index)
    occurrence.instant = moment.instant
    occurrences.append(occurrence)
  }

  private func fields(of event: Event, _ signature: Signature, _ bench: Bench) -> Occurrence {
    var task = event.task
    // A name in place of an id is kept apart from ids by its sign.
    if task.isNone, !bench.facts.ambiguousNames.contains(signature.name) {
      task = TextID(rawValue: -signature.name.rawValue)
    }
    var kind = signature.taskKind
    if kind.isNone, signature.kind.isTask {
      kind = taskKinds[task] ?? bench.words.assertion
    }
    return Occurrence(
      kind: signature.kind, tellers: 1 << signature.teller.rawValue, scene: event.scene,
      view: signature.view, task: task, taskKind: kind, instant: 0, number: entryCount)
  }

  /// Whether another reporter has told this entry already.
  private mutating func fold(
    _ entry: Occurrence, _ signature: Signature, _ instant: Int64
  ) -> Bool {
    let isLifeOfProcess = signature.kind == .processStart || signature.kind == .processExit
    let system = UInt8(1) << Teller.system.rawValue
    for index in occurrences.indices.reversed() {
      let earlier = occurrences[index]
      let isReport = isLifeOfProcess && (earlier.tellers | entry.tellers) & system != 0
      if !isReport, instant &- earlier.instant > Occurrence.spanNanos(of: signature) {
        if isLifeOfProcess { continue }
        return false
      }
      guard earlier.kind == entry.kind, earlier.tellers & entry.tellers == 0,
        Self.matches(earlier.scene, entry.scene), Self.matches(earlier.view, entry.view),
        Self.matches(earlier.task, entry.task), Self.matches(earlier.taskKind, entry.taskKind),
        isReport || instant &- earlier.instant >= -Occurrence.spanNanos,
        isReport || earlier.drove.allSatisfy({ lastEntry(of: $0) == earlier.number })
      else { continue }
      occurrences[index].tellers |= entry.tellers
      return true
    }
    return false
  }

  private static func matches(_ a: TextID, _ b: TextID) -> Bool { a.isNone || b.isNone || a == b }

  private func lastEntry(of key: InstanceKey) -> Int32 {
    switch key.machine {
    case .process: process.lastEntry
    case .app: app.lastEntry
    case .scene: scenes.instance(key)?.lastEntry ?? -1
    case .view, .task: others[key]?.lastEntry ?? -1
    }
  }

  /// Steps every machine that the event drives; the first illegal step in file order is told.
  private mutating func drive(
    _ moment: Moment, _ signature: Signature, _ fields: Occurrence, _ bench: Bench,
    _ outcome: inout StepOutcome
  ) {
    let kind = signature.kind
    let isMuted = signature.teller == .system && bench.facts.inAppKinds.contains(kind)
    let stepper = Stepper(
      moment: moment, kind: kind, entry: entryCount, lostCount: lostCount, bench: bench)
    let noted = bench.facts.hasManyTellers
    var drove: [InstanceKey] = []
    outcome.isSeen = bench.tables.drivers.contains(kind)
    if signature.isOfApp { stepper.wake(&process, &outcome) }
    guard outcome.isSeen, !isMuted else { return }

    if bench.tables.process.isDriven(by: kind) {
      stepper.step(&process, bench.tables.process, &outcome)
      if noted { drove.append(InstanceKey(machine: .process)) }
    }
    if bench.judgesApp, bench.tables.app.isDriven(by: kind) {
      stepper.step(&app, bench.tables.app, &outcome)
      if noted { drove.append(InstanceKey(machine: .app)) }
    }
    if bench.tables.scene.isDriven(by: kind) {
      let fresh = first(.scene, kind, bench)
      let key = scenes.key(of: moment.event, kind, fresh, bench)
      scenes.step(key) { stepper.step(&$0, bench.tables.scene, &outcome) }
      outcome.scene = key
      if noted { drove.append(key) }
    }
    if let key = otherKey(moment.event, signature, fields, bench) {
      let fresh = first(key.machine, kind, bench)
      stepper.step(&others[key, default: fresh], bench.tables[key.machine], &outcome)
      if key.machine == .task { outcome.task = key }
      if noted { drove.append(key) }
    }
    finish(moment, signature, fields, drove, bench)
  }

  private mutating func finish(
    _ moment: Moment, _ signature: Signature, _ fields: Occurrence, _ drove: [InstanceKey],
    _ bench: Bench
  ) {
    if signature.kind == .viewDidLoad { hasLoadedView = true }
    if signature.kind == .taskBegin { taskKinds[fields.task] = fields.taskKind }
    entryCount += 1
    guard bench.facts.hasManyTellers else { return }
    var occurrence = fields
    occurrence.instant = moment.instant
    occurrence.drove = drove
    occurrences.append(occurrence)
    if occurrences.count > 256 {  // Older entries can no longer be told again.
      occurrences.removeAll {
        moment.instant &- $0.instant > Occurrence.spanNanos && $0.kind.family != "process"
      }
    }
  }

  /// The view or task that the event drives.
  private func otherKey(
    _ event: Event, _ signature: Signature, _ fields: Occurrence, _ bench: Bench
  ) -> InstanceKey? {
    if bench.tables.view.isDriven(by: signature.kind), !event.viewInstance.isNone {
      return InstanceKey(machine: .view, a: signature.view, b: event.viewInstance)
    }
    guard bench.tables.task.isDriven(by: signature.kind), !fields.task.isNone else { return nil }
    let isRefused = fields.task == bench.words.zero && fields.taskKind == bench.words.assertion
    return isRefused ? nil : InstanceKey(machine: .task, a: fields.taskKind, b: fields.task)
  }

  /// The states in which an instance that shows up now may be.
  private func first(_ machine: MachineID, _ kind: EventKind, _ bench: Bench) -> Instance {
    let table = bench.tables[machine]
    let beganInside =
      machine == .scene && !scenes.hasConnected && kind != .sceneWillConnect
      || machine == .view && !hasLoadedView && kind != .viewDidLoad
    if !bench.facts.isSeenFromStart || beganInside { return Instance(set: table.everyLiveState) }
    return Instance(set: table.widen(table.initial, by: lostCount, kinds: bench.facts.kinds))
  }
}

extension KindSet {
  /// The kinds of these families.
  init(families: Set<Substring>) {
    self.init(EventKind.allCases.filter { families.contains($0.family) })
  }
}

extension EventKind {
  private static let taskKinds = KindSet(families: ["task"])

  /// Begin, expiration or end of a background task, or its paperwork.
  var isTask: Bool { Self.taskKinds.contains(self) }
}

extension Signature {
  private static let kindsOfOthers = KindSet(families: ["", "log", "launch"])

  /// Whether only a living process can have caused this.
  var isOfApp: Bool { teller != .system && !Self.kindsOfOthers.contains(kind) }
}
