import TraceModel

/// Finds a launch's milestones among its events.
struct MilestoneBuilder {
  static let kinds: KindSet = [
    .launchRequest, .processStart, .processInitializers, .processMain, .appWillFinishLaunching,
    .appDidFinishLaunching, .sceneWillConnect, .launchFirstFrame, .logSceneReady, .launchFullyDrawn,
    .sceneDidActivate, .appDidBecomeActive, .sceneWillEnterForeground, .appWillEnterForeground,
    .sceneDidEnterBackground, .appDidEnterBackground, .processResume, .logSceneForeground, .logSceneActivate,
    .logSceneBackground,
  ]

  private static let ends: KindSet = [.launchFirstFrame, .appDidBecomeActive, .sceneDidActivate]

  private struct Edge {
    var location: EventLocation
    var clock: Int64
    var number: Int
    var isApproximate = false
  }

  /// By `Milestones.Name.rawValue`.
  private var edges: [Edge?] = []
  private var resumed: Edge?
  /// The process's start is as Instruments 27 records it.
  var isStartOfInterface = false
  /// The first scene on its way to the foreground.
  private var sceneEntry: Edge?
  /// A system log's word for the first frame, if no other source reports it.
  private var sceneReady: Edge?
  /// The first record of the best measure.
  private var measured: (measure: LaunchMeasure, begin: Edge, end: Edge)?
  private var hasForeground = false
  private var background: Int?
  /// As `background`, by iOS' log; ignored until iOS has shown a scene.
  private var wasShown = false
  private var hidden: Int?
  private var clockSteps: [Int] = []
  private var lastClock = Event.absent
  /// What is added to the launch's clock to read its milestones' clock; known after `finish`.
  private(set) var clockOffset: Int64 = 0
  private var number = 0

  private subscript(name: Milestones.Name) -> Edge? {
    get { edges[Int(name.rawValue)] }
    set { edges[Int(name.rawValue)] = newValue }
  }

  mutating func takeStorage(of other: inout MilestoneBuilder) {
    swap(&edges, &other.edges)
    for index in edges.indices { edges[index] = nil }
  }

  mutating func begin() {
    if edges.isEmpty { edges = [Edge?](repeating: nil, count: Milestones.Name.allCases.count) }
  }

  /// Takes a record of the launch's length, after `note(_:isRounded:)`.
  mutating func note(_ step: Step, measuredBy measure: LaunchMeasure) {
    let end = edge(step)
    let begin = Edge(location: step.event.entry, clock: end.clock &- step.event.taken, number: end.number)
    let isBetter = measured.map { measure.rawValue < $0.measure.rawValue } ?? true
    // A length until the app is ready is no launch time if the first frame is known.
    if let other = measured, other.measure.isUntilReady != measure.isUntilReady {
      self[.fullyDrawn] = measure.isUntilReady ? end : other.end
    }
    if isBetter { measured = (measure, begin, end) }
  }

  /// Takes the next event; `isRounded` says that the time of a start or of main is not the true one.
  @inline(__always) mutating func note(_ step: Step, isRounded: Bool) {
    let clock = step.orderedEvent.clock
    if clock < lastClock { clockSteps.append(number) }
    lastClock = clock
    if step.builders.contains(.milestones) { look(at: step, isRounded: isRounded) }
    number += 1
  }

  private mutating func look(at step: Step, isRounded: Bool) {
    switch step.kind {
    case .launchRequest: keepFirst(.request, step)
    case .processStart: keepFirst(.start, step, isApproximate: isRounded)
    case .processInitializers: keepFirst(.initializers, step)
    case .processMain: keepFirst(.main, step, isApproximate: isRounded)
    case .appWillFinishLaunching, .appDidFinishLaunching:
      if step.signature.showsEntry, self[.launchBegin] == nil {
        let clock = step.orderedEvent.clock &- step.event.taken
        let mayBeEnd = step.kind == .appDidFinishLaunching && step.signature.phase != .begin
        self[.launchBegin] = Edge(location: step.event.entry, clock: clock, number: number, isApproximate: mayBeEnd)
      }
      if step.kind == .appDidFinishLaunching { noteReturn(.launchEnd, step) }
    case .sceneWillConnect: noteReturn(.sceneConnected, step)
    case .launchFirstFrame: keepFirst(.firstFrame, step)
    case .logSceneReady where sceneReady == nil: sceneReady = edge(step)
    case .launchFullyDrawn: keepFirst(.fullyDrawn, step)
    case .sceneDidActivate, .appDidBecomeActive:
      hasForeground = true
      keepFirst(.active, step)
    case .sceneWillEnterForeground:
      hasForeground = true
      if sceneEntry == nil { sceneEntry = edge(step) }
    case .appWillEnterForeground: hasForeground = true
    case .sceneDidEnterBackground, .appDidEnterBackground: if hasForeground, background == nil { background = number }
    case .logSceneForeground, .logSceneActivate: wasShown = true
    case .logSceneBackground: if wasShown, hidden == nil { hidden = number }
    case .processResume where !hasForeground && !wasShown: resumed = edge(step)
    default: break
    }
  }

