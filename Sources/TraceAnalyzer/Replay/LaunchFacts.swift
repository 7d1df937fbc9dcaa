import TraceModel

/// The facts of a launch that are known before it is replayed: its kinds of events, their sources, its clocks.
struct LaunchFacts: Sendable {
  var summary = LaunchSummary()
  /// Kinds that the app itself reports, not a system log alone.
  private(set) var inAppKinds = KindSet()
  private(set) var delegateKinds = KindSet()
  /// True if several sources report events of one kind, so that one event may be reported twice.
  private(set) var hasRetoldKinds = false
  private(set) var hasManyContexts = false
  /// How the app was launched, by a record of its begin.
  private var saidNature: LaunchNature?
  private(set) var isContradicted = false
  private(set) var hasMemory = false
  /// The wall clock steps back, or another clock may show that it does.
  private(set) var mayStep = false
  /// An event has a reason or attributes that may say that the app has not adopted scenes.
  private(set) var mayMissScenes = false
  /// An exit has a reason that says more than that memory was lacking.
  private(set) var explainsExit = false
  /// An event came on the main thread; one came on another thread.
  private(set) var namesMain = false
  private(set) var namesOther = false
  private(set) var hasSeq = false
  /// The signs by which the device was locked, or not, when the launch began.
  private(set) var lockSigns = LockSigns()
  private var timeResolution = ClockResolution()
  private var uptimeResolution = ClockResolution()
  /// In nanoseconds.
  private(set) var firstClock = Int64.max
  private(set) var lastClock = Int64.min
  /// An event carries `uptime`, which is then the launch's clock and shows no step of the wall clock.
  private(set) var isOnUptime = false
  /// Lines may be missing: the text was copied, or is the system's log.
  private(set) var mayLackLines = false
  /// iOS wrote the log: an app's notification there is UIKit's message about why the app is inactive, some milliseconds
  /// before or after the app's callbacks.
  private(set) var isSystemLog = false
  /// The log's lines, or some about a life cycle, have no times: only their order is known.
  private(set) var isUntimed = false
  /// Ordered by the wall clock alone, which steps back from line to line.
  private(set) var isOrderInDoubt = false
  /// True if it holds steps of a scene's life, which show where the app is.
  private(set) var hasScenes = false
  /// The app machine judges it: its app events are no aggregate of scenes.
  private(set) var judgesApp = false
  /// False if its recorder lists the kinds it records, and no move to the background is among them.
  private(set) var recordsLeaving = true
  private(set) var context = Context()
  private(set) var awake: OrderedEvent?
  /// The launch's clock when it was asked for: its first event, or where the wait of a prewarmed launch ended.
  private(set) var wantedClock = Int64.max
  /// Names that stand for a task's id while two tasks of that name run at once.
  private(set) var ambiguousNames: Set<TextID> = []

  /// What the system decides on work of an app, which need not run: that alone is no launch.
  private static let decisions = KindSet([.taskSubmit, .taskHold, .taskCancel])
  private static let sceneFamily = KindSet(families: ["scene"])
  private static let sceneModel = EventKind.sceneLife.union(KindSet([.appConfigurationForConnecting]))
  /// As they stand in a list of kinds.
  private static let leaving = [EventKind.appDidEnterBackground, .sceneDidEnterBackground].map { Array($0.name.utf8) }
  /// Marks a line without a time, which has the time of the line before it.
  private static let inferredTime = Array("\"inferred\":\"time\"".utf8)
  private static let families = KindSet(families: ["process", "app", "scene", "view"])

