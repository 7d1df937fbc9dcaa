import TraceAnalyzer
import TraceModel

/// The phases of a launch in columns of a terminal, each from where the one before it ended, on one linear scale.
struct PhaseChart {
  /// A phase, whose bar is split at its median.
  struct Row: Equatable {
    let name: String
    /// Without a median all of the bar.
    let upToMedian: Range<Int>
    let over: Range<Int>
    let took: String
    /// Empty if too few launches have the phase.
    let median: String
    let isMostOver: Bool
  }

  struct Tick: Equatable {
    let column: Int
    let text: String
  }

  static let pointer = "◂"
  private static let gap = 2
  /// A picture of fewer columns is too coarse: the medians are left out for it.
  private static let leastRoom = 14
  private static let columnsOfTick = 9.0

  /// The columns of the names, with the gap after them, and of the picture.
  let margin, room: Int
  let rows: [Row]
  let ticks: [Tick]
  let hasMedians: Bool
  let legend: [String]

  /// Nil without phases; `width` is that of all columns.
  init?(_ comparison: LaunchComparison, width: Int) {
    let phases = comparison.phases
    if phases.isEmpty { return nil }
    let took = phases.map { row in
      DurationText.of(row.phase.nanos, isOnWholeSeconds: row.phase.isOnWholeSeconds)
        + (row.phase.isApproximate ? "~" : "")
    }
    let medians = phases.map { $0.medianNanos.map { DurationText.of($0) } ?? "" }
    let margin = (phases.map { DisplayText.width($0.phase.name) }.max() ?? 0) + Self.gap
    let tookWidth = (took + ["took"]).map(DisplayText.width).max() ?? 0
    let medianWidth = (medians + ["median"]).map(DisplayText.width).max() ?? 0
    let pointerWidth = comparison.standsOut == nil ? 0 : 2
    let rest = width - margin - Self.gap - tookWidth - pointerWidth
    let hasAnyMedian = medians.contains { !$0.isEmpty }
    hasMedians = hasAnyMedian && rest - Self.gap - medianWidth >= Self.leastRoom
    let room = max(hasMedians ? rest - Self.gap - medianWidth : rest, 4)
    self.margin = margin
    self.room = room
    let sum = phases.reduce(0) { $0 &+ max(0, $1.phase.nanos) }
    let axis = Axis(start: 0, end: Double(room), nanos: max(sum, 1), leastStep: Self.columnsOfTick)
    func column(_ nanos: Int64) -> Int { Int(axis.position(of: nanos).rounded()) }
    var begin: Int64 = 0
    var rows: [Row] = []
    for (index, row) in phases.enumerated() {
      let nanos = max(0, row.phase.nanos)
      let first = min(column(begin), room - 1)
      // A phase that took any time has a column.
      let end = nanos == 0 ? first : max(column(begin &+ nanos), first + 1)
      let middle = row.medianNanos.map { min(end, max(first, column(begin &+ min(max(0, $0), nanos)))) } ?? end
      let name = row.phase.name
      rows.append(
        Row(
          name: name, upToMedian: first..<middle, over: middle..<end, took: took[index], median: medians[index],
          isMostOver: name == comparison.standsOut?.phase))
      begin &+= nanos
    }
    self.rows = rows
    var ticks: [Tick] = []
    // Phases of no length, as on a clock of whole seconds, have no scale.
    for time in axis.ticks() where sum > 0 {
      let text = time == 0 ? "0 \(axis.unit)" : axis.number(time)
      let tick = Tick(column: column(time), text: text)
      let isFree = ticks.last.map { $0.column + $0.text.count < tick.column } ?? true
      if isFree, tick.column + text.count <= room { ticks.append(tick) }
    }
    self.ticks = ticks
    var legend: [String] = []
    if rows.contains(where: { !$0.over.isEmpty }) {
      legend.append("█ up to the median, ▓ over it")
    } else if hasAnyMedian {
      legend.append("█ up to the median")
    }
    if let most = comparison.standsOut {
      legend.append("\(Self.pointer) most over it: +\(DurationText.of(most.nanos &- most.medianNanos))")
    }
    if phases.contains(where: \.phase.isApproximate) {
      legend.append("~ when this began or ended is known only approximately")
    }
    if hasAnyMedian, !hasMedians { legend.append("no room for the medians: a wider window shows them") }
    self.legend = legend
  }
}
