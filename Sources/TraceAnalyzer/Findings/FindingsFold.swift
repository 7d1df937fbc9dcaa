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
  private var doubts: [Recorders.Key: Doubts] = [:]

  /// Rules about an app's make: one finding for each version is enough.
  private static let toldOnce: Set<RuleID> = [.orderMixed, .orderNoScenes]
  private struct Once: Hashable {
    var rule: RuleID
    var recorder: Recorders.Key
  }
  private var told: Set<Once> = []

  /// What is not known of one recorder.
  private struct Doubts {
    /// Kinds that nobody knows of and that may explain a finding: each is told once.
    var asked = KindSet()
    /// Steps that were not judged, and the kinds that would have made them legal.
    var steps: Int64 = 0
    var excuses = KindSet()
    var neverRecorded = KindSet()
  }

  /// Everything that is found in `launches`, worst first, with what was judged.
  ///
  /// `launches` stand in their total order; what a recorder writes is told from `all` launches, of
  /// which they may be a selection.
  package static func findings(
    in launches: [Launch], of all: [LaunchSummary], symbols: inout Symbols,
    options: Options = Options()
  ) -> CheckReport {
    let words = Words(&symbols)
    let (recorders, known) = (Recorders(all, symbols), symbols)
    let grounds = Grounds(symbols: known, options: options, words: words, recorders: recorders)
    var fold = FindingsFold(grounds: grounds)
    for launch in launches { fold.judge(launch.summary) }
    fold.findings += SlowLaunches.findings(launches, grounds)
    return fold.finish()
  }

  private init(grounds: Grounds) { self.grounds = grounds }

  private mutating func judge(_ launch: LaunchSummary) {
    let subject = LaunchFindings(launch, grounds)
    coverage.launches += 1
    coverage.events += launch.eventCount
    coverage.unknownEvents += launch.unknownCount
    coverage.stepsSeen += launch.stepsSeen
    guard grounds.isJudged(subject.context) else { return }
    coverage.stepsJudged += launch.stepsJudged
    for candidate in launch.candidates { judge(candidate, subject) }
    findings += subject.background()
  }

  /// Tells a candidate, unless a kind that is never recorded would have made its step legal.
  private mutating func judge(_ candidate: Candidate, _ subject: LaunchFindings) {
    let (launch, recorder) = (subject.launch, Recorders.Key(subject.context))
    if Self.toldOnce.contains(candidate.rule) {
      let key = Once(rule: candidate.rule, recorder: recorder)
      guard told.insert(key).inserted else { return }
    }
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
        if grounds.tables[candidate.rule] != nil { coverage.stepsJudged -= 1 }
        excuse(kinds, recorder)
        return
      }
      openKind = openKind ?? unknown.0
    }
    var doubt = ""
    if let openKind {
      noteNeverRecorded(openKind, recorder)
      guard doubts[recorder]?.asked.contains(openKind) != true else { return }
      doubts[recorder, default: Doubts()].asked.insert(openKind)
      doubt = grounds.recorders[recorder].doubt(openKind)
    }
    guard var finding = subject.finding(for: candidate) else { return }
    finding.message += doubt
    if openKind != nil || mayBeLost { finding.confidence = Confidence.possible.name }
    findings.append(finding)
  }

  private mutating func excuse(_ kinds: KindSet, _ recorder: Recorders.Key) {
    doubts[recorder, default: Doubts()].steps += 1
    for kind in kinds.kinds {
      doubts[recorder]?.excuses.insert(kind)
      noteNeverRecorded(kind, recorder)
    }
  }

  private mutating func noteNeverRecorded(_ kind: EventKind, _ recorder: Recorders.Key) {
    if grounds.recorders[recorder].holding(kind) == 0 {
      doubts[recorder, default: Doubts()].neverRecorded.insert(kind)
    }
  }

  private mutating func finish() -> CheckReport {
    findings += doubts.filter { $0.value.steps > 0 }.map(unrecorded)
    findings.sort(by: Self.isWorse)
    let texts = grounds.symbols.texts
    coverage.neverRecorded = doubts.filter { !$0.value.neverRecorded.isEmpty }.map { key, doubts in
      Coverage.NeverRecorded(
        app: texts.string(key.app), appVersion: texts.string(key.appVersion),
        kinds: doubts.neverRecorded.kinds.map(\.name))
    }
    .sorted { ($0.app, $0.appVersion, $0.kinds[0]) < ($1.app, $1.appVersion, $1.kinds[0]) }
    return CheckReport(coverage: coverage, findings: findings)
  }

  /// Steps of one recorder that were not judged.
  private func unrecorded(_ key: Recorders.Key, _ doubts: Doubts) -> Finding {
    let (steps, names) = (doubts.steps, doubts.excuses.kinds.map(\.name))
    return Finding(
      rule: RuleID.traceUnrecorded.name, severity: Severity.note.name,
      confidence: Confidence.certain.name,
      message: "\(steps) \(steps == 1 ? "step was" : "steps were") not judged:"
        + " \(names.joined(separator: ", ")) \(names.count == 1 ? "is" : "are") never recorded",
      cause: "the recorder does not write these kinds", app: grounds.text(key.app),
      appVersion: grounds.text(key.appVersion),
      fingerprint: grounds.fingerprint(.traceUnrecorded, names, app: grounds.text(key.app) ?? ""))
  }

  /// A total order: severity, confidence, rule, fingerprint, then launch and place.
  private static func isWorse(_ a: Finding, _ b: Finding) -> Bool {
    let first = (Severity(b), a.confidence, a.rule, a.fingerprint)  // "certain" comes first
    let second = (Severity(a), b.confidence, b.rule, b.fingerprint)
    if first != second { return first < second }
    func place(_ finding: Finding) -> (String, String, Int64, Int, String, String) {
      (
        finding.time ?? "", finding.launch ?? "", finding.seq ?? .min, finding.source?.line ?? 0,
        finding.message, finding.appVersion ?? ""
      )
    }
    return place(a) < place(b)
  }
}

extension Grounds {
  /// Systems whose life cycle differs from iOS, or of which no real log was at hand.
  private static let otherSystems = [
    "watchOS", "visionOS", "xrOS", "macOS", "macCatalyst", "Mac Catalyst", "iOSOnMac",
  ]

  /// Whether the machines and budgets hold for a launch with this context.
  func isJudged(_ context: Context) -> Bool {
    context.processKind != words.extensionKind
      && !Self.otherSystems.contains { ran(context, on: $0) }
  }

  /// Whether a launch with this context ran on a system of that name.
  func ran(_ context: Context, on system: String) -> Bool {
    let name = context.platform.isNone ? context.osVersion : context.platform
    return symbols.texts.string(name).lowercased().hasPrefix(system.lowercased())
  }
}
