package import TraceModel

/// Turns the summaries of launches into findings: what is told depends on what all of them record.
package struct FindingsFold {
  /// What is judged, and how.
  package struct Options: Sendable {
    package var budgets = Budgets()
    /// Launches in the Simulator or under a debugger are held to budgets as well.
    package var include: Set<Desk> = []
    /// What is legal and surprises is told as well.
    package var tellsQuirks = false

    /// The standard options.
    package init() {}
  }

  private let grounds: Grounds
  private var findings: [Finding] = []
  private var coverage = Coverage()

  /// Everything that is found in `launches`, worst first, with what was judged.
  ///
  /// `launches` stand in their total order; what a recorder writes is told from `all` launches, of
  /// which they may be a selection.
  package static func findings(
    in launches: [Launch], of all: [LaunchSummary], symbols: inout Symbols, options: Options = Options()
  ) -> CheckReport {
    var fold = FindingsFold(grounds: Grounds(all, &symbols, options))
    for launch in launches { fold.judge(launch.summary) }
    fold.findings += SlowLaunches.findings(launches, fold.grounds) + Habits.findings(launches, fold.grounds)
    return fold.finish()
  }

  private mutating func judge(_ launch: LaunchSummary) {
    let subject = LaunchFindings(launch, grounds)
    coverage.launches += 1
    // Wrapping, as a store that was tampered with may hold any count.
    coverage.events &+= launch.eventCount
    coverage.unknownEvents &+= launch.unknownCount
    coverage.stepsSeen &+= launch.stepsSeen
    guard subject.isJudged else { return }
    coverage.stepsJudged &+= launch.stepsJudged
    for candidate in launch.candidates { judge(candidate, subject) }
    if !launch.tasks.isEmpty, subject.recordsTaskEnds { judgeTasks(subject) }
  }

  private mutating func judgeTasks(_ subject: LaunchFindings) {
    for task in subject.summary.tasks {
      let kind = task.end == Place() ? EventKind.taskBegin : .taskEnd
      for rule in Catalogue.taskRules {
        guard let told = rule.told(of: task, subject) else { continue }
        let candidate = Candidate(rule.rule, at: task.lastPlace, kind, task: task.task)
        findings += Array(subject.finding(candidate, told))
      }
    }
    for stay in subject.summary.stays {
      guard let told = TaskOverrun.told(of: stay, subject) else { continue }
      let candidate = Candidate(.`background.task-overrun`, at: stay.assertionPlace)
      findings += Array(subject.finding(candidate, told))
    }
  }

  /// Tells a candidate, unless a kind that is never recorded would have made its step legal.
  private mutating func judge(_ candidate: Candidate, _ subject: LaunchFindings) {
    let recorder = subject.recorder
    let isToldOnce = candidate.rule == .`order.mixed` || candidate.rule == .`order.no-scenes`
    if isToldOnce, !recorder.told.insert(candidate.rule).inserted { return }
    let isStep = grounds.tables[candidate.rule] != nil
    var (openKind, mayBeLost) = (EventKind?.none, false)
    for kinds in candidate.explanations {
      let known = kinds.kinds.map(subject.knowledge)
      if known.contains(.recorded) {
        // A kind that the launch holds nowhere may have been lost with all that it held of it; of what is recorded
        // the machines know better.
        let isKnown = isStep && known.allSatisfy { $0 == .recorded }
        let mayHide = !isKnown && !kinds.isSubset(of: subject.summary.kinds)
        mayBeLost = mayBeLost || mayHide && known.count { $0 == .recorded } <= candidate.lostCount
      } else if let place = known.firstIndex(of: .unknown) {
        openKind = openKind ?? kinds.kinds[place]
      } else {
        if isStep { coverage.stepsJudged -= 1 }
        recorder.excusedSteps += 1
        recorder.excuses = recorder.excuses.union(kinds)
        return
      }
    }
    if mayBeLost {
      coverage.stepsJudged -= 1
      return
    }
    if let openKind {
      if recorder.asked.contains(openKind) { return }
      recorder.asked.insert(openKind)
    }
    guard var finding = subject.finding(for: candidate) else { return }
    finding.message += openKind.map(recorder.doubt) ?? ""
    if openKind != nil { finding.confidence = Confidence.possible.name }
    findings.append(finding)
  }

  private mutating func finish() -> CheckReport {
    for recorder in grounds.recorders.values {
      let (app, version) = (grounds.text(recorder.app), grounds.text(recorder.appVersion))
      if recorder.excusedSteps > 0 { findings.append(unrecorded(recorder, app, version)) }
      let kinds = recorder.missing
      if kinds.isEmpty { continue }
      coverage.neverRecorded.append(Coverage.NeverRecorded(app: app ?? "", appVersion: version ?? "", kinds: kinds))
    }
    coverage.neverRecorded.sort { ($0.app, $0.appVersion, $0.kinds[0]) < ($1.app, $1.appVersion, $1.kinds[0]) }
    // Findings are large: their places are sorted, and no two are told from each other by copies.
    let all = findings
    findings = all.indices.sorted { Self.isWorse(all.span, $0, $1) }.map { all[$0] }
    return CheckReport(coverage: coverage, findings: findings)
  }

  /// Steps of one recorder that were not judged.
  private func unrecorded(_ recorder: Recorder, _ app: String?, _ version: String?) -> Finding {
    let (steps, names) = (recorder.excusedSteps, recorder.excuses.kinds.map(\.name))
    let told = Told(
      message: "\(steps) \(steps == 1 ? "step was" : "steps were") not judged:"
        + " \(names.joined(separator: ", ")) \(names.count == 1 ? "is" : "are") never recorded", names: names)
    return grounds.finding(.`trace.unrecorded`, told, app: app, version: version)
  }

  /// A total order: severity, confidence, rule, fingerprint, then launch and place.
  private static func isWorse(_ all: Swift.Span<Finding>, _ a: Int, _ b: Int) -> Bool {
    if all[a].severity != all[b].severity { return all[b].rank < all[a].rank }
    if all[a].confidence != all[b].confidence { return all[a].confidence < all[b].confidence }  // "certain" comes first
    if all[a].fingerprint != all[b].fingerprint { return all[a].name < all[b].name }
    if all[a].time != all[b].time { return all[a].time ?? "" < all[b].time ?? "" }
    let (first, second) = (all[a].place, all[b].place)
    return first == second ? all[a].appVersion ?? "" < all[b].appVersion ?? "" : first < second
  }
}

extension Finding {
  fileprivate var rank: Severity { Severity(severity) ?? .note }
  fileprivate var name: (String, String) { (rule, fingerprint) }

  /// What tells findings apart that say the same at one time.
  fileprivate var place: (String, Int64, Int, String) { (launch ?? "", seq ?? .min, source?.line ?? 0, message) }
}
