import TraceModel

/// Replays one launch: every event goes through the machines and the measures once, in order.
///
/// Not copyable, as it is large and passed to the rules at each event.
struct Replay: ~Copyable {
  let context: ReplayContext
  private let fills: [Int64]
  private(set) var machines: MachineReplay
  private var summary: LaunchSummary
  /// What may become findings; kept out of the summary until the launch ends, as each event may add some.
  private var candidates: [Candidate] = []
  private var milestones = MilestoneBuilder()
  private var order: OrderBuilder
  private(set) var stays: StayBuilder
  private var pendingConnect: Candidate?
  /// The device was locked when the launch began, and unlocked since.
  private var isUnlocked = false
  private var hasLaunchEntry = false
  /// The last event with a `seq`.
  private var lastNumbered = EventLocation()
  private var swipedAway = SwipedAway()
  private var use: UseBuilder
  private var named = NamedWorkBuilder()
  private var unjudged = UnjudgedSteps()
  private(set) var resumes = ResumeBuilder()
  let observer: any StepObserver
  /// More events may be lost before this one than are known.
  private var hasOpenHole = false
  /// The app has said in its own words where it is, perhaps late or of something else; or that was inferred.
  private var hasOwnWords = false
  /// Mark a start whose time is not exact, and a main that was entered before.
  private static let uncertainty = Array("\"startUncertaintyNanos\":".utf8)
  private static let bound = Array("\"approximate\":true".utf8)
  private static let interface = Array("\"period\":\"Initializing - System Interface Initialization\"".utf8)
  /// Marks what a reader has inferred and the log does not say.
  private static let inference = Array("\"inferred\":".utf8)
  /// Marks an end that a report describes.
  private static let report = Array("\"report\":".utf8)
  /// Collects the effect of each event, if asked for.
  var history: HistoryBuilder?

  /// `fills` are the `seq` numbers of rejected records, rising.
  init(_ context: ReplayContext, fills: [Int64], observer: any StepObserver, in storage: inout ReplayStorage) {
    summary = context.facts.summary
    self.context = context
    self.fills = fills
    machines = MachineReplay(context)
    order = OrderBuilder(isSeenFromStart: summary.isSeenFromStart)
    use = UseBuilder(isSeenFromStart: summary.isSeenFromStart)
    self.observer = observer
    stays = StayBuilder(context)
    if var last = storage.last.take() {
      machines.takeStorage(of: &last.machines)
      milestones.takeStorage(of: &last.milestones)
      order.takeStorage(of: &last.order)
      stays.takeStorage(of: &last.stays)
      named.takeStorage(of: &last.named)
      resumes.takeStorage(of: &last.resumes)
    }
    machines.begin()
    milestones.begin()
    order.begin()
  }

  mutating func run(_ orderedEvents: some ReplayOrder) -> LaunchSummary {
    let step = Step()
    var index = 0
    while index < orderedEvents.count {
      let next = orderedEvents.endOfTie(at: index)
      if next == index + 1 {
        step.start(orderedEvents[index], context.tables)
        take(step)
      } else {
        takeTie(Array(orderedEvents[index..<next]))
      }
      index = next
    }
    // A callback that the watchdog ended is reported at the exit.
    let exit = context.words.exitReasons[summary.exitReason]
    let unreturned = stays.unreturned(exit).flatMap { $0.isReportedAtExit ? nil : $0 }
    var summary = summary
    if !context.facts.isUntimed { milestones.finish(&summary, context.facts) }
    history?.milestoneOffset = milestones.clockOffset
    if machines.scenes.isMerged {
      summary.stepsJudged -= machines.scenes.eventCount
      unjudged[.mergedScenes] &+= Int32(truncatingIfNeeded: machines.scenes.eventCount)
    }
    summary.changeDetails { finish(&$0, unreturned) }
    return summary
  }

  /// Fills in the details, once all events are processed.
  private mutating func finish(_ details: inout LaunchDetails, _ unreturned: UnreturnedCallback?) {
    for task in stays.write(to: &details, summary.exitReason) { candidates.append(observer.candidate(of: task)) }
    if !context.facts.isOrderInDoubt { details.order = order.finished(areScenesMerged: machines.scenes.isMerged) }
    if context.wanted == nil { details.scenes = machines.scenes.summaries }
    details.use = use.use
    details.named = named.all
    details.unjudged = unjudged
    if context.wanted?.holdsResumes != false { details.resumes = resumes.all }
    details.unlocked = context.facts.lockSigns.unlocked
    let known = candidates.count
    add(observer.finish(at: context.facts.lastClock))
    let open = unreturned.map(observer.candidate)
    if let open, unreturned?.hasReturned == false { candidates.append(open) }
    doubt(since: known)
    // That a return is not recorded is sure, whatever else is lost.
    if let open, unreturned?.hasReturned == true { candidates.append(open) }
    add(swipedAway.finish(context))
    observer.review(&candidates, context.words.exitReasons[summary.exitReason])
    if machines.scenes.isMerged { candidates.removeAll { $0.rule == RuleID(.scene) } }
    details.candidates = candidates
  }

