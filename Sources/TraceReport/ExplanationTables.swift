package import TraceAnalyzer
import TraceModel

extension LaunchExplanation {
  /// The explanation for people: what kind of launch it was, its time, how it ended, what was judged.
  package var tables: [Table] { [kindTable, timeTable, endTable, judgedTable] }

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
}
