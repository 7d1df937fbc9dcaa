package import TraceAnalyzer
package import TraceModel

/// The greatest number of causes that are listed for steps that were not judged.
private let mostCauses = 3

extension CheckAnswer {
  /// The verdict in one sentence.
  ///
  /// As in `FAILED: 2 kinds of error in 1,128 launches (6 %)`, `passed: no findings`,
  /// `UNDECIDED: more unknown names than --max-unknown`, or `1 error is only possible: not failed`.
  ///
  /// Beside it stands that times were not judged: a Simulator's log would else pass like that of a device.
  func verdictText(_ groups: [FindingGroup]) -> Sentence {
    let times: Sentence = report.coverage.timesNotJudgedText.map { "; \($0)" } ?? ""
    return outcomeText(groups) + times
  }

  private func outcomeText(_ groups: [FindingGroup]) -> Sentence {
    let doubts = verdict.doubts.map(report.coverage.text)
    let found = foundText(groups)
    switch verdict.outcome {
    case .passed: return notFailedText(groups) ?? "\(verdict: "passed"): \(found)"
    case .failed:
      return "\(verdict: "FAILED"): \(([found] + doubts).joined(separator: "; "))"
    case .undecided: return "\(verdict: "UNDECIDED"): \((doubts + [found]).joined(separator: "; "))"
    }
  }

  /// The sentence where findings are as bad as those that fail a check, and yet it did not fail; nil where none are.
  private func notFailedText(_ groups: [FindingGroup]) -> Sentence? {
    guard let failOn else {
      let hasErrors = groups.contains { $0.isFailing(on: .error) }
      return hasErrors ? "\(verdict: "not failed"): --fail-on never; \(foundText(groups))" : nil
    }
    var others = groups
    let start = others.partition { $0.severity >= failOn && $0.confidence == .possible }
    let possible = FindingTally(findingsOf: others[start...])
    if possible.count == 0 { return nil }
    let rest: Sentence = start == 0 ? "" : "; \(foundText(Array(others[..<start])))"
    let verb: Sentence = possible.count == 1 ? "is" : "are"
    return "\(possible.text) \(verb) only possible: \(verdict: "not failed")\(rest)"
  }

  /// The findings that fail the check if it failed, else all findings, as in `2 kinds of error in 3 launches (33 %)`.
  private func foundText(_ groups: [FindingGroup]) -> Sentence {
    let counted = verdict.outcome == .failed ? groups.filter { $0.isFailing(on: failOn ?? .error) } : groups
    if counted.isEmpty { return "no findings" }
    let kinds = FindingTally(counted).severities.map { severity, count -> Sentence in
      "\(count: count, "kind") of \(name: severity.name)"
    }
    let count = report.findings.launchCount(at: counted.flatMap(\.indices))
    let share: Sentence = Units.share(Int64(count), of: report.coverage.launches).map { " (\(name: $0))" } ?? ""
    let launches: Sentence = count == 0 ? "" : " in \(count: count, "launch")\(share)"
    return kinds.joined(separator: ", ") + launches
  }

  /// A sentence that `--rule` selects some findings; nil without `--rule`.
  var selectionText: Sentence? {
    ruleFilter.map { filter in
      let all = report.findings.count + omittedCount
      return "--rule \(name: filter.patterns.joined(separator: ",")) selects \(count: report.findings.count) of "
        + "\(count: all, "finding"); the verdict and the exit code depend only on these"
    }
  }

  /// How much `--limit` left out, and how to see it; empty if nothing.
  func limitNotes(_ groups: [FindingGroup]) -> [Sentence] {
    let count = listsEach ? listed.findings.count : groups.count
    if count <= limit { return [] }
    let all: Sentence = listsEach ? "\(count: count, "finding")" : "\(count: count, "kind")"
    return ["\(limit) of \(all) listed; 'tracetool check' without --limit lists all"]
  }

  /// How many findings `--limit` left out, where the format has no place for it; nil if none.
  package var limitRemark: Sentence? {
    limited.leftOut.map { "--limit leaves out \(count: $0.findings) of \(count: report.findings.count, "finding")" }
  }

