import TraceModel

/// Finds a launch's milestones among its events.
struct MilestoneBuilder {
  /// The kinds of events that may be milestones, or say where the app is.
  static let kinds: KindSet = [
    .launchRequest, .processStart, .processInitializers, .processMain, .appWillFinishLaunching,
    .appDidFinishLaunching, .sceneWillConnect, .launchFirstFrame, .logSceneReady, .launchFullyDrawn,
    .sceneDidActivate, .appDidBecomeActive, .sceneWillEnterForeground, .appWillEnterForeground,
    .sceneDidEnterBackground, .appDidEnterBackground, .processResume, .logSceneForeground, .logSceneActivate,
    .logSceneBackground,
  ]

  private struct Edge {
    var place: EventLocation
    /// The event's number in replay order.
    var number: Int
    var isApproximate = false
  }

  /// By `Milestones.Name.rawValue`.
  private var edges: [Edge?] = []
  private var resumed: EventLocation?
  /// A system log's word for the first frame, where nothing else reports it.
  private var sceneReady: Edge?
  private var hasForeground = false
  private var background: Int?
  /// The same as iOS says it of an app's scenes; what it says before it has shown one is of no foreground.
  private var wasShown = false
  private var hidden: Int?
  /// Numbers of events whose time lies before that of the event they follow.
  private var clockSteps: [Int] = []
  private var lastTime = Event.absent
  private var number = 0

  private subscript(name: Milestones.Name) -> Edge? {
    get { edges[Int(name.rawValue)] }
    set { edges[Int(name.rawValue)] = newValue }
  }

  /// Takes over the storage of another builder.
  mutating func takeStorage(of other: inout MilestoneBuilder) {
    swap(&edges, &other.edges)
    for place in edges.indices { edges[place] = nil }
  }

  /// Begins the launch, of which no milestone is known.
  mutating func begin() {
    if edges.isEmpty { edges = [Edge?](repeating: nil, count: Milestones.Name.allCases.count) }
  }

  /// Takes the next event; `isRounded` says that the time of a start is not the true one.
  @inline(__always) mutating func note(_ step: Step, isRounded: Bool) {
    let time = step.event.time
    if time != Event.absent {
      if time < lastTime { clockSteps.append(number) }
      lastTime = time
    }
    if step.parts.contains(.milestones) { look(at: step, isRounded: isRounded) }
    number += 1
  }

  private mutating func look(at step: Step, isRounded: Bool) {
    let event = step.event
    switch step.kind {
    case .launchRequest: keepFirst(.request, event.place)
    case .processStart: keepFirst(.start, event.place, isApproximate: isRounded)
    case .processInitializers: keepFirst(.initializers, event.place)
    case .processMain: keepFirst(.main, event.place)
    case .appWillFinishLaunching, .appDidFinishLaunching:
      if step.signature.showsEntry { keepFirst(.launchBegin, event.entry) }
      if step.kind == .appDidFinishLaunching { noteReturn(.launchEnd, step) }
    case .sceneWillConnect: noteReturn(.sceneConnected, step)
    case .launchFirstFrame: keepFirst(.firstFrame, event.place)
    case .logSceneReady where sceneReady == nil: sceneReady = Edge(place: event.place, number: number)
    case .launchFullyDrawn: keepFirst(.fullyDrawn, event.place)
    case .sceneDidActivate, .appDidBecomeActive:
      hasForeground = true
      keepFirst(.active, event.place)
    case .sceneWillEnterForeground, .appWillEnterForeground: hasForeground = true
    case .sceneDidEnterBackground, .appDidEnterBackground: if hasForeground, background == nil { background = number }
    case .logSceneForeground, .logSceneActivate: wasShown = true
    case .logSceneBackground: if wasShown, hidden == nil { hidden = number }
    case .processResume where !hasForeground && !wasShown: resumed = event.place
    default: break
    }
  }

  private mutating func keepFirst(_ name: Milestones.Name, _ place: EventLocation, isApproximate: Bool = false) {
    if self[name] == nil { self[name] = Edge(place: place, number: number, isApproximate: isApproximate) }
  }

  /// Where a callback returned; an instant is its entry, so that its return is not really known.
  private mutating func noteReturn(_ name: Milestones.Name, _ step: Step) {
    let signature = step.signature
    let isExact = !signature.showsEntry || step.event.duration != Event.absent
    let lends = self[name].map { $0.isApproximate && isExact && !step.isEntry } ?? true
    guard signature.phase != .begin, lends else { return }
    self[name] = Edge(place: step.event.place, number: number, isApproximate: !isExact)
  }

  /// Leaves out a scene that connected before the app was launched, unless the app has adopted scenes.
  ///
  /// In an app without scenes UIKit makes a scene of its own and announces it before `didFinishLaunching`, so that it
  /// is no phase of the launch.
  private mutating func leaveOutEarlyScene(_ model: LifecycleModel) {
    guard model != .scenes, let connected = self[.sceneConnected],
      let launched = self[.launchEnd] ?? self[.launchBegin], connected.number < launched.number
    else { return }
    self[.sceneConnected] = nil
  }

  /// Writes what was found into `summary`; `awake` is where the wait of a prewarmed launch ended.
  mutating func finish(_ summary: inout LaunchSummary, awake: EventLocation?) {
    leaveOutEarlyScene(summary.model)
    let isFirstFrameFromLog = self[.firstFrame] == nil && sceneReady != nil
    if isFirstFrameFromLog { self[.firstFrame] = sceneReady }
    let isAnyKnown = edges.contains { $0 != nil }
    let usesUptime = isAnyKnown && edges.allSatisfy { $0 == nil || $0?.place.uptime != Event.absent }
    func instant(_ place: EventLocation) -> Int64 { usesUptime ? place.uptime : place.time }
    summary.milestones.isUptime = usesUptime
    summary.milestones.isFirstFrameFromLog = isFirstFrameFromLog
    for name in Milestones.Name.allCases {
      guard let edge = self[name] else { continue }
      summary.milestones[name] = instant(edge.place)
      if edge.isApproximate { summary.milestones.approximate |= 1 << name.rawValue }
    }
    if let place = resumed ?? awake { summary.milestones.resumed = instant(place) }

    let end = self[.firstFrame] ?? self[.active]
    if let background { summary.isInterrupted = end.map { background < $0.number } ?? true }
    // A log of the system alone may lack the end.
    if let hidden, let end, hidden < end.number { summary.isInterrupted = true }
    let begin = self[.request] ?? self[.start] ?? self[.main] ?? self[.launchBegin]
    if !usesUptime, let begin, let end {
      summary.hasClockStep = clockSteps.contains { $0 > begin.number && $0 <= end.number }
    }
    // A prewarmed process starts before anybody asks for the app.
    var last = Event.absent
    for name in Milestones.Name.allCases.prefix(while: { $0 != .active })
    where summary.milestones[name] != Event.absent && (name != .request || summary.nature != .prewarmed) {
      if summary.milestones[name] < last { summary.hasMilestonesOutOfOrder = true }
      last = summary.milestones[name]
    }
  }
}

extension Signature {
  /// True if it shows where a callback was entered: a notification and a bare return do not.
  var showsEntry: Bool { phase != .end && eventSource != .notification }
}
