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

    /// The nanoseconds from its begin to a return; nil where the clock does not say, or another may be among what is lost.
    func nanos(to step: Step) -> Int64? { step.lostCount == lostCount ? begin.nanos(to: step.event.entry) : nil }
  }

  /// A time of a stay without any event, and what came next.
  typealias Silence = (stay: Int, span: Interval, next: EventLocation)

  let context: ReplayContext
  var tasks: TaskBuilder
  private(set) var work = WorkBuilder()
  var stays: [Stay] = []
  /// Of all stays, in their order.
  private(set) var silences: [Silence] = []
  /// By silence, how many tasks kept the app awake: used again by the next launch.
  var awakeCounts: [Int] = []
  /// How many silences were forgotten; tasks count them too.
  private(set) var forgotten = 0
  private var isOpen = false
  /// Nothing of the app is in the foreground, as far as is known.
  private(set) var isInBackground: Bool
  private var foregroundScenes = SmallSet<TextID>()
  /// Nothing of the app is in the foreground, and something shows it: nobody waits for what the app does.
  var isUnseen: Bool {
    isInBackground && (wasInForeground || context.facts.summary.nature != .unseen)
  }
  /// A task, or work such as audio or location, keeps the app running.
  var isKeptRunning: Bool { !tasks.running.isEmpty || work.covers.contains { $0.end == .max } }
  /// Something of the app is known to be in the foreground.
  var isInForeground: Bool { !foregroundScenes.isEmpty }
  /// It was so at some time.
  private var wasInForeground = false
  /// The process was suspended, and nothing has shown since that it was woken: it is in the background.
  private var isSuspended = false
  /// Scenes that the log has named so far.
  private var knownScenes: Set<TextID> = []
  /// An entry of a callback that nothing on its thread follows.
  private var openCallback: OrderedEvent? { didSet { hasOpenCallback = openCallback != nil } }
  /// There is one: asked at each event.
  private var hasOpenCallback = false
  /// Some callback has returned: that is recorded.
  private var hasReturns = false
  private var lostCount: Int64 = 0
  /// Since when the app is away; nil while it is in the foreground, or was never seen there.
  private var absence: Absence?
  /// A return by an event that has no place there, until the next move shows whether it was one.
  private var unsureReturn: (kind: EventKind, scene: TextID, awayNanos: Int64, absence: Absence?)?
  /// The app may have been in the foreground unseen, as something interrupted it there.
  private var mayHaveReturned = false
  private(set) var lastClock = Event.absent
  private var clockSteps = 0

  init(_ context: ReplayContext) {
    self.context = context
    tasks = TaskBuilder(context)
    // Of a launch that shows itself in no way until its recorder is asked, it is measured as if it was.
    isInBackground = [.background, .unseen].contains(context.facts.summary.nature)
  }

  /// Takes over the storage of another builder.
  mutating func takeStorage(of other: inout StayBuilder) {
    tasks.takeStorage(of: &other.tasks)
    work.takeStorage(of: &other.work)
    stays.takeStorage(of: &other.stays)
    silences.takeStorage(of: &other.silences)
    foregroundScenes.takeStorage(of: &other.foregroundScenes)
    awakeCounts.takeStorage(of: &other.awakeCounts)
  }

  /// Takes the next event.
  mutating func note(_ step: Step) {
    let clock = step.orderedEvent.clock
    if isOpen, clock &- lastClock > Inference.suspended.nanos {
      silences.append((stays.count - 1, Interval(begin: lastClock, end: clock), step.event.place))
    }
    if clock < lastClock { clockSteps += 1 }
    lastClock = clock
    if !context.facts.summary.isSeenFromStart, step.isEntry { meet(step.event.scene, step.kind) }
    if step.parts.contains(.whereabouts) {
      move(step, clock)
    } else if isInBackground, !isOpen, step.isOfApp {
      open(step, at: clock)
    }
    // Mostly no callback is open, and none begins or ends.
    if hasOpenCallback || step.begin != nil || step.signature.phase == .begin { followCallback(step) }
    tasks.note(step, clockSteps, forgotten + silences.count)
    if step.traits.contains(.work) { work.note(step, context.words.workKinds) }
  }

  private mutating func move(_ step: Step, _ clock: Int64) {
    if step.kind != .processExit { isSuspended = step.kind == .processSuspend }
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

  /// In a log that began inside a launch, a scene that is first heard of as it leaves the foreground
  /// was there all along: what seemed to be stays were none.
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

  /// True for iOS' word that an app is in the background which it is only bringing to the foreground.
  private func isOnItsWay(_ step: Step) -> Bool {
    step.kind == .logSceneBackground && !wasInForeground
      && [.foreground, .prewarmed].contains(context.facts.summary.nature)
  }

  /// Where the app was as its process ended here: by iOS' word on that, else by what came before; nil if nothing shows it.
  ///
  /// `possible` where that word may be said of an app in the other place as well.
  func place(atExit step: Step) -> (place: LaunchSign.Place, confidence: Confidence)? {
    if let word = LaunchSign.word(atExit: context.text(step.event.attributes)) { return (word.place, word.confidence) }
    let nature = context.facts.summary.nature
    if isSuspended { return (.background, .certain) }
    if isInBackground { return (.background, nature == .unseen && !wasInForeground ? .possible : .certain) }
    return isInForeground || nature == .foreground ? (.foreground, .certain) : nil
  }

  private mutating func enterForeground(_ step: Step) {
    let isReturn = !Self.interruptions.contains(step.kind)
    // What interrupts the app in the foreground shows no return to it where it has no place: it was written late.
    if isInBackground, step.isMisplaced, !isReturn {
      mayHaveReturned = true
      return
    }
    mayHaveReturned = false
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

  /// The moves from active to inactive, which follow a return and are none.
  private static let interruptions: KindSet = [.sceneWillDeactivate, .appWillResignActive]

  /// What an app does next that has become active, and one that has entered the foreground.
  private static let afterActivation: KindSet = [
    .sceneDidActivate, .appDidBecomeActive, .sceneWillDeactivate, .appWillResignActive, .sceneDidEnterBackground,
    .appDidEnterBackground, .sceneDidDisconnect,
  ]
  private static let afterEntry: KindSet = [
    .sceneDidActivate, .appDidBecomeActive, .sceneWillDeactivate, .appWillResignActive,
  ]

  /// Decides by the next move whether the last one, which had no place there, was a return: else the stay goes on.
  private mutating func settleReturn(_ step: Step) {
    // What the app as a whole does shows nothing beside its scenes.
    guard step.isEntry, step.kind.family != "app" || !context.facts.hasScenes, let last = unsureReturn else { return }
    let isActivation = last.kind == .sceneDidActivate || last.kind == .appDidBecomeActive
    if (isActivation ? Self.afterActivation : Self.afterEntry).contains(step.kind) {
      if let absence = last.absence { stays[absence.stay].summary.awayNanos = last.awayNanos }
    } else if step.kind != .processExit {
      // Where a process was that is gone is not known.
      foregroundScenes.remove(last.scene)
      if foregroundScenes.isEmpty, let place = stays.indices.last {
        isInBackground = true
        isOpen = true
        stays[place].summary.end = .lastEvent
        absence = last.absence
      }
    }
    unsureReturn = nil
  }

  private mutating func leaveForeground(_ step: Step) {
    if let begin = step.begin {
      // The callback's return; its entry began the stay.
      return noteHandler(begin.nanos(to: step.event.place) ?? Event.absent)
    }
    if step.isEntry {
      let scene = context.facts.hasScenes ? step.event.scene : .none
      foregroundScenes.remove(scene)
      guard foregroundScenes.isEmpty else { return }
      let hasLeft = !isInBackground
      if mayHaveReturned { absence = nil }
      isInBackground = true
      open(step, at: step.orderedEvent.clock &- step.event.taken)
      if hasLeft {
        absence = Absence(stay: stays.count - 1, begin: step.event.entry, lostCount: step.lostCount)
      }
    }
    // Where another source has reported the entry, this one may know how long it took.
    noteHandler(step.event.duration)
  }

  private mutating func open(_ step: Step, at clock: Int64) {
    guard !isOpen else { return }
    isOpen = true
    var stay = Stay(span: Interval(begin: clock, end: clock))
    stay.summary.begin = step.event.place
    stays.append(stay)
  }

  private mutating func close(_ ending: StayEnd, at clock: Int64) {
    guard isOpen else { return }
    isOpen = false
    stays[stays.count - 1].span.end = max(stays[stays.count - 1].span.begin, clock)
    stays[stays.count - 1].summary.end = ending
  }

  /// A callback that was entered for the open stay ran for so long; one that was entered at
  /// `begin` and never returned may have outlived it.
  private mutating func noteHandler(_ nanos: Int64, since begin: Int64? = nil) {
    let last = stays.count - 1
    guard last >= 0, nanos > stays[last].summary.handlerNanos else { return }
    let isOfStay = isOpen || begin.map { $0 >= stays[last].span.begin } ?? false
    if isOfStay { stays[last].summary.handlerNanos = nanos }
  }

  private mutating func followCallback(_ step: Step) {
    if step.begin != nil { hasReturns = true }
    // Its return may be among what was lost.
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

  /// A callback that had not returned when the log ends, in a process that ended for this reason, if that is known.
  ///
  /// iOS ends a process whose callback does not return: one that lived on for longer, or ended for another reason after
  /// that time, has returned, and its return was not recorded. How long the callback took is not known then.
  func unreturned(_ exit: ExitReason?) -> Candidate? {
    guard let callback = openCallback, lastClock > callback.clock else { return nil }
    let kind = callback.signature.kind
    let handler: RuleID = kind == .appWillTerminate ? .`terminate.handler-overrun` : .`background.handler-overrun`
    // Whoever records that a hang begins has seen it last, and does not leave out its end.
    let isHang = kind == .mainHang
    let isHandler = !isHang && !KindSet.mainThreadCallbacks.contains(kind)
    guard isHandler || isHang || hasReturns else { return nil }
    let slack = context.facts.summary.clockSlack
    let nanos = lastClock &- callback.clock
    let lived = nanos &- slack
    let isKilled = exit == .watchdog
    let isOtherEnd = exit != nil && !isKilled && lived > limit(of: kind)
    if !isHang, isOtherEnd || lived > (isKilled ? WatchdogReport.longestGrantNanos : patience(with: kind)) {
      return Candidate(.`trace.unrecorded`, callback)
    }
    let time = Candidate.Detail.duration(nanos: nanos, slack: slack, isOpen: true)
    let candidate = Candidate(isHandler ? handler : .`main-thread.blocked`, callback, time)
    let background = isUnseen && !isHandler ? context.words.background : .none
    // The last lines of a log may be lost with the process.
    return candidate.with(\.doubts, isHandler && isKilled ? [] : [.logEnds]).with(\.view, background)
  }

  /// The nanoseconds that a callback may take; it is ended some time after that, if at all.
  private func limit(of kind: EventKind) -> Int64 {
    switch kind {
    case .appDidEnterBackground, .sceneDidEnterBackground: BudgetID.backgroundHandler.definition.limit ?? 0
    case .appWillTerminate: BudgetID.terminateHandler.definition.limit ?? 0
    default: patience(with: kind)
    }
  }

  /// The nanoseconds after which iOS has ended a process whose callback did not return: for a launch what it was granted
  /// (termination reports, process-launch), for any other change what it is for a scene (scene-update).
  private func patience(with kind: EventKind) -> Int64 {
    switch kind {
    case .appWillFinishLaunching, .appDidFinishLaunching, .sceneWillConnect:
      let granted = context.facts.summary.watchdogNanos
      return granted == Event.absent ? BudgetID.launchWatchdog.definition.limit ?? 0 : granted
    default: return BudgetID.resumeWatchdog.definition.limit ?? 0
    }
  }

  /// Closes what is open, once the launch is over.
  mutating func finish(_ exitReason: TextID) {
    let exit = context.words.exitReasons[exitReason]
    if let unreturned = unreturned(exit), unreturned.rule == .`background.handler-overrun` {
      noteHandler(unreturned.measured, since: openCallback?.clock)
    }
    close(.lastEvent, at: lastClock)
    tasks.finish(isInBackground: isInBackground, exitReason)
  }
}
