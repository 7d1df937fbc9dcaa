import TraceAnalyzer
import TraceModel

/// The life of a launch: its process, scenes and tasks over time, its events, and findings.
///
/// Time is to scale, but for pauses without an event, which are cut out.
struct LifePicture {
  private static let mostPauses = 12
  private static let top = 26.0

  struct Segment: Equatable {
    let state: String
    let from, to: Double
  }

  struct Row: Equatable {
    let machine, key: String
    let label: String
    var segments: [Segment] = []
  }

  private let life: LaunchLife
  /// True for a small window: the name of a row stands above it, not beside it.
  private let isNarrow: Bool
  private var width: Double { isNarrow ? 328 : 680 }
  private var rowHeight: Double { isNarrow ? 38 : 26 }
  private var start: Double { isNarrow ? 2 : 126 }
  let positions: [Double]
  /// Where pauses begin and end, and their length.
  let pauses: [(from: Double, to: Double, nanos: Int64)]
  let rows: [Row]
  var omitted: Int { life.omitted }
  private var history: LaunchHistory { life.history }
  private var reached: [Int64] { life.instants }

  /// Nil for a launch of which only events are known, or without the time of a scene or task.
  init?(_ history: LaunchHistory, isNarrow: Bool = false) {
    guard let life = LaunchLife(history) else { return nil }
    self.life = life
    self.isNarrow = isNarrow
    let start = isNarrow ? 2.0 : 126
    let end = isNarrow ? 322.0 : 668
    let reached = life.instants
    let gaps = zip(reached, reached.dropFirst()).map { $1 &- $0 }
    let cut = Set(life.pauses(atMost: Self.mostPauses).map(\.after))
    let pauseCount = cut.count
    let shown = gaps.indices.reduce(0.0) { $0 + (cut.contains($1) ? 0 : Double(gaps[$1])) }
    let width = end - start
    // If there are only pauses, they fill the whole width.
    let pauseWidth =
      pauseCount == 0 ? 0 : shown == 0 ? width / Double(pauseCount) : min(26, width * 0.4 / Double(pauseCount))
    let scale = shown == 0 ? 0 : (width - Double(pauseCount) * pauseWidth) / shown
    var x = start
    var positions = [x]
    var pauses: [(from: Double, to: Double, nanos: Int64)] = []
    for (index, gap) in gaps.enumerated() {
      let isPause = cut.contains(index)
      let next = x + (isPause ? pauseWidth : Double(gap) * scale)
      if isPause { pauses.append((x, next, gap)) }
      x = next
      positions.append(x)
    }
    self.positions = positions
    self.pauses = pauses
    let drawn = life.lanes.filter { lane in lane.spans.contains { $0.state != MachineStanding.invalidTask } }
    rows = drawn.map { lane in
      Row(
        machine: lane.machine, key: lane.key, label: lane.label,
        segments: lane.spans.map { Segment(state: $0.state, from: positions[$0.from], to: positions[$0.to]) })
    }
    let isSeen = rows.contains { row in
      row.segments.contains { $0.to > $0.from && Self.look($0, row.machine) != nil }
    }
    if !isSeen { return nil }
  }

  private var sentence: Sentence {
    let counts = ["scene", "task"].compactMap { machine -> Sentence? in
      let count = history.states.count { $0.machine == machine && $0.states != [MachineStanding.invalidTask] }
      return count == 0 ? nil : "\(name: Units.count(count, machine))"
    }
    let size: Sentence =
      "\(count: history.events.count { $0.event != nil }, "event") in \(nanos: reached.last ?? 0)"
    let found = marks.map { "\(name: $0.severity.name) at \(nanos: $0.nanos)" as Sentence }
    return ([size] + counts + found).joined(separator: "; ")
  }

  private var marks: [(x: Double, nanos: Int64, severity: Severity, count: Int)] {
    var marks: [(x: Double, nanos: Int64, severity: Severity, count: Int)] = []
    for (index, severity) in life.marks {
      guard let last = marks.last, positions[index] - last.x < 36 else {
        marks.append((positions[index], reached[index], severity, 1))
        continue
      }
      marks[marks.count - 1].severity = max(last.severity, severity)
      marks[marks.count - 1].count += 1
    }
    return marks
  }

