package import TraceModel

/// Turns the summaries of launches into findings: what is told depends on what all of them record.
package struct FindingsFold {
  /// What is judged, and how.
  package struct Options: Sendable {
    package var budgets = Budgets()
    /// Launches in the Simulator or under a debugger are held to budgets as well.
    package var include: Set<Desk> = []

    /// The standard options.
    package init() {}
  }

  let symbols: Symbols
  let options: Options
  let words: Words
  let recorders: Recorders
  private let tables = MachineTables()
  private var findings: [Finding] = []
  private var coverage = Coverage()
  /// Recorder and kind of findings that a kind nobody knows of may explain: each is told once.
  private var asked: Set<Question> = []
  private var excused: [Recorders.Key: (steps: Int64, kinds: KindSet)] = [:]
  private var neverRecorded: [Recorders.Key: KindSet] = [:]

  private struct Question: Hashable {
    var recorder: Recorders.Key
    var kind: EventKind
  }

  /// Everything that is found in `launches`, worst first, with what was judged.
  ///
  /// What a recorder writes is told from `all` launches, of which `launches` may be a selection.
  package static func findings(
    in launches: [LaunchSummary], of all: [LaunchSummary], symbols: inout Symbols,
    options: Options = Options()
  ) -> CheckReport {
    let words = Words(&symbols)
    var fold = FindingsFold(all, symbols, options, words)
    for launch in fold.inOrder(launches) { fold.judge(launch) }
    return fold.finish()
  }

  private init(
    _ launches: [LaunchSummary], _ symbols: Symbols, _ options: Options, _ words: Words
  ) {
    self.symbols = symbols
    self.options = options
    self.words = words
    recorders = Recorders(launches, symbols)
  }

  /// By first instant, then id: no order in which logs came in.
  private func inOrder(_ launches: [LaunchSummary]) -> [LaunchSummary] {
    launches.sorted { a, b in
      a.firstInstant != b.firstInstant
        ? a.firstInstant < b.firstInstant : symbols.launchID(a) < symbols.launchID(b)
    }
  }

  private mutating func judge(_ launch: LaunchSummary) {
    let context = symbols.context(launch.context)
    coverage.launches += 1
    coverage.events += launch.eventCount
    coverage.unknownEvents += launch.unknownCount
    coverage.stepsSeen += launch.stepsSeen
    guard Platform.isJudged(context, symbols, words) else { return }
    coverage.stepsJudged += launch.stepsJudged
    for candidate in launch.candidates { judge(candidate, launch, context) }
    findings += BackgroundFindings(launch, context, self).all()
  }

  private mutating func judge(
    _ candidate: Candidate, _ launch: LaunchSummary, _ context: Context
  ) {
    switch candidate.rule {
    case .traceGap: findings.append(gap(candidate, launch, context))
    case .orderLaunch: findings.append(launchOrder(candidate, launch, context))
    default: judgeStep(candidate, launch, context)
    }
  }

  /// Tells an illegal step, unless a kind that is never recorded would have made it legal.
  private mutating func judgeStep(
    _ candidate: Candidate, _ launch: LaunchSummary, _ context: Context
  ) {
    var openKind: EventKind?
    var mayBeLost = false
    for kinds in candidate.explanations {
      let known = kinds.kinds.map { ($0, recorders.knowledge($0, launch, context)) }
      if known.contains(where: { $0.1 == .recorded }) {
        // A kind that the launch holds nowhere may have been lost with all that it held of it.
        let isHeld = kinds.isSubset(of: launch.kinds)
        mayBeLost = mayBeLost || !isHeld && Int64(kinds.count) <= candidate.lostCount
        continue
      }
      guard let unknown = known.first(where: { $0.1 == .unknown }) else {
        excuse(kinds, context)
        return
      }
      openKind = openKind ?? unknown.0
    }
    var finding = step(candidate, launch, context)
    if let openKind {
      noteNeverRecorded(openKind, context)
      let question = Question(recorder: Recorders.Key(context), kind: openKind)
      guard asked.insert(question).inserted else { return }
      finding.confidence = Confidence.possible.name
      finding.message += doubt(openKind, context)
    } else if mayBeLost {
      finding.confidence = Confidence.possible.name
    }
    findings.append(finding)
  }

  private mutating func excuse(_ kinds: KindSet, _ context: Context) {
    let key = Recorders.Key(context)
    let before = excused[key, default: (0, KindSet())]
    excused[key] = (before.steps + 1, before.kinds.union(kinds))
    coverage.stepsJudged -= 1
    for kind in kinds.kinds { noteNeverRecorded(kind, context) }
  }

  private mutating func noteNeverRecorded(_ kind: EventKind, _ context: Context) {
    guard recorders.launches(kind, context).holding == 0 else { return }
    neverRecorded[Recorders.Key(context), default: KindSet()].insert(kind)
  }

  private func doubt(_ kind: EventKind, _ context: Context) -> String {
    let due = recorders.due(kind, context)
    let (all, holding) = recorders.launches(kind, context)
    let came = holding == 0 ? "never came" : "came in \(holding) of \(all) launches"
    return "; \(kind.name) was due \(due) \(due == 1 ? "time" : "times") and \(came): not recorded,"
      + " or never called; --records \(kind.name) settles it"
  }

  private mutating func finish() -> CheckReport {
    for (key, excuse) in excused { findings.append(unrecorded(key, excuse.steps, excuse.kinds)) }
    findings.sort(by: Self.isWorse)
    coverage.neverRecorded = neverRecorded.map { key, kinds in
      Coverage.NeverRecorded(
        app: symbols.texts.string(key.app), appVersion: symbols.texts.string(key.appVersion),
        kinds: kinds.kinds.map(\.name))
    }
    .sorted { ($0.app, $0.appVersion, $0.kinds[0]) < ($1.app, $1.appVersion, $1.kinds[0]) }
    return CheckReport(coverage: coverage, findings: findings)
  }

  /// A total order: severity, confidence, rule, fingerprint, then launch and place.
  private static func isWorse(_ a: Finding, _ b: Finding) -> Bool {
    if a.severityRank != b.severityRank { return a.severityRank > b.severityRank }
    if a.confidence != b.confidence { return a.confidence < b.confidence }  // "certain" first
    if a.rule != b.rule { return a.rule < b.rule }
    if a.fingerprint != b.fingerprint { return a.fingerprint < b.fingerprint }
    let (timeA, timeB) = (a.time ?? "", b.time ?? "")
    if timeA != timeB { return timeA < timeB }
    if a.launch != b.launch { return (a.launch ?? "") < (b.launch ?? "") }
    if a.seq != b.seq { return (a.seq ?? .min) < (b.seq ?? .min) }
    if a.source?.line != b.source?.line { return (a.source?.line ?? 0) < (b.source?.line ?? 0) }
    return a.message < b.message
  }

  /// The table of one machine.
  func table(_ rule: RuleID) -> MachineTable? {
    MachineID.allCases.first { RuleID($0) == rule }.map { tables[$0] }
  }
}

/// Which launches are judged at all.
enum Platform {
  /// Systems whose life cycle differs from iOS, or of which no real log was at hand.
  private static let others = [
    "watchOS", "visionOS", "xrOS", "macOS", "macCatalyst", "Mac Catalyst", "iOSOnMac",
  ]

  /// Whether the machines and budgets hold for a launch with this context.
  static func isJudged(_ context: Context, _ symbols: Symbols, _ words: Words) -> Bool {
    guard context.processKind != words.extensionKind else { return false }
    return !others.contains { system(context, symbols, isNamed: $0) }
  }

  /// Whether it ran on tvOS, for which no time for assertions is published.
  static func isTelevision(_ context: Context, _ symbols: Symbols) -> Bool {
    system(context, symbols, isNamed: "tvOS")
  }

  private static func system(_ context: Context, _ symbols: Symbols, isNamed name: String) -> Bool {
    let text = context.platform.isNone ? context.osVersion : context.platform
    return symbols.texts.string(text).lowercased().hasPrefix(name.lowercased())
  }
}
