import TraceModel

/// `launch.slow` and `launch.slow-phase`: compares launches and phases with their budgets and with the app's other
/// launches.
struct LaunchTimeFindings {
  /// How long a phase of one launch took, by the launch's index.
  private typealias Piece = (launch: Int32, nanos: Int64)

  /// The launches of one version of the app that have one budget, by their indices, and by its index how long each phase of
  /// them took.
  private struct Version {
    let launches: [Int32]
    var phases = [[Int64]](repeating: [], count: LaunchPhase.names.count)
  }

  /// What launches share that are compared with each other: their version, and their budget where there are several.
  private struct VersionKey: Hashable {
    var appVersion: TextID
    var budget: Int64?
  }

  /// The least numbers of launches for a median and for quartiles: this project's numbers.
  private static let medianCount = 5
  private static let quartileCount = 8
  /// So far over the third quartile a phase is out of the ordinary: Tukey's far out, and enough to
  /// be felt (Apple, *Improving app responsiveness*).
  private static let spreads: Int64 = 3
  private static let excessNanos: Int64 = 100_000_000

  /// All launches, of which those of the versions are some.
  private let launches: [Launch]
  /// The launches that are compared.
  ///
  /// They are one measure: the same work from the same milestone to the same milestone.
  private let versions: [Version]
  private let judging: JudgingContext
  /// For each phase, by its index, those of the launches whose edges are known.
  private let phases: [[Piece]]
  private let statistics: [Statistics]

  /// Adds what `launches`, in their order, show together.
  static func add(to findings: inout Findings, _ launches: [Launch], _ judging: JudgingContext) {
    // For memory as indices: of millions of launches each takes 32 bytes.
    let measures = launches.groupedIndices(by: [.app, .kind, .deviceModel]) { isJudged($0, judging) }.flatMap { group in
      group.indices.grouped { launches[Int($0)].time.anchors }.map { versions(of: $0, among: launches, judging) }
    }
    var medianCounts: [String: Int] = [:]
    for versions in measures {
      let first = launches[Int(versions[0][0])]
      guard hasBudget(first) else { continue }
      medianCounts[first.context.app, default: 0] += versions.count { $0.count >= medianCount }
    }
    // One by one: the phases of all launches at once need as much memory as two thirds of their summaries.
    for versions in measures {
      let group = LaunchTimeFindings(versions, among: launches, judging)
      group.addLaunches(to: &findings, medianCount: medianCounts[launches[Int(versions[0][0])].context.app] ?? 0)
      group.addPhases(to: &findings)
    }
  }

  /// Adds what the launches show together whose time is one measure with that of `launch`.
  ///
  /// How many other medians there are is not counted: no page of one launch shows it.
  static func add(
    to findings: inout Findings, of launch: Launch, among launches: [Launch], _ judging: JudgingContext
  ) {
    guard isJudged(launch, judging) else { return }
    let groups = launches.groupedIndices(by: [.app, .kind, .deviceModel]) {
      $0.kind == launch.kind && $0.time.anchors == launch.time.anchors && isJudged($0, judging)
    }
    let group = groups.first { $0.indices.contains { launches[Int($0)].index == launch.index } }
    guard let indices = group?.indices else { return }
    let measure = LaunchTimeFindings(versions(of: indices, among: launches, judging), among: launches, judging)
    measure.addLaunches(to: &findings, medianCount: 0)
    measure.addPhases(to: &findings)
  }

  /// True if the launch is compared with budgets and other launches.
  private static func isJudged(_ launch: Launch, _ judging: JudgingContext) -> Bool {
    launch.isCounted && judging.judges(judging.symbols.context(launch.contextID))
  }

  /// The launches of each version that have one budget, by their indices.
  private static func versions(
    of indices: [Int32], among launches: [Launch], _ judging: JudgingContext
  ) -> [[Int32]] {
    let hasManyBudgets = judging.budgetSets.count > 1
    return indices.grouped { index in
      let launch = launches[Int(index)]
      return VersionKey(
        appVersion: launch.contextValue.appVersion, budget: hasManyBudgets ? judging.budgets(of: launch)[.launch] : nil)
    }
  }

