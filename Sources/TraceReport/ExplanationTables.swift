package import TraceAnalyzer
import TraceModel

extension LaunchExplanation {
  /// The explanation for people, part by part.
  ///
  /// - Parameters:
  ///   - showCommand: The command that shows the launch, as a shell takes it.
  ///   - input: The words that name the same logs or store to another command; empty for the default store.
  /// - Returns: What the launch is, its kind, its time, its end, what was judged, what was found, and what to type next.
  package func tables(showCommand: String, input: String) -> [Table] {
    let next = Table(
      "", ["next"], [[.text("its events, states and findings"), Cell(showCommand, isWrapped: false)]], details: 0)
    return [history.shortHeading, kindTable, timeTable, endTable, judgedTable, findingTable(input), next]
  }

  private var kindTable: Table {
    let compared = previous.map { "The launch before it on this device is \(DisplayText.shortID($0))." }
    return Table(
      "Kind: \(kind.name) (\(kind.because(history.kindReason)))", [], [],
      notes: [kind.meaning, compared].compactMap(\.self))
  }

  // MARK: Launch time

  private var timeTable: Table {
    let rows = comparison.phases.map { part -> [Cell] in
      let difference = part.medianNanos.map { part.phase.nanos &- $0 }
      return [
        .text(part.phase.name),
        .nanos(
          part.phase.nanos, mark: part.phase.isApproximate ? "~" : "", isOnWholeSeconds: part.phase.isOnWholeSeconds),
        .nanos(part.medianNanos), Self.difference(difference),
      ]
    }
    let columns: [Table.Column] = [
      "phase", "this launch", Table.Column("median", isOptional: true), Table.Column("difference", isOptional: true),
    ]
    return Table("Launch time: \(timeText)", columns, rows, notes: timeNotes)
  }

  /// As in `489 ms, start to firstFrame; the median of 6 cold launches is 420 ms`.
  private var timeText: String {
    let ends = time.anchors.map { ", \($0.from.name) to \($0.to.name)" } ?? ""
    let text = time.text.map { $0 + ends }
    if let reason = time.notCounted {
      return (text.map { [$0] } ?? ["none"]).joined() + "; not counted: \(reason.name)"
    }
    guard let text else { return "none" }
    let group = "\(Units.count(comparison.count)) \(kind.name) launch\(comparison.count == 1 ? "" : "es") of the app"
    if let median = comparison.medianNanos { return "\(text); the median of \(group) is \(DurationText.of(median))" }
    return "\(text); there \(comparison.count == 1 ? "is" : "are") \(group), too few for a median"
  }

  private var timeNotes: [String] {
    var notes: [String] = []
    if comparison.phases.contains(where: \.phase.isApproximate) {
      notes.append("~ when this began or ended is not really known")
    }
    if let standsOut = comparison.standsOut {
      let excess = DurationText.of(standsOut.nanos - standsOut.medianNanos)
      let median = DurationText.of(standsOut.medianNanos)
      notes.append("\(standsOut.phase) stands out: \(excess) over its median of \(median)")
    }
    return notes
  }

  private static func difference(_ nanos: Int64?) -> Cell {
    Cell(nanos, nanos.map { ($0 > 0 ? "+" : "") + DurationText.of($0) })
  }

  // MARK: End, judgement, findings

  private var endTable: Table { Table("End: \(ending.text)", [], [], notes: ending.grounds) }

  private var judgedTable: Table {
    let judged = "\(Units.count(coverage.stepsJudged)) of \(Units.count(coverage.stepsSeen, "step"))"
    let missing = coverage.neverRecorded.flatMap(\.kinds)
    let lacking = missing.isEmpty ? [] : ["never recorded: \(missing.joined(separator: ", "))"]
    return Table("Judged: \(judged)", [], [], notes: coverage.notJudgedLines + lacking)
  }

  private func findingTable(_ input: String) -> Table {
    let rows = findings.map { finding -> [Cell] in
      let words = ["tracetool explain \(finding.fingerprint.prefix(8))", input].filter { !$0.isEmpty }
      return [
        .text(finding.severity.name), .text(finding.confidence.name), .text(finding.rule.name),
        .text([finding.message, finding.doubtText].compactMap(\.self).joined(separator: "; ")),
        Cell(words.joined(separator: " "), isWrapped: false),
      ]
    }
    let columns: [Table.Column] = ["severity", "confidence", "rule"]
    return Table(findings.isEmpty ? "No finding" : Units.count(findings.count, "finding"), columns, rows)
  }
}