  private func edge(_ step: Step, isApproximate: Bool = false) -> Edge {
    Edge(location: step.event.location, clock: step.orderedEvent.clock, number: number, isApproximate: isApproximate)
  }

  private mutating func keepFirst(_ name: Milestones.Name, _ step: Step, isApproximate: Bool = false) {
    if self[name] == nil { self[name] = edge(step, isApproximate: isApproximate) }
  }

  /// Where a callback returned; the return of an instant, which is its entry, is not known exactly.
  private mutating func noteReturn(_ name: Milestones.Name, _ step: Step) {
    let signature = step.signature
    let isExact = !signature.showsEntry || step.event.duration != Event.absent
    let lends = self[name].map { $0.isApproximate && isExact && !step.isEntry } ?? true
    guard signature.phase != .begin, lends else { return }
    self[name] = edge(step, isApproximate: !isExact)
  }

  /// Leaves out a scene that connected before the app was launched, unless the app has adopted scenes: for an app
  /// without scenes UIKit announces its own scene before `didFinishLaunching`.
  private mutating func leaveOutEarlyScene(_ model: LifecycleModel) {
    guard model != .scenes, let connected = self[.sceneConnected],
      let launched = self[.launchEnd] ?? self[.launchBegin], connected.number < launched.number
    else { return }
    self[.sceneConnected] = nil
  }

  /// Writes the milestones into the summary of a launch with these facts.
  ///
  /// All are read on one clock: on `uptime` if each carries it; else on the launch's clock, told as wall time from the
  /// first milestone with a time on, so that setting the wall clock between two has no effect.
  mutating func finish(_ summary: inout LaunchSummary, _ facts: LaunchFacts) {
    leaveOutEarlyScene(summary.model)
    // An instant may be the end of didFinishLaunching only if it is all that is known of it.
    if self[.launchEnd]?.isApproximate != true { self[.launchBegin]?.isApproximate = false }
    if let measured {
      // A recorded length is that of the whole launch: its events may begin later.
      self[.start] = measured.begin
      self[.firstFrame] = measured.end
      summary.milestones.measure = measured.measure
    }
    let isFirstFrameFromLog = self[.firstFrame] == nil && sceneReady != nil
    if isFirstFrameFromLog { self[.firstFrame] = sceneReady }
    let isAnyKnown = edges.contains { $0 != nil }
    let usesUptime = isAnyKnown && edges.allSatisfy { $0 == nil || $0?.location.uptime != Event.absent }
    let timed = edges.compactMap(\.self).first { $0.location.time != Event.absent }
    let offset = usesUptime ? 0 : timed.map { $0.location.time &- $0.clock } ?? 0
    clockOffset = offset
    func instant(_ edge: Edge) -> Int64 { edge.clock &+ offset }
    summary.milestones.isUptime = usesUptime
    summary.milestones.isFirstFrameFromLog = isFirstFrameFromLog
    summary.milestones.isStartOfInterface = isStartOfInterface && self[.start] != nil && measured == nil
    for name in Milestones.Name.allCases {
      guard let edge = self[name] else { continue }
      summary.milestones[name] = instant(edge)
      if edge.isApproximate { summary.milestones.approximate |= 1 << name.rawValue }
    }
    // Where the wait of a prewarmed process ended is unknown, if only the launch's own end shows it.
    let last = self[.firstFrame] ?? self[.active]
    if let awake = facts.awake, resumed == nil, awake.clock != last?.clock || !Self.ends.contains(awake.signature.kind)
    {
      resumed = Edge(location: awake.event.location, clock: awake.clock, number: 0)
    }
    // A prewarmed process may have run its launch that far without a user; a scene comes to the foreground for one.
    if resumed == nil, summary.nature == .prewarmed { resumed = sceneEntry }
    if let resumed { summary.milestones.resumed = instant(resumed) }

    // The program that measured it was to leave out what happened meanwhile.
    if measured != nil { return }
    let end = self[.firstFrame] ?? self[.active]
    if let background { summary.isInterrupted = end.map { background < $0.number } ?? true }
    // A log of the system alone may lack the end.
    if let hidden, let end, hidden < end.number { summary.isInterrupted = true }
    let begin = self[.request] ?? self[.start] ?? self[.main] ?? self[.launchBegin]
    if !usesUptime, let begin, let end {
      summary.hasClockStep = clockSteps.contains { $0 > begin.number && $0 <= end.number }
    }
    // A prewarmed process starts before anybody asks for the app.
    var latest = Event.absent
    for name in Milestones.Name.allCases.prefix(while: { $0 != .active })
    where summary.milestones[name] != Event.absent && (name != .request || summary.nature != .prewarmed) {
      if summary.milestones[name] < latest { summary.hasMilestonesOutOfOrder = true }
      latest = summary.milestones[name]
    }
  }
}

extension Signature {
  /// False for a notification and a bare return, which do not show where a callback was entered.
  var showsEntry: Bool { phase != .end && eventSource != .notification }
}
