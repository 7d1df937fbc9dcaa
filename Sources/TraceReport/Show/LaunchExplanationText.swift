import TraceAnalyzer
import TraceModel

/// What is said of a launch beside its pictures.
extension LaunchExplanation {
  /// The app and the device, the kind with its reason, and how much there is of it.
  var heading: Table {
    let before = previous.map { " (launch \(DisplayText.shortID($0)))" } ?? ""
    let size = [
      history.lifeText.map { "lived \($0)" },
      history.events.isEmpty ? nil : Units.count(history.events.count { $0.event != nil }, "event"),
      Units.count(history.findings.count, "finding"),
    ].compactMap(\.self).joined(separator: ", ")
    let kind = "\(kind.name): \(history.kindExplanation)\(before); \(size)"
    return Table(
      "Launch \(history.launch)", [], [], notes: [history.subject, kind].filter { !$0.isEmpty } + history.doubts)
  }

  /// As in `Launch 489 ms, budget 400 ms, median of 6 cold launches 420 ms`, or why there is no time that counts.
  var timeText: String {
    let reason = time.notCounted.map { ": \($0.name)" } ?? ""
    guard let text = time.text else { return "No launch time\(reason)" }
    let ends = time.anchors.map { " from \($0.from.name) to \($0.to.name)" } ?? ""
    if time.notCounted != nil { return "Launch \(text)\(ends), not counted\(reason)" }
    let budget = budgetNanos.map { "budget \(DurationText.of($0))" }
    let launches = Units.count(comparison.count, "\(kind.name) launch")
    let median = comparison.medianNanos.map { "median of \(launches) \(DurationText.of($0))" }
    // The usual ends need no words: the phases show them.
    let isUsual = time.anchors.map { $0.from.name == "start" && $0.to.name == "firstFrame" } ?? true
    let first = "Launch \(text)" + (isUsual ? "" : ends)
    return [first, budget, median ?? "\(launches): too few for a median"].compactMap(\.self).joined(separator: ", ")
  }

  /// How it ended, and what shows that.
  var endTable: Table { Table("End: \(ending.text)", [], [], notes: ending.grounds) }

  /// How much of it was judged.
  var judgedTable: Table {
    let judged = "\(Units.count(coverage.stepsJudged)) of \(Units.count(coverage.stepsSeen, "step"))"
    let missing = coverage.neverRecorded.flatMap(\.kinds)
    let lacking = missing.isEmpty ? [] : ["never recorded: \(missing.joined(separator: ", "))"]
    return Table("Judged: \(judged)", [], [], notes: coverage.notJudgedLines + lacking)
  }
}