  /// Notes on how to list each finding, and on how many are `possible` and so fail no check.
  func listingNotes(_ groups: [FindingGroup]) -> [Sentence] {
    let count = listed.findings.count
    if count == 0 { return [] }
    let all: Sentence = count == 1 ? "the finding with its place" : "each of \(count: count, "finding")"
    let each: Sentence = "'tracetool check --all' lists \(all)"
    let doubtful = groups.filter { $0.confidence == .possible && $0.severity != .note }
    let doubtCount = FindingTally(findingsOf: doubtful).count
    let doubt: Sentence = "\(count: doubtCount) 'possible': these fail no check; 'tracetool explain soundness' says why"
    return [each] + (doubtCount == 0 ? [] : [doubt])
  }

  /// The command that shows the worst finding of a group, or explains its rule where no launch shows it.
  func command(for group: FindingGroup) -> Sentence {
    guard group.worst.launch != nil || group.worst.median != nil else {
      return "tracetool explain \(name: group.rule.name)"
    }
    let argument: Sentence = input.isEmpty ? "" : " \(name: input)"
    return "tracetool show \(name: group.worst.fingerprint.prefix(8))\(argument)"
  }
}

extension Coverage {
  /// The data behind the answer, as in `judged 402 of 410 steps in 20 launches, 0.3 % of records rejected`.
  var groundsText: Sentence {
    let missing = neverRecorded.reduce(0) { $0 + $1.kinds.count }
    let texts: [Sentence?] = [
      "judged \(count: stepsJudged) of \(count: stepsSeen, "step") in \(count: launches, "launch")",
      missing > 0 ? "\(count: missing, "kind") never recorded" : nil,
      reading.flatMap { Units.share($0.rejected, of: $0.records) }.map { "\(name: $0) of records rejected" },
      Units.share(unknownEvents, of: namedEvents).map { "\(name: $0) unknown names" }, rulesOffText,
    ]
    return texts.compactMap(\.self).joined(separator: ", ")
  }

  /// The same as a sentence.
  var groundsSentence: Sentence { "\(groundsText.capitalized)." }

  /// As in `2 rules off`; nil if all rules report what they find.
  package var rulesOffText: Sentence? { rulesOff.map { "\(count: $0.count, "rule") off" } }

  /// Why the answer is in doubt.
  func text(of doubt: Verdict.Doubt) -> Sentence {
    switch doubt {
    case .rejects: return "more records rejected than --max-rejects"
    case .unknownNames: return "more unknown names than --max-unknown"
    case .unknownEnds: return "ends of processes under unknown names"
    case .unreadSources: return reading?.unreadText ?? ""
    case .noLaunch: return "MetricKit's sums hold no launch to judge"
    case .nothingJudged: return "nothing was judged"
    case .mixed: return mixed.map(Coverage.Mixed.text)?.cut(to: Sentence.mostOfSentence) ?? ""
    }
  }

  /// As in `times not judged of 2 launches in the Simulator, 3 under a debugger; --include simulator,debugger judges them`.
  fileprivate var timesNotJudgedText: Sentence? {
    let counts: [(ExcludedEnvironment, Sentence)] = [(.simulator, "in the Simulator"), (.debugger, "under a debugger")]
    let found = counts.compactMap { environment, words in
      timesNotJudged?[environment.rawValue].map { (name: environment.rawValue, count: $0, words: words) }
    }
    if found.isEmpty { return nil }
    let launches = found.enumerated().map { index, one -> Sentence in
      "\(count: one.count, index == 0 ? "launch" : nil) \(one.words)"
    }
    let names = found.map(\.name).joined(separator: ",")
    return "times not judged of \(launches.joined(separator: ", ")); --include \(name: names) judges them"
  }

  /// What was not judged, one a line: steps by their largest causes, and times of launches on no device.
  var notJudgedLines: [Sentence] { notJudgedStepLines(indent: "  ") + [timesNotJudgedText].compactMap(\.self) }

  /// The lines on steps, for outputs whose verdict tells of times, with a margin of the lines below the first.
  func notJudgedStepLines(indent: Sentence) -> [Sentence] {
    let limit = mostCauses
    let more = notJudged.dropFirst(limit).reduce(0) { $0 &+ $1.steps }
    let others: [Sentence] = more > 0 ? ["\(count: more, "step") for other causes"] : []
    let all = notJudged.prefix(limit).map(\.text) + others
    let lengths = lengthsOnly.map { count -> Sentence in
      "all but the length of \(count: count, "launch"): no event of \(count == 1 ? "it" : "them") is recorded"
    }
    let times = timesWithoutBudget.map { count -> Sentence in
      "the time of \(count: count, "launch") over the budget, which is for the first frame: it ends elsewhere"
    }
    return (all + [lengths, times].compactMap(\.self)).enumerated().map { index, text -> Sentence in
      (index == 0 ? "not judged: " : indent) + text
    }
  }
}

