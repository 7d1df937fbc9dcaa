package import TraceModel

/// Chooses the lines that are printed while a log grows, and remembers those that were printed.
///
/// Each finding of a launch is printed once, and so is its launch time. A correction follows if a printed finding turns
/// out not to hold.
package struct LiveVerdicts {
  /// A printed finding: its number, and its message for a later correction.
  private struct Printed {
    var id: Int
    var message: String
  }

  /// The printed findings of each launch, by their fingerprints.
  private var findings: [LaunchKey: [String: Printed]] = [:]
  /// The printed findings about tasks that still run.
  private var running: [RunningTask.Key: Printed] = [:]
  /// The launches whose time was printed, or why it does not count.
  private var timed: Set<LaunchKey> = []
  /// How many changes of state were printed of each launch.
  private var stateCounts: [LaunchKey: Int] = [:]
  /// The number of the last printed finding.
  private var lastID = 0
  /// Launches that have ended, or were followed by the next launch of their app on their device.
  package private(set) var over: Set<LaunchKey> = []

  /// Nothing printed yet.
  package init() {}

  /// Chooses the lines that are printed after new events of some launches.
  ///
  /// - Parameters:
  ///   - changed: The launches with new events.
  ///   - unbroken: The `seq` up to which no event is missing, for launches whose events all have one.
  ///   - all: All launches so far.
  ///   - symbols: The texts, contexts and streams that numbers in `all` stand for.
  ///   - options: What is judged, and the budgets.
  ///   - select: Returns false for launches that nobody asked for.
  ///   - accept: Removes findings that nobody asked for from a report on some launches.
  /// - Returns: The lines, in the order of the log's clock.
  package mutating func items(
    changed: Set<LaunchKey>, unbroken: [LaunchKey: Int64], all: [LaunchSummary], _ symbols: inout Symbols,
    _ options: JudgingOptions, select: (Launch) -> Bool,
    accept: (_ report: CheckReport, _ launches: [Launch], _ symbols: Symbols) -> CheckReport
  ) -> [LiveItem] {
    let launches = Launch.all(all, symbols, include: options.include, classes: options.deviceClasses)
    let followed = Set(launches.compactMap(\.previousName))
    let concerned = Self.concerned(launches, changed).filter(select)
    if concerned.isEmpty { return [] }
    let report = accept(
      FindingsFold.findings(in: concerned, of: all, symbols: &symbols, options: options), concerned, symbols)
    let found = Dictionary(grouping: report.findings) { $0.launch ?? "" }
    // One context serves all launches: to make it takes a look at each of them.
    let judging = JudgingContext(all, &symbols, options)
    let tasks = Dictionary(grouping: RunningTask.all(in: concerned, judging), by: \.key.launch)
    var items: [LiveItem] = []
    for launch in concerned {
      let key = LaunchKey(launch.summary)
      let isOver = launch.summary.isEnded || followed.contains(launch.name)
      if isOver { over.insert(key) }
      if let item = timeItem(of: launch, isOver: isOver, budget: judging.budgets(of: launch)[.launch]) {
        items.append(item)
      }
      if LiveSettling.isStarted(launch, isOver: isOver) { items += stateItems(of: launch) }
      let current = found[launch.name, default: []]
      items += taskCorrections(of: launch, symbols, current)
      items += taskItems(tasks[key, default: []], of: launch)
      items += findingItems(current, of: launch, unbroken: unbroken[key], isOver: isOver)
      items += findingCorrections(current, of: launch)
    }
    return Self.inOrder(items)
  }

  /// The launches that changed, and those before them on their devices, which a next launch may have ended.
  private static func concerned(_ launches: [Launch], _ changed: Set<LaunchKey>) -> [Launch] {
    let cut = Set(launches.lazy.filter { changed.contains(LaunchKey($0.summary)) }.compactMap(\.previousName))
    return launches.filter { changed.contains(LaunchKey($0.summary)) || cut.contains($0.name) }
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

  /// The line of the launch time, or of the reason why there is none, the first time that it is known.
  private mutating func timeItem(of launch: Launch, isOver: Bool, budget: Int64?) -> LiveItem? {
    let time = launch.time
    let isUnseen = time.notCounted == .background || time.notCounted == .extension
    let hasNoTime = isUnseen && time.nanos == nil && LiveSettling.isStarted(launch, isOver: isOver)
    guard hasNoTime || LiveSettling.isTimed(launch, isOver: isOver) else { return nil }
    guard timed.insert(LaunchKey(launch.summary)).inserted else { return nil }
    var item = LiveItem(.launch, "\(launch.kind.name) launch")
    item.launchKind = launch.kind.name
    item.nanos = time.nanos
    if let text = time.text, let anchors = time.anchors {
      let isMeasured = launch.milestones.measure != .events
      let end = isMeasured ? anchors.to.name : anchors.to == .active ? "active" : "first frame"
      item.message += ": \(text) to \(end)"
    }
    if let notCounted = time.notCounted {
      item.notCounted = notCounted.name
      item.message += ", not counted: \(notCounted.name)"
    } else if time.anchors?.hasBudget ?? true, let limit = budget {
      item.budgetNanos = limit
      item.message += " (\(launch.isOver(limit) ? "over its budget of" : "budget") \(DurationText.of(limit)))"
    }
    let end: Milestones.Name = time.anchors?.to == .active ? .active : .firstFrame
    return located(item, in: launch, at: max(launch.summary.milestones[end], launch.firstInstant))
  }

  /// A line for each time that the app went to the background or came back, and for its end.
  private mutating func stateItems(of launch: Launch) -> [LiveItem] {
    var changes: [(name: String, instant: Int64)] = []
    for stay in launch.isPlaceAssumed ? [] : launch.summary.stays {
      // One stay in the background may be in several parts.
      if changes.last?.name != "background" { changes.append(("background", stay.begin.time)) }
      if stay.end == .foreground { changes.append(("foreground", stay.begin.time &+ stay.nanos)) }
    }
    if launch.summary.isEnded { changes.append(("ended", launch.summary.lastInstant)) }
    let key = LaunchKey(launch.summary)
    let new = changes.dropFirst(stateCounts[key, default: 0])
    stateCounts[key] = max(stateCounts[key, default: 0], changes.count)
    return new.map { change in
      var item = LiveItem(.state, change.name)
      item.state = change.name
      return located(item, in: launch, at: change.instant)
    }
  }

  /// The findings about tasks over their budgets that still run, each the first time.
  private mutating func taskItems(_ tasks: [RunningTask], of launch: Launch) -> [LiveItem] {
    tasks.compactMap { task in
      if running[task.key] != nil { return nil }
      let item = findingItem(task.finding, of: launch, at: launch.summary.lastInstant)
      running[task.key] = Printed(id: item.id ?? 0, message: item.message)
      return item
    }
  }

  /// Corrects the printed findings about running tasks that have ended meanwhile.
  ///
  /// A finding that the check has of such a task counts as printed from then on, with the same number.
  private mutating func taskCorrections(of launch: Launch, _ symbols: Symbols, _ current: [Finding]) -> [LiveItem] {
    let key = LaunchKey(launch.summary)
    return launch.summary.tasks.filter { $0.outcome != .open }.compactMap { task -> LiveItem? in
      guard let printed = running.removeValue(forKey: RunningTask.key(task, of: key)) else { return nil }
      let name = symbols.texts.string(task.name.isNone ? task.task : task.name)
      let duration = DurationText.of(task.longestStayNanos)
      let message =
        task.outcome == .leaked
        ? "task '\(name)' was never ended" : "task '\(name)' ended after \(duration) in the background"
      for finding in current where finding.task == symbols.texts.string(task.task) {
        if finding.rule == TaskOverrun.rule { remember(finding, of: key, id: printed.id) }
      }
      var item = LiveItem(.correction, message)
      item.id = printed.id
      let end = task.end.time != Event.absent ? task.end.time : launch.summary.lastInstant
      return located(item, in: launch, at: end)
    }
  }

  /// The findings that can be printed by now and were not.
  private mutating func findingItems(
    _ current: [Finding], of launch: Launch, unbroken: Int64?, isOver: Bool
  ) -> [LiveItem] {
    let key = LaunchKey(launch.summary)
    let newest = launch.summary.lastInstant
    let inOrder = current.sorted { ($0.time ?? "", $0.seq ?? .min) < ($1.time ?? "", $1.seq ?? .min) }
    return inOrder.compactMap { finding -> LiveItem? in
      if findings[key]?[finding.fingerprint] != nil { return nil }
      guard LiveSettling.isSettled(finding, newest: newest, unbroken: unbroken, isOver: isOver) else { return nil }
      let item = findingItem(finding, of: launch, at: nil)
      remember(finding, of: key, id: item.id ?? 0)
      return item
    }
  }

  /// Corrects printed findings that no longer hold.
  private mutating func findingCorrections(_ current: [Finding], of launch: Launch) -> [LiveItem] {
    let key = LaunchKey(launch.summary)
    let still = Set(current.map(\.fingerprint))
    let gone = findings[key, default: [:]].filter { !still.contains($0.key) }.sorted { $0.value.id < $1.value.id }
    return gone.map { fingerprint, printed in
      findings[key]?[fingerprint] = nil
      var item = LiveItem(.correction, "no longer found: \(printed.message)")
      item.id = printed.id
      return located(item, in: launch, at: launch.summary.lastInstant)
    }
  }

  private mutating func remember(_ finding: Finding, of launch: LaunchKey, id: Int) {
    findings[launch, default: [:]][finding.fingerprint] = Printed(id: id, message: finding.message)
  }

  /// The line of a finding, with the next number; its time is the finding's own, unless another is given.
  private mutating func findingItem(_ finding: Finding, of launch: Launch, at instant: Int64?) -> LiveItem {
    lastID += 1
    var item = LiveItem(.finding, finding.message)
    item.id = lastID
    item.finding = finding
    item = located(item, in: launch, at: instant ?? Event.absent)
    if instant == nil { item.time = finding.time }
    return item
  }

  /// The item with its launch, app and time, which is absent without a wall clock.
  private func located(_ item: LiveItem, in launch: Launch, at instant: Int64) -> LiveItem {
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
