package import TraceModel

/// What is found in launches, and how much of them could be judged, given what all launches of the input record.
///
/// Made once for some launches, and asked by check, report, show, explain, compare and the lines of a log that grows.
///
/// ```swift
/// let judgement = Judgement(launches, of: summaries, symbols, options)
/// judgement.report().findings  // all of them, worst first
/// judgement.findings(of: launches[0])  // those that name one launch: no others are judged than they rest on
/// ```
package final class Judgement: Sendable {
  /// In their total order.
  package let launches: [Launch]
  /// What judging needs to know of all launches.
  package let judging: JudgingContext
  /// By index in the table of launches, the index in `launches`; -1 for a launch outside.
  private let indices: [Int32]

  /// The judgement on some launches, in their total order, in view of what is known of all.
  package init(_ launches: [Launch], _ judging: JudgingContext) {
    self.launches = launches
    self.judging = judging
    var indices = [Int32](repeating: -1, count: launches.reduce(0) { max($0, Int($1.index) + 1) })
    for (index, launch) in launches.enumerated() { indices[Int(launch.index)] = Int32(index) }
    self.indices = indices
  }

  /// A judgement that learns what a recorder writes from `all` launches, of which `launches` may be a selection.
  package convenience init(
    _ launches: [Launch], of all: [LaunchSummary], _ symbols: Symbols, _ options: JudgingOptions = JudgingOptions()
  ) { self.init(launches, JudgingContext(all, of: symbols, options)) }

  func launch(at index: Int32) -> Launch { launches[Int(indices[Int(index)])] }

  /// A finding with its texts; nil if the details of its launch can no longer be read.
  func finding(_ numbers: FindingNumbers) -> Finding? {
    let launch = launch(at: numbers.launch)
    let subject = JudgedLaunch(launch, judging)
    return subject.found(numbers, of: launch).map(subject.finding)
  }

  /// Everything that is found in the launches, worst first, with what was judged.
  package func report() -> CheckReport { joined(chunks().map { $0() }) }

  /// The findings in chunks, at least one, to be judged at once on any threads and then `joined` in their order.
  ///
  /// They are so many that no core waits long for the last; what takes longest comes first. At most `limit` chunks
  /// judge launches one by one. A comparison compares times itself: with `comparesTimes` findings about them are left
  /// out.
  package func chunks(atMost limit: Int = 32, comparesTimes: Bool = false) -> [@Sendable () -> JudgementChunk] {
    let count = min(launches.count, limit)
    let together: @Sendable () -> JudgementChunk = {
      var chunk = JudgementChunk(self)
      if !comparesTimes { LaunchTimeFindings.add(to: &chunk.findings, self.launches, self.judging) }
      Habits.add(to: &chunk.findings, self.launches, self.judging)
      return chunk
    }
    return [together]
      + (0..<count).map { number in
        { @Sendable in
          var chunk = JudgementChunk(self)
          let all = self.launches
          for launch in all[number * all.count / count..<(number + 1) * all.count / count] { chunk.judge(launch) }
          return chunk
        }
      }
  }

  /// The report of all chunks.
  package func joined(_ chunks: consuming [JudgementChunk]) -> CheckReport {
    var whole = JudgementChunk(self, isJoined: true)
    for chunk in chunks { whole.join(chunk) }
    return whole.report()
  }

  /// The findings that name one of the launches: its own, and the medians over their budget that its time belongs to,
  /// in the order of all.
  ///
  /// Only the launches that these findings depend on are judged, so this takes less time. If `isSettled` is true of the
  /// launch, those of its app and kind suffice.
  package func findings(of launch: Launch) -> [Finding] {
    var chunk = JudgementChunk(self)
    LaunchTimeFindings.add(to: &chunk.findings, of: launch, among: launches, judging)
    if Habits.isConcerned(launch) { Habits.add(to: &chunk.findings, launches, judging) }
    for earlier in earlierLaunches(before: launch) { chunk.judge(earlier) }
    chunk.judge(launch)
    let findings = joined([chunk]).findings
    // By numbers: a median may be that of very many launches, whose names are not needed.
    return findings.indices.filter { findings.launches(at: $0).contains(launch.index) }.map { findings[$0] }
  }

  /// How much of one launch could be judged.
  package func coverage(of launch: Launch) -> Coverage { Judgement([launch], judging).report().coverage }

  /// The budgets that hold for a launch.
  package func budgets(of launch: Launch) -> Budgets { judging.budgets(of: launch) }

  /// The budget of a launch's time, in nanoseconds; nil if the time does not count, or ends before the first frame.
  package func timeBudget(of launch: Launch) -> Int64? {
    guard launch.time.anchors?.hasBudget == true, judging.judges(judging.symbols.context(launch.contextID))
    else { return nil }
    return judging.budgets(of: launch)[.launch]
  }

  /// Whether a launch surely took longer than its budget; nil without a budget.
  package func isOverBudget(_ launch: Launch) -> Bool? {
    launch.isCounted ? timeBudget(of: launch).map(launch.isOver) : nil
  }

  /// True if the findings of a launch rest only on those of its app and kind; else earlier launches may have reported
  /// one, or only several launches show it.
  package func isSettled(_ launch: Launch) -> Bool {
    if launch.candidates.isEmpty { return true }
    if Habits.isConcerned(launch) { return false }
    let subject = JudgedLaunch(launch, judging)
    return !launch.candidates.contains { candidate in
      Catalogue.isReportedOnce(candidate.rule)
        || candidate.explanations.contains { kinds in
          let known = kinds.kinds.map(subject.knowledge)
          return !known.contains(.recorded) && known.contains(.unknown)
        }
    }
  }

  /// The launches before this one that may have reported a finding, as it is reported once for a recorder.
  private func earlierLaunches(before launch: Launch) -> [Launch] {
    guard launch.candidates.contains(where: Self.mayBeReportedOnce) else { return [] }
    let key = RecorderProfile.key(judging.symbols.context(launch.contextID))
    let end = launches.firstIndex { $0.index == launch.index } ?? launches.endIndex
    return launches[..<end].filter { earlier in
      earlier.candidates.contains(where: Self.mayBeReportedOnce)
        && RecorderProfile.key(judging.symbols.context(earlier.contextID)) == key
    }
  }

  /// True if a candidate is reported once for a recorder: always, or if it is unknown whether a kind is recorded.
  private static func mayBeReportedOnce(_ candidate: Candidate) -> Bool {
    Catalogue.isReportedOnce(candidate.rule) || !candidate.explanations.isEmpty
  }
}
