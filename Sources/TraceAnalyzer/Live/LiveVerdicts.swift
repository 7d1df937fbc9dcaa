package import TraceModel

/// Chooses the lines that are printed while a log grows, and remembers the printed ones.
///
/// Each finding of a launch is printed once, and so is its launch time. A correction follows if a printed finding turns
/// out not to hold.
package struct LiveVerdicts {
  private struct Printed {
    var id: Int
    var message: Sentence
  }

  /// By fingerprint.
  private var findings: [LaunchKey: [String: Printed]] = [:]
  /// The printed findings about tasks that still run.
  private var running: [RunningTask.Key: Printed] = [:]
  /// The launches whose time was printed, or why it does not count.
  private var timed: Set<LaunchKey> = []
  private var stateCounts: [LaunchKey: Int] = [:]
  private var lastID = 0
  /// Launches that have ended, or were followed by the next launch of their app on their device.
  package private(set) var over: Set<LaunchKey> = []

  /// A chooser that has printed no line.
  package init() {}

  /// Chooses the lines that are printed after new events of the launches in `changed`; in the order of the log's clock.
  ///
  /// `unbroken` is the `seq` up to which no event is missing, for launches whose events all have one. `select` returns
  /// false for launches that were not asked for; `accept` removes such findings from a report on some launches.
  package mutating func items(
    changed: Set<LaunchKey>, unbroken: [LaunchKey: Int64], all: [LaunchSummary], _ symbols: Symbols,
    _ options: JudgingOptions, select: (Launch) -> Bool,
    accept: (_ report: CheckReport, _ judgement: Judgement) -> CheckReport
  ) -> [LiveItem] {
    let launches = Launch.all(all, symbols, include: options.include, classes: options.deviceClasses)
    let followed = Set(launches.compactMap(\.previousName))
    let concerned = Self.concerned(launches, changed).filter(select)
    if concerned.isEmpty { return [] }
    let judgement = Judgement(concerned, of: all, symbols, options)
    let report = accept(judgement.report(), judgement)
    let found = Dictionary(grouping: report.findings) { $0.launch ?? "" }
    let tasks = Dictionary(grouping: RunningTask.all(in: concerned, judgement.judging), by: \.key.launch)
    var items: [LiveItem] = []
    for launch in concerned {
      let key = LaunchKey(launch.summary)
      let isOver = launch.summary.isEnded || followed.contains(launch.name)
      if isOver { over.insert(key) }
      if let item = timeItem(of: launch, isOver: isOver, budget: judgement.budgets(of: launch)[.launch]) {
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
    let timed = items.enumerated().map { index, item -> (time: String, index: Int, item: LiveItem) in
      time = item.time ?? time
      return (time, index, item)
    }
    return timed.sorted { ($0.time, $0.index) < ($1.time, $1.index) }.map(\.item)
  }

  /// The line of the launch time, or of the reason why there is none, the first time that it is known.
  private mutating func timeItem(of launch: Launch, isOver: Bool, budget: Int64?) -> LiveItem? {
    let time = launch.time
    let isUnseen = [.background, .extension, .mixed].contains(time.notCounted)
    let hasNoTime = isUnseen && time.nanos == nil && LiveSettling.isStarted(launch, isOver: isOver)
    guard hasNoTime || LiveSettling.isTimed(launch, isOver: isOver) else { return nil }
    guard timed.insert(LaunchKey(launch.summary)).inserted else { return nil }
    var item = LiveItem(.launch, "\(name: launch.kind.name) launch")
    item.launchKind = launch.kind.name
    item.nanos = time.nanos
    if let text = time.text, let anchors = time.anchors {
      let isMeasured = launch.milestones.measure != .events
      let end = isMeasured ? anchors.to.name : anchors.to == .active ? "active" : "first frame"
      item.message += ": \(name: text) to \(name: end)"
    }
    if let notCounted = time.notCounted {
      item.notCounted = notCounted.name
      item.message += ", not counted: \(name: notCounted.name)"
    } else if time.anchors?.hasBudget ?? true, let limit = budget {
      item.budgetNanos = limit
      item.message += " (\(launch.isOver(limit) ? "over its budget of" : "budget") \(nanos: limit))"
    }
    let end: Milestones.Name = time.anchors?.to == .active ? .active : .firstFrame
    return located(item, in: launch, at: max(launch.summary.milestones[end], launch.firstInstant))
  }

  private mutating func stateItems(of launch: Launch) -> [LiveItem] {
    var changes: [(name: String, instant: Int64)] = []
    var back = Int64.min
    // One stay in the background may be in several parts: the first one has the time until the return.
    for stay in launch.isPlaceAssumed ? [] : launch.summary.stays where stay.begin.time >= back {
      if changes.last?.name != "background" { changes.append(("background", stay.begin.time)) }
      if stay.awayNanos != Event.absent {
        back = stay.begin.time &+ stay.awayNanos
        changes.append(("foreground", back))
      } else if stay.end == .foreground {
        changes.append(("foreground", stay.begin.time &+ stay.nanos))
      }
    }
    if launch.summary.isEnded { changes.append(("ended", launch.summary.lastInstant)) }
    let key = LaunchKey(launch.summary)
    let new = changes.dropFirst(stateCounts[key, default: 0])
    stateCounts[key] = max(stateCounts[key, default: 0], changes.count)
    return new.map { change in
      var item = LiveItem(.state, "\(name: change.name)")
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

  /// Corrects the printed findings about running tasks that have ended meanwhile; a finding that the check has of such
  /// a task counts as printed from then on, with its number.
  private mutating func taskCorrections(of launch: Launch, _ symbols: Symbols, _ current: [Finding]) -> [LiveItem] {
    let key = LaunchKey(launch.summary)
    return launch.summary.tasks.filter { $0.outcome != .open }.compactMap { task -> LiveItem? in
      guard let printed = running.removeValue(forKey: RunningTask.key(task, of: key)) else { return nil }
      let name = symbols.texts.string(task.name.isNone ? task.task : task.name)
      let message: Sentence =
        task.outcome == .leaked
        ? TaskLeaked.message(name, task)
        : "task '\(name: name)' ended after \(nanos: task.longestStayNanos) in the background"
      for finding in current where finding.task == symbols.texts.string(task.task) {
        if finding.rule == TaskOverrun.rule { remember(finding, of: key, id: printed.id) }
      }
      var item = LiveItem(.correction, message)
      item.id = printed.id
      let end = task.end.time != Event.absent ? task.end.time : launch.summary.lastInstant
      return located(item, in: launch, at: end)
    }
  }

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

/// Decides when a finding in a growing log can be printed: once no later line is expected to revoke it.
private enum LiveSettling {
  /// The time by which a line may come late, in nanoseconds: this project's number.
  static let settleNanos: Int64 = 2_000_000_000

  /// A launch not active so long after its start is one in the background, in nanoseconds: iOS ends apps that take
  /// longer to launch.
  static let startNanos: Int64 = 20_000_000_000

  /// True if no later line is expected to revoke the finding.
  ///
  /// `newest` is the instant of the newest event of the launch, `unbroken` the `seq` up to which no event is missing,
  /// if all are numbered, and `isOver` says that no more of the launch is expected.
  static func isSettled(_ finding: Finding, newest: Int64, unbroken: Int64?, isOver: Bool) -> Bool {
    let settles = Catalogue.description(of: finding.rule).settles
    if settles == .withAllLaunches { return false }
    if settles == .withEnd { return true }
    guard finding.confidence == .certain else { return false }
    if isOver { return true }
    guard settles == .withStep else { return false }
    if let unbroken, let seq = finding.seq { return seq <= unbroken }
    guard let time = finding.time.flatMap({ Timestamp.parse(Array($0.utf8).span)?.nanoseconds }) else { return false }
    return isPast(time, by: settleNanos, newest)
  }

  /// True if no later line is expected to show another kind: until it comes to the foreground, every launch looks like
  /// one in the background.
  static func isStarted(_ launch: Launch, isOver: Bool) -> Bool {
    let isInForeground = launch.kind != .background && launch.kind != .extension
    return isOver || isInForeground || launch.time.nanos != nil
      || isPast(launch.firstInstant, by: startNanos, launch.summary.lastInstant)
  }

  /// True if the launch has a time that no later line is expected to change: one that ends at the activation may still
  /// get a first frame.
  static func isTimed(_ launch: Launch, isOver: Bool) -> Bool {
    guard launch.time.nanos != nil else { return false }
    return isOver || launch.time.anchors?.to != .active
      || isPast(launch.summary.milestones[.active], by: settleNanos, launch.summary.lastInstant)
  }

  private static func isPast(_ instant: Int64, by nanos: Int64, _ newest: Int64) -> Bool {
    newest.subtractingReportingOverflow(instant).partialValue >= nanos
  }
}

/// A background task over its budget that still runs, by the clock of its log.
private struct RunningTask {
  /// The launch and the location where the task begins: no other task begins there.
  struct Key: Hashable {
    var launch: LaunchKey
    var time, uptime, seq: Int64
    var task: TextID
  }

  let key: Key
  let finding: Finding

  /// In the order of the launches.
  static func all(in launches: [Launch], _ judging: JudgingContext) -> [RunningTask] {
    launches.filter { $0.summary.tasks.contains { $0.outcome == .open } }.flatMap { launch -> [RunningTask] in
      let subject = JudgedLaunch(launch, judging)
      guard subject.isJudged else { return [] }
      return subject.summary.tasks.compactMap { RunningTask($0, subject) }
    }
  }

  static func key(_ task: TaskSummary, of launch: LaunchKey) -> Key {
    Key(launch: launch, time: task.begin.time, uptime: task.begin.uptime, seq: task.begin.seq, task: task.task)
  }

  private init?(_ task: TaskSummary, _ launch: JudgedLaunch) {
    guard task.outcome == .open, !task.isCovered, !task.isSystem, let overrun = launch.overrun(of: task),
      overrun.budget != .assertionWarning
    else { return nil }
    let name = launch.name(of: task)
    let draft = FindingDraft(
      message: "task '\(name: name)' has run \(overrun.ran) in the background and runs on, budget \(overrun.allowed)",
      names: [Normalised.name(name)], overrun: overrun, doubts: [.stillRuns])
    let candidate = Candidate(TaskOverrun.rule, at: task.begin, .taskBegin, task: task.task)
    guard let found = launch.found(candidate, draft) else { return nil }
    key = Self.key(task, of: LaunchKey(launch.summary))
    finding = launch.finding(found)
  }
}