  init(_ orderedEvents: some ReplayOrder, _ lexicon: Lexicon, in storage: inout ReplayStorage) {
    let words = lexicon.words
    readClocks(orderedEvents)
    storage.signatures.forgetAll()
    storage.texts.forgetAll()
    readSignatures(orderedEvents, lexicon, &storage.signatures, &storage.texts)
    let first = orderedEvents.indices.first { Self.families.contains(orderedEvents.signature(at: $0).kind) }
    summary.isSeenFromStart = first.map { LaunchCutter.entries.contains(orderedEvents.signature(at: $0).kind) } ?? false
    hasScenes = summary.kinds.intersects(EventKind.sceneLife)
    // Only delegate methods show it: UIKit posts both families of notifications in every app.
    let isApp = delegateKinds.intersects(EventKind.appLife)
    summary.model = delegateKinds.intersects(Self.sceneModel) ? .scenes : isApp ? .app : .unknown
    judgesApp = summary.model == .app || !summary.kinds.intersects(Self.sceneFamily)
    let hasUptime =
      isOnUptime && orderedEvents.indices.allSatisfy { orderedEvents.event(at: $0).uptime != Event.absent }
    isOrderInDoubt = !hasSeq && !hasUptime && Self.stepsBack(orderedEvents)
    if summary.isSeenFromStart { summary.lock = lockSigns.lock }
    // One step at each end of a duration; on either clock, as events may differ in their clocks.
    let steps = [hasUptime ? 0 : timeResolution.step, isOnUptime ? uptimeResolution.step : 0]
    summary.clockSlack = 2 * max(steps[0], steps[1])
    summary.eventCount = Int64(orderedEvents.count)
    let format = words.formats[context.format]
    recordsLeaving =
      context.records.isNone || Self.leaving.contains { lexicon.symbols.texts.holds($0, context.records) }
    isUntimed = isUntimed || format == .untimedText
    mayLackLines = format?.mayLackLines == true
    isSystemLog = format == .systemLog || format == .copiedText
    let isExtension = context.processKind == words.extensionKind
    // The Simulator parks no process.
    let system = context.simulator == true ? .none : context.osVersion
    let isSeen = summary.isSeenFromStart
    let start = LaunchStart(
      orderedEvents.prefix(isExtension ? 0 : .max), isSeenFromStart: isSeen,
      system: Normalised.major(lexicon.symbols.texts.string(system)),
      granted: summary.watchdogNanos == Event.absent ? nil : summary.watchdogNanos, lexicon)
    summary.nature = isExtension ? .extension : start.nature
    summary.natureReason = start.reason
    let firstInstant = summary.firstInstant
    if summary.kinds.contains(.launchMeasured) { take(MeasuredStart(orderedEvents, lexicon)) }
    if summary.nature == .foreground, let saidNature { summary.nature = saidNature }
    awake = start.awake
    // A record of the launch's length comes at its end.
    wantedClock = start.wanted ?? firstClock &- (firstInstant &- summary.firstInstant)
  }

  /// Takes the start from a record of the launch's length, if its own events show at most that it was in the
  /// foreground.
  private mutating func take(_ start: MeasuredStart?) {
    guard let start else { return }
    summary.firstInstant = min(summary.firstInstant, start.instant)
    switch summary.nature {
    case .foreground where start.nature == .returned: break
    case .unknown, .unseen, .foreground:
      // A length alone says nothing of the launches before it, which may not be measured.
      let isUnsaid = start.nature == .foreground && summary.kinds == [.launchMeasured]
      summary.nature = isUnsaid ? .unknown : start.nature
      summary.natureReason = .none
    case .background, .prewarmed, .extension, .earlier, .cold, .warm, .returned, .mixed: break
    }
  }

  private mutating func readClocks(_ orderedEvents: some ReplayOrder) {
    var lastTime = Event.absent
    var earliest = Int64.max
    var latest = Int64.min
    for index in orderedEvents.indices {
      let event = orderedEvents.event(at: index)
      let instant = orderedEvents.instant(at: index)
      earliest = min(earliest, instant)
      latest = max(latest, instant)
      if event.isContradicted { isContradicted = true }
      if event.memory != Event.absent { hasMemory = true }
      let clock = orderedEvents.clock(at: index)
      firstClock = min(firstClock, clock)
      lastClock = max(lastClock, clock)
      if event.uptime != Event.absent { isOnUptime = true }
      if event.uptime != Event.absent || event.time < lastTime { mayStep = true }
      lastTime = event.time
      if event.seq != Event.absent { hasSeq = true }
      timeResolution.note(event.time)
      uptimeResolution.note(event.uptime)
    }
    summary.firstInstant = earliest
    summary.lastInstant = latest
  }