extension Coverage.Mixed {
  /// As in `the events of several launches are mixed: 'boot_id' has 3 values, which come back after one
  /// another; --map launch=boot_id parts them`.
  package static func text(_ all: [Coverage.Mixed]) -> Sentence {
    let causes = all.map { $0.mixing.text }
    let more: Sentence = causes.count > 1 ? "; and \(count: causes.count - 1, "other cause")" : ""
    return "the events of several launches are mixed: \(name: causes.first ?? "")\(more)"
  }

  /// The same with how many launches are not judged.
  package static func message(_ all: [Coverage.Mixed]) -> Sentence {
    "\(text(all)); what looks like \(count: all.reduce(0) { $0 + $1.launches }, "launch") is not judged"
  }
}

extension NotJudged {
  /// As in `39,156 steps of task 0, the invalid id`.
  fileprivate var text: Sentence { "\(count: steps, "step") \(words)" }

  private var words: Sentence {
    if let own = UnjudgedCause.allCases.first(where: { "\($0)" == cause }) { return own.words }
    switch cause {
    case "extension": return "of extensions"
    case "mixed": return "of launches whose events are mixed"
    case "neverRecorded": return "that kinds of events never recorded may explain"
    case "maybeLost": return "that a lost event may explain"
    case "crashWithoutBegin":
      return steps == 1
        ? "that is a crash: the begin of its launch is not recorded"
        : "that are crashes: the begins of their launches are not recorded"
    default: return system.map { "of launches on \(name: $0)" } ?? "of launches on another system"
    }
  }
}

extension UnjudgedCause {
  /// Which steps these are.
  fileprivate var words: Sentence {
    switch self {
    case .retold: "that the system reports and the app itself records"
    case .appOfScenes: "of the app, where its scenes report the same"
    case .viewWithoutInstance: "of views without viewInstance"
    case .invalidTask: "of task 0, the invalid id"
    case .unnamedTask: "of tasks without an id"
    case .mergedScenes: "of scenes without ids, which can't be distinguished"
    case .leftOpen: "that lost or unordered events may explain"
    }
  }
}

extension Coverage.Reading {
  /// What was dropped by `--keep lifecycle`, as in `200 records dropped by --keep lifecycle: tap 150, scroll 50`; nil if
  /// nothing was.
  ///
  /// Of the names at most `limit` are listed.
  func droppedText(limit: Int) -> Sentence? {
    guard let dropped else { return nil }
    let text: Sentence = "\(count: dropped, "record") dropped by --keep lifecycle"
    guard let droppedNames, !droppedNames.isEmpty else { return "\(text); a store does not keep their names" }
    let names = droppedNames.prefix(limit).map { "\(name: $0.name) \(count: $0.count)" as Sentence }
    let rest = droppedNames.count - names.count
    let more: Sentence = rest > 0 ? " and \(count: rest, "more name"); --verbose lists all" : ""
    return "\(text): \(names.joined(separator: ", "))\(more)"
  }

  /// How many names are listed unless all are asked for.
  static let commonestNames = 5

  /// What of all that was read says nothing in this answer, in one sentence; nil if there is none.
  func leftOutText(limit: Int) -> Sentence? {
    let texts = [
      rejected > 0 ? "\(count: rejected, "record") rejected" as Sentence : nil,
      unknown.map { "\(count: $0, "event") with an unknown name" }, droppedText(limit: limit),
    ].compactMap(\.self)
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }

  /// As in `2 of 14 sources were not read to their end: run 'tracetool ingest' again`; of logs, which an error names, the
  /// end is another.
  package var unreadText: Sentence? {
    if unreadSources == 0 { return nil }
    let all = sources ?? unreadSources
    let read: Sentence = unreadSources == 1 ? "was not read to its end" : "were not read to their end"
    let advice: Sentence = isOfLogs ? "the errors name them" : "run 'tracetool ingest' again"
    return "\(count: unreadSources) of \(count: all, "source") \(read): \(advice)"
  }
}
