import TraceModel

/// Follows the app in and out of the background, with its tasks, and cuts its stays there.
struct StayBuilder {
  /// The kinds of events by which the app comes to the foreground, leaves it, sleeps or wakes.
  static let kinds: KindSet = [
    .processSuspend, .processExit, .sceneWillEnterForeground, .sceneDidActivate, .sceneWillDeactivate,
    .appWillEnterForeground, .appDidBecomeActive, .appWillResignActive, .logSceneForeground, .logSceneActivate,
    .sceneDidEnterBackground, .appDidEnterBackground, .sceneDidDisconnect, .logSceneBackground, .processStart,
    .processMain, .processResume,
  ]

  /// A stay with its span on the launch's clock.
  struct Stay {
    var summary = StaySummary()
    var span: Interval
    /// How far assertions have been counted, and the latest end of one.
    var counted = Int64.min
    var lastEnd = Int64.min
  }

  /// The time since the app left the foreground: the stay that began then, and how many events were lost before.
  struct Absence {
    var stay: Int
    var begin: EventLocation
    var lostCount: Int64

    /// The nanoseconds from its begin to a return; nil if the clock does not say, or another return may be lost.
    func nanos(to step: Step) -> Int64? { step.lostCount == lostCount ? begin.nanos(to: step.event.entry) : nil }
  }

  /// A time of a stay without any event, and what came next.
  typealias Silence = (stay: Int, span: Interval, next: EventLocation)

  let context: ReplayContext
  var tasks: TaskBuilder
  private(set) var work = WorkBuilder()
  var stays: [Stay] = []
  /// In order.
  private(set) var silences: [Silence] = []
  /// How many tasks kept the app awake in each silence; the next launch uses the storage again.
  var awakeCounts: [Int] = []
  /// How many silences were forgotten; tasks count them too.
  private(set) var forgotten = 0
  private var isOpen = false
  /// The app is in the background, as far as is known.
  private(set) var isInBackground: Bool
  private var foregroundScenes = SmallSet<TextID>()
  /// The app is seen to be out of the foreground: the user does not wait for what it does.
  var isUnseen: Bool {
    isInBackground && (wasInForeground || context.facts.summary.nature != .unseen)
  }
  /// A task, or work such as audio or location, keeps the app running.
  var isKeptRunning: Bool { !tasks.running.isEmpty || work.covers.contains { $0.end == .max } }
  var isInForeground: Bool { !foregroundScenes.isEmpty }
  private var wasInForeground = false
  /// The last move in the foreground was one to being active.
  private var isActive = false
  /// The process was suspended, which iOS does in the background alone, and no event has shown since where the app is.
  private var isSuspended = false
  /// The process was woken since, which shows no foreground: a return may not be recorded.
  private var isResumed = false
  private var knownScenes: Set<TextID> = []
  /// An entry of a callback that no event on its thread follows.
  private var openCallback: OrderedEvent? { didSet { hasOpenCallback = openCallback != nil } }
  /// Kept, as each event asks for it.
  private var hasOpenCallback = false
  /// A callback has returned: returns are recorded.
  private var hasReturns = false
  private var lostCount: Int64 = 0
  /// Since when the app is away; nil in the foreground, or if it was never seen there.
  private var absence: Absence?
  /// A return by an event that is illegal there, until the next move shows whether it was one.
  private var unsureReturn: (kind: EventKind, scene: TextID, awayNanos: Int64, absence: Absence?)?
  /// An interruption showed that the app may have been in the foreground unseen.
  private var mayHaveReturned = false
  private(set) var lastClock = Event.absent
  private var clockSteps = 0

  init(_ context: ReplayContext) {
    self.context = context
    tasks = TaskBuilder(context)
    // A launch that shows nothing until its recorder is asked is measured as one in the background.
    isInBackground = [.background, .unseen].contains(context.facts.summary.nature)
  }

