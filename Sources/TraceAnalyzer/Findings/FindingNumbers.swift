import TraceModel

/// A finding as numbers: they order, count and group it, and its texts are made from its origin.
struct FindingNumbers: Graded, Sendable {
  /// Where the texts of a finding can be read again: in a member of its launch's summary, or in `Findings`.
  enum Origin: Sendable {
    /// A candidate's index in its launch, and the event that may explain it, if it is unknown whether that is recorded.
    case candidate(Int32, open: EventKind?)
    case task(Int32)
    case stay(Int32)
    case time
    /// By the index of its name.
    case phase(UInt8)
    /// Several launches or none show it: the finding at this index of `Findings.overall`.
    case overall(Int32)
  }

  let fingerprint: Fingerprint
  /// The offending event's; without an event it has neither time nor line.
  var location = EventLocation()
  /// The measure and its limit, if it exceeds the limit of a budget: nanoseconds or bytes.
  let measured, limit: Int64
  let budget: BudgetID?
  let app: TextID
  /// The index of its launch in the table of launches; below 0 if it is about none.
  var launch: Int32 = -1
  /// The index in `Findings` of its cause; below 0 for that of its rule.
  var cause: Int32 = -1
  /// The index in `Findings` of the decision about it; below 0 without one.
  var decision: Int32 = -1
  var origin: Origin
  let rule: RuleID
  let severity: Severity
  let doubts: DoubtSet
  let isReportedOnce: Bool

  var confidence: Confidence { doubts.confidence }

  /// The numbers of a draft whose severity is known.
  init(_ rule: RuleID, _ draft: FindingDraft, _ fingerprint: Fingerprint, app: TextID, from origin: Origin) {
    self.fingerprint = fingerprint
    measured = draft.overrun?.measured ?? Event.absent
    limit = draft.overrun?.limit ?? Event.absent
    budget = draft.overrun?.budget
    self.app = app
    self.origin = origin
    self.rule = rule
    severity = draft.severity ?? Catalogue.severity(of: rule)
    doubts = draft.doubts
    isReportedOnce = draft.isReportedOnce
  }
}

// How a draft becomes a finding: the rule's description, the app, the launch and the line are added to it.

extension JudgingContext {
  /// The draft with the configured severity; else with its own, its budget's, or the one of the rule's description.
  func settled(_ draft: FindingDraft, _ rule: RuleID) -> FindingDraft {
    let own = draft.severity ?? draft.overrun?.budget.definition.severity ?? Catalogue.severity(of: rule)
    let configured = options.rules[rule]
    var draft = draft
    // A quirk is legal: no setting makes it more than that.
    let severity = own == .quirk ? own : configured?.setting.severity ?? own
    draft.severity = severity
    draft.settingLocation = draft.overrun?.location ?? (severity == own ? nil : configured?.location)
    return draft
  }

  /// Names a draft for good: by rule, what counted, and app.
  func fingerprint(_ rule: RuleID, _ draft: FindingDraft, app: TextID) -> Fingerprint {
    var hash = Fingerprint()
    func add(_ part: String) {
      hash.add(part.utf8)
      hash.add(0)
    }
    add(rule.name)
    for name in draft.names { add(name) }
    add(text(app) ?? "")
    return hash
  }

  func numbers(_ rule: RuleID, _ draft: FindingDraft, app: TextID) -> FindingNumbers {
    FindingNumbers(rule, draft, fingerprint(rule, draft, app: app), app: app, from: .overall(0))
  }

  /// A finding about an app, from a settled draft.
  func finding(_ rule: RuleID, _ draft: FindingDraft, app: TextID, version: TextID) -> Finding {
    Finding(
      rule: rule, severity: draft.severity ?? Catalogue.severity(of: rule), doubts: draft.doubts,
      message: draft.message, cause: (draft.cause ?? Catalogue.cause(of: rule)).map { "\(name: $0)" }, app: text(app),
      appVersion: text(version), view: draft.view, states: draft.states, expected: draft.expected,
      inferred: draft.inferred, measured: draft.overrun?.measured,
      limit: draft.overrun?.limit, budget: draft.overrun?.budget.name,
      fingerprint: fingerprint(rule, draft, app: app).hex, names: draft.names, isReportedOnce: draft.isReportedOnce,
      settingLocation: draft.settingLocation)
  }
}

/// What may be wrong in a launch, and what is said of it.
typealias Found = (candidate: Candidate, draft: FindingDraft)