  private mutating func readSignatures(
    _ orderedEvents: some ReplayOrder, _ lexicon: Lexicon, _ signatures: inout RecentNumbers<Signature>,
    _ texts: inout RecentNumbers<String>
  ) {
    let words = lexicon.words
    var sources = KindsOfSources()
    var runningNames: Set<TextID> = []
    var lastContext = ContextID?.none
    // A transcoder invents a name for a record that it does not know.
    var isTranscoded = false
    // `--keep lifecycle` gives this name to an event of the app's own.
    let passedOver = lexicon.symbols.texts.find(Array(EventNames.passedOver.utf8).span)
    for index in orderedEvents.indices {
      // Reads members one by one: copying an event and its signature would be the slowest step here.
      let ids = orderedEvents.ids(at: index)
      if ids.context != lastContext {
        let named = lexicon.symbols.context(ids.context)
        if lastContext == nil { context = named } else { context.fill(from: named, lexicon) }
        hasManyContexts = lastContext != nil
        lastContext = ids.context
        isTranscoded = !named.format.isNone && words.formats[named.format] != .canonical
      }
      if signatures.insert(ids.signature) { note(orderedEvents.signature(at: index), &sources, lexicon) }
      let kind = orderedEvents.kind(at: index)
      if !ids.attributes.isNone {
        if texts.insert(ids.attributes) { noteText(ids.attributes, kind, lexicon) }
        if kind == .logSceneActivate || kind == .processExit {
          noteGrant(orderedEvents.signature(at: index), ids.attributes, lexicon)
        }
      }
      let isDecision =
        Self.decisions.contains(kind) && orderedEvents.signature(at: index).eventSource == .system
      guard kind != .unknown, !isDecision else {
        summary.unknownCount += 1
        let isUnmapped = isDecision || isTranscoded || orderedEvents.signature(at: index).unknownName == passedOver
        summary.unmappedCount += isUnmapped ? 1 : 0
        continue
      }
      if !lockSigns.isDone {
        let event = orderedEvents.event(at: index)
        lockSigns.note(event, kind, at: orderedEvents.instant(at: index), lexicon.symbols.texts)
      }
      if ids.task.isNone, kind == .taskBegin || kind == .taskEnd {
        noteName(orderedEvents.signature(at: index), &runningNames)
      }
    }
    hasRetoldKinds = sources.areRetold
  }

  private mutating func noteName(_ signature: Signature, _ runningNames: inout Set<TextID>) {
    guard !signature.name.isNone, signature.phase != .end else { return }
    if signature.kind == .taskEnd { runningNames.remove(signature.name) }
    if signature.kind == .taskBegin, !runningNames.insert(signature.name).inserted {
      ambiguousNames.insert(signature.name)
    }
  }

  private mutating func noteText(_ text: TextID, _ kind: EventKind, _ lexicon: Lexicon) {
    let isOfLife = kind != .unknown && kind != .processExit
    isUntimed = isUntimed || isOfLife && lexicon.symbols.texts.holds(Self.inferredTime, text)
    mayMissScenes = mayMissScenes || lexicon.symbols.texts.holds(MissingScenesText.word, text)
  }

  private mutating func noteGrant(_ signature: Signature, _ attributes: TextID, _ lexicon: Lexicon) {
    guard summary.watchdogNanos == Event.absent else { return }
    let granted = WatchdogGrant.nanos(signature, lexicon.symbols.texts.string(attributes))
    summary.watchdogNanos = granted ?? Event.absent
  }