  mutating func takeStorage(of other: inout StayBuilder) {
    tasks.takeStorage(of: &other.tasks)
    work.takeStorage(of: &other.work)
    stays.takeStorage(of: &other.stays)
    silences.takeStorage(of: &other.silences)
    foregroundScenes.takeStorage(of: &other.foregroundScenes)
    awakeCounts.takeStorage(of: &other.awakeCounts)
  }

  mutating func note(_ step: Step) {
    let clock = step.orderedEvent.clock
    if isOpen, clock &- lastClock > Inference.suspended.nanos {
      silences.append((stays.count - 1, Interval(begin: lastClock, end: clock), step.event.location))
    }
    if clock < lastClock { clockSteps += 1 }
    lastClock = clock
    if !context.facts.summary.isSeenFromStart, step.isEntry { meet(step.event.scene, step.kind) }
    if step.builders.contains(.whereabouts) {
      move(step, clock)
    } else if isInBackground, !isOpen, step.isOfApp {
      open(step, at: clock)
    }
    if step.kind == .taskExpire { noteExpiration(step) }
    // Mostly no callback is open, and none begins or ends.
    if hasOpenCallback || step.begin != nil || step.signature.phase == .begin { followCallback(step) }
    tasks.note(step, clockSteps, forgotten + silences.count)
    if step.traits.contains(.work) { work.note(step, context.words.workKinds) }
  }

  private mutating func move(_ step: Step, _ clock: Int64) {
    if step.kind == .processSuspend {
      isSuspended = true
      isResumed = false
    } else if isSuspended, step.kind != .processExit {
      isResumed = true
    }
    if unsureReturn != nil { settleReturn(step) }
    switch step.kind {
    case .processSuspend: close(.suspended, at: clock)
    case .processExit:
      close(.exited, at: clock)
      absence = nil
    case .sceneWillEnterForeground, .sceneDidActivate, .sceneWillDeactivate, .appWillEnterForeground,
      .appDidBecomeActive, .appWillResignActive, .logSceneForeground, .logSceneActivate:
      if step.isEntry, context.facts.whereabouts(shownBy: step) { enterForeground(step) }
    case .sceneDidEnterBackground, .appDidEnterBackground, .sceneDidDisconnect, .logSceneBackground:
      if context.facts.whereabouts(shownBy: step), !isOnItsWay(step) { leaveForeground(step) }
    // An event of the app in the background shows that it is awake.
    case .processStart, .processMain, .processResume: if isInBackground, step.isEntry { open(step, at: clock) }
    default: if isInBackground, step.isOfApp { open(step, at: clock) }
    }
  }

  /// In a log that began inside a launch, a scene first named as it leaves the foreground was there all along.
  private mutating func meet(_ scene: TextID, _ kind: EventKind) {
    guard EventKind.sceneLife.contains(kind), knownScenes.insert(scene).inserted,
      [.sceneDidActivate, .sceneWillDeactivate, .sceneDidEnterBackground].contains(kind)
    else { return }
    stays.removeAll()
    forgotten += silences.count
    silences.removeAll()
    isOpen = false
    absence = nil
    unsureReturn = nil
  }

  /// True if iOS says that an app is in the background which it is only bringing to the foreground.
  private func isOnItsWay(_ step: Step) -> Bool {
    step.kind == .logSceneBackground && !wasInForeground
      && [.foreground, .prewarmed].contains(context.facts.summary.nature)
  }

  /// Where the app was when its process ended here: by iOS' word, else by the events before; nil if unknown.
  ///
  /// `possible` if the word may also be said of an app that was in the other place.
  func visibility(atExit step: Step) -> (visibility: LaunchSign.Visibility, confidence: Confidence)? {
    let word = LaunchSign.word(atExit: context.text(step.event.attributes))
    if let word, word.confidence == .certain { return (word.visibility, .certain) }
    let shown = shownAtExit(step)
    return word.flatMap { $0.visibility == shown?.visibility ? shown : ($0.visibility, $0.confidence) } ?? shown
  }