  /// Adds candidates; mostly none, and adding an empty array may allocate.
  private mutating func add(_ found: [Candidate]) { if !found.isEmpty { candidates += found } }

  /// Takes events that tie in a legal order, if there is one.
  private mutating func takeTie(_ orderedEvents: [OrderedEvent]) {
    var tie = orderedEvents
    for index in tie.indices {
      // What is lost before one of them may be lost before each.
      lose(before: tie[index])
      tie[index].event.lost = 0
    }
    order.beginTie(KindSet(tie.lazy.map(\.signature.kind).filter { $0 != .unknown }))
    for orderedEvent in tie where orderedEvent.signature.kind == .unknown {
      take(Step(orderedEvent, context.tables))
    }
    let settled = SettledTie(tie.filter { $0.signature.kind != .unknown }, machines)
    let before = machines.instances
    // By group, the numbers here of the instances that the group's own order makes.
    var numbers = settled.groups.map { _ in Array(before.indices) }
    for entry in settled.entries {
      let count = machines.instances.count
      take(Step(entry.orderedEvent, context.tables), isOrderKnown: settled.groups[entry.group].isSettled)
      numbers[entry.group] += count..<machines.instances.count
    }
    for (group, numbers) in zip(settled.groups, numbers) {
      for end in group.ends { machines.widen(to: end, from: before, numbers: numbers) }
    }
    order.endTie()
  }

  /// True if the time of a start or of main is not the true one.
  private func isRounded(_ step: Step) -> Bool {
    switch step.kind {
    case .processStart: context.symbols.texts.holds(Self.uncertainty, step.event.attributes)
    case .processMain: context.symbols.texts.holds(Self.bound, step.event.attributes)
    default: false
    }
  }

  /// Takes the next event, and notes in `step` what it did; `isOrderKnown` is false if its tie has untried orders.
  private mutating func take(_ step: Step, isOrderKnown: Bool = true) {
    let follows = step.orderedEvent.isNumbered && step.event.seq == lastNumbered.seq &+ 1
    if follows { lastNumbered = step.event.location } else { lose(before: step.orderedEvent) }
    let known = candidates.count
    // The event happened at an unknown time: it may be any of the lost events.
    if step.signature.phase == .unknown {
      machines.lose(1)
      order.lose()
      resumes.lose()
    }
    machines.take(step, &candidates)
    history?.note(step, machines)
    if !isOrderKnown, candidates.count > known { candidates[known].doubts.insert(.sameInstant) }
    if step.isSeen { summary.stepsSeen += 1 }
    if step.isJudged { summary.stepsJudged += 1 } else if step.isSeen { unjudged[step.unjudged] += 1 }
    if step.builders.contains(.launchOrder) { noteLaunchOrder(step) }
    milestones.note(step, isRounded: isRounded(step))
    if step.kind == .processStart, context.symbols.texts.holds(Self.interface, step.event.attributes) {
      milestones.isStartOfInterface = true
    }
    order.note(step)
    stays.note(step)
    if step.builders.contains(.use) { use.note(step, context) }
    if step.builders.contains(.named) { named.note(step, at: use.stage, context) }
    if step.builders.contains(.resumes) { resumes.note(step, context) }
    if summary.lock == .locked, !isUnlocked { noteLock(step) }
    if let found = observer.note(step, &self) { candidates += found }
    if swipedAway.isExpected || step.builders.contains(.swipedAway) {
      swipedAway.note(step, context, machines.scenes, &candidates, known: known)
    }
    if step.builders.contains(.surprises) { noteSurprise(step) }
    if step.kind == .launchMeasured, step.event.duration != Event.absent,
      context.words.startTypes[step.signature.reason] != .hot
    {
      milestones.note(step, measuredBy: context.words.measure(of: step.signature.taskKind))
    }
    if step.kind == .processExit, summary.exitReason.isNone || saysMore(step) {
      summary.exitReason = step.signature.reason
    }
    let isOwnWord = step.signature.eventSource == .app && step.isEntry && Self.whereabouts.contains(step.kind)
    let isInferred =
      step.kind == .logSceneBackground && context.symbols.texts.holds(Self.inference, step.event.attributes)
    if isOwnWord || isInferred { hasOwnWords = true }
    if step.kind == .processExit, context.symbols.texts.holds(Self.inference, step.event.attributes) {
      for index in candidates.indices.dropFirst(known) { candidates[index].doubts.insert(.untimedEnd) }
    }
    if hasOpenHole || hasOwnWords { doubt(since: known, leavesKills: isReportedEnd(step)) }
  }

