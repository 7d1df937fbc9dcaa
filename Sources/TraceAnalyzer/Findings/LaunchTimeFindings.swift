import TraceModel

/// `launch.slow` and `launch.slow-phase`: compares times with their budgets and with the app's other launches.
struct LaunchTimeFindings {
  /// The launches of one version of the app that have one budget.
  private struct Version {
    /// By index, the launches in which findings are looked for: in a sample the named one, and none of other versions.
    let launches: [Int32]
    let times: [PhaseTimes]
    /// The inference that the kind of one of the launches rests on.
    let inferred: Inference?
  }

  /// What compared launches share: their version, and their budget if there are several.
  private struct VersionKey: Hashable {
    private let appVersion: TextID
    private let budget: Int64?

    /// The key of launches in a context, for which the budgets at an index of `judging.budgetSets` hold.
    init(_ context: Context, budgets index: Int, _ judging: JudgingContext) {
      appVersion = context.appVersion
      budget = judging.budgetSets.count > 1 ? judging.budgetSets[index][.launch] : nil
    }

    init(_ launch: Launch, _ judging: JudgingContext) {
      self.init(launch.contextValue, budgets: judging.budgetIndex(of: launch), judging)
    }
  }

  private struct Quartiles {
    let count: Int
    let first, third: Int64

    init?(_ values: [[Int64]]) {
      guard let found = Statistics.percentiles([25, 75], of: values) else { return nil }
      count = values.reduce(0) { $0 + $1.count }
      first = found[0]
      third = found[1]
    }
  }

  /// The least numbers of launches for a median and for quartiles: this project's numbers.
  private static let medianCount = 5
  private static let quartileCount = 8
  /// So far over the third quartile a phase is out of the ordinary: Tukey's far out, and enough to be felt (Apple,
  /// *Improving app responsiveness*).
  private static let spreads: Int64 = 3
  private static let excessNanos: Int64 = 100_000_000

  private let launches: [Launch]
  /// The launches that are compared: one measure, from the same milestone to the same milestone.
  private let versions: [Version]
  private let judging: JudgingContext
  /// By phase, how long it took in the launches in which that is known exactly; nil without any.
  private let quartiles: [Quartiles?]
  /// The phases of all launches, around their median.
  private let usual: PhaseMeans