  /// As `visibility(atExit:)`, by the events before the exit alone.
  private func shownAtExit(_ step: Step) -> (visibility: LaunchSign.Visibility, confidence: Confidence)? {
    let nature = context.facts.summary.nature
    if isSuspended {
      // After a prepared start, and where returns are not recorded, the app may have come to the foreground since.
      if isResumed, nature == .prewarmed, !wasInForeground { return nil }
      let isShown = !isResumed || step.lostCount == 0 && context.facts.summary.kinds.intersects(Self.returns)
      return (.background, isShown || isInBackground ? .certain : .possible)
    }
    if isInBackground { return (.background, nature == .unseen && !wasInForeground ? .possible : .certain) }
    return isInForeground || nature == .foreground ? (.foreground, .certain) : nil
  }

  /// True if the app, last seen in the foreground, may have left it unseen: only its own steps say where it is, and the
  /// launch holds no step by which it would have left.
  var mayHaveLeft: Bool {
    let isShown = context.facts.summary.kinds.intersects(
      isActive ? Self.departures.union(Self.interruptions) : Self.departures)
    return isInForeground && !isShown && !context.facts.isToldBySystem
  }

  static let departures: KindSet = [.sceneDidEnterBackground, .appDidEnterBackground]

  private mutating func enterForeground(_ step: Step) {
    let isReturn = !Self.interruptions.contains(step.kind)
    // An illegal interruption of the foreground shows no return to it: it was written late.
    if isInBackground, step.isMisplaced, !isReturn {
      mayHaveReturned = true
      return
    }
    mayHaveReturned = false
    isSuspended = false
    isActive = step.kind == .sceneDidActivate || step.kind == .appDidBecomeActive
    wasInForeground = true
    close(.foreground, at: step.orderedEvent.clock)
    let scene = context.facts.hasScenes ? step.event.scene : .none
    foregroundScenes.insert(scene)
    let away = isReturn ? absence.flatMap { $0.nanos(to: step) } ?? Event.absent : Event.absent
    if isInBackground, step.isMisplaced {
      unsureReturn = (step.kind, scene, away, absence)
    } else if let absence {
      stays[absence.stay].summary.awayNanos = away
    }
    absence = nil
    isInBackground = false
  }

  /// The moves to the foreground: a recorder that writes one of them does not leave out a return.
  private static let returns: KindSet = [
    .sceneWillEnterForeground, .sceneDidActivate, .appWillEnterForeground, .appDidBecomeActive, .logSceneForeground,
    .logSceneActivate,
  ]

  /// The moves from active to inactive, which follow a return and are none.
  private static let interruptions: KindSet = [.sceneWillDeactivate, .appWillResignActive]

  /// What an app does after it became active, and after it entered the foreground.
  private static let afterActivation: KindSet = [
    .sceneDidActivate, .appDidBecomeActive, .sceneWillDeactivate, .appWillResignActive, .sceneDidEnterBackground,
    .appDidEnterBackground, .sceneDidDisconnect,
  ]
  private static let afterEntry: KindSet = [
    .sceneDidActivate, .appDidBecomeActive, .sceneWillDeactivate, .appWillResignActive,
  ]

  /// Decides by the next move whether the last one, which was illegal there, was a return: else the stay goes on.
  private mutating func settleReturn(_ step: Step) {
    // Events of the app as a whole do not count beside those of its scenes.
    guard step.isEntry, step.kind.family != "app" || !context.facts.hasScenes, let last = unsureReturn else { return }
    let isActivation = last.kind == .sceneDidActivate || last.kind == .appDidBecomeActive
    if (isActivation ? Self.afterActivation : Self.afterEntry).contains(step.kind) {
      if let absence = last.absence { stays[absence.stay].summary.awayNanos = last.awayNanos }
    } else if step.kind != .processExit {
      // Where a process was that is gone is not known.
      foregroundScenes.remove(last.scene)
      if foregroundScenes.isEmpty, let index = stays.indices.last {
        isInBackground = true
        isOpen = true
        stays[index].summary.end = .lastEvent
        absence = last.absence
      }
    }
    unsureReturn = nil
  }

