import TraceAnalyzer
import TraceModel

/// What is said of a launch beside its pictures.
extension LaunchExplanation {
  /// The app and the device, the kind with its reason, and how much there is of it.
  var heading: Table {
    let before: Sentence = previous.map { " (launch \(name: DisplayText.shortID($0)))" } ?? ""
    let size: [Sentence?] = [
      history.lifeText.map { "lived \(name: $0)" },
      history.events.isEmpty ? nil : "\(count: history.events.count { $0.event != nil }, "event")",
      "\(count: history.findings.count, "finding")",
    ]
    let kind: Sentence =
      "\(name: kind.name): \(name: history.kindExplanation)\(before); \(size.compactMap(\.self).joined(separator: ", "))"
    return Table(
      "Launch \(name: history.launch)", [], [],
      notes: [history.subject, kind].filter { !$0.isEmpty } + history.doubts.map { "\(name: $0)" })
  }

  /// As in `Launch 489 ms, budget 400 ms, median of 6 cold launches 420 ms`, or why there is no time that counts.
  var timeText: Sentence {
    let reason: Sentence = time.notCounted.map { ": \(name: $0.name)" } ?? ""
    guard let text = time.text else { return "No launch time\(reason)" }
    let ends: Sentence = time.anchors.map { " from \(name: $0.from.name) to \(name: $0.to.name)" } ?? ""
    if time.notCounted != nil { return "Launch \(name: text)\(ends), not counted\(reason)" }
    let budget = budgetNanos.map { "budget \(nanos: $0)" as Sentence }
    let launches: Sentence = "\(name: Units.count(comparison.count, "\(kind.name) launch"))"
    let median = comparison.medianNanos.map { "median of \(launches) \(nanos: $0)" as Sentence }
    // The usual ends need no words: the phases show them.
    let isUsual = time.anchors.map { $0.from.name == "start" && $0.to.name == "firstFrame" } ?? true
    let first: Sentence = "Launch \(name: text)\(isUsual ? "" : ends)"
    return [first, budget, median ?? "\(launches): too few for a median"].compactMap(\.self).joined(separator: ", ")
  }

  /// How it ended, and what shows that.
  var endTable: Table { Table("End: \(ending.text)", [], [], notes: ending.grounds) }

  /// How much of it was judged.
  var judgedTable: Table {
    let judged: Sentence = "\(count: coverage.stepsJudged) of \(count: coverage.stepsSeen, "step")"
    let missing = coverage.neverRecorded.flatMap(\.kinds)
    let lacking: [Sentence] = missing.isEmpty ? [] : ["never recorded: \(name: missing.joined(separator: ", "))"]
    return Table("Judged: \(judged)", [], [], notes: coverage.notJudgedLines + lacking)
  }
}
