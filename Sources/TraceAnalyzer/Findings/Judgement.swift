package import TraceModel

/// What is found in launches, and how much of them could be judged, which depends on what all of the launches record.
///
/// `parts` of the launches are judged at once on any threads, and `joined` to a report.
package struct Judgement: Sendable {
  /// What is not judged of one recorder, or only once.
  private struct Tally {
    /// Findings about how an app is made: one of each rule and severity is enough for a version.
    struct MakeFinding: Hashable {
      var rule: RuleID
      var severity: Severity
    }

    var made: Set<MakeFinding> = []
    /// Kinds that nobody knows of and that may explain a finding: each is reported once.
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
  private var findings: [Finding] = []
  /// Of a comparison, the findings that launches show by themselves; nothing where each is asked for.
  private var tally: FindingTally?
  private var coverage = Coverage()
  private var notJudged = NotJudgedTally()
  private var unknownWords = UnknownWordTally()
  private var tallies: [RecorderProfile.Key: Tally] = [:]
  /// Candidates that are reported once for a recorder: only the parts before decide whether here.
  private var postponed: [(launch: Launch, candidate: Candidate)] = []
  private var isJoined = false

  private init(_ judging: JudgingContext, isCompared: Bool = false) {
    self.judging = judging
    if isCompared { tally = FindingTally() }
  }

  /// Everything that is found in `launches`, worst first, with what was judged.
  ///
  /// `launches` stand in their total order; what a recorder writes is learned from `all` launches, of
  /// which they may be a selection.
  package static func findings(
    in launches: [Launch], of all: [LaunchSummary], symbols: inout Symbols, options: JudgingOptions = JudgingOptions()
  ) -> CheckReport { joined(parts(of: launches, all, &symbols, options).map { $0() }) }

  /// The findings that name one of `launches`: of the findings in all of them, in their order, those of this launch, and the
  /// medians over their budget to which its time belongs.
  ///
  /// No more launches are judged than these findings rest on, so this takes a part of the time.
  ///
  /// - Parameters:
  ///   - launch: The launch.
  ///   - launches: In their total order; where `isSettled` is true of the launch, those of its app and kind suffice.
  ///   - judging: What judging needs to know of all launches.
  /// - Returns: The findings, worst first.
  package static func findings(of launch: Launch, among launches: [Launch], _ judging: JudgingContext) -> [Finding] {
    var fold = Judgement(judging)
    fold.findings = SlowLaunches.findings(of: launch, among: launches, judging)
    fold.findings += Habits.findings(of: launch, among: launches, judging)
    for earlier in fold.launches(before: launch, among: launches) { fold.judge(earlier) }
    fold.judge(launch)
    let name = launch.name
    return joined([fold]).findings.filter { $0.launches.contains(name) }
  }

  /// How much of one launch could be judged.
  package static func coverage(of launch: Launch, _ judging: JudgingContext) -> Coverage {
    joined(parts(of: [launch], judging).map { $0() }).coverage
  }

  /// True if the findings of a launch rest on no launches but those of its app and kind.
  ///
  /// Else something is reported in it unless an earlier launch has it as well, or only several launches show it.
  package static func isSettled(_ launch: Launch, _ judging: JudgingContext) -> Bool {
    if launch.candidates.isEmpty { return true }
    if Habits.isConcerned(launch) { return false }
    let subject = LaunchFindings(launch, judging)
    return !launch.candidates.contains { candidate in
      isReportedOnce(candidate)
        || candidate.explanations.contains { kinds in
          let known = kinds.kinds.map(subject.knowledge)
          return !known.contains(.recorded) && known.contains(.unknown)
        }
    }
  }

  /// The launches before this one that decide whether something is reported here, as it is reported once for a recorder.
  private func launches(before launch: Launch, among launches: [Launch]) -> ArraySlice<Launch> {
    guard launch.candidates.contains(where: Self.mayBeReportedOnce) else { return [] }
    let key = RecorderProfile.key(judging.symbols.context(launch.contextID))
    let end = launches.firstIndex { $0 === launch } ?? launches.endIndex
    return launches[..<end].filter { earlier in
      earlier.candidates.contains(where: Self.mayBeReportedOnce)
        && RecorderProfile.key(judging.symbols.context(earlier.contextID)) == key
    }[...]
  }

  /// True if a candidate is reported once for a recorder: always, or where nobody knows whether a kind is recorded.
  private static func mayBeReportedOnce(_ candidate: Candidate) -> Bool {
    isReportedOnce(candidate) || !candidate.explanations.isEmpty
  }

  /// True for what says how an app is made.
  private static func isReportedOnce(_ candidate: Candidate) -> Bool { Catalogue.isReportedOnce(candidate.rule) }

  /// The findings in all launches in parts, which may be judged at once on any threads and are then `joined` in their order; they are so
  /// many that no core waits long for the last.
  ///
  /// For a comparison they hold no findings about times, and of all others no more than `compared` needs.
  package static func parts(
    of launches: [Launch], _ all: [LaunchSummary], _ symbols: inout Symbols, _ options: JudgingOptions,
    atMost limit: Int = 32, isCompared: Bool = false
  ) -> [@Sendable () -> Judgement] {
    parts(of: launches, JudgingContext(all, &symbols, options), atMost: limit, isCompared: isCompared)
  }

  /// The same of launches whose judging context is known.
  package static func parts(
    of launches: [Launch], _ judging: JudgingContext, atMost limit: Int = 32, isCompared: Bool = false
  ) -> [@Sendable () -> Judgement] {
    let count = min(launches.count, limit)
    // What takes longest is begun first.
    let together: @Sendable () -> Judgement = {
      var fold = Judgement(judging, isCompared: isCompared)
      if !isCompared { fold.findings = SlowLaunches.findings(launches, judging) }
      fold.findings += Habits.findings(launches, judging)
      return fold
    }
    return [together]
      + (0..<count).map { part in
        { @Sendable in
          var fold = Judgement(judging, isCompared: isCompared)
          for launch in launches[part * launches.count / count..<(part + 1) * launches.count / count] {
            fold.judge(launch)
          }
          return fold
        }
      }
  }

  /// The report of all parts, of which there is one at least.
  ///
  /// There may be a million findings: each part lets go of its own as soon as they are in the report.
  package static func joined(_ parts: consuming [Judgement]) -> CheckReport {
    var fold = fold(of: parts)
    fold.finishFindings()
    fold.finishCoverage()
    WorstFirst.sort(&fold.findings)
    return CheckReport(coverage: fold.coverage, findings: fold.findings)
  }

  /// What a comparison needs of the findings in all parts, which were made for it; there is one at least.
  package static func compared(_ parts: consuming [Judgement], in launches: [Launch]) -> ComparedFindings {
    var fold = fold(of: parts)
    fold.finishFindings()
    let found = ComparedFindings(fold.tally ?? FindingTally(), fold.findings, in: launches)
    let off = Set(fold.judging.options.rules.off)
    return off.isEmpty ? found : found.leavingOut(off)
  }

  /// All parts as one.
  private static func fold(of parts: consuming [Judgement]) -> Judgement {
    var parts = parts
    var fold = Judgement(parts[0].judging, isCompared: parts[0].tally != nil)
    fold.isJoined = true
    fold.findings = movedFindings(of: &parts)
    for part in parts { fold.join(part) }
    return fold
  }

  /// Takes the findings out of all parts, in their order.
  ///
  /// For speed: each is moved from the end of one array to that of another, as a copy of its many texts takes longer than
  /// all sorting of findings.
  private static func movedFindings(of parts: inout [Judgement]) -> [Finding] {
    var findings: [Finding] = []
    findings.reserveCapacity(parts.reduce(0) { $0 + $1.findings.count })
    for place in parts.indices.reversed() {
      while let last = parts[place].findings.popLast() { findings.append(last) }
    }
    var reversed = findings.mutableSpan
    for place in 0..<reversed.count / 2 { reversed.swapAt(place, reversed.count - 1 - place) }
    return findings
  }

  /// The budgets that hold for a launch, which is one of `all`.
  package static func budgets(
    of launch: Launch, _ all: [LaunchSummary], _ symbols: inout Symbols, _ options: JudgingOptions
  ) -> Budgets { JudgingContext(all, &symbols, options).budgets(of: launch) }

  private mutating func join(_ part: Judgement) {
    if let other = part.tally { tally?.join(other) }
    coverage += part.coverage
    notJudged += part.notJudged
    unknownWords += part.unknownWords
    for (key, tally) in part.tallies {
      tallies[key, default: Tally()].excuse(tally.excuses, tally.excusedSteps)
    }
    for (launch, candidate) in part.postponed { judge(candidate, LaunchFindings(launch, judging), launch) }
  }

  private mutating func judge(_ launch: Launch) {
    let subject = LaunchFindings(launch, judging)
    let summary = subject.summary
    coverage.launches += 1
    unknownWords.add(summary, judging.words)
    // Wrapping, as a store that was tampered with may hold any count.
    coverage.events &+= summary.eventCount
    if summary.milestones.measure != .events, summary.stepsSeen == 0 {
      coverage.lengthsOnly = (coverage.lengthsOnly ?? 0) + 1
    }
    coverage.unknownEvents &+= summary.unknownCount &- summary.unmappedCount
    coverage.unmappedEvents &+= summary.unmappedCount
    coverage.stepsSeen &+= summary.stepsSeen
    guard subject.isJudged else {
      if judging.isExtension(subject.context) {
        notJudged.add(summary.stepsSeen, NotJudged.inExtension)
      } else {
        notJudged.add(summary.stepsSeen, NotJudged.otherSystem, system: subject.platform?.name)
      }
      return
    }
    coverage.stepsJudged &+= summary.stepsJudged
    notJudged.add(summary.unjudged)
    for candidate in summary.candidates { judge(candidate, subject, launch) }
    // Without tasks there are stays alone in which many short tasks added up.
    if !summary.tasks.isEmpty || summary.stays.contains(where: { $0.assertionNanos > 0 }) {
      judgeTasks(subject, recordsEnds: subject.recordsTaskEnds)
    }
  }

  /// Judges the tasks of a launch; where ends are not recorded, those alone that UIKit says were not ended.
  private mutating func judgeTasks(_ subject: LaunchFindings, recordsEnds: Bool) {
    // Nobody knows whether an end that is missing would have been recorded.
    let mayLackEnds = subject.knowledge(of: .taskEnd) != .recorded
    let rules = Catalogue.taskRules
    for task in subject.summary.tasks where recordsEnds || task.isUnended {
      let kind = task.end == EventLocation() ? EventKind.taskBegin : .taskEnd
      for rule in rules where rule.concerns(task, subject) {
        guard var draft = rule.draft(of: task, subject) else { continue }
        if mayLackEnds, task.end == EventLocation() { draft.doubts.insert(.unrecordedEnd) }
        let candidate = Candidate(rule.rule, at: task.lastPlace, kind, task: task.task)
        if let found = subject.found(candidate, draft) { keep(found, subject) }
      }
    }
    for stay in subject.summary.stays where recordsEnds {
      guard let draft = TaskOverrun.draft(of: stay, subject) else { continue }
      let candidate = Candidate(TaskOverrun.rule, at: stay.assertionPlace)
      if let found = subject.found(candidate, draft) { keep(found, subject) }
    }
  }

  /// Keeps a finding in a launch, or what a comparison needs of it.
  private mutating func keep(_ found: FoundDraft, _ subject: LaunchFindings) {
    if tally == nil { findings.append(subject.finding(found)) } else { tally?.add(found, in: subject) }
  }

  /// Makes a finding of a candidate, unless an event that is never recorded would have made its step legal.
  private mutating func judge(_ candidate: Candidate, _ subject: LaunchFindings, _ launch: Launch) {
    let key = RecorderProfile.key(subject.context)
    if Self.isReportedOnce(candidate) {
      guard let severity = subject.found(for: candidate)?.severity else { return }
      let make = Tally.MakeFinding(rule: candidate.rule, severity: severity)
      if !tallies[key, default: Tally()].made.insert(make).inserted { return }
      if !isJoined { return postponed.append((launch, candidate)) }
    }
    if !Catalogue.isShown(candidate, subject) { return }
    let isStep = judging.tables[candidate.rule] != nil
    var openKind = EventKind?.none
    var mayBeLost = false
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
        if isStep { leaveOut(NotJudged.neverRecorded) }
        tallies[key, default: Tally()].excuse(kinds, 1)
        return
      }
    }
    if mayBeLost { return leaveOut(NotJudged.maybeLost) }
    if let openKind {
      if tallies[key]?.asked.contains(openKind) == true { return }
      tallies[key, default: Tally()].asked.insert(openKind)
      if !isJoined { return postponed.append((launch, candidate)) }
    }
    guard var found = subject.found(for: candidate) else { return }
    found.draft.message += openKind.map(subject.recorder.doubt) ?? ""
    if openKind != nil { found.doubts.insert(.unrecordedKind) }
    if openKind != nil { found.isReportedOnce = true }
    keep(found, subject)
  }

  /// A step that was judged in its launch is not, in view of all launches.
  private mutating func leaveOut(_ cause: String) {
    coverage.stepsJudged &-= 1
    notJudged.add(1, cause)
  }

  /// Adds the findings about recorders, and leaves out those of rules that are off.
  private mutating func finishFindings() {
    for (key, tally) in tallies where tally.excusedSteps > 0 {
      guard let recorder = judging.recorders[key] else { continue }
      findings.append(unrecorded(tally, recorder))
    }
    let off = Set(judging.options.rules.off)
    if !off.isEmpty { findings.removeAll { off.contains($0.rule) } }
  }

  private mutating func finishCoverage() {
    coverage.notJudged = notJudged.list
    coverage.unknownWords = unknownWords.list(judging.symbols.texts)
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

  /// Steps of one recorder that were not judged.
  private func unrecorded(_ tally: Tally, _ recorder: RecorderProfile) -> Finding {
    let steps = tally.excusedSteps
    let kinds = tally.excuses.kinds
    let names = kinds.map(\.name)
    let lack = kinds.contains { recorder.holding($0) > 0 } ? "not recorded every time" : "never recorded"
    let draft = FindingDraft(
      message: "\(steps) \(steps == 1 ? "step was" : "steps were") not judged:"
        + " \(names.joined(separator: ", ")) \(names.count == 1 ? "is" : "are") \(lack)", names: names)
    var finding = judging.finding(
      UnrecordedKinds.rule, draft, app: judging.text(recorder.app), version: judging.text(recorder.appVersion))
    finding.isReportedOnce = true
    return finding
  }
}

extension Coverage {
  fileprivate static func += (sum: inout Self, part: Self) {
    sum.launches += part.launches
    sum.events &+= part.events
    sum.unknownEvents &+= part.unknownEvents
    sum.unmappedEvents &+= part.unmappedEvents
    sum.stepsSeen &+= part.stepsSeen
    sum.stepsJudged &+= part.stepsJudged
    if let count = part.lengthsOnly { sum.lengthsOnly = (sum.lengthsOnly ?? 0) + count }
  }
}