  private mutating func leaveForeground(_ step: Step) {
    if let begin = step.begin {
      // The callback's return; its entry began the stay.
      return noteHandler(begin.nanos(to: step.event.location) ?? Event.absent)
    }
    if step.isEntry {
      let scene = context.facts.hasScenes ? step.event.scene : .none
      foregroundScenes.remove(scene)
      guard foregroundScenes.isEmpty else { return }
      isSuspended = false
      let hasLeft = !isInBackground
      if mayHaveReturned { absence = nil }
      isInBackground = true
      open(step, at: step.orderedEvent.clock &- step.event.taken)
      if hasLeft {
        absence = Absence(stay: stays.count - 1, begin: step.event.entry, lostCount: step.lostCount)
      }
    }
    // If another source has reported the entry, this one may know how long it took.
    noteHandler(step.event.duration)
  }

  /// If no event shows where the app is, iOS does: what it runs in the background, and expires, ran there.
  private mutating func noteExpiration(_ step: Step) {
    guard !isInBackground, !wasInForeground, !isOpen, context.facts.summary.nature == .unknown else { return }
    guard let task = step.task, let kind = context.words.taskKinds[task.kind], kind != .assertion, kind != .continued,
      let number = tasks.number(ofRunning: task.instance)
    else { return }
    isInBackground = true
    open(step, at: tasks.entries[number].begin)
    stays[stays.count - 1].summary.begin = tasks.summaries[number].begin
  }

  private mutating func open(_ step: Step, at clock: Int64) {
    guard !isOpen else { return }
    isOpen = true
    var stay = Stay(span: Interval(begin: clock, end: clock))
    stay.summary.begin = step.event.location
    stays.append(stay)
  }

  private mutating func close(_ ending: StayEnd, at clock: Int64) {
    guard isOpen else { return }
    isOpen = false
    stays[stays.count - 1].span.end = max(stays[stays.count - 1].span.begin, clock)
    stays[stays.count - 1].summary.end = ending
  }

  /// Notes the time of a callback of the open stay; one that was entered at `begin` and never returned may have
  /// outlived it.
  private mutating func noteHandler(_ nanos: Int64, since begin: Int64? = nil) {
    let last = stays.count - 1
    guard last >= 0, nanos > stays[last].summary.handlerNanos else { return }
    let isOfStay = isOpen || begin.map { $0 >= stays[last].span.begin } ?? false
    if isOfStay { stays[last].summary.handlerNanos = nanos }
  }

  private mutating func followCallback(_ step: Step) {
    if step.begin != nil { hasReturns = true }
    // Its return may be lost.
    if step.lostCount > lostCount {
      openCallback = nil
      lostCount = step.lostCount
    }
    if step.signature.phase == .begin, step.traits.contains(.callback) {
      openCallback = step.orderedEvent
      return
    }
    guard let callback = openCallback?.signature else { return }
    let returns = step.begin != nil && step.traits.contains(.callback)
    // An event without a thread may have come on the callback's.
    let thread = step.signature.thread
    let mayFollow = callback.thread == thread || callback.thread.isNone || thread.isNone
    // What happens to a process comes on no thread of it.
    let isCall = step.signature.eventSource != .system && step.traits.contains(.call)
    let sleeps = step.kind == .processSuspend && KindSet.mainThreadCallbacks.contains(callback.kind)
    if returns || mayFollow && isCall || sleeps { openCallback = nil }
  }

  /// A callback that had not returned when the log ends, in a process that ended for this reason.
  ///
  /// iOS ends a process whose callback does not return: one that lived on for longer, or ended for another reason after
  /// that time, has returned unrecorded, after an unknown time.
  func unreturned(_ exit: ExitReason?) -> UnreturnedCallback? {
    guard let callback = openCallback, lastClock > callback.clock else { return nil }
    let slack = context.facts.summary.clockSlack
    var open = UnreturnedCallback(entry: callback, nanos: lastClock &- callback.clock, slack: slack)
    guard !open.isJudgedByReturns || hasReturns else { return nil }
    let lived = open.nanos &- slack
    open.isKilled = exit == .watchdog
    let isOtherEnd = exit != nil && !open.isKilled && lived > limit(of: open.kind)
    let patience = open.isKilled ? WatchdogReport.longestGrantNanos : context.patience(with: open.kind)
    open.hasReturned = open.kind != .mainHang && (isOtherEnd || lived > patience)
    open.isUnseen = isUnseen && !open.isHandler
    return open
  }

