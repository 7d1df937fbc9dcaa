import TraceAnalyzer
import TraceModel

/// The phases of a launch in columns of a terminal, each from where the one before it ended, on one linear scale.
struct PhaseChart {
  /// A phase, whose bar is split at its usual time.
  struct Row: Equatable {
    let name: String
    /// Without a usual time all of the bar.
    let upToUsual: Range<Int>
    let over: Range<Int>
    let took: String
    /// Empty if too few launches are known.
    let usual: String
    let isMostOver: Bool
  }

  struct Tick: Equatable {
    let column: Int
    let text: String
  }

  static let pointer = "◂"
  static let wholeName = "together"
  private static let gap = 2
  /// A picture of fewer columns is too coarse: the usual times are left out for it.
  private static let leastRoom = 14
  private static let columnsOfTick = 9.0

  /// The columns of the names, with the gap after them, and of the picture.
  let margin, room: Int
  let rows: [Row]
  /// What all phases add up to, in the launch and usually; nil if no usual time is known.
  let whole: (took: String, usual: String)?
  let ticks: [Tick]
  let hasUsual: Bool
  let legend: [String]

  /// Nil without phases; `width` is that of all columns.
  init?(_ comparison: LaunchComparison, width: Int) {
    if comparison.phases.isEmpty { return nil }
    let shares = comparison.shares
    // Those that the launch lacks as well, so that the usual times add up.
    let all = LaunchPhase.names.map { name in
      (name: name, phase: comparison.phases.first { $0.name == name }, share: shares.phases.first { $0.phase == name })
    }
    let phases = all.filter { $0.phase != nil || $0.share != nil }
    let took = phases.map { row in
      row.phase.map { DurationText.of($0.nanos, isOnWholeSeconds: $0.isOnWholeSeconds) + ($0.isApproximate ? "~" : "") }
        ?? "-"
    }
    let usual = phases.map { row in shares.usualNanos.map { _ in DurationText.of(row.share?.usualNanos ?? 0) } ?? "" }
    whole = shares.usualNanos.map { (DurationText.of(shares.nanos), DurationText.of($0)) }
    let most = shares.toBlame
    let names = phases.map(\.name) + (whole == nil ? [] : [Self.wholeName])
    let margin = (names.map(DisplayText.width).max() ?? 0) + Self.gap
    let tookWidth = (took + ["took", whole?.took ?? ""]).map(DisplayText.width).max() ?? 0
    let usualWidth = (usual + ["usual", whole?.usual ?? ""]).map(DisplayText.width).max() ?? 0
    let pointerWidth = most == nil ? 0 : 2
    let rest = width - margin - Self.gap - tookWidth - pointerWidth
    hasUsual = whole != nil && rest - Self.gap - usualWidth >= Self.leastRoom
    let room = max(hasUsual ? rest - Self.gap - usualWidth : rest, 4)
    self.margin = margin
    self.room = room
    let sum = phases.reduce(0) { $0 &+ max(0, $1.phase?.nanos ?? 0) }
    let axis = Axis(start: 0, end: Double(room), nanos: max(sum, 1), leastStep: Self.columnsOfTick)
    func column(_ nanos: Int64) -> Int { Int(axis.position(of: nanos).rounded()) }
    var begin: Int64 = 0
    var rows: [Row] = []
    for (index, row) in phases.enumerated() {
      let nanos = max(0, row.phase?.nanos ?? 0)
      let first = min(column(begin), room - 1)
      // A phase that took any time has a column.
      let end = nanos == 0 ? first : max(column(begin &+ nanos), first + 1)
      let middle = row.share?.usualNanos.map { min(end, max(first, column(begin &+ min(max(0, $0), nanos)))) } ?? end
      rows.append(
        Row(
          name: row.name, upToUsual: first..<middle, over: middle..<end, took: took[index], usual: usual[index],
          isMostOver: row.name == most?.phase))
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
      legend.append("█ up to the usual time, ▓ over it")
    } else if whole != nil {
      legend.append("█ up to the usual time")
    }
    if let most, let excess = most.excessNanos {
      legend.append("\(Self.pointer) most over it: +\(DurationText.of(excess))")
    }
    if whole != nil { legend.append("usual: means of launches around the median") }
    if comparison.phases.contains(where: \.isApproximate) {
      legend.append("~ when this began or ended is known only approximately")
    }
    if whole != nil, !hasUsual { legend.append("no room for the usual times: a wider window shows them") }
    self.legend = legend
  }
}