  private mutating func note(_ signature: Signature, _ sources: inout KindsOfSources, _ lexicon: Lexicon) {
    if saidNature == nil, signature.kind == .processStart || signature.kind == .appDidFinishLaunching {
      switch lexicon.words.startTypes[signature.reason] {
      case .cold: saidNature = .cold
      case .warm: saidNature = .warm
      case .prewarmed, .hot, nil: break
      }
    }
    if signature.thread == lexicon.words.main {
      namesMain = true
    } else if !signature.thread.isNone {
      namesOther = true
    }
    if !signature.reason.isNone { noteText(signature.reason, signature.kind, lexicon) }
    guard signature.kind != .unknown else { return }
    if signature.kind == .processExit, let exit = lexicon.words.exitReasons[signature.reason], exit != .memory {
      explainsExit = true
    }
    summary.kinds.insert(signature.kind)
    sources.insert(signature.kind, from: signature.eventSource)
    if signature.eventSource != .system { inAppKinds.insert(signature.kind) }
    if signature.eventSource == .delegate { delegateKinds.insert(signature.kind) }
  }

  /// How much longer than it was the time between two locations may look, in nanoseconds: two steps of their clock.
  @inline(__always) func slack(from begin: EventLocation, to end: EventLocation) -> Int64 {
    let isOnUptime = begin.uptime != Event.absent && end.uptime != Event.absent
    return 2 * (isOnUptime ? uptimeResolution : timeResolution).step
  }

  var showsForeground: Bool {
    [.foreground, .cold, .warm].contains(summary.nature)
      || summary.nature == .prewarmed && summary.kinds.intersects(LaunchSign.foreground)
  }

  /// True if the app reports no step of its life, so that iOS' words alone say where it is.
  var isToldBySystem: Bool { !inAppKinds.intersects(EventKind.appLife.union(EventKind.sceneLife)) }

  /// True if a step shows where the app is: in an app with scenes, only a scene's step does.
  @inline(__always) func whereabouts(shownBy step: Step) -> Bool { !hasScenes || step.traits.contains(.scene) }

  /// True if a later line of a source has an earlier time, whatever the replay order.
  private static func stepsBack(_ orderedEvents: some ReplayOrder) -> Bool {
    var lastLines: [LinePlace: Int32] = [:]
    var lastTime = Event.absent
    for orderedEvent in orderedEvents where orderedEvent.event.time != Event.absent {
      if orderedEvent.event.time < lastTime { return true }
      lastTime = orderedEvent.event.time
      let last = lastLines.updateValue(orderedEvent.event.line, forKey: LinePlace(orderedEvent.event)) ?? .min
      if orderedEvent.event.line < last { return true }
    }
    return false
  }
}

extension Context {
  /// Takes from `later` each field that is still unknown; `debugger` once true stays true.
  ///
  /// An SDK's empty list of kinds gives way, as a span of a start lists none whatever else the SDK records. A program's
  /// name gives way to the bundle id.
  fileprivate mutating func fill(from later: Context, _ lexicon: Lexicon) {
    let words = lexicon.words
    if !later.app.isNone, app != later.app, lexicon.isProgram(self), !lexicon.isProgram(later) { app = later.app }
    if records == words.noKinds, !later.records.isNone, words.formats[format] == .otlp { records = later.records }
    for path in Self.texts where self[keyPath: path].isNone { self[keyPath: path] = later[keyPath: path] }
    if pid == Event.absent { pid = later.pid }
    simulator = simulator ?? later.simulator
    debugger = debugger == true ? true : later.debugger ?? debugger
  }
}

extension KindSet {
  init(families: Set<Substring>) { self.init(EventKind.allCases.filter { families.contains($0.family) }) }

  static let known = KindSet(EventKind.allCases.dropFirst())

  func intersects(_ other: KindSet) -> Bool { bits & other.bits != 0 }
}