  /// The nanoseconds that a callback may take; iOS ends it some time later, if at all.
  private func limit(of kind: EventKind) -> Int64 {
    switch kind {
    case .appDidEnterBackground, .sceneDidEnterBackground: BudgetID.backgroundHandler.definition.limit ?? 0
    case .appWillTerminate: BudgetID.terminateHandler.definition.limit ?? 0
    default: context.patience(with: kind)
    }
  }

  /// Closes what is open, once the launch is over.
  mutating func finish(_ exitReason: TextID) {
    let exit = context.words.exitReasons[exitReason]
    if let unreturned = unreturned(exit), KindSet.backgroundHandlers.contains(unreturned.kind), !unreturned.hasReturned
    {
      noteHandler(unreturned.nanos, since: unreturned.entry.clock)
    }
    close(.lastEvent, at: lastClock)
    tasks.finish(isInBackground: isInBackground, exitReason)
  }
}

/// A set that mostly has one or two elements: few are searched one by one, many are hashed.
struct SmallSet<Element: Hashable & Sendable>: Sendable {
  private static var most: Int { 16 }
  private var few: [Element] = []
  private var others: Set<Element> = []

  init() {}

  mutating func takeStorage(of other: inout SmallSet) { few.takeStorage(of: &other.few) }

  var isEmpty: Bool { few.isEmpty && others.isEmpty }

  mutating func insert(_ element: Element) {
    if few.last == element || few.contains(element) { return }
    if few.count < Self.most, !others.contains(element) { few.append(element) } else { others.insert(element) }
  }

  mutating func remove(_ element: Element) {
    if let index = few.lastIndex(of: element) { few.remove(at: index) } else { others.remove(element) }
  }
}

/// Lays tasks over stays: what of a task lay in the background, and what a stay was granted.
extension StayBuilder {
  /// Writes stays and tasks into `details`, once the launch is over, and returns the tasks that ran for too long.
  mutating func write(to details: inout LaunchDetails, _ exitReason: TextID) -> [OverdueTask] {
    finish(exitReason)
    // Open tasks lie in stays as they were before the cut.
    let whole = tasks.running.isEmpty ? [] : stays.map(\.span)
    if !silences.isEmpty { cut() }
    silences.removeAll(keepingCapacity: silences.count < ReplayStorage.mostKept)
    let covers = covers()
    // A copied line may be alone; any other log shows where the app was, and what became of the task.
    let isAlone = context.facts.summary.kinds.isSubset(of: [.taskOverdue])
    var overdueTasks = isAlone ? tasks.unseenOverdue : []
    for index in tasks.entries.indices {
      lay(index, whole, covers)
      if let overdue = tasks.entries[index].overdue { overdueTasks += Array(stillRunning(index, at: overdue, whole)) }
    }
    details.tasks = context.wanted.map { wanted in tasks.summaries.filter { isWanted($0, wanted) } } ?? tasks.handOver()
    let assertion = context.words.assertion
    var summaries: [StaySummary] = []
    summaries.reserveCapacity(stays.count)
    // A closure for `map` would copy this builder for each stay.
    for index in stays.indices {
      let span = stays[index].span
      var stay = stays[index].summary
      stay.nanos = span.end &- span.begin
      stay.isCovered = isCovered(span, assertion, covers)
      summaries.append(stay)
    }
    details.stays = summaries
    return overdueTasks
  }

  private func isWanted(_ task: TaskSummary, _ wanted: JudgedDetails) -> Bool {
    wanted.include(task, isOfKnownKind: task.kind.isNone || context.words.isTaskKind(task.kind))
  }

