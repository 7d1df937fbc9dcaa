import TraceModel

/// Replays one launch: every event goes through the machines and the measures once, in order.
struct Replay {
  private static let handlers = KindSet([.sceneDidEnterBackground, .appDidEnterBackground])
  /// What happens to a process, on no thread of it.
  private static let lives = KindSet(families: ["process"])

  private let bench: Bench
  private let fills: [Int64]
  private var judge: Judge
  private var summary: LaunchSummary
  private var milestones = MilestoneBuilder()
  private var stays: StayBuilder
  private var tasks = TaskBuilder()
  private var openHandler: OpenCallback?
  private var pendingConnect: Candidate?
  private var hasLaunchEntry = false
  private var lastSeq = Event.absent
  private var lastPlace = Place()
  private var lastClock = Event.absent
  private var clockSteps = 0
  private var sceneSteps: Int64 = 0
  private var number = 0

  /// A replay of a launch of which `summary` knows what it knew before; `fills` are the `seq`
  /// numbers of records that were rejected, rising.
  init(_ summary: LaunchSummary, _ bench: Bench, fills: [Int64]) {
    self.summary = summary
    self.bench = bench
    self.fills = fills
    judge = Judge(bench)
    stays = StayBuilder(bench.facts, summary.nature)
  }

  /// The summary of the launch whose events these are.
  mutating func run(_ moments: ArraySlice<Moment>) -> LaunchSummary {
    var index = moments.startIndex
    while index < moments.endIndex {
      let end = endOfTie(moments, from: index)
      if end - index == 1 {
        take(moments[index])
      } else {
        takeTie(moments[index..<end])
      }
      index = end
    }
    return finish(lastClock)
  }

  /// Takes events that tie in an order that is legal, if there is one.
  private mutating func takeTie(_ moments: ArraySlice<Moment>) {
    var tie = moments
    for index in tie.indices {
      // What is lost before one of them may be lost before each.
      lose(tie[index].event)
      tie[index].event.lost = 0
    }
    let known = tie.filter { $0.signature.kind != .unknown }
    for moment in tie where moment.signature.kind == .unknown { take(moment) }
    if let legal = TieOrder.legal(known[...], after: judge, bench) {
      for moment in legal { take(moment) }
    } else {
      for moment in known { take(moment, tie: known) }
    }
  }

  /// Whether several of the events that tie drive the machine that `rule` is about.
  private func isInDoubt(_ rule: RuleID, _ tie: [Moment]) -> Bool {
    let machine = MachineID.allCases.first { RuleID($0) == rule }
    guard !tie.isEmpty, let table = machine.map({ bench.tables[$0] }) else { return false }
    return tie.count { table.isDriven(by: $0.signature.kind) } > 1
  }

  private func endOfTie(_ moments: ArraySlice<Moment>, from start: Int) -> Int {
    var end = start + 1
    guard moments[start].event.seq == Event.absent else { return end }
    while end < moments.endIndex, moments[end].event.seq == Event.absent,
      bench.facts.clock(moments[end]) == bench.facts.clock(moments[start])
    { end += 1 }
    return end
  }

  /// Takes the next event; `tie` are those that stand with it in no known order.
  private mutating func take(_ moment: Moment, tie: [Moment] = []) {
    let event = moment.event
    let signature = moment.signature
    let clock = bench.facts.clock(moment)
    if clock < lastClock { clockSteps += 1 }
    lose(event)
    let outcome = judge.apply(moment, signature, bench)
    if var violation = outcome.violation {
      if isInDoubt(violation.rule, tie) { violation.confidence = .possible }
      summary.candidates.append(violation)
    }
    count(signature, outcome)
    noteScene(moment, signature, outcome)
    noteLaunchOrder(moment, signature, outcome)
    noteHandler(moment, signature, outcome)
    milestones.note(moment, signature, outcome, number: number)
    stays.note(event, signature, outcome, at: clock) { tasks.runningNumbers }
    tasks.note(
      event, signature, outcome, at: clock, steps: clockSteps, lostCount: judge.lostCount, bench)
    if signature.kind == .processExit, summary.exitReason.isNone {
      summary.exitReason = signature.reason
    }
    lastClock = clock
    number += 1
  }

  /// Widens the machines by what is known to be lost before `event`.
  private mutating func lose(_ event: Event) {
    guard event.seq != Event.absent else {
      if !bench.facts.hasSeq, event.lost > 0 {
        judge.lose(Int64(event.lost), bench)
        pendingConnect = nil
      }
      return
    }
    defer {
      lastSeq = event.seq
      lastPlace = event.place
    }
    guard lastSeq != Event.absent, event.seq &- lastSeq > 1 else { return }
    let filled =
      Search.first(in: fills.indices) { fills[$0] >= event.seq }
      - Search.first(in: fills.indices) { fills[$0] > lastSeq }
    let hole = event.seq &- lastSeq &- 1 &- Int64(filled)
    guard hole > 0 else { return }
    var gap = Candidate()
    gap.rule = .traceGap
    gap.place = event.place
    gap.kind = bench.symbols.signature(event).kind
    gap.other = lastPlace
    gap.lostCount = hole
    summary.candidates.append(gap)
    judge.lose(hole, bench)
    pendingConnect = nil
  }

