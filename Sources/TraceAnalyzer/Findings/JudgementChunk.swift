import TraceModel

/// What is found in some launches of a judgement: chunks are made at once on any threads, and joined.
package struct JudgementChunk: Sendable {
  /// What is not judged of one recorder, or only once.
  private struct Tally {
    /// Findings about how an app is made: one of each rule and severity is enough for a version.
    struct MakeFinding: Hashable {
      var rule: RuleID
      var severity: Severity
    }

    var made: Set<MakeFinding> = []
    /// Kinds that may explain a finding, if it is unknown whether they are recorded: each is reported once.
    var asked = KindSet()
    /// Steps that were not judged, and the kinds that would have made them legal.
    var excusedSteps: Int64 = 0
    var excuses = KindSet()

    mutating func excuse(_ kinds: KindSet, _ steps: Int64) {
      excuses = excuses.union(kinds)
      excusedSteps += steps
    }
  }

  private let judging: JudgingContext
  var findings: Findings
  private var coverage = Coverage()
  private var notJudged = NotJudgedTally()
  private var unknownWords = UnknownWordTally()
  /// By the sign of being mixed.
  private var mixed: [TextID: Int64] = [:]
  private var tallies: [RecorderProfile.Key: Tally] = [:]
  /// Candidates, by index in a launch, that are reported once for a recorder: the chunks before decide whether here.
  private var postponed: [(launch: Launch, index: Int)] = []
  private let isJoined: Bool

  /// An empty chunk; `isJoined` for all chunks together, in which everything is decided.
  init(_ judgement: Judgement, isJoined: Bool = false) {
    judging = judgement.judging
    findings = Findings(of: judgement)
    self.isJoined = isJoined
  }

  func report() -> CheckReport {
    var whole = self
    whole.finishFindings()
    whole.finishCoverage()
    whole.findings.sort()
    return CheckReport(coverage: whole.coverage, findings: whole.findings)
  }

  mutating func join(_ chunk: JudgementChunk) {
    findings.add(chunk.findings)
    coverage += chunk.coverage
    notJudged += chunk.notJudged
    unknownWords += chunk.unknownWords
    mixed.merge(chunk.mixed, uniquingKeysWith: +)
    for (key, tally) in chunk.tallies {
      tallies[key, default: Tally()].excuse(tally.excuses, tally.excusedSteps)
    }
    for (launch, index) in chunk.postponed {
      judge(launch.candidates[index], index, JudgedLaunch(launch, judging), launch)
    }
  }

  mutating func judge(_ launch: Launch) {
    let subject = JudgedLaunch(launch, judging)
    let summary = subject.summary
    coverage.launches += 1
    unknownWords.add(summary, judging.words)
    if summary.milestones.measure != .events, summary.stepsSeen == 0 {
      coverage.lengthsOnly = (coverage.lengthsOnly ?? 0) + 1
    }
    coverage.noteNames(of: summary)
    coverage.stepsSeen &+= summary.stepsSeen
    guard subject.isJudged else {
      if summary.nature == .mixed {
        mixed[summary.natureReason, default: 0] += 1
        notJudged.add(summary.stepsSeen, NotJudged.mixed)
      } else if judging.isExtension(subject.context) {
        notJudged.add(summary.stepsSeen, NotJudged.inExtension)
      } else {
        notJudged.add(summary.stepsSeen, NotJudged.otherSystem, system: subject.platform?.name)
      }
      return
    }
    coverage.stepsJudged &+= summary.stepsJudged
    // No other rule is about crashes.
    let isUnplacedCrash =
      judging.words.exitReasons[summary.exitReason] == .crash && !LaunchCrashed.knowsBegin(of: summary)
    let isOver = judging.budgets(of: launch)[.launch].map(launch.isOver) ?? false
    coverage.noteGrounds(of: launch, isOver: isOver, readsEnd: !isUnplacedCrash)
    notJudged.add(summary.unjudged)
    if isUnplacedCrash {
      // One id may name several crashes alone.
      let isAlone = summary.kinds.intersection([.processExit]) == summary.kinds
      for _ in 0..<(isAlone ? summary.stepsJudged : min(summary.stepsJudged, 1)) {
        leaveOut(NotJudged.crashWithoutBegin)
      }
    }
    for (index, candidate) in summary.candidates.enumerated() { judge(candidate, index, subject, launch) }
    // Without tasks only stays count in which many short tasks added up.
    if !summary.tasks.isEmpty || summary.stays.contains(where: { $0.assertionNanos > 0 }) {
      judgeTasks(subject, recordsEnds: subject.recordsTaskEnds)
    }
  }

  /// Judges the tasks of a launch; without `recordsEnds`, only those that UIKit says were not ended.
  private mutating func judgeTasks(_ subject: JudgedLaunch, recordsEnds: Bool) {
    let rules = Catalogue.taskRules
    for (index, task) in subject.summary.tasks.enumerated() where recordsEnds || task.isUnended {
      for rule in rules {
        if let found = subject.found(task, by: rule) { keep(found, subject, from: .task(Int32(index))) }
      }
    }
    if !recordsEnds { return }
    for (index, stay) in subject.summary.stays.enumerated() {
      if let found = subject.found(stay) { keep(found, subject, from: .stay(Int32(index))) }
    }
  }

  private mutating func keep(_ found: Found, _ subject: JudgedLaunch, from origin: FindingNumbers.Origin) {
    findings.add(subject.numbers(found, from: origin), cause: found.draft.cause)
  }

  /// Makes a finding of a candidate, unless an event that is never recorded would have made its step legal.
  private mutating func judge(_ candidate: Candidate, _ index: Int, _ subject: JudgedLaunch, _ launch: Launch) {
    let key = RecorderProfile.key(subject.context)
    if Catalogue.isReportedOnce(candidate.rule) {
      guard let severity = subject.found(candidate)?.draft.severity else { return }
      let make = Tally.MakeFinding(rule: candidate.rule, severity: severity)
      if !tallies[key, default: Tally()].made.insert(make).inserted { return }
      if !isJoined { return postponed.append((launch, index)) }
    }
    if !Catalogue.isShown(candidate, subject) { return }
    let isStep = judging.tables[candidate.rule] != nil
    var openKind = EventKind?.none
    var mayBeLost = false
    for kinds in candidate.explanations {
      let known = kinds.kinds.map(subject.knowledge)
      if known.contains(.recorded) {
        // A kind that the launch nowhere holds may have been lost wholly; of recorded kinds the machines know better.
        let isKnown = isStep && known.allSatisfy { $0 == .recorded }
        let mayHide = !isKnown && !kinds.isSubset(of: subject.summary.kinds)
        mayBeLost = mayBeLost || mayHide && known.count { $0 == .recorded } <= candidate.lostCount
      } else if let index = known.firstIndex(of: .unknown) {
        openKind = openKind ?? kinds.kinds[index]
      } else {
        if isStep { leaveOut(NotJudged.neverRecorded) }
        tallies[key, default: Tally()].excuse(kinds, 1)
        return
      }
    }
    if mayBeLost { return leaveOut(NotJudged.maybeLost) }
    if let openKind {
      if tallies[key]?.asked.contains(openKind) == true { return }
      tallies[key, default: Tally()].asked.insert(openKind)
      if !isJoined { return postponed.append((launch, index)) }
    }
    guard let found = subject.found(candidate, open: openKind) else { return }
    keep(found, subject, from: .candidate(Int32(index), open: openKind))
  }

  /// Takes back, in view of all launches, a step that was judged in its launch.
  private mutating func leaveOut(_ cause: String) {
    coverage.stepsJudged &-= 1
    notJudged.add(1, cause)
  }

  private mutating func finishFindings() {
    for (key, tally) in tallies where tally.excusedSteps > 0 {
      guard let recorder = judging.recorders[key] else { continue }
      addUnrecorded(tally, recorder)
    }
    let off = Set(judging.options.rules.off)
    if !off.isEmpty { findings = findings.choosing { !off.contains($0.rule) } }
  }

  private mutating func finishCoverage() {
    coverage.notJudged = notJudged.list
    coverage.unknownWords = unknownWords.list(judging.symbols.texts)
    if !mixed.isEmpty { coverage.mixed = Coverage.Mixed.list(mixed, judging.symbols.texts) }
    for (key, tally) in tallies {
      guard let recorder = judging.recorders[key] else { continue }
      let app = judging.text(recorder.app)
      let version = judging.text(recorder.appVersion)
      let kinds = tally.excuses.union(tally.asked).kinds.filter { recorder.holding($0) == 0 }.map(\.name)
      if kinds.isEmpty { continue }
      coverage.neverRecorded.append(Coverage.NeverRecorded(app: app ?? "", appVersion: version ?? "", kinds: kinds))
    }
    coverage.neverRecorded.sort { ($0.app, $0.appVersion, $0.kinds[0]) < ($1.app, $1.appVersion, $1.kinds[0]) }
    let off = judging.options.rules.off
    if !off.isEmpty { coverage.rulesOff = off.map(\.name) }
  }

  private mutating func addUnrecorded(_ tally: Tally, _ recorder: RecorderProfile) {
    let steps = tally.excusedSteps
    let kinds = tally.excuses.kinds
    let names = kinds.map(\.name)
    let lack: Sentence = kinds.contains { recorder.holding($0) > 0 } ? "not recorded every time" : "never recorded"
    let unsettled = FindingDraft(
      message: "\(steps) \(steps == 1 ? "step was" : "steps were") not judged:"
        + " \(name: names.joined(separator: ", ")) \(names.count == 1 ? "is" : "are") \(lack)", names: names,
      isReportedOnce: true)
    let rule = UnrecordedKinds.rule
    let draft = judging.settled(unsettled, rule)
    findings.add(
      judging.finding(rule, draft, app: recorder.app, version: recorder.appVersion),
      judging.numbers(rule, draft, app: recorder.app), in: [])
  }
}

extension Coverage {
  fileprivate static func += (sum: inout Self, chunk: Self) {
    sum.launches += chunk.launches
    sum.events &+= chunk.events
    sum.unknownEvents &+= chunk.unknownEvents
    sum.unmappedEvents &+= chunk.unmappedEvents
    sum.stepsSeen &+= chunk.stepsSeen
    sum.stepsJudged &+= chunk.stepsJudged
    let counts: [WritableKeyPath<Coverage, Int64?>] = [
      \.lengthsOnly, \.lengthsCompared, \.timesWithoutBudget, \.endsRead,
    ]
    for path in counts {
      if let count = chunk[keyPath: path] { sum[keyPath: path] = (sum[keyPath: path] ?? 0) + count }
    }
    sum.holdsLifeCycle = sum.holdsLifeCycle || chunk.holdsLifeCycle
  }
}
