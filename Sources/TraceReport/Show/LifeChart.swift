import TraceAnalyzer
import TraceModel

/// The life of a launch in columns of a terminal: to scale between cuts, which fill one column each.
struct LifeChart {
  /// Columns with one mark, without the last.
  struct Bar: Equatable {
    let mark: Character
    let columns: Range<Int>
  }

  struct Row: Equatable {
    let label: String
    var cells: [Character]

    var bars: [Bar] {
      var bars: [Bar] = []
      for (column, cell) in cells.enumerated() where cell != " " {
        if let last = bars.last, last.mark == cell, last.columns.upperBound == column {
          bars[bars.count - 1] = Bar(mark: cell, columns: last.columns.lowerBound..<column + 1)
        } else {
          bars.append(Bar(mark: cell, columns: column..<column + 1))
        }
      }
      return bars
    }
  }

  /// A time at the column where it is written, or a cut and its length.
  struct Tick: Equatable {
    let column: Int
    let text: String
  }

  static let cutMark: Character = "⫽"
  private static let findings = "findings"
  /// The least columns for each cut.
  private static let columnsOfCut = 8

  /// The columns of the names, with the gap after them.
  let margin: Int
  let rows: [Row]
  let ticks: [Tick]
  let cuts: [Tick]
  let legend: [String]
  let title: String
  /// What has no room.
  let note: String?

  /// Nil if no time passes, or without a row; `width` includes the names, which `cutName` cuts to a limit of columns.
  init?(_ life: LaunchLife, width: Int, cutName: (_ name: String, _ limit: Int) -> String) {
    guard let last = life.instants.last, last > life.instants[0], !life.lanes.isEmpty else { return nil }
    let names = life.lanes.map { cutName($0.label, max(10, min(24, width / 4))) }
    let hasMarks = !life.marks.isEmpty
    let margin = ((names + (hasMarks ? [Self.findings] : [])).map(DisplayText.width).max() ?? 0) + 1
    let room = max(width - margin, 10)
    let pauses = life.pauses(atMost: room / Self.columnsOfCut)
    let columns = Self.columns(life, pauses, room)
    let end = columns[columns.count - 1]
    self.margin = margin
    cuts = pauses.map { Tick(column: columns[$0.after] + 1, text: DurationText.of($0.nanos)) }
    let cutColumns = cuts.map(\.column)
    func blank() -> [Character] {
      var cells = [Character](repeating: " ", count: end + 1)
      for column in cutColumns { cells[column] = Self.cutMark }
      return cells
    }
    var rows = zip(life.lanes, names).map { lane, name in
      Row(label: name, cells: Self.draw(lane, columns, cutColumns, blank()))
    }
    if hasMarks { rows.append(Row(label: Self.findings, cells: Self.draw(life.marks, columns, blank()))) }
    self.rows = rows
    ticks = Self.ticks(life, pauses, columns, room)
    title = Self.title(pauses)
    note = life.omitted == 0 ? nil : "\(Units.count(life.omitted)) more scenes and tasks are not drawn"
    let drawn = Set(rows.flatMap(\.cells))
    legend = StateMark.all.filter { drawn.contains($0.character) }.map { "\($0.character) \($0.name)" }
  }

  /// The column of each event: to one scale in all stretches between cuts, each of which begins in a column of its own.
  private static func columns(_ life: LaunchLife, _ pauses: [LaunchLife.Pause], _ room: Int) -> [Int] {
    let instants = life.instants
    let all = Double(instants[instants.count - 1] &- instants[0])
    let shown = all - pauses.reduce(0) { $0 + Double($1.nanos) }
    let scale = shown <= 0 ? 0 : Double(room - 1 - 2 * pauses.count) / shown
    let ends = Set(pauses.map(\.after))
    var columns: [Int] = []
    var first = 0
    var begin = instants[0]
    for (index, instant) in instants.enumerated() {
      columns.append(first + Int(Double(instant &- begin) * scale))
      guard ends.contains(index), index + 1 < instants.count else { continue }
      first = columns[index] + 2
      begin = instants[index + 1]
    }
    return columns
  }

  /// A lane: short spans have one column at least, unless a mark of more weight is drawn there.
  private static func draw(
    _ lane: LaunchLife.Lane, _ columns: [Int], _ cuts: [Int], _ blank: [Character]
  ) -> [Character] {
    var cells = blank
    let marks = lane.spans.map { ($0, StateMark.of($0.state, in: lane.machine)) }
    for (span, mark) in marks.sorted(by: { ($0.1?.weight ?? 0, $0.0.from) < ($1.1?.weight ?? 0, $1.0.from) }) {
      guard let mark else { continue }
      let isLast = span.to == columns.count - 1
      let end = mark.isMoment ? columns[span.from] : isLast ? columns[span.to] : columns[span.to] - 1
      for column in columns[span.from]...max(columns[span.from], end) where !cuts.contains(column) {
        cells[column] = mark.character
      }
    }
    return cells
  }

  /// The letters of findings: those of one column are beside each other if there is room, the worst first.
  private static func draw(_ marks: [(event: Int, severity: Severity)], _ columns: [Int], _ blank: [Character])
    -> [Character]
  {
    var cells = blank
    var seen: Set<String> = []
    // The worst has its column, even with other findings nearby.
    for mark in marks.sorted(by: { ($1.severity, $0.event) < ($0.severity, $1.event) }) {
      let column = columns[mark.event]
      guard seen.insert("\(column) \(mark.severity)").inserted else { continue }
      // Others are beside it up to the next cut, after which another time begins.
      let right = (column..<cells.count).first { cells[$0] == " " || cells[$0] == cutMark }
      let left = (0...column).last { cells[$0] == " " || cells[$0] == cutMark }
      let near = [right, left].compactMap(\.self).filter { ($0 - column).magnitude < Severity.allCases.count }
      if let free = near.first(where: { cells[$0] == " " }) {
        cells[free] = Character(mark.severity.name.prefix(1).uppercased())
      }
    }
    return cells
  }

  /// Times at the beginning and after each cut, then at changes of what is drawn, as there is room.
  private static func ticks(_ life: LaunchLife, _ pauses: [LaunchLife.Pause], _ columns: [Int], _ room: Int) -> [Tick] {
    let isOnWholeSeconds = life.history.isOnWholeSeconds
    let keys = Set(life.lanes.map(\.key))
    let changes = life.history.events.indices.filter { index in
      life.history.events[index].changes.contains { keys.contains($0.key) }
    }
    var ticks: [Tick] = []
    for index in [0] + pauses.map({ $0.after + 1 }) + changes {
      let nanos = life.instants[index]
      var text = nanos == 0 ? "0 s" : DurationText.of(nanos, isOnWholeSeconds: isOnWholeSeconds)
      if !isOnWholeSeconds, ticks.contains(where: { $0.text == text }) { text = DurationText.withMilliseconds(nanos) }
      let range = columns[index]..<columns[index] + text.count
      let isFree = ticks.allSatisfy { other in
        range.upperBound + 2 <= other.column || other.column + other.text.count + 2 <= range.lowerBound
      }
      if isFree, range.upperBound <= room { ticks.append(Tick(column: columns[index], text: text)) }
    }
    return ticks.sorted { $0.column < $1.column }
  }

  private static func title(_ pauses: [LaunchLife.Pause]) -> String {
    if pauses.isEmpty { return "Life" }
    let lengths = LaunchLife.lengths(of: pauses.map(\.nanos))
    return "Life; \(cutMark) \(pauses.count == 1 ? "is" : "are") \(lengths) without an event"
  }
}