  /// True if an exit names the lack of memory that an earlier message only mentioned.
  private func saysMore(_ step: Step) -> Bool {
    let words = context.words
    return words.exitReasons[summary.exitReason] == .memory && words.exitReasons[step.signature.reason] != nil
  }

  /// True if one of Apple's reports says where the app was at its end, whatever the app's log lacks.
  private func isReportedEnd(_ step: Step) -> Bool {
    step.kind == .processExit && context.symbols.texts.holds(Self.report, step.event.attributes)
      && LaunchSign.word(atExit: context.text(step.event.attributes))?.confidence == .certain
  }

  /// Notes a step that is legal but surprising in these states, which `rules.quirks` reports.
  private mutating func noteSurprise(_ step: Step) {
    guard let before = step.before, context.tables.steps.surprises(before.machine, before.states, on: step.kind) else {
      return
    }
    let table = context.tables[before.machine]
    candidates.append(Candidate(step, table, table.quirks(before.states, on: step.kind)))
  }

  /// Notes whether the keychain is read before the device is unlocked.
  private mutating func noteLock(_ step: Step) {
    isUnlocked = LockSigns.isUnlocked(by: step, context.symbols.texts)
    let isRead = step.kind == .workBegin && context.words.workKinds[step.signature.taskKind] == .keychain
    if isRead, !isUnlocked { summary.readsKeychainLocked = true }
  }

  /// The kinds of events by which an app says where in its life cycle it is.
  private static let whereabouts = EventKind.appLife.union(EventKind.sceneLife).union(
    KindSet([.appWillFinishLaunching, .appDidFinishLaunching, .appWillTerminate]))

  /// Makes candidates since `known` at most possible, if they may rest on lost events, or on the app's own words.
  private mutating func doubt(since known: Int, leavesKills: Bool = false) {
    guard hasOpenHole || hasOwnWords else { return }
    for index in candidates.indices[min(known, candidates.count)...] {
      switch candidates[index].detail {
      case .gap: continue
      case .kill where leavesKills: continue
      default: break
      }
      if hasOpenHole { candidates[index].doubts.insert(.hole) }
      // Tasks are reported by UIKit, whatever the app says of itself.
      if hasOwnWords, candidates[index].rule != RuleID(.task) { candidates[index].doubts.insert(.ownWords) }
    }
  }

  /// Widens the machines by the events that are known to be lost before this one; a hole in `seq` is a candidate.
  private mutating func lose(before orderedEvent: OrderedEvent) {
    var lost = Int64(context.facts.hasSeq ? 0 : orderedEvent.event.lost)
    if orderedEvent.isNumbered {
      lost = Self.hole(from: lastNumbered.seq, to: orderedEvent.event.seq, fills)
      if lost > 0 { addGap(lost, after: lastNumbered, before: orderedEvent) }
      lastNumbered = orderedEvent.event.location
    }
    guard lost > 0 else { return }
    if context.facts.mayLackLines, !orderedEvent.isNumbered {
      hasOpenHole = true
      addGap(lost, after: EventLocation(), before: orderedEvent)
    }
    machines.lose(lost)
    order.lose()
    resumes.lose()
    history?.lose(lost, machines)
    pendingConnect = nil
  }

  private mutating func addGap(_ lost: Int64, after location: EventLocation, before orderedEvent: OrderedEvent) {
    candidates.append(
      Candidate(.`trace.gap`, orderedEvent, .gap(lostCount: lost, after: location)).with(\.scene, .none))
  }

  /// The number of missing events between the last `seq` and this one.
  private static func hole(from last: Int64, to seq: Int64, _ fills: [Int64]) -> Int64 {
    guard last != Event.absent, seq &- last > 1 else { return 0 }
    let filled = fills.partitioningIndex { $0 >= seq } - fills.partitioningIndex { $0 > last }
    return max(0, seq &- last &- 1 &- Int64(filled))
  }

  static let launchOrderKinds: KindSet = [.sceneWillConnect, .appDidFinishLaunching]

  /// Finds a scene that connects before the app finished launching, once that is seen to follow; only in an app with
  /// scenes, as for any other UIKit announces a scene of its own before it launches the app.
  private mutating func noteLaunchOrder(_ step: Step) {
    if hasLaunchEntry || !summary.isSeenFromStart || summary.model != .scenes { return }
    if step.kind == .sceneWillConnect, step.isJudged, pendingConnect == nil {
      pendingConnect = Candidate(.`order.launch`, step.orderedEvent)
      if context.facts.isOrderInDoubt { pendingConnect?.doubts.insert(.clockStepsBack) }
    }
    guard step.kind == .appDidFinishLaunching, step.isEntry, step.signature.showsEntry else { return }
    hasLaunchEntry = true
    guard var candidate = pendingConnect else { return }
    candidate.detail = .early(before: step.event.entry)
    let nanos = candidate.location.nanos(to: step.event.entry)
    // A callback recorded at its return may have been entered before the scene connected.
    guard step.event.taken == 0 || nanos != nil else { return }
    // Two unnumbered events at one instant are in no known order.
    if !step.orderedEvent.isNumbered, nanos == 0 { return }
    candidates.append(candidate)
  }
}