  private init(_ groups: [[Int32]], among launches: [Launch], _ judging: JudgingContext) {
    self.judging = judging
    self.launches = launches
    var versions: [Version] = []
    var pieces = [[Piece]](repeating: [], count: LaunchPhase.names.count)
    for group in groups {
      var version = Version(launches: group)
      // Finding the phases is the slowest step here: it is done once.
      for index in group {
        launches[Int(index)].forEachPhase { phase in
          version.phases[phase.index].append(phase.nanos)
          if !phase.isApproximate { pieces[phase.index].append(Piece(index, phase.nanos)) }
        }
      }
      versions.append(version)
    }
    self.versions = versions
    phases = pieces
    statistics = pieces.map { Statistics($0.map(\.nanos)) }
  }

  /// True if the launch ends where the budget of a launch does.
  private static func hasBudget(_ launch: Launch) -> Bool { launch.time.anchors?.hasBudget ?? true }

  /// Adds what is over the budget of a launch; `medianCount` is how many medians the app has, over all kinds and models.
  private func addLaunches(to findings: inout Findings, medianCount: Int) {
    guard Self.hasBudget(launches[Int(versions[0].launches[0])]) else { return }
    for version in versions {
      if version.launches.count >= Self.medianCount {
        addMedian(of: version, to: &findings, siblingCount: medianCount)
        continue
      }
      for launch in launches(of: version) {
        let subject = LaunchFindings(launch, judging)
        guard let found = Self.found(launch, subject) else { continue }
        findings.add(subject.numbers(found, from: .time), cause: found.draft.cause)
      }
    }
  }

  /// What is said of a launch that took longer than its budget, where too few are like it for a median; nil if it did not.
  static func found(_ launch: Launch, _ subject: LaunchFindings) -> Found? {
    guard let limit = subject.budgets[.launch], launch.isOver(limit) else { return nil }
    var draft = subject.tookTooLong(
      "the launch", launch.time.nanos ?? 0, slack: 0, over: [.launch], names: [launch.kind.name])
    draft?.severity = .note
    var longest: LaunchPhase?
    launch.forEachPhase { phase in if phase.nanos > longest?.nanos ?? 0 { longest = phase } }
    if let longest {
      draft?.message += "; \(LaunchPhase.names[longest.index]) takes \(DurationText.of(longest.nanos))"
    }
    return draft.flatMap { found(SlowLaunch.rule, launch, $0, subject) }
  }

  private func launches(of version: Version) -> LazyMapSequence<[Int32], Launch> {
    version.launches.lazy.map { launches[Int($0)] }
  }

  /// Adds the finding that the median of a version's launches is over their budget, if it is.
  private func addMedian(of version: Version, to findings: inout Findings, siblingCount: Int) {
    let launches = launches(of: version)
    let context = launches[0].context
    let kind = launches[0].kind.name
    let budgets = judging.budgetSets[judging.budgetIndex(of: launches[0])]
    guard let limit = budgets[.launch], let nanos = Statistics.median(of: Array(launches.compactMap(\.time.nanos))),
      Statistics.median(of: Array(launches.compactMap(\.surelyNanos))) ?? 0 > limit
    else { return }
    let overrun = BudgetOverrun(
      budget: .launch, measured: nanos, limit: limit, location: budgets.entry(of: .launch)?.location)
    let onDevice = context.deviceModel.isEmpty ? "" : " on \(context.deviceModel)"
    let phase = worstPhase(of: version)
    let phaseText = phase.map(Self.text) ?? "no phase is known"
    let slow = FindingDraft(
      message: "the median of \(launches.count) \(kind) launches\(onDevice) is \(overrun.ran),"
        + " budget \(overrun.allowed); \(phaseText)", names: [kind, context.deviceModel],
      cause: "work before the first frame that could come after it", overrun: overrun,
      inferred: launches.compactMap { judging.kindInference(of: $0) }.first)
    let settled = judging.settled(slow, SlowLaunch.rule)
    let numbers = launches[0].contextValue
    var finding = judging.finding(SlowLaunch.rule, settled, app: numbers.app, version: numbers.appVersion)
    finding.app = context.app
    finding.appVersion = context.appVersion
    finding.deviceModel = context.deviceModel.isEmpty ? nil : context.deviceModel
    // Of several that took as long, the first.
    let slowest = launches.reduce(launches[0]) { $1.time.nanos ?? 0 > $0.time.nanos ?? 0 ? $1 : $0 }
    let over = Array(launches.filter { $0.isOver(limit) })
    finding.median = MedianGroup(
      version: context.appVersion, kind: kind, model: context.deviceModel, count: launches.count,
      overLaunches: over, phase: phase, slowest: slowest.name, siblingCount: siblingCount)
    findings.add(finding, judging.numbers(SlowLaunch.rule, settled, app: numbers.app), in: over.map(\.index))
  }

