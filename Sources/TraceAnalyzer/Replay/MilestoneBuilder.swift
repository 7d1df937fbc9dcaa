import TraceModel

/// Finds a launch's milestones among its events.
struct MilestoneBuilder {
  private struct Edge {
    var time: Int64
    var uptime: Int64
    /// The event's number in replay order.
    var number: Int
    var isApproximate = false
  }

  /// By `Milestones.Name.rawValue`.
  private var edges = [Edge?](repeating: nil, count: Milestones.Name.allCases.count)
  private var resume: Edge?
  private var isFirstFrameFromLog = false
  private var hasForeground = false
  private var background: Int?
  /// Numbers of events whose time lies before that of the event they follow.
  private var clockSteps: [Int] = []
  private var lastTime = Event.absent

  private subscript(name: Milestones.Name) -> Edge? {
    get { edges[Int(name.rawValue)] }
    set { edges[Int(name.rawValue)] = newValue }
  }

  /// Takes the next event.
  mutating func note(
    _ moment: Moment, _ signature: Signature, _ outcome: StepOutcome, number: Int
  ) {
    let event = moment.event
    if event.time != Event.absent {
      if event.time < lastTime { clockSteps.append(number) }
      lastTime = event.time
    }
    switch signature.kind {
    case .launchRequest: keepFirst(.request, event, number)
    case .processStart: keepFirst(.start, event, number)
    case .processInitializers: keepFirst(.initializers, event, number)
    case .processMain: keepFirst(.main, event, number)
    case .appWillFinishLaunching: noteEntry(.launchBegin, event, signature, outcome, number)
    case .appDidFinishLaunching:
      noteEntry(.launchBegin, event, signature, outcome, number)
      noteReturn(.launchEnd, event, signature, outcome, number)
    case .sceneWillConnect: noteReturn(.sceneConnected, event, signature, outcome, number)
    case .launchFirstFrame:
      if isFirstFrameFromLog { self[.firstFrame] = nil }
      isFirstFrameFromLog = false
      keepFirst(.firstFrame, event, number)
    case .logSceneReady where self[.firstFrame] == nil:
      isFirstFrameFromLog = true
      keepFirst(.firstFrame, event, number)
    case .launchFullyDrawn: keepFirst(.fullyDrawn, event, number)
    case .sceneDidActivate, .appDidBecomeActive:
      hasForeground = true
      keepFirst(.active, event, number)
    case .sceneWillEnterForeground, .appWillEnterForeground: hasForeground = true
    case .sceneDidEnterBackground, .appDidEnterBackground:
      if hasForeground, background == nil { background = number }
    case .processResume where !hasForeground: resume = edge(event, number)
    default: break
    }
  }

  private func edge(_ event: Event, _ number: Int, before nanos: Int64 = 0) -> Edge {
    func earlier(_ clock: Int64) -> Int64 { clock == Event.absent ? clock : clock &- nanos }
    return Edge(time: earlier(event.time), uptime: earlier(event.uptime), number: number)
  }

  private mutating func keepFirst(_ name: Milestones.Name, _ event: Event, _ number: Int) {
    if self[name] == nil { self[name] = edge(event, number) }
  }

  /// Where a callback was entered; a notification and a bare return do not tell.
  private mutating func noteEntry(
    _ name: Milestones.Name, _ event: Event, _ signature: Signature, _ outcome: StepOutcome,
    _ number: Int
  ) {
    guard self[name] == nil, signature.phase != .end, signature.teller != .notification else {
      return
    }
    self[name] = edge(event, number, before: event.duration == Event.absent ? 0 : event.duration)
  }

  /// Where a callback returned; an instant is its entry, so that its return is not really known.
  private mutating func noteReturn(
    _ name: Milestones.Name, _ event: Event, _ signature: Signature, _ outcome: StepOutcome,
    _ number: Int
  ) {
    guard signature.phase != .begin else { return }
    let isExact =
      signature.phase == .end || event.duration != Event.absent || signature.teller == .notification
    if let known = self[name] {
      let lends = known.isApproximate && isExact && !outcome.isEntry
      guard lends else { return }
    }
    self[name] = edge(event, number)
    self[name]?.isApproximate = !isExact
  }

  /// Writes what was found into `summary`, whose nature is known.
  func finish(_ summary: inout LaunchSummary) {
    let usesUptime =
      edges.contains { $0 != nil }
      && edges.allSatisfy { $0.map { $0.uptime != Event.absent } ?? true }
    func instant(_ edge: Edge) -> Int64 { usesUptime ? edge.uptime : edge.time }
    var milestones = Milestones()
    milestones.isUptime = usesUptime
    milestones.isFirstFrameFromLog = isFirstFrameFromLog
    for name in Milestones.Name.allCases {
      guard let edge = self[name] else { continue }
      milestones[name] = instant(edge)
      if edge.isApproximate { milestones.approximate |= 1 << name.rawValue }
    }
    if let resume { milestones.resumed = instant(resume) }
    summary.milestones = milestones

    let end = self[.firstFrame] ?? self[.active]
    if let background { summary.isInterrupted = end.map { background < $0.number } ?? true }
    let begin = self[.request] ?? self[.start] ?? self[.main] ?? self[.launchBegin]
    if !usesUptime, let begin, let end {
      summary.hasClockStep = clockSteps.contains { $0 > begin.number && $0 <= end.number }
    }
    summary.hasMilestonesOutOfOrder = isOutOfOrder(milestones, summary.nature)
  }

  private func isOutOfOrder(_ milestones: Milestones, _ nature: LaunchNature) -> Bool {
    var last = Event.absent
    for name in Milestones.Name.allCases.prefix(while: { $0 != .active }) {
      // A prewarmed process starts before anybody asks for the app.
      if name == .request, nature == .prewarmed { continue }
      guard milestones[name] != Event.absent else { continue }
      if milestones[name] < last { return true }
      last = milestones[name]
    }
    return false
  }
}