extension JudgedLaunch {
  /// A draft in view of the known quirks and of settings; nil if no budget binds.
  func found(_ candidate: Candidate, _ draft: FindingDraft) -> Found? {
    var draft = draft
    if let quirk = judging.words.quirks[candidate.name] {
      draft.severity = .quirk
      draft.cause = quirk.name
      if quirk == .swipedAway { draft.inferred = .swiped }
    }
    guard isReported(draft) else { return nil }
    draft.doubts = candidate.doubts.union(draft.doubts).subtracting(draft.answered)
    if !draft.doubts.isEmpty { draft.doubts = draft.doubts.subtracting(declaredAway) }
    draft.isReportedOnce = draft.isReportedOnce || Catalogue.isReportedOnce(candidate.rule)
    return (candidate, judging.settled(draft, candidate.rule))
  }

  /// What a candidate leads to; nil without an exceeded or binding budget; `open` as in `Origin.candidate`.
  func found(_ candidate: Candidate, open: EventKind? = nil) -> Found? {
    guard var found = Catalogue.draft(of: candidate, self).flatMap({ found(candidate, $0) }) else { return nil }
    guard let open else { return found }
    let recorder = recorder
    found.draft.add(recorder.doubt(open))
    found.draft.doubts.insert(.unrecordedKind)
    found.draft.isReportedOnce = true
    return found
  }

  /// The finding of a rule about one background task of the launch; nil without one.
  func found(_ task: TaskSummary, by rule: any TaskRule.Type) -> Found? {
    guard rule.concerns(task, self), var draft = rule.draft(of: task, self) else { return nil }
    let hasEnd = task.end != EventLocation()
    // The recorder may not record ends, and the system's log may lack the end.
    let mayLoseEnd =
      knowledge(of: .taskEnd) != .recorded || judging.words.formats[context.format]?.mayLackLines == true
    if !hasEnd, mayLoseEnd { draft.doubts.insert(.unrecordedEnd) }
    return found(Candidate(rule.rule, at: task.lastLocation, hasEnd ? .taskEnd : .taskBegin, task: task.task), draft)
  }

  /// The finding that the tasks of one stay took too long together; nil if they did not.
  func found(_ stay: StaySummary) -> Found? {
    TaskOverrun.draft(of: stay, self).flatMap { found(Candidate(TaskOverrun.rule, at: stay.assertionLocation), $0) }
  }

  /// The candidate and the draft of a finding, made again; nil if the details of its launch can no longer be read.
  func found(_ numbers: FindingNumbers, of launch: Launch) -> Found? {
    switch numbers.origin {
    case .candidate(let index, let open):
      let candidates = summary.candidates
      return candidates.indices.contains(Int(index)) ? found(candidates[Int(index)], open: open) : nil
    case .task(let index):
      let tasks = summary.tasks
      guard let rule = Catalogue.rules[Int(numbers.rule.rawValue)].taskRule, tasks.indices.contains(Int(index))
      else { return nil }
      return found(tasks[Int(index)], by: rule)
    case .stay(let index):
      let stays = summary.stays
      return stays.indices.contains(Int(index)) ? found(stays[Int(index)]) : nil
    case .time: return LaunchTimeFindings.found(launch, self)
    case .phase(let index):
      return LaunchTimeFindings.found(numbers.measured, over: numbers.limit, Int(index), launch, self)
    case .overall: return nil
    }
  }

  func numbers(_ found: Found, from origin: FindingNumbers.Origin) -> FindingNumbers {
    let rule = found.candidate.rule
    let fingerprint = judging.fingerprint(rule, found.draft, app: context.app)
    var numbers = FindingNumbers(rule, found.draft, fingerprint, app: context.app, from: origin)
    numbers.location = found.candidate.location
    numbers.launch = launchIndex
    return numbers
  }

  func finding(_ found: Found) -> Finding {
    let candidate = found.candidate
    let location = candidate.location
    var finding = judging.finding(candidate.rule, found.draft, app: context.app, version: context.appVersion)
    finding.launch = judging.symbols.launchID(summary)
    finding.device = text(context.device)
    finding.osVersion = text(context.osVersion)
    finding.appBuild = text(context.appBuild)
    finding.deviceModel = text(context.deviceModel)
    finding.scene = text(candidate.scene)
    finding.task = text(candidate.task)
    if candidate.kind != .unknown { finding.event = candidate.kind.name }
    if location.seq != Event.absent { finding.seq = location.seq }
    if location.time != Event.absent { finding.time = Timestamp.rfc3339(location.time) }
    if location.line != 0 { finding.source = judging.line(at: location) }
    return finding
  }
}

extension JudgingContext {
  func line(at location: EventLocation) -> SourceLine {
    SourceLine(file: symbols.name(location.source), line: location.lineNumber)
  }
}
