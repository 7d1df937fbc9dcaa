package import TraceModel

/// Chooses the lines that are printed while a log grows, and remembers those that were printed.
///
/// Each finding of a launch is printed once, and so is its launch time. A correction follows if a printed finding turns
/// out not to hold.
package struct LiveVerdicts {
  /// A finding of a launch that was printed.
  private struct Printed {
    var id: Int
    var message: String
  }

  private var findings: [LaunchKey: [String: Printed]] = [:]
  private var running: [RunningTask.Key: Printed] = [:]
  private var timed: Set<LaunchKey> = []
  private var states: [LaunchKey: Int] = [:]
  private var lastID = 0
  /// Launches that have ended, or were followed by the next launch of their app on their device.
  package private(set) var over: Set<LaunchKey> = []

  /// Nothing printed yet.
  package init() {}

  /// Chooses the lines that are to be printed now that something came of some launches.
  ///
  /// - Parameters:
  ///   - changed: The launches of which something came.
  ///   - unbroken: Of launches whose events are all numbered, the number up to which none is missing.
  ///   - all: All launches by now.
  ///   - symbols: What their numbers mean.
  ///   - options: What is judged, and against which limits.
  ///   - select: Leaves out launches that nobody asked for.
  ///   - accept: Leaves out findings that nobody asked for, given all launches.
  /// - Returns: The lines, in the order of the log's clock.
  package mutating func items(
    changed: Set<LaunchKey>, unbroken: [LaunchKey: Int64], all: [LaunchSummary], _ symbols: inout Symbols,
    _ options: JudgingOptions, select: (Launch) -> Bool,
    accept: (_ report: CheckReport, _ launches: [Launch], _ symbols: Symbols) -> CheckReport
  ) -> [LiveItem] {
    let launches = Launch.all(all, symbols, include: options.include, classes: options.deviceClasses)
    let followed = Set(launches.compactMap(\.previousName))
    let cut = Set(launches.lazy.filter { changed.contains(LaunchKey($0.summary)) }.compactMap(\.previousName))
    let concerned = launches.filter { launch in
      (changed.contains(LaunchKey(launch.summary)) || cut.contains(launch.name)) && select(launch)
    }
    if concerned.isEmpty { return [] }
    let report = accept(
      FindingsFold.findings(in: concerned, of: all, symbols: &symbols, options: options), concerned, symbols)
    let found = Dictionary(grouping: report.findings) { $0.launch ?? "" }
    // One context for all launches: to make it looks at each of them.
    let judging = JudgingContext(all, &symbols, options)
    let tasks = Dictionary(grouping: RunningTask.all(in: concerned, judging), by: \.key.launch)
    var items: [LiveItem] = []
    for launch in concerned {
      let key = LaunchKey(launch.summary)
      let isOver = launch.summary.isEnded || followed.contains(launch.name)
      if isOver { over.insert(key) }
      if let item = time(of: launch, isOver: isOver, budget: judging.budgets(of: launch)[.launch]) {
        items.append(item)
      }
      if LiveSettling.isStarted(launch, isOver: isOver) { items += stateItems(of: launch) }
      let current = found[launch.name, default: []]
      items += ended(launch, symbols, current)
      items += taskItems(tasks[key, default: []], launch)
      items += newItems(current, launch, unbroken: unbroken[key], isOver: isOver)
      items += withdrawn(current, launch)
    }
    return Self.inOrder(items)
  }

  /// Lines in the order of their times; one without a time stays behind the one before it.
  private static func inOrder(_ items: [LiveItem]) -> [LiveItem] {
    var time = ""
    let timed = items.enumerated().map { place, item -> (time: String, place: Int, item: LiveItem) in
      time = item.time ?? time
      return (time, place, item)
    }
    return timed.sorted { ($0.time, $0.place) < ($1.time, $1.place) }.map(\.item)
  }

  /// The launch time, once it is known.
  private mutating func time(of launch: Launch, isOver: Bool, budget: Int64?) -> LiveItem? {
    let time = launch.time
    let isOfNone = time.notCounted == .background || time.notCounted == .extension
    let hasNone = isOfNone && time.nanos == nil && LiveSettling.isStarted(launch, isOver: isOver)
    guard hasNone || LiveSettling.isTimed(launch, isOver: isOver) else { return nil }
    guard timed.insert(LaunchKey(launch.summary)).inserted else { return nil }
    var item = LiveItem(.launch, "\(launch.kind.name) launch")
    item.launchKind = launch.kind.name
    item.nanos = time.nanos
    if let nanos = time.nanos, let anchors = time.anchors {
      item.message += ": \(DurationText.of(nanos)) to \(anchors.to == .active ? "active" : "first frame")"
    }
    if let notCounted = time.notCounted {
      item.notCounted = notCounted.name
      item.message += ", not counted: \(notCounted.name)"
    } else if time.anchors?.to != .active, let limit = budget {
      item.budgetNanos = limit
      let isOver = time.nanos.map { $0 > limit } ?? false
      item.message += " (\(isOver ? "over its budget of" : "budget") \(DurationText.of(limit)))"
    }
    let end: Milestones.Name = time.anchors?.to == .active ? .active : .firstFrame
    return place(item, launch, at: max(launch.summary.milestones[end], launch.firstInstant))
  }

  /// A line for each time that the app went to the background or came back, and for its end.
  private mutating func stateItems(of launch: Launch) -> [LiveItem] {
    var changes: [(name: String, instant: Int64)] = []
    for stay in launch.summary.stays {
      // One stay in the background may be in several parts.
      if changes.last?.name != "background" { changes.append(("background", stay.begin.time)) }
      if stay.end == .foreground { changes.append(("foreground", stay.begin.time &+ stay.nanos)) }
    }
    if launch.summary.isEnded { changes.append(("ended", launch.summary.lastInstant)) }
    let key = LaunchKey(launch.summary)
    let new = changes.dropFirst(states[key, default: 0])
    states[key] = max(states[key, default: 0], changes.count)
    return new.map { change in
      var item = LiveItem(.state, change.name)
      item.state = change.name
      return place(item, launch, at: change.instant)
    }
  }

  /// Tasks over their budgets that still run.
  private mutating func taskItems(_ tasks: [RunningTask], _ launch: Launch) -> [LiveItem] {
    tasks.compactMap { task in
      if running[task.key] != nil { return nil }
      let item = finding(task.finding, launch, at: launch.summary.lastInstant)
      running[task.key] = Printed(id: item.id ?? 0, message: item.message)
      return item
    }
  }

  /// Corrects the findings of tasks that run no more.
  ///
  /// What a check reports of such a task counts as printed then.
  private mutating func ended(_ launch: Launch, _ symbols: Symbols, _ current: [Finding]) -> [LiveItem] {
    let key = LaunchKey(launch.summary)
    return launch.summary.tasks.filter { $0.outcome != .open }.compactMap { task -> LiveItem? in
      guard let printed = running.removeValue(forKey: RunningTask.key(task, of: key)) else { return nil }
      let name = symbols.texts.string(task.name.isNone ? task.task : task.name)
      let known = DurationText.of(task.longestStayNanos)
      let message =
        task.outcome == .leaked
        ? "task '\(name)' was never ended" : "task '\(name)' ended after \(known) in the background"
      for finding in current where finding.task == symbols.texts.string(task.task) {
        if finding.rule == RuleID.`background.task-overrun`.name { remember(finding, printed.id, key) }
      }
      var item = LiveItem(.correction, message)
      item.id = printed.id
      return place(item, launch, at: task.end.time != Event.absent ? task.end.time : launch.summary.lastInstant)
    }
  }

  /// Findings that can be printed by now and were not.
  private mutating func newItems(_ current: [Finding], _ launch: Launch, unbroken: Int64?, isOver: Bool) -> [LiveItem] {
    let key = LaunchKey(launch.summary)
    let newest = launch.summary.lastInstant
    let inOrder = current.sorted { ($0.time ?? "", $0.seq ?? .min) < ($1.time ?? "", $1.seq ?? .min) }
    return inOrder.compactMap { finding -> LiveItem? in
      if findings[key]?[finding.fingerprint] != nil { return nil }
      guard let rule = RuleID.allCases.first(where: { $0.name == finding.rule }),
        LiveSettling.isSettled(finding, rule, newest: newest, unbroken: unbroken, isOver: isOver)
      else { return nil }
      let item = self.finding(finding, launch, at: nil)
      remember(finding, item.id ?? 0, key)
      return item
    }
  }

  /// Corrects findings that were printed and are none any more.
  private mutating func withdrawn(_ current: [Finding], _ launch: Launch) -> [LiveItem] {
    let key = LaunchKey(launch.summary)
    let still = Set(current.map(\.fingerprint))
    let gone = findings[key, default: [:]].filter { !still.contains($0.key) }.sorted { $0.value.id < $1.value.id }
    return gone.map { fingerprint, printed in
      findings[key]?[fingerprint] = nil
      var item = LiveItem(.correction, "no longer found: \(printed.message)")
      item.id = printed.id
      return place(item, launch, at: launch.summary.lastInstant)
    }
  }

  private mutating func remember(_ finding: Finding, _ id: Int, _ key: LaunchKey) {
    findings[key, default: [:]][finding.fingerprint] = Printed(id: id, message: finding.message)
  }

  /// The line of a finding; its time is the finding's own, unless another is given.
  private mutating func finding(_ finding: Finding, _ launch: Launch, at instant: Int64?) -> LiveItem {
    lastID += 1
    var item = LiveItem(.finding, finding.message)
    item.id = lastID
    item.finding = finding
    item = place(item, launch, at: instant ?? Event.absent)
    if instant == nil { item.time = finding.time }
    return item
  }

  private func place(_ item: LiveItem, _ launch: Launch, at instant: Int64) -> LiveItem {
    var item = item
    item.launch = launch.name
    let app = launch.context.app
    item.app = app.isEmpty ? nil : app
    if launch.hasWallClock, instant != Event.absent { item.time = Timestamp.rfc3339(instant) }
    return item
  }
}

extension LaunchSummary {
  /// True if the log says that its process has ended.
  package var isEnded: Bool { !exitReason.isNone || kinds.contains(.processExit) }
}