  static func add(to findings: inout Findings, _ launches: [Launch], _ judging: JudgingContext) {
    // As indices, for memory: each of millions of launches takes 32 bytes.
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

  /// Adds what the launches show together whose time is one measure with that of `launch`; other medians are not
  /// counted, as no page of one launch shows their number.
  static func add(
    to findings: inout Findings, of launch: Launch, among launches: [Launch], _ judging: JudgingContext
  ) {
    guard isJudged(launch, judging), let place = launches.firstIndex(where: { $0.index == launch.index }) else {
      return
    }
    let index = Int32(place)
    let measure: LaunchTimeFindings
    if let compared = launch.table.compared {
      measure = LaunchTimeFindings(index, among: launches, compared, judging)
    } else {
      let groups = launches.groupedIndices(by: [.app, .kind, .deviceModel]) {
        $0.kind == launch.kind && $0.time.anchors == launch.time.anchors && isJudged($0, judging)
      }
      guard let group = groups.first(where: { $0.indices.contains(index) }) else { return }
      measure = LaunchTimeFindings(versions(of: group.indices, among: launches, judging), among: launches, judging)
    }
    measure.addLaunches(to: &findings, medianCount: 0)
    measure.addPhases(to: &findings)
  }

  private static func isJudged(_ launch: Launch, _ judging: JudgingContext) -> Bool {
    launch.isCounted && judging.judges(judging.symbols.context(launch.contextID))
  }

  /// By index, the launches of each version that have one budget.
  private static func versions(
    of indices: [Int32], among launches: [Launch], _ judging: JudgingContext
  ) -> [[Int32]] {
    indices.grouped { VersionKey(launches[Int($0)], judging) }
  }

  /// Compares launches, which are given by their indices, a group for each version.
  private init(_ groups: [[Int32]], among launches: [Launch], _ judging: JudgingContext) {
    let versions = groups.map { group in
      var times = PhaseTimes()
      var inferred: Inference?
      for index in group {
        times.add(launches[Int(index)])
        inferred = inferred ?? judging.kindInference(of: launches[Int(index)])
      }
      return Version(launches: group, times: [times], inferred: inferred)
    }
    self.init(versions, among: launches, judging)
  }

  /// Compares the launch at an index with `compared`; findings are made for this launch alone.
  private init(_ index: Int32, among launches: [Launch], _ compared: ComparedTimes, _ judging: JudgingContext) {
    let launch = launches[Int(index)]
    let own = VersionKey(launch, judging)
    let groups = compared.groups(of: launch).filter { group in
      let context = judging.symbols.context(group.context)
      return context.app == launch.contextValue.app && context.deviceModel == launch.contextValue.deviceModel
        && judging.judges(context)
    }
    func key(_ group: ComparedTimes.Group) -> VersionKey {
      let budgets = judging.budgetIndex(group.context, launch.kind)
      return VersionKey(judging.symbols.context(group.context), budgets: budgets, judging)
    }
    let versions = groups.grouped(byShared: key).map { groups in
      Version(
        launches: key(groups[0]) == own ? [index] : [], times: groups.map(\.times),
        inferred: groups.contains(where: \.isKindInferred) ? .prewarmed : nil)
    }
    self.init(versions, among: launches, judging)
  }

  private init(_ versions: [Version], among launches: [Launch], _ judging: JudgingContext) {
    self.judging = judging
    self.launches = launches
    self.versions = versions
    let times = versions.flatMap(\.times)
    usual = PhaseMeans(times)
    quartiles = LaunchPhase.names.indices.map { phase in
      Quartiles(times.map { $0.nanos(ofPhase: phase, exactly: true) })
    }
  }

  /// A launch of so many times its budget is a finding of its own, among any number: this project's number.
  private static let farTimes: Int64 = 5

  private static func hasBudget(_ launch: Launch) -> Bool { launch.time.anchors?.hasBudget ?? true }

  /// True if a launch took so many times its budget that it is a finding of its own.
  private static func isFarOver(_ launch: Launch, _ limit: Int64?) -> Bool {
    guard launch.isCompared, let limit, let nanos = launch.surelyNanos else { return false }
    return nanos > limit && nanos / farTimes >= limit
  }

  /// Adds what is over the budget of a launch; `medianCount` counts the app's medians, over all kinds and models.
  private func addLaunches(to findings: inout Findings, medianCount: Int) {
    for version in versions {
      guard let first = launches(of: version).first else { continue }
      let limit = judging.budgetSets[judging.budgetIndex(of: first)][.launch]
      let isMany = version.times.launchCount >= Self.medianCount
      // Of launches that are all slow, only those far over the others.
      let hasMedian = isMany && Self.hasBudget(first)
      let usual = hasMedian ? addMedian(of: version, to: &findings, siblingCount: medianCount) : nil
      let isEachTold = !isMany && Self.hasBudget(first)
      for launch in launches(of: version) where isEachTold || Self.isFarOver(launch, usual ?? limit) {
        let subject = JudgedLaunch(launch, judging)
        guard let found = Self.found(launch, subject) else { continue }
        findings.add(subject.numbers(found, from: .time), cause: found.draft.cause)
      }
    }
  }

  /// What is said of a launch that took longer than its budget; nil if it did not.
  ///
  /// A note if too few are like it for a median, a warning if it took many times its budget.
  static func found(_ launch: Launch, _ subject: JudgedLaunch) -> Found? {
    guard let limit = subject.budgets[.launch], launch.isOver(limit) else { return nil }
    let isFar = isFarOver(launch, limit)
    var draft = subject.tookTooLong(
      isFar ? "this one launch" : "the launch", launch.time.nanos ?? 0, slack: 0, over: [.launch],
      names: [launch.kind.name])
    draft?.severity = isFar ? .warning : .note
    if isFar { draft?.cause = "work before the first frame of this launch, or a device that was busy" }
    if let longest = PhaseMeans(launch.phases).shares(beside: nil).longest {
      draft?.add("; \(name: longest.phase) takes \(nanos: longest.nanos)")
    }
    return draft.flatMap { found(SlowLaunch.rule, launch, $0, subject) }
  }

  private func launches(of version: Version) -> LazyMapSequence<[Int32], Launch> {
    version.launches.lazy.map { launches[Int($0)] }
  }

  /// Adds the finding that the median of a version's launches is over their budget, and returns that median; else nil.
  private func addMedian(of version: Version, to findings: inout Findings, siblingCount: Int) -> Int64? {
    let launches = launches(of: version)
    let context = launches[0].context
    let kind = launches[0].kind.name
    let budgets = judging.budgetSets[judging.budgetIndex(of: launches[0])]
    guard let limit = budgets[.launch], let nanos = Statistics.median(of: version.times.map(\.nanos)),
      Statistics.median(of: version.times.map(\.surelyNanos)) ?? 0 > limit
    else { return nil }
    let count = version.times.launchCount
    let overrun = BudgetOverrun(
      budget: .launch, measured: nanos, limit: limit, location: budgets.entry(of: .launch)?.location)
    let ofVersion: Sentence = context.appVersion.isEmpty ? "" : " of \(name: context.appVersion)"
    let onDevice: Sentence = context.deviceModel.isEmpty ? "" : " on \(name: context.deviceModel)"
    let shares = PhaseMeans(version.times).shares(beside: usual)
    let phase = shares.toBlame ?? shares.longest
    let phaseText = phase.map { Self.text($0, of: shares) } ?? ""
    let slow = FindingDraft(
      message: "the median of \(count: count) \(name: kind) launches\(ofVersion)\(onDevice) is \(overrun.ran), budget "
        + "\(overrun.allowed)\(phaseText)", names: [kind, context.deviceModel],
      cause: "work before the first frame that could come after it", overrun: overrun,
      inferred: version.inferred)
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
      version: context.appVersion, kind: kind, model: context.deviceModel, count: count,
      overLaunches: over, phase: phase, slowest: slowest.name, siblingCount: siblingCount)
    findings.add(finding, judging.numbers(SlowLaunch.rule, settled, app: numbers.app), in: over.map(\.index))
    return nanos
  }

