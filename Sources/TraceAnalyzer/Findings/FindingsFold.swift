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

  private let grounds: Grounds
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
    let (recorders, known) = (Recorders(all, symbols), symbols)
    let grounds = Grounds(symbols: known, options: options, words: words, recorders: recorders)
    var fold = FindingsFold(grounds: grounds)
    // By first instant, then id: no order in which logs came in.
    let ordered = launches.sorted { a, b in
      a.firstInstant != b.firstInstant
        ? a.firstInstant < b.firstInstant : known.launchID(a) < known.launchID(b)
    }
    for launch in ordered { fold.judge(launch) }
    return fold.finish()
  }

  private init(grounds: Grounds) { self.grounds = grounds }

  private mutating func judge(_ launch: LaunchSummary) {
    let subject = LaunchFindings(launch, grounds)
    coverage.launches += 1
    coverage.events += launch.eventCount
    coverage.unknownEvents += launch.unknownCount
    coverage.stepsSeen += launch.stepsSeen
    guard Platform.isJudged(subject.context, grounds) else { return }
    coverage.stepsJudged += launch.stepsJudged
    for candidate in launch.candidates { judge(candidate, subject) }
    findings += subject.background()
  }

  /// Tells a candidate, unless a kind that is never recorded would have made its step legal.
  private mutating func judge(_ candidate: Candidate, _ subject: LaunchFindings) {
    let (launch, recorder) = (subject.launch, Recorders.Key(subject.context))
    var openKind: EventKind?
    var mayBeLost = false
    for kinds in candidate.explanations {
      let known = kinds.kinds.map {
        ($0, grounds.recorders.knowledge($0, launch, subject.context))
      }
      if known.contains(where: { $0.1 == .recorded }) {
        // A kind that the launch holds nowhere may have been lost with all that it held of it.
        let isHeld = kinds.isSubset(of: launch.kinds)
        mayBeLost = mayBeLost || !isHeld && Int64(kinds.count) <= candidate.lostCount
        continue
      }
      guard let unknown = known.first(where: { $0.1 == .unknown }) else {
        excuse(kinds, recorder)
        return
      }
      openKind = openKind ?? unknown.0
    }
    var doubt = ""
    if let openKind {
      noteNeverRecorded(openKind, recorder)
      let question = Question(recorder: recorder, kind: openKind)
      guard asked.insert(question).inserted else { return }
      doubt = grounds.recorders[recorder].doubt(openKind)
    }
    var finding = subject.finding(for: candidate)
    finding.message += doubt
    if openKind != nil || mayBeLost { finding.confidence = Confidence.possible.name }
    findings.append(finding)
  }

  private mutating func excuse(_ kinds: KindSet, _ recorder: Recorders.Key) {
    let before = excused[recorder, default: (0, KindSet())]
    excused[recorder] = (before.steps + 1, before.kinds.union(kinds))
    coverage.stepsJudged -= 1
    for kind in kinds.kinds { noteNeverRecorded(kind, recorder) }
  }

  private mutating func noteNeverRecorded(_ kind: EventKind, _ recorder: Recorders.Key) {
    guard grounds.recorders[recorder].holding(kind) == 0 else { return }
    neverRecorded[recorder, default: KindSet()].insert(kind)
  }

  private mutating func finish() -> CheckReport {
    for (key, excuse) in excused { findings.append(unrecorded(key, excuse.steps, excuse.kinds)) }
    findings.sort(by: Self.isWorse)
    let texts = grounds.symbols.texts
    coverage.neverRecorded = neverRecorded.map { key, kinds in
      Coverage.NeverRecorded(
        app: texts.string(key.app), appVersion: texts.string(key.appVersion),
        kinds: kinds.kinds.map(\.name))
    }
    .sorted { ($0.app, $0.appVersion, $0.kinds[0]) < ($1.app, $1.appVersion, $1.kinds[0]) }
    return CheckReport(coverage: coverage, findings: findings)
  }

  /// Steps of one recorder that were not judged.
  private func unrecorded(_ key: Recorders.Key, _ steps: Int64, _ kinds: KindSet) -> Finding {
    let names = kinds.kinds.map(\.name)
    return Finding(
      rule: RuleID.traceUnrecorded.name, severity: Severity.note.name,
      confidence: Confidence.certain.name,
      message: "\(steps) \(steps == 1 ? "step was" : "steps were") not judged:"
        + " \(names.joined(separator: ", ")) \(names.count == 1 ? "is" : "are") never recorded",
      cause: "the recorder does not write these kinds", app: grounds.text(key.app),
      appVersion: grounds.text(key.appVersion),
      fingerprint: grounds.fingerprint(.traceUnrecorded, names, app: key.app))
  }

  /// A total order: severity, confidence, rule, fingerprint, then launch and place.
  private static func isWorse(_ a: Finding, _ b: Finding) -> Bool {
    let (severityA, severityB) = (Severity(a), Severity(b))
    if severityA != severityB { return severityA > severityB }
    if a.confidence != b.confidence { return a.confidence < b.confidence }  // "certain" first
    if a.rule != b.rule { return a.rule < b.rule }
    if a.fingerprint != b.fingerprint { return a.fingerprint < b.fingerprint }
    func place(_ finding: Finding) -> (String, String, Int64, Int, String) {
      (
        finding.time ?? "", finding.launch ?? "", finding.seq ?? .min, finding.source?.line ?? 0,
        finding.message
      )
    }
    return place(a) < place(b)
  }
}

/// Which launches are judged at all.
enum Platform {
  /// Systems whose life cycle differs from iOS, or of which no real log was at hand.
  private static let others = [
    "watchOS", "visionOS", "xrOS", "macOS", "macCatalyst", "Mac Catalyst", "iOSOnMac",
  ]

  /// Whether the machines and budgets hold for a launch with this context.
  static func isJudged(_ context: Context, _ grounds: Grounds) -> Bool {
    context.processKind != grounds.words.extensionKind
      && !others.contains { system(context, grounds.symbols, isNamed: $0) }
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
