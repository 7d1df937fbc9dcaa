import TraceModel

/// Follows the app in and out of the background and cuts its stays there.
struct StayBuilder {
  /// iOS suspends a background process seconds after its last task, without a word; after so much
  /// silence with no task it is taken for suspended: this project's number, from field logs.
  static let silenceNanos: Int64 = 10_000_000_000

  /// A stay as it was recorded, before silences cut it; instants on the launch's clock.
  struct Stay {
    var begin: Int64
    var place: Place
    var end: Int64 = Event.absent
    var ending = StayEnd.lastEvent
    var handlerNanos = Event.absent
    var handlerKind = EventKind.unknown
    var silences: [Silence] = []
  }

  /// A time without any event.
  struct Silence {
    var begin: Int64
    var end: Int64
    var next: Place
    /// The tasks that ran meanwhile, by their number.
    var running: [Int]
  }

  private enum Whereabouts { case unknown, launching, foreground, background }

  private(set) var stays: [Stay] = []
  private var isOpen = false
  private var whereabouts: Whereabouts
  private let usesScenes: Bool
  private var foregroundScenes: Set<TextID> = []
  private let isSeenFromStart: Bool
  /// Scenes of which the log has told something.
  private var knownScenes: Set<TextID> = []
  private var lastInstant = Event.absent

  init(_ facts: LaunchFacts, _ nature: LaunchNature) {
    usesScenes = facts.hasScenes
    isSeenFromStart = facts.isSeenFromStart
    whereabouts =
      nature == .background ? .background : facts.isSeenFromStart ? .launching : .unknown
  }

  /// Takes the next event; `instant` is on the launch's clock.
  mutating func note(
    _ event: Event, _ signature: Signature, _ outcome: StepOutcome, at instant: Int64,
    running: () -> [Int]
  ) {
    defer { lastInstant = instant }
    if isOpen, instant &- lastInstant > Self.silenceNanos {
      stays[stays.count - 1].silences.append(
        Silence(begin: lastInstant, end: instant, next: event.place, running: running()))
    }
    if usesScenes, !isSeenFromStart, outcome.isEntry { meet(event.scene, signature.kind) }
    switch signature.kind {
    case .processSuspend: close(.suspended, at: instant)
    case .processExit: close(.exited, at: instant)
    case .sceneWillEnterForeground, .sceneDidActivate, .sceneWillDeactivate:
      if usesScenes, outcome.isEntry { enterForeground(event.scene, at: instant) }
    case .appWillEnterForeground, .appDidBecomeActive, .appWillResignActive:
      if !usesScenes, outcome.isEntry { enterForeground(.none, at: instant) }
    case .sceneDidEnterBackground:
      if usesScenes { leaveForeground(event, signature, outcome, at: instant) }
    case .appDidEnterBackground:
      if !usesScenes { leaveForeground(event, signature, outcome, at: instant) }
    case .sceneDidDisconnect: leaveForeground(event, signature, outcome, at: instant)
    case .processStart, .processMain, .processResume:
      if outcome.isEntry { wake(event, at: instant) }
    default: if signature.isOfApp { wake(event, at: instant) }
    }
  }

  /// Whether nothing is in the foreground now.
  var isInBackground: Bool { whereabouts == .background }

  /// Ends a stay that the log does not end.
  mutating func finish(at instant: Int64) { close(.lastEvent, at: instant) }

  /// In a log that began inside a launch, a scene that is first heard of as it leaves the foreground
  /// was there all along: what seemed to be stays were none.
  private mutating func meet(_ scene: TextID, _ kind: EventKind) {
    guard EventKind.sceneLife.contains(kind), knownScenes.insert(scene).inserted,
      [.sceneDidActivate, .sceneWillDeactivate, .sceneDidEnterBackground].contains(kind)
    else { return }
    stays.removeAll()
    isOpen = false
  }

  private mutating func enterForeground(_ scene: TextID, at instant: Int64) {
    close(.foreground, at: instant)
    foregroundScenes.insert(scene)
    whereabouts = .foreground
  }

  private mutating func leaveForeground(
    _ event: Event, _ signature: Signature, _ outcome: StepOutcome, at instant: Int64
  ) {
    if let begin = outcome.begin {
      // The callback's return; its entry began the stay.
      let nanos = Interval.nanos(begin.moment.event.place, event.place)
      if let nanos { noteHandler(nanos, signature.kind) }
      return
    }
    guard outcome.isEntry else {
      // Another reporter has told the entry; this one knows how long it took.
      noteHandler(event.duration, signature.kind)
      return
    }
    foregroundScenes.remove(usesScenes ? event.scene : .none)
    guard foregroundScenes.isEmpty else { return }
    whereabouts = .background
    let taken = event.duration == Event.absent ? 0 : event.duration
    open(event, at: instant &- taken)
    if event.duration != Event.absent { noteHandler(taken, signature.kind) }
  }

  /// An event of the app in the background shows that it is awake.
  private mutating func wake(_ event: Event, at instant: Int64) {
    if whereabouts == .background { open(event, at: instant) }
  }

  private mutating func open(_ event: Event, at instant: Int64) {
    guard !isOpen else { return }
    isOpen = true
    stays.append(Stay(begin: instant, place: event.place))
  }

  private mutating func close(_ ending: StayEnd, at instant: Int64) {
    guard isOpen else { return }
    isOpen = false
    stays[stays.count - 1].end = instant
    stays[stays.count - 1].ending = ending
  }

  /// A callback that was entered for the open stay ran for so long; one that was entered at
  /// `begin` and never returned may have outlived it.
  mutating func noteHandler(_ nanos: Int64, _ kind: EventKind, since begin: Int64? = nil) {
    guard let stay = stays.last, isOpen || begin.map({ $0 >= stay.begin }) ?? false,
      nanos > stay.handlerNanos
    else { return }
    stays[stays.count - 1].handlerNanos = nanos
    stays[stays.count - 1].handlerKind = kind
  }
}

/// The time between two places of one launch.
enum Interval {
  /// Read on `uptime` if both carry it, else on `time`; none where that steps back.
  static func nanos(_ from: Place, _ to: Place) -> Int64? {
    if from.uptime != Event.absent, to.uptime != Event.absent {
      return to.uptime >= from.uptime ? to.uptime &- from.uptime : nil
    }
    guard from.time != Event.absent, to.time != Event.absent, to.time >= from.time else {
      return nil
    }
    return to.time &- from.time
  }
}