  func picture(title: Sentence) -> Picture {
    let bottom = Self.top + Double(rows.count + 1) * rowHeight
    var picture = Picture(width: width, height: bottom + 34, title: title, description: sentence)
    for pause in pauses {
      picture.shapes.append(
        .bar(x: pause.from, y: Self.top, width: pause.to - pause.from, height: bottom - Self.top, .pause))
    }
    for (index, row) in rows.enumerated() {
      let center = self.center(ofRow: index)
      label(label(row), center, in: &picture)
      var drawn: Set<[String]> = []
      for segment in row.segments where drawn.insert([segment.state, "\(Int(segment.from * 2))"]).inserted {
        draw(segment, row.machine, center, in: &picture)
      }
    }
    let center = self.center(ofRow: rows.count)
    label("events", center, in: &picture)
    // More than one mark in a pixel can't be seen.
    var drawn: Set<Int> = []
    for x in positions where drawn.insert(Int(x)).inserted {
      picture.shapes.append(.line(x1: x, y1: center - 5, x2: x, y2: center + 5, .ink))
    }
    for mark in marks {
      // The mark does not cross the names.
      let middles = isNarrow ? (0...rows.count).map { self.center(ofRow: $0) } : []
      let parts = isNarrow ? middles.map { $0 - 12...$0 + 12 } : [18...bottom]
      for part in parts {
        picture.shapes.append(
          .line(
            x1: mark.x, y1: part.lowerBound, x2: mark.x, y2: part.upperBound, mark.severity == .error ? .over : .quiet,
            dash: "1 3"))
      }
      let x = min(max(mark.x, 8), picture.width - 8)
      picture.shapes += Badge.shapes(mark.severity, x: x - 8, y: 2, size: 16)
      if mark.count > 1 {
        picture.addIfFree(.init(x: x + 11, y: 14, text: "+\(Units.count(mark.count - 1))", ink: .quiet, size: 11))
      }
    }
    picture.shapes.append(.line(x1: start, y1: bottom, x2: positions.last ?? start, y2: bottom, .axis))
    drawTicks(bottom, in: &picture)
    return picture
  }

  /// The middle of a row's bar; the last row is that of the events.
  private func center(ofRow row: Int) -> Double {
    Self.top + Double(row) * rowHeight + (isNarrow ? 25 : 13)
  }

  /// The name of a row, without its machine if the cut names of several would look alike.
  private func label(_ row: Row) -> String {
    func cut(_ label: String) -> String { TextWidth.cut(label, to: isNarrow ? width - start : start - 10) }
    let text = cut(row.label)
    let isAlone = rows.count { cut($0.label) == text } == 1
    return isAlone || !row.label.hasPrefix("\(row.machine) ")
      ? text : cut(String(row.label.dropFirst(row.machine.count + 1)))
  }

  private func label(_ text: String, _ center: Double, in picture: inout Picture) {
    picture.shapes.append(
      .text(
        isNarrow
          ? .init(x: start, y: center - 11, text: text) : .init(x: start - 8, y: center + 4, text: text, anchor: .end)))
  }

  private enum Look: CaseIterable {
    case active, inactive, waiting, background, process, task, expired, ended, suspended, uncertain

    var words: String {
      switch self {
      case .active: "Tall: active."
      case .inactive: "Framed: inactive."
      case .waiting: "Hollow: launched or connected, not active yet."
      case .background: "Thin: in the background."
      case .process: "Double line: the process runs."
      case .task: "Grey bar: a task runs."
      case .expired: "Red bar: a task past its expiry."
      case .ended: "Upright: a task ended."
      case .suspended: "Dotted: suspended."
      case .uncertain: "Dashed: not certain."
      }
    }
  }

  /// Nil before the object exists, and after it.
  private static func look(_ segment: Segment, _ machine: String) -> Look? {
    switch segment.state {
    case "active": .active
    case "inactive", "foregrounding", MachineStanding.foreground: .inactive
    case "running" where machine == "task": .task
    case "expired": .expired
    case "ended": .ended
    case "suspended": .suspended
    case "background": .background
    case "": .uncertain
    case _ where LaunchLife.hidden.contains(segment.state): nil
    default: machine == "process" ? .process : .waiting
    }
  }

  var legend: Sentence {
    let looks = Set(rows.flatMap { row in row.segments.compactMap { Self.look($0, row.machine) } })
    let words = Look.allCases.filter(looks.contains).map { "\(name: $0.words)" as Sentence }
    let lengths = LaunchLife.lengths(of: pauses.map(\.nanos))
    let pause: Sentence? = pauses.isEmpty ? nil : "Grey band: \(name: lengths) without an event, cut out."
    let marks = marks
    let letters = Severity.allCases.reversed().filter { severity in marks.contains { $0.severity == severity } }
      .map { "\(name: $0.name.prefix(1).uppercased()): \(name: $0.name)" as Sentence }
    let more: Sentence = marks.contains { $0.count > 1 } ? "; +1: one more there" : ""
    let found: Sentence? = letters.isEmpty ? nil : "Letter: a finding (\(letters.joined(separator: ", "))\(more))."
    return (words + [pause, found].compactMap(\.self)).joined(separator: " ")
  }

