import TraceModel

/// A candidate that became a finding, without the names of its launch, app, device and file: `LaunchFindings.finding`
/// adds these.
///
/// For speed: a comparison needs no more of most findings, so these texts are made for few.
struct FoundDraft {
  var candidate: Candidate
  var draft: FindingDraft
  var severity: Severity
  /// Why it is only possible; empty if it is certain.
  var doubts: DoubtSet
  var fingerprint: Fingerprint
  /// True if it is reported once, for one launch or none, though others have it.
  var isReportedOnce: Bool
}

// How a draft becomes a finding: the rule's description, the app, the launch and the line are added to it.

extension JudgingContext {
  /// How bad a draft is: as it says itself, as its budget says, or as the rule's description does; unless it is configured,
  /// by the line with that place.
  func severity(_ rule: RuleID, _ draft: FindingDraft) -> (severity: Severity, place: SettingPlace?) {
    let own = draft.severity ?? draft.overrun?.budget.definition.severity ?? Catalogue.severity(of: rule)
    let configured = options.rules[rule]
    // A quirk is legal: no setting makes it more than that.
    let severity = own == .quirk ? own : configured?.setting.severity ?? own
    return (severity, draft.overrun?.place ?? (severity == own ? nil : configured?.place))
  }

  /// The fingerprint of a draft, which names it for good: rule, what counted, app.
  func fingerprint(_ rule: RuleID, _ draft: FindingDraft, app: String?) -> Fingerprint {
    var hash = Fingerprint()
    func add(_ part: String) {
      hash.add(part.utf8)
      hash.add(0)
    }
    add(rule.name)
    for name in draft.names { add(name) }
    add(app ?? "")
    return hash
  }

  /// A finding about an app, certain unless said otherwise.
  func finding(_ rule: RuleID, _ draft: FindingDraft, app: String?, version: String?) -> Finding {
    finding(rule, draft, fingerprint(rule, draft, app: app), app: app, version: version)
  }

  /// The same of a draft whose fingerprint is known.
  fileprivate func finding(
    _ rule: RuleID, _ draft: FindingDraft, _ fingerprint: Fingerprint, app: String?, version: String?
  ) -> Finding {
    let (severity, settingPlace) = severity(rule, draft)
    return Finding(
      rule: rule, severity: severity, doubts: draft.doubts, message: draft.message,
      cause: draft.cause ?? Catalogue.cause(of: rule), app: app, appVersion: version, view: draft.view,
      states: draft.states, expected: draft.expected, inferred: draft.inferred.map { "\($0)" },
      measuredNanos: draft.overrun?.measured, budgetNanos: draft.overrun?.limit,
      budget: draft.overrun?.budget.name, fingerprint: fingerprint.hex, names: draft.names, settingPlace: settingPlace)
  }
}

extension LaunchFindings {
  /// What a draft comes to in view of the quirks that are known; nil if no budget binds.
  func found(_ candidate: Candidate, _ draft: FindingDraft) -> FoundDraft? {
    var draft = draft
    if let quirk = judging.words.quirks[candidate.name] {
      draft.severity = .quirk
      draft.cause = quirk.name
      if quirk == .swipedAway { draft.inferred = .swiped }
    }
    guard isReported(draft) else { return nil }
    return FoundDraft(
      candidate: candidate, draft: draft, severity: judging.severity(candidate.rule, draft).severity,
      doubts: candidate.doubts.union(draft.doubts).subtracting(draft.answered),
      fingerprint: judging.fingerprint(candidate.rule, draft, app: text(context.app)),
      isReportedOnce: Catalogue.isReportedOnce(candidate.rule))
  }

  /// What a candidate leads to; nil if no budget is exceeded, or none binds.
  func found(for candidate: Candidate) -> FoundDraft? {
    Catalogue.draft(of: candidate, self).flatMap { found(candidate, $0) }
  }

  /// A finding with all that launch and candidate say.
  func finding(_ found: FoundDraft) -> Finding {
    let candidate = found.candidate
    var finding = judging.finding(
      candidate.rule, found.draft, found.fingerprint, app: text(context.app), version: text(context.appVersion))
    complete(&finding, found, candidate)
    return finding
  }

  /// Adds what launch and candidate say.
  ///
  /// For speed the finding is changed where it is: to return it may copy its many texts.
  private func complete(_ finding: inout Finding, _ found: FoundDraft, _ candidate: Candidate) {
    let place = candidate.place
    finding.doubts = found.doubts
    finding.isReportedOnce = found.isReportedOnce
    finding.launch = judging.symbols.launchID(summary)
    finding.numbers = FindingNumbers(launch: self.place, instant: place.time)
    finding.device = text(context.device)
    finding.osVersion = text(context.osVersion)
    finding.appBuild = text(context.appBuild)
    finding.deviceModel = text(context.deviceModel)
    finding.scene = text(candidate.scene)
    finding.task = text(candidate.task)
    if candidate.kind != .unknown { finding.event = candidate.kind.name }
    if place.seq != Event.absent { finding.seq = place.seq }
    if place.time != Event.absent { finding.time = Timestamp.rfc3339(place.time) }
    if place.line != 0 {
      finding.source = SourceLine(file: judging.symbols.name(place.source), line: place.lineNumber)
    }
  }

  /// A finding with all that launch and candidate say; nil if no budget binds.
  func finding(_ candidate: Candidate, _ draft: FindingDraft) -> Finding? { found(candidate, draft).map(finding) }
}