extension EventKind {
  /// The moves from the background to being active and back: of the app, and below of a scene.
  static let appMoves: [EventKind] = [
    .appWillEnterForeground, .appDidBecomeActive, .appWillResignActive, .appDidEnterBackground,
  ]
  static let sceneMoves: [EventKind] = [
    .sceneWillEnterForeground, .sceneDidActivate, .sceneWillDeactivate, .sceneDidEnterBackground,
  ]
  static let sceneLife = KindSet(sceneMoves + [.sceneWillConnect, .sceneDidDisconnect])
  static let appLife = KindSet(appMoves)
  /// Begin, expiration and end of a background task, and its registration.
  static let taskEvents = KindSet(families: ["task"])
}

/// The precision of a clock, by all its instants in one launch: in whole seconds a millisecond may look like a second.
struct ClockResolution: Sendable {
  /// The steps that logs use, the coarsest first; finer ones change no verdict.
  private static let steps: [Int64] = [1_000_000_000, 1_000_000]

  private var index = 0
  private var isRead = false

  /// The coarsest step that divides all instants so far, in nanoseconds; 0 if finer or unknown.
  var step: Int64 { isRead && index < Self.steps.count ? Self.steps[index] : 0 }

  mutating func note(_ instant: Int64) {
    guard instant != Event.absent else { return }
    isRead = true
    while index < Self.steps.count, !instant.isMultiple(of: Self.steps[index]) { index += 1 }
  }
}

/// The kinds of events that each source of a launch reports.
///
/// An event may be reported twice only if two sources report its kind. In many logs none does: delegate methods come
/// from one source, tasks from another.
struct KindsOfSources {
  private static let sourceCount = EventSource.allCases.count

  /// By `EventSource.rawValue`.
  private var kinds = [KindSet](repeating: KindSet(), count: sourceCount)
  private var all = KindSet()
  private(set) var areRetold = false

  mutating func insert(_ kind: EventKind, from source: EventSource) {
    let number = Int(source.rawValue)
    if all.contains(kind), !kinds[number].contains(kind) { areRetold = true }
    kinds[number].insert(kind)
    all.insert(kind)
  }
}

/// What a record of a launch's length says of its start.
struct MeasuredStart {
  /// At least to the foreground, as only launches that a user waits for are measured; or a return, which is no launch.
  let nature: LaunchNature
  /// When it began, on the wall clock or on `uptime`.
  let instant: Int64

  /// The start by the first such record; nil without one.
  init?(_ orderedEvents: some ReplayOrder, _ lexicon: Lexicon) {
    let measured = orderedEvents.indices.filter { index in
      orderedEvents.kind(at: index) == .launchMeasured && orderedEvents.event(at: index).duration != Event.absent
    }
    func type(_ index: Int) -> StartType? { lexicon.words.startTypes[orderedEvents.signature(at: index).reason] }
    guard let index = measured.first(where: { type($0) != .hot }) ?? measured.first else { return nil }
    let signature = orderedEvents.signature(at: index)
    nature =
      switch type(index) {
      case _ where signature.prewarmed == true: .prewarmed
      case .prewarmed: .prewarmed
      case .cold: .cold
      case .warm: .warm
      case .hot: .returned
      case nil: .foreground
      }
    instant = orderedEvents.instant(at: index) &- orderedEvents.event(at: index).taken
  }
}

/// Texts in logs and reports of an app that has not adopted scenes.
package enum MissingScenesText {
  /// The system refuses to start the process.
  package static let refusals = [
    "UIScene life cycle is required for apps built with this SDK", "NoSceneLifecycleAdoption",
  ]
  /// UIKit warns, and the app runs.
  package static let warnings = ["does not adopt UIScene lifecycle", "UIScene lifecycle will soon be required"]
  /// All refusals and warnings hold it: a text without it need not be searched for each.
  package static let word = Array("Scene".utf8)
}