  /// The phase that lies farthest over the app's own median, or else the longest.
  private func worstPhase(of version: Version) -> MedianGroup.Phase? {
    let medians = LaunchPhase.names.enumerated().compactMap { index, name -> (over: Int64, nanos: Int64, String)? in
      guard let nanos = Statistics.median(of: version.phases[index]) else { return nil }
      let usual = statistics[index].percentile(50) ?? nanos
      return (nanos - usual, nanos, name)
    }
    return medians.max { ($0.0, $0.1) < ($1.0, $1.1) }.map { over, nanos, name in
      MedianGroup.Phase(name: name, nanos: nanos, excessNanos: max(over, 0))
    }
  }

  private static func text(_ phase: MedianGroup.Phase) -> String {
    let over = phase.excessNanos
    let more = over > 0 ? ", \(DurationText.of(over)) over the app's median" : ""
    return "\(phase.name) takes \(DurationText.of(phase.nanos))\(more)"
  }

  private func addPhases(to findings: inout Findings) {
    for (index, pieces) in phases.enumerated() where !pieces.isEmpty {
      let budget = BudgetID.phase(LaunchPhaseName.allCases[index])
      let farOut = Self.farOut(statistics[index], of: pieces.count)
      let limits = judging.budgetSets.map { $0[budget] ?? farOut }
      if limits.allSatisfy({ $0 == nil }) { continue }
      for (launchIndex, nanos) in pieces {
        let launch = launches[Int(launchIndex)]
        guard let limit = limits[judging.budgetIndex(of: launch)], nanos &- launch.clockSlack > limit
        else { continue }
        let subject = LaunchFindings(launch, judging)
        guard let found = Self.found(nanos, over: limit, index, launch, subject) else { continue }
        findings.add(subject.numbers(found, from: .phase(UInt8(index))), cause: found.draft.cause)
      }
    }
  }

  /// What is said of a phase, by the index of its name, that took longer than the limit.
  static func found(
    _ nanos: Int64, over limit: Int64, _ index: Int, _ launch: Launch, _ subject: LaunchFindings
  ) -> Found? {
    let phase = LaunchPhaseName.allCases[index]
    let budget = BudgetID.phase(phase)
    let entry = subject.budgets.entry(of: budget)
    let what = entry == nil ? "far over the app's other launches" : "over its budget"
    let overrun = BudgetOverrun(budget: budget, measured: nanos, limit: limit, location: entry?.location)
    let message = "\(phase.name) took \(overrun.ran), \(what) of \(overrun.allowed)"
    let draft = FindingDraft(message: message, names: [phase.name], overrun: overrun)
    return found(SlowPhase.rule, launch, draft, subject)
  }

  /// What a phase must exceed to be out of the ordinary; nil for too few values.
  private static func farOut(_ statistics: Statistics, of count: Int) -> Int64? {
    guard count >= quartileCount, let first = statistics.percentile(25), let third = statistics.percentile(75)
    else { return nil }
    return third + max(spreads * (third - first), excessNanos)
  }

  private static func found(
    _ rule: RuleID, _ launch: Launch, _ draft: FindingDraft, _ subject: LaunchFindings
  ) -> Found? {
    let milestones = launch.milestones
    var location = EventLocation()
    if !milestones.isUptime { location.time = max(milestones[.firstFrame], milestones[.active]) }
    var draft = draft
    draft.inferred = subject.judging.kindInference(of: launch)
    return subject.found(Candidate(rule, at: location), draft)
  }
}

extension Launch {
  /// How much longer than it was the time between two of its milestones may look; `uptime` and the length in a record count
  /// finely.
  var clockSlack: Int64 { milestones.isUptime || milestones.measure != .events ? 0 : readingSlack }

  /// How much longer than it was the whole launch may look: a start that is not really known was cut to the second.
  var timeSlack: Int64 {
    let isRounded = time.anchors?.from == .start && milestones.isApproximate(.start)
    return max(isRounded ? 1_000_000_000 : 0, clockSlack)
  }

  /// The shortest time that the launch can have taken, in nanoseconds.
  var surelyNanos: Int64? { time.nanos.map { $0 &- timeSlack } }

  /// True if the launch took longer than its budget, whatever its clock was rounded by.
  func isOver(_ budget: Int64) -> Bool { surelyNanos.map { $0 > budget } ?? false }
}
