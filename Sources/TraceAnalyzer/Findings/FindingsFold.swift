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

  /// What is not known of one recorder.
  private struct Doubts {
    /// Rules about an app's make that were told: one finding for each version is enough.
    var told: Set<RuleID> = []
    /// Kinds that nobody knows of and that may explain a finding: each is told once.
    var asked = KindSet()
    /// Steps that were not judged, and the kinds that would have made them legal.
    var steps: Int64 = 0
    var excuses = KindSet()
  }

  private let grounds: Grounds
  private var findings: [Finding] = []
  private var coverage = Coverage()
  private var doubts: [Recorders.Key: Doubts] = [:]

  /// Everything that is found in `launches`, worst first, with what was judged.
  ///
  /// `launches` stand in their total order; what a recorder writes is told from `all` launches, of
  /// which they may be a selection.
  package static func findings(
    in launches: [Launch], of all: [LaunchSummary], symbols: inout Symbols,
    options: Options = Options()
  ) -> CheckReport {
    let words = Words(&symbols)
    var fold = FindingsFold(
      grounds: Grounds(
        symbols: symbols, options: options, words: words, recorders: Recorders(all, symbols)))
    for launch in launches { fold.judge(launch.summary) }
    fold.findings += SlowLaunches.findings(launches, fold.grounds)
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
    let recorder = Recorders.Key(subject.context)
    var doubts = doubts.removeValue(forKey: recorder) ?? Doubts()
    for candidate in launch.candidates {
      judge(candidate, subject, grounds.recorders[recorder], &doubts)
    }
    self.doubts[recorder] = doubts
    for rule in Catalogue.backgroundRules {
      findings += rule.found(in: subject).map { subject.finding($0, $1) }
    }
  }

  /// Tells a candidate, unless a kind that is never recorded would have made its step legal.
  private mutating func judge(
    _ candidate: Candidate, _ subject: LaunchFindings, _ record: Recorders.Record,
    _ doubts: inout Doubts
  ) {
    let isToldOnce = candidate.rule == .orderMixed || candidate.rule == .orderNoScenes
    if isToldOnce, !doubts.told.insert(candidate.rule).inserted { return }
    var openKind: EventKind?
    var mayBeLost = false
    for kinds in candidate.explanations {
      let known = kinds.kinds.map {
        ($0, grounds.recorders.knowledge($0, subject.summary, subject.context, record))
      }
      if known.contains(where: { $0.1 == .recorded }) {
        // A kind that the launch holds nowhere may have been lost with all that it held of it.
        let isHeld = kinds.isSubset(of: subject.summary.kinds)
        mayBeLost = mayBeLost || !isHeld && Int64(kinds.count) <= candidate.lostCount
      } else if let unknown = known.first(where: { $0.1 == .unknown }) {
        openKind = openKind ?? unknown.0
      } else {
        if grounds.tables[candidate.rule] != nil { coverage.stepsJudged -= 1 }
        doubts.steps += 1
        doubts.excuses = doubts.excuses.union(kinds)
        return
      }
    }
    if mayBeLost {
      coverage.stepsJudged -= 1
      return
    }
    if let openKind {
      if doubts.asked.contains(openKind) { return }
      doubts.asked.insert(openKind)
    }
    guard var finding = subject.finding(for: candidate) else { return }
    finding.message += openKind.map(record.doubt) ?? ""
    if openKind != nil { finding.confidence = Confidence.possible.name }
    findings.append(finding)
  }

  private mutating func finish() -> CheckReport {
    for (key, doubts) in doubts {
      let (app, version) = (grounds.text(key.app), grounds.text(key.appVersion))
      if doubts.steps > 0 { findings.append(unrecorded(doubts, app, version)) }
      let kinds = grounds.recorders[key].missing(of: doubts.excuses.union(doubts.asked))
      if kinds.isEmpty { continue }
      coverage.neverRecorded.append(
        Coverage.NeverRecorded(app: app ?? "", appVersion: version ?? "", kinds: kinds))
    }
    coverage.neverRecorded.sort {
      ($0.app, $0.appVersion, $0.kinds[0]) < ($1.app, $1.appVersion, $1.kinds[0])
    }
    findings.sort(by: Self.isWorse)
    return CheckReport(coverage: coverage, findings: findings)
  }

  /// Steps of one recorder that were not judged.
  private func unrecorded(_ doubts: Doubts, _ app: String?, _ version: String?) -> Finding {
    let (steps, names) = (doubts.steps, doubts.excuses.kinds.map(\.name))
    let told = Told(
      message: "\(steps) \(steps == 1 ? "step was" : "steps were") not judged:"
        + " \(names.joined(separator: ", ")) \(names.count == 1 ? "is" : "are") never recorded",
      names: names)
    return grounds.finding(.traceUnrecorded, told, app: app, version: version)
  }

  /// A total order: severity, confidence, rule, fingerprint, then launch and place.
  private static func isWorse(_ a: Finding, _ b: Finding) -> Bool {
    if a.severity != b.severity {
      return Severity(b.severity) ?? .note < Severity(a.severity) ?? .note
    }
    if a.confidence != b.confidence { return a.confidence < b.confidence }  // "certain" comes first
    if a.fingerprint != b.fingerprint { return (a.rule, a.fingerprint) < (b.rule, b.fingerprint) }
    if a.time != b.time { return a.time ?? "" < b.time ?? "" }
    func place(_ finding: Finding) -> (String, Int64, Int, String, String) {
      (
        finding.launch ?? "", finding.seq ?? .min, finding.source?.line ?? 0, finding.message,
        finding.appVersion ?? ""
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