  /// Cuts each stay where no event was recorded while no task ran, unless a suspension is recorded.
  private mutating func cut() {
    var awake: [Int] = []
    swap(&awake, &awakeCounts)
    countAwake(in: &awake)
    defer { swap(&awake, &awakeCounts) }
    var number = 0
    var whole = 0
    // Mostly each stay remains one, and is shortened in its array.
    while whole < stays.count, cutEnd(whole, &number, awake) { whole += 1 }
    if whole == stays.count { return }
    var parts = [Stay]()
    parts.reserveCapacity(stays.count + silences.count)
    parts += stays[..<whole]
    for index in whole..<stays.count {
      let first = number
      while number < silences.count, silences[number].stay == index { number += 1 }
      cut(stays[index], first..<number, awake, into: &parts)
    }
    stays = parts
  }

  /// Cuts off the end of a stay that remains one, from its first silence `number`, which becomes the next stay's;
  /// returns false if it is several.
  private mutating func cutEnd(_ index: Int, _ number: inout Int, _ awake: [Int]) -> Bool {
    let ending = stays[index].summary.end
    let end = stays[index].span.end
    var next = number
    while next < silences.count, silences[next].stay == index {
      let isOver = silences[next].span.end == end
      let isRecorded = isOver && ending == .suspended
      if !isRecorded, awake[next] <= 0 {
        guard isOver, ending != .lastEvent else { return false }
        stays[index].summary.end = .suspendedInferred
        stays[index].span.end = max(stays[index].span.begin, silences[next].span.begin)
        while next < silences.count, silences[next].stay == index { next += 1 }
        break
      }
      next += 1
    }
    number = next
    return true
  }

  /// Cuts a stay at its silences, whose numbers are `own`.
  private func cut(_ stay: Stay, _ own: Range<Int>, _ awake: [Int], into parts: inout [Stay]) {
    var part = stay
    for number in own {
      let silence = silences[number]
      let isOver = silence.span.end == stay.span.end
      let isRecorded = isOver && stay.summary.end == .suspended
      if isRecorded || awake[number] > 0 { continue }
      part.summary.end = .suspendedInferred
      part.span.end = max(part.span.begin, silence.span.begin)
      parts.append(part)
      if isOver, stay.summary.end != .lastEvent { return }
      part = Stay(span: Interval(begin: silence.span.end, end: silence.span.end))
      part.summary.begin = silence.next
    }
    part.summary.end = stay.summary.end
    part.span.end = max(part.span.begin, stay.span.end)
    parts.append(part)
  }

  /// Counts, for each silence, the tasks through it that show by their end or expiry that the process did not sleep.
  private func countAwake(in counts: inout [Int]) {
    // First the difference to the silence before: a task uses two slots, however many silences it saw.
    counts.removeAll(keepingCapacity: true)
    counts.append(contentsOf: repeatElement(0, count: silences.count + 1))
    for index in tasks.entries.indices where tasks.entries[index].shown > forgotten {
      counts[max(tasks.entries[index].silences - forgotten, 0)] += 1
      counts[tasks.entries[index].shown - forgotten] -= 1
    }
    for number in silences.indices.dropFirst() { counts[number] += counts[number - 1] }
  }

  /// The stretches in which something keeps the app running, by the kind of task; without assertions; work has no kind.
  private func covers() -> [TextID: Cover] {
    let assertion = context.words.assertion
    // Mostly there are none.
    if work.covers.isEmpty, tasks.summaries.allSatisfy({ $0.kind == assertion }) { return [:] }
    var spans: [TextID: [Interval]] = [:]
    if !work.covers.isEmpty {
      spans[.none] = work.covers.map { Interval(begin: $0.begin, end: min($0.end, lastClock)) }
    }
    for (entry, task) in zip(tasks.entries, tasks.summaries) where task.kind != assertion {
      let end = entry.end ?? entry.stopped ?? lastClock
      spans[task.kind, default: []].append(Interval(begin: entry.begin, end: end))
    }
    return spans.mapValues(Cover.init)
  }