  /// As in `; around it appInit takes 155 ms of 432 ms, 51.8 ms more than usual`.
  private static func text(_ phase: PhaseShare, of shares: PhaseShares) -> Sentence {
    let more: Sentence = phase.explains ? phase.excessNanos.map { ", \(nanos: $0) more than usual" } ?? "" : ""
    return "; around it \(name: phase.phase) takes \(nanos: phase.nanos) of \(nanos: shares.nanos)\(more)"
  }

  private func addPhases(to findings: inout Findings) {
    // By phase, then by set of budgets.
    let limits = LaunchPhaseName.allCases.enumerated().map { index, name in
      let farOut = quartiles[index].flatMap(Self.farOut)
      return judging.budgetSets.map { $0[.phase(name)] ?? farOut }
    }
    if limits.allSatisfy({ $0.allSatisfy { $0 == nil } }) { return }
    for launch in versions.lazy.flatMap({ launches(of: $0) }) {
      let budgets = judging.budgetIndex(of: launch)
      // The finding about this launch names its longest phase: an unusual phase is no second finding.
      let isTold = Self.isFarOver(launch, judging.budgetSets[budgets][.launch])
      launch.forEachPhase { phase in
        if isTold, judging.budgetSets[budgets][.phase(LaunchPhaseName.allCases[phase.index])] == nil { return }
        guard !phase.isApproximate, let limit = limits[phase.index][budgets], phase.nanos &- launch.clockSlack > limit
        else { return }
        let subject = JudgedLaunch(launch, judging)
        guard let found = Self.found(phase.nanos, over: limit, phase.index, launch, subject) else { return }
        findings.add(subject.numbers(found, from: .phase(UInt8(phase.index))), cause: found.draft.cause)
      }
    }
  }

  /// What is said of a phase, by the index of its name, that took longer than the limit.
  static func found(
    _ nanos: Int64, over limit: Int64, _ index: Int, _ launch: Launch, _ subject: JudgedLaunch
  ) -> Found? {
    let phase = LaunchPhaseName.allCases[index]
    let budget = BudgetID.phase(phase)
    let entry = subject.budgets.entry(of: budget)
    let what: Sentence = entry == nil ? "far over the app's other launches" : "over its budget"
    let overrun = BudgetOverrun(budget: budget, measured: nanos, limit: limit, location: entry?.location)
    let draft = FindingDraft(
      message: "\(name: phase.name) took \(overrun.ran), \(what) of \(overrun.allowed)", names: [phase.name],
      overrun: overrun)
    return found(SlowPhase.rule, launch, draft, subject)
  }

  /// What a phase must exceed to be out of the ordinary; nil for too few values.
  private static func farOut(_ quartiles: Quartiles) -> Int64? {
    if quartiles.count < quartileCount { return nil }
    return quartiles.third + max(spreads * (quartiles.third - quartiles.first), excessNanos)
  }

  private static func found(
    _ rule: RuleID, _ launch: Launch, _ draft: FindingDraft, _ subject: JudgedLaunch
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
  /// How much longer than it was the time between two of its milestones may look.
  var clockSlack: Int64 { milestones.slack(readingSlack) }

  /// How much longer than it was the whole launch may look.
  var timeSlack: Int64 { time.slack(milestones, readingSlack) }

  /// In nanoseconds.
  var surelyNanos: Int64? { time.nanos.map { $0 &- timeSlack } }

  /// True if the launch took longer than its budget, whatever its clock was rounded by.
  func isOver(_ budget: Int64) -> Bool { surelyNanos.map { $0 > budget } ?? false }
}