  private func draw(_ segment: Segment, _ machine: String, _ center: Double, in picture: inout Picture) {
    let width = max(segment.to - segment.from, 1)
    func bar(_ height: Double, _ ink: Ink, frame: Ink? = nil) {
      picture.shapes.append(
        .bar(x: segment.from, y: center - height / 2, width: width, height: height, ink, frame: frame))
    }
    switch Self.look(segment, machine) {
    case nil: break
    case .active: bar(14, .newest)
    case .inactive: bar(14, .wash, frame: .newest)
    case .waiting: bar(6, .paper, frame: .axis)
    case .background: bar(4, .axis)
    case .process:
      for y in [center - 2.5, center + 2.5] {
        picture.shapes.append(.line(x1: segment.from, y1: y, x2: segment.from + width, y2: y, .axis, width: 1.5))
      }
    case .task: bar(8, .earlier)
    case .expired: bar(8, .over)
    case .ended:
      picture.shapes.append(
        .line(x1: segment.from, y1: center - 7, x2: segment.from, y2: center + 7, .ink, width: 2))
    case .suspended, .uncertain:
      let dash = segment.state.isEmpty ? "8 4" : "2 3"
      picture.shapes.append(
        .line(x1: segment.from, y1: center, x2: segment.from + width, y2: center, .axis, width: 2, dash: dash))
    }
  }

  /// Draws the end, times of events as far as there is room, and the lengths of pauses.
  private func drawTicks(_ bottom: Double, in picture: inout Picture) {
    var last = -1000.0
    if let end = positions.last, let nanos = reached.last, end > start {
      let text = DurationText.of(nanos)
      let half = TextWidth.of(text, size: 11, isBold: false) / 2
      let x = min(end, picture.width - half)
      picture.addIfFree(.init(x: x, y: bottom + 15, text: text, ink: .quiet, size: 11, anchor: .middle))
      picture.shapes.append(.line(x1: end, y1: bottom, x2: end, y2: bottom + 4, .axis))
    }
    for (index, event) in history.events.enumerated() where index == 0 || !event.changes.isEmpty {
      let x = positions[index]
      if x - last < 64 { continue }
      let text = index == 0 ? "0" : DurationText.of(reached[index])
      let half = TextWidth.of(text, size: 11, isBold: false) / 2
      let before = picture.labels.count
      picture.addIfFree(.init(x: max(x, half), y: bottom + 15, text: text, ink: .quiet, size: 11, anchor: .middle))
      if picture.labels.count == before { continue }
      picture.shapes.append(.line(x1: x, y1: bottom, x2: x, y2: bottom + 4, .axis))
      last = x
    }
    for pause in pauses {
      let text = "+\(DurationText.of(pause.nanos))"
      let half = TextWidth.of(text, size: 11, isBold: false) / 2
      let x = min(max((pause.from + pause.to) / 2, half), picture.width - half)
      picture.addIfFree(.init(x: x, y: bottom + 29, text: text, ink: .quiet, size: 11, anchor: .middle))
    }
  }
}

/// The letter of a severity in a small square.
enum Badge {
  static func shapes(_ severity: Severity, x: Double, y: Double, size: Double) -> [Picture.Shape] {
    let fill: Ink = severity == .error ? .over : severity == .warning ? .amber : .paper
    let ink: Ink = severity == .error ? .paper : severity == .warning ? .onAmber : .quiet
    let isFramed = severity != .error && severity != .warning
    let letter = severity.name.prefix(1).uppercased()
    return [
      .bar(x: x, y: y, width: size, height: size, fill, frame: isFramed ? .quiet : nil),
      .text(
        .init(x: x + size / 2, y: y + size / 2 + 4, text: letter, ink: ink, isBold: true, size: 11, anchor: .middle)),
    ]
  }

  /// The badge by itself; the word beside it says what it shows.
  static func markup(_ severity: Severity) -> Markup {
    let picture = Picture(
      width: 20, height: 20, title: "", description: "", shapes: shapes(severity, x: 0, y: 0, size: 20))
    guard case .element(let tag, let attributes, let content) = picture.markup(name: "") else { return "" }
    let kept = attributes.filter { ![.role, .ariaLabelledby].contains($0.name) }
    return .tag(tag, kept + [.init(.ariaHidden, "true")], Array(content.dropFirst(2)))
  }
}