  /// True if something beside the tasks of this kind kept the app running.
  private func isCovered(_ span: Interval, _ kind: TextID, _ covers: [TextID: Cover]) -> Bool {
    !covers.isEmpty && covers.contains { $0.key != kind && $0.value.overlaps(span) }
  }

  /// Lays a task over the stays that it lies in; tasks come in the order of their begins.
  ///
  /// An open task, which may have kept the app awake, lies in `whole` stays, the others in stays as they were cut.
  private mutating func lay(_ taskIndex: Int, _ whole: [Interval], _ covers: [TextID: Cover]) {
    let entry = tasks.entries[taskIndex]
    var nanos = entry.isMeasured ? 0 : Event.absent
    var longest = nanos
    let isOpen = tasks.summaries[taskIndex].outcome == .open
    let count = isOpen ? whole.count : stays.count
    let first =
      isOpen
      ? whole.partitioningIndex { $0.end > entry.begin } : stays.partitioningIndex { $0.span.end > entry.begin }
    for index in first..<count {
      let stay = isOpen ? whole[index] : stays[index].span
      let end = min(entry.end ?? entry.stopped ?? stay.end, stay.end)
      let overlap = Interval(begin: max(entry.begin, stay.begin), end: end)
      if overlap.begin < overlap.end {
        if entry.isMeasured {
          nanos &+= overlap.end &- overlap.begin
          longest = max(longest, overlap.end &- overlap.begin)
        }
        if isCovered(overlap, tasks.summaries[taskIndex].kind, covers) { tasks.cover(taskIndex) }
        if isGranted(taskIndex) { stays[index].grant(overlap, entry, tasks.summaries[taskIndex]) }
      }
      // Without an end it counts in its first stay alone.
      if entry.end ?? stay.end <= stay.end { break }
    }
    tasks.measure(taskIndex, nanos, longest: longest)
  }

  /// A task without an end which UIKit called overdue while the app was in the background.
  private func stillRunning(_ index: Int, at overdue: Int64, _ stays: [Interval]) -> OverdueTask? {
    let task = tasks.summaries[index]
    let stay = stays.first { $0.begin < overdue && overdue <= $0.end }
    guard let stay, task.outcome == .open, !task.isCovered, !task.isSystem, task.backgroundNanos != Event.absent
    else { return nil }
    let begin = max(tasks.entries[index].begin, stay.begin)
    return OverdueTask(
      location: task.begin, task: task.task, name: task.name, nanos: overdue &- begin,
      slack: context.facts.summary.clockSlack)
  }

  private func isGranted(_ index: Int) -> Bool {
    let task = tasks.summaries[index]
    return task.kind == context.words.assertion && !task.isSystem && tasks.entries[index].isMeasured
      && task.outcome != .leaked && task.outcome != .open
  }
}

extension StayBuilder.Stay {
  fileprivate mutating func grant(_ overlap: Interval, _ entry: TaskBuilder.Entry, _ task: TaskSummary) {
    summary.assertionNanos &+= max(0, overlap.end &- max(overlap.begin, counted))
    counted = max(counted, overlap.end)
    let end = entry.end ?? entry.begin
    guard end >= lastEnd else { return }
    lastEnd = end
    summary.assertionLocation = entry.end == nil ? task.begin : task.end
  }
}

/// Stretches in which something keeps the app running, asked for overlaps.
struct Cover {
  /// By begin; each ends where the latest of those so far does.
  private var spans: [Interval]

  init(_ spans: [Interval]) {
    self.spans = spans.sorted { $0.begin < $1.begin }
    for index in spans.indices.dropFirst() {
      self.spans[index].end = max(self.spans[index - 1].end, self.spans[index].end)
    }
  }

  func overlaps(_ span: Interval) -> Bool {
    let before = spans.partitioningIndex { $0.begin >= span.end }
    return before > 0 && spans[before - 1].end > span.begin
  }
}

/// A stretch of time on a launch's clock.
struct Interval { var begin, end: Int64 }