/// What a launch is judged by: the compiled machines, and the facts known beforehand.
///
/// A class, so that handing it on copies one reference and not those of all its arrays.
final class ReplayContext: Sendable {
  let tables: MachineTables
  let facts: LaunchFacts
  /// The details that findings rest on; nil if all are written down.
  let wanted: JudgedDetails?
  let lexicon: Lexicon
  @inline(__always) var symbols: Symbols { lexicon.symbols }
  @inline(__always) var words: InternedNames { lexicon.words }

  init(_ tables: MachineTables, _ facts: LaunchFacts, _ lexicon: Lexicon, _ wanted: JudgedDetails?) {
    self.tables = tables
    self.facts = facts
    self.lexicon = lexicon
    self.wanted = wanted
  }

  func text(_ id: TextID) -> String { symbols.texts.string(id) }

  /// How much of the time of the callback that ended here may be due to the clock's steps.
  func slack(of step: Step) -> Int64 { step.begin.map { slack(from: $0, to: step.event.location) } ?? 0 }

  func slack(from begin: EventLocation, to end: EventLocation) -> Int64 { facts.slack(from: begin, to: end) }

  /// The nanoseconds after which iOS has ended a process whose callback did not return: for a launch what it was
  /// granted (termination reports, process-launch), for any other change what it is for a scene (scene-update).
  func patience(with kind: EventKind) -> Int64 {
    switch kind {
    case .appWillFinishLaunching, .appDidFinishLaunching, .sceneWillConnect:
      let granted = facts.summary.watchdogNanos
      return granted == Event.absent ? Budget.launchWatchdogNanos : granted
    default: return BudgetID.resumeWatchdog.definition.limit ?? 0
    }
  }
}

/// The memory of the launch that was replayed last, for the next one on the same thread.
///
/// For speed: replay keeps some twenty lists; making, growing and freeing them for each launch would cost a twentieth
/// of all replay. No state is handed on: each replay begins with new values, and takes over emptied lists alone.
package struct ReplayStorage: ~Copyable {
  var last: Replay?
  var observer: (any StepObserver)?
  /// The signatures of its latest events, so that each is read once.
  var signatures = RecentNumbers<Signature>()
  /// The texts of their attributes, likewise.
  var texts = RecentNumbers<String>()

  /// A launch that has more of a kind needs memory that the next one seldom needs.
  static var mostKept: Int { 10_000 }

  /// Storage without memory.
  package init() {}
}

/// The latest numbers, of signatures or of texts, in the events of a launch.
///
/// For speed: what a signature or a text says by itself is looked at once, which saves half of the cost of a launch's
/// facts. Of two numbers that share a slot the later one stays, so that one may be looked at again. The next launch
/// uses the storage again.
///
///     signatures.forgetAll()
///     if signatures.insert(event.signature) { … }
struct RecentNumbers<Value> {
  private static var mask: Int { 63 }
  /// Empty before the first number, as a launch may have no texts.
  private var latest: [Int32] = []

  mutating func forgetAll() { for slot in latest.indices { latest[slot] = -1 } }

  /// Notes a number; returns true if it may be new.
  @inline(__always) mutating func insert(_ number: Number<Value>) -> Bool {
    if latest.isEmpty { latest = [Int32](repeating: -1, count: Self.mask + 1) }
    let slot = Int(number.rawValue) & Self.mask
    if latest[slot] == number.rawValue { return false }
    latest[slot] = number.rawValue
    return true
  }
}

extension Array {
  /// Becomes empty, and takes over the storage of `other`, which loses its elements: growing a list anew for each
  /// launch takes longer than writing its elements.
  mutating func takeStorage(of other: inout [Element]) {
    swap(&self, &other)
    removeAll(keepingCapacity: true)
  }

  /// Hands over the elements in storage of their own; a long list hands over its own, not kept for the next launch.
  mutating func handedOver() -> [Element] {
    if count < ReplayStorage.mostKept { return inOwnStorage }
    defer { self = [] }
    return self
  }

  /// A copy whose storage the next launch does not take over.
  var inOwnStorage: [Element] {
    if isEmpty { return [] }
    var list: [Element] = []
    list.reserveCapacity(count)
    list += self
    return list
  }
}