  private mutating func count(_ signature: Signature, _ outcome: StepOutcome) {
    guard outcome.isSeen else { return }
    summary.stepsSeen += 1
    if outcome.isJudged { summary.stepsJudged += 1 }
    if outcome.scene != nil { sceneSteps += 1 }
  }

  private mutating func noteScene(
    _ moment: Moment, _ signature: Signature, _ outcome: StepOutcome
  ) {
    guard let key = outcome.scene else { return }
    let place = Int(key.b.rawValue)
    if place == summary.scenes.count {
      var scene = SceneSummary()
      scene.scene = moment.event.scene
      scene.firstInstant = moment.instant
      summary.scenes.append(scene)
    }
    summary.scenes[place].lastInstant = moment.instant
    if summary.scenes[place].instance.isNone {
      summary.scenes[place].instance = moment.event.sceneInstance
    }
    if summary.scenes[place].role.isNone { summary.scenes[place].role = signature.sceneRole }
  }

  /// A scene that connects before the app finished launching is told once that is seen to follow.
  private mutating func noteLaunchOrder(
    _ moment: Moment, _ signature: Signature, _ outcome: StepOutcome
  ) {
    if signature.kind == .sceneWillConnect, outcome.scene != nil, bench.facts.isSeenFromStart,
      !hasLaunchEntry, pendingConnect == nil
    {
      var candidate = Candidate()
      candidate.rule = .orderLaunch
      candidate.kind = .sceneWillConnect
      candidate.place = moment.event.place
      candidate.scene = moment.event.scene
      if bench.facts.isOrderInDoubt { candidate.confidence = .possible }
      pendingConnect = candidate
    }
    let tellsEntry = signature.phase != .end && signature.teller != .notification
    guard signature.kind == .appDidFinishLaunching, outcome.isEntry, tellsEntry else { return }
    hasLaunchEntry = true
    guard var candidate = pendingConnect else { return }
    pendingConnect = nil
    var entry = moment.event.place
    let taken = moment.event.duration == Event.absent ? 0 : moment.event.duration
    if entry.time != Event.absent { entry.time = entry.time &- taken }
    if entry.uptime != Event.absent { entry.uptime = entry.uptime &- taken }
    // A callback recorded at its return may have been entered before the scene connected.
    guard taken == 0 || Interval.nanos(candidate.place, entry) != nil else { return }
    candidate.other = entry
    let isTie = moment.event.seq == Event.absent && Interval.nanos(candidate.place, entry) == 0
    if isTie { candidate.confidence = .possible }
    summary.candidates.append(candidate)
  }

  /// Remembers an entry into the background that nothing on its thread follows.
  private mutating func noteHandler(
    _ moment: Moment, _ signature: Signature, _ outcome: StepOutcome
  ) {
    if Self.handlers.contains(signature.kind), signature.phase == .begin {
      openHandler = OpenCallback(
        kind: signature.kind, teller: signature.teller, moment: moment, thread: signature.thread)
      return
    }
    guard let handler = openHandler else { return }
    let returns = outcome.begin.map { Self.handlers.contains($0.kind) } ?? false
    // What tells no thread may have come on the handler's.
    let mayFollow =
      handler.thread == signature.thread || handler.thread.isNone || signature.thread.isNone
    let isCall = signature.isOfApp && !Self.lives.contains(signature.kind)
    if returns || mayFollow && isCall { openHandler = nil }
  }

  private mutating func finish(_ lastClock: Int64) -> LaunchSummary {
    if let openHandler {
      // It had not returned when the log ends.
      let begin = bench.facts.clock(openHandler.moment)
      let taken = lastClock &- begin
      if taken > 0 { stays.noteHandler(taken, openHandler.kind, since: begin) }
    }
    let isInBackground = stays.isInBackground
    stays.finish(at: lastClock)
    tasks.finish(isInBackground: isInBackground, bench.words)
    let times = BackgroundTimes(stays.stays, tasks, lastInstant: lastClock, bench.words)
    summary.stays = times.stays
    summary.tasks = times.tasks
    milestones.finish(&summary)
    if judge.scenes.isMerged {
      summary.stepsJudged -= sceneSteps
      summary.candidates.removeAll { $0.rule == .orderScene }
    }
    return summary
  }
}
