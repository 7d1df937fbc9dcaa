import TraceAnalyzer
import TraceModel

/// The launch times of one series: a point a week, day, month or version.
struct TrendPicture {
  static let leastPoints = 3
  /// Steps without launches count.
  static let mostSteps = 30
  private static let left = 44.0
  private static let top = 24.0
  private static let bottom = 144.0
  private static let leastDistance = 44.0

  struct Point {
    /// The number of steps since the first that is drawn; steps without launches have no point.
    let slot: Int
    let row: TrendRow

    var median: Int64 { row.measure.p50Nanos ?? 0 }
    var p90: Int64? { row.measure.p90Nanos }
  }

  let title: Sentence
  let step: Dimension
  /// Rising by their slots.
  let points: [Point]
  /// The versions that first had half of the launches in a step that is drawn.
  let begins: [(slot: Int, version: String)]
  let isCut: Bool
  let budget: Int64?
  /// The number of the first step that is drawn, by `Dimension.number(ofStep:)`; 0 for versions.
  private let first: Int64

  /// The picture of rows of one series; nil for fewer than three points.
  init?(_ series: ArraySlice<TrendRow>, by step: Dimension, title: Sentence, budget: Int64? = nil) {
    let measured = series.filter { $0.measure.count > 0 && $0.step != Dimension.unknownStep }
    let numbered = measured.enumerated().compactMap { index, row in
      (step == .version ? Int64(index) : step.number(ofStep: row.step)).map { (number: $0, row: row) }
    }
    guard let last = numbered.last?.number else { return nil }
    let drawn = numbered.filter { last - $0.number < Self.mostSteps }
    guard drawn.count >= Self.leastPoints else { return nil }
    let first = drawn[0].number
    var known: Set<String> = []
    var begins: [(slot: Int, version: String)] = []
    for (number, row) in numbered {
      guard let version = row.mostVersion, known.insert(version).inserted, number >= first else { continue }
      begins.append((Int(number - first), version))
    }
    self.title = title
    self.step = step
    self.first = first
    self.budget = budget
    self.begins = begins
    points = drawn.map { Point(slot: Int($0.number - first), row: $0.row) }
    isCut = drawn.count < numbered.count
  }

  /// The end of its axis if it stood alone, in nanoseconds: points of few launches do not make the others small.
  var reach: Int64 {
    let firm = points.contains { !$0.row.isFew } ? points.filter { !$0.row.isFew } : points
    let greatest = firm.map { max($0.median, $0.p90 ?? 0) }.max() ?? 0
    let all = points.map { max($0.median, $0.p90 ?? 0, $0.row.p50HighNanos ?? 0) }.max() ?? 0
    let data = max(all / 4 > greatest ? greatest / 10 * 13 : all / 100 * 104, 1_000_000)
    guard let budget, budget > data, budget / 10 * 6 <= data else { return data }
    return budget / 100 * 104
  }

  private var slotCount: Int { (points.last?.slot ?? 0) + 1 }

  func axis(reach: Int64) -> Axis { Axis(start: Self.bottom, end: Self.top, nanos: reach, leastStep: 28) }

  /// The position of a step; the axis determines the width of the names at the right end.
  func position(ofSlot slot: Int, _ axis: Axis) -> Double { Self.left + 8 + Double(slot) * pitch(axis) }

  private func pitch(_ axis: Axis) -> Double { (right(axis) - Self.left - 14) / Double(max(1, slotCount - 1)) }

  private func right(_ axis: Axis) -> Double {
    let widths = lastNames.map { TextWidth.of($0.text, size: 12, isBold: $0.isBold) }
    return 328 - 8 - max(widths.max() ?? 0, TextWidth.of(lastStepName, size: 11, isBold: false))
  }

  private var lastNames: [(text: String, nanos: Int64, ink: Ink, isBold: Bool)] {
    guard let last = points.last else { return [] }
    return [("p50 \(DurationText.of(last.median))", last.median, .newest, true)]
      + (last.p90.map { [("p90 \(DurationText.of($0))", $0, .earlier, false)] } ?? [])
  }

  /// The last step, as in `in W48` or `on 24 Nov`: a page's headline is about all of them.
  private var lastStepName: String {
    guard let last = points.last else { return "" }
    let (name, part) = name(ofSlot: last.slot)
    return switch step {
    case .version: TextWidth.cut("of \(name)", to: 90, size: 11)
    case .week: "in \(name)"
    case .month: "in \(name) \(part)"
    default: "on \(name) \(part)"
    }
  }

  /// The number of points with an interval that can be seen behind their dot.
  func spreadCount(reach: Int64) -> Int {
    let axis = axis(reach: reach)
    return points.count { spread(of: $0, axis).map { $0.upperBound - $0.lowerBound > 8 } ?? false }
  }

  /// The interval of a point's median on the axis, from top to bottom.
  private func spread(of point: Point, _ axis: Axis) -> ClosedRange<Double>? {
    guard point.median <= axis.nanos, let low = point.row.p50LowNanos, let high = point.row.p50HighNanos, low <= high
    else { return nil }
    return axis.position(of: high)...axis.position(of: low)
  }

  /// Points that follow each other without a gap, each of which `isDrawn`.
  func runs(where isDrawn: (Point) -> Bool) -> [[Point]] {
    var runs: [[Point]] = []
    for point in points where isDrawn(point) {
      if let last = runs.last?.last, last.slot + 1 == point.slot {
        runs[runs.count - 1].append(point)
      } else {
        runs.append([point])
      }
    }
    return runs
  }

  private var sentence: Sentence {
    let medians = points.map { point -> Sentence in
      "\(name: point.row.step) median \(nanos: point.median) of \(count: point.row.measure.count)"
    }
    let versions = begins.map { "\(name: $0.version) from \(name: name(ofSlot: $0.slot).name)" as Sentence }
    return (medians + versions + (budget.map { ["budget \(nanos: $0)"] } ?? [])).joined(separator: "; ")
  }

  /// True if each version that begins has room for its name, on an axis that ends at this time.
  func namesAll(reach: Int64) -> Bool {
    var picture = Picture(height: 0, title: "", description: "")
    let axis = axis(reach: reach)
    drawLastNames(axis, in: &picture)
    let count = picture.labels.count
    drawVersions(axis, in: &picture)
    return picture.labels.count == count + begins.count
  }

  func picture(reach: Int64) -> Picture {
    var picture = Picture(height: 0, title: title, description: sentence)
    let axis = axis(reach: reach)
    axis.drawUpright(in: &picture, left: Self.left, right: right(axis), budget: budget)
    drawSpread(axis, in: &picture)
    drawLastNames(axis, in: &picture)
    drawVersions(axis, in: &picture)
    drawLines(axis, in: &picture)
    drawSteps(axis, in: &picture)
    let beyond = points.map(\.median).filter { $0 > axis.nanos }
    if let longest = beyond.max() {
      let text = "\(Units.count(beyond.count)) beyond, the longest \(DurationText.of(longest))"
      picture.shapes.append(
        .text(.init(x: picture.width, y: picture.height + 8, text: text, ink: .quiet, size: 11, anchor: .end)))
      picture.height += 15
    }
    return picture
  }

  private func drawSpread(_ axis: Axis, in picture: inout Picture) {
    for point in points {
      guard let spread = spread(of: point, axis) else { continue }
      let height = max(spread.upperBound - spread.lowerBound, 1)
      picture.shapes.append(
        .bar(x: position(ofSlot: point.slot, axis) - 3, y: spread.lowerBound, width: 6, height: height, .wash))
    }
  }

  /// A line and a name where a version begins: the latest, and earlier ones as far as there is room.
  private func drawVersions(_ axis: Axis, in picture: inout Picture) {
    var next = picture.width
    for (slot, version) in begins.reversed() {
      let x = position(ofSlot: slot, axis)
      let text = TextWidth.cut(version, to: 96, size: 11)
      let count = picture.labels.count
      for (end, anchor) in [(x + 4, Picture.Label.Anchor.start), (x - 4, .end)] where picture.labels.count == count {
        let label = Picture.Label(x: end, y: 13, text: text, ink: .quiet, size: 11, anchor: anchor)
        if label.extent.upperBound < next { picture.addIfFree(label) }
      }
      if picture.labels.count == count { continue }
      picture.shapes.append(.line(x1: x, y1: 4, x2: x, y2: Self.bottom, .quiet, dash: "1 3"))
      next = min(x, picture.labels[count].extent.lowerBound) - 3
    }
  }

  private func drawLines(_ axis: Axis, in picture: inout Picture) {
    for run in runs(where: { $0.p90 != nil }) {
      let p90 = run.map { Picture.Point(x: position(ofSlot: $0.slot, axis), y: axis.position(of: $0.p90 ?? 0)) }
      if run.count > 1 {
        picture.shapes.append(.path(p90, .earlier, width: 1.5, dash: "3 3"))
      } else {
        // A single point has no line: its p90 is as long as three dashes.
        let ends = [-4.5, 4.5].map { Picture.Point(x: p90[0].x + $0, y: p90[0].y) }
        picture.shapes.append(.path(ends, .earlier, width: 1.5, dash: "3 3"))
      }
    }
    for run in runs(where: { !$0.row.isFew }) where run.count > 1 {
      let medians = run.map { Picture.Point(x: position(ofSlot: $0.slot, axis), y: axis.position(of: $0.median)) }
      picture.shapes.append(.path(medians, .newest, width: 2.5))
    }
    for point in points where point.median <= axis.nanos {
      picture.shapes.append(
        .dot(
          x: position(ofSlot: point.slot, axis), y: axis.position(of: point.median), radius: 3.5, .newest,
          isRing: point.row.isFew))
    }
  }

  private func drawLastNames(_ axis: Axis, in picture: inout Picture) {
    var lowest = Double.infinity
    for (text, nanos, ink, isBold) in lastNames {
      // The second is never less than the first, and stands above it.
      let y = max(min(axis.position(of: nanos) + 4, lowest, Self.bottom - 14), 12)
      lowest = y - 15
      picture.shapes.append(
        .text(.init(x: right(axis) + 6, y: y, text: text, ink: ink, isBold: isBold)))
      if isBold {
        picture.shapes.append(
          .text(.init(x: right(axis) + 6, y: y + 13, text: lastStepName, ink: .quiet, size: 11)))
      }
    }
    // A p90 that ends earlier has its name there.
    guard points.last?.p90 == nil, let last = points.last(where: { $0.p90 != nil }), let p90 = last.p90 else { return }
    picture.addIfFree(
      .init(
        x: position(ofSlot: last.slot, axis), y: axis.position(of: p90) - 6, text: "p90 \(DurationText.of(p90))",
        ink: .earlier, size: 11, anchor: .middle))
  }

  /// The names of steps, and the numbers of their launches below, as far as there is room, the latest always.
  private func drawSteps(_ axis: Axis, in picture: inout Picture) {
    let counts = Dictionary(uniqueKeysWithValues: points.map { ($0.slot, Units.count($0.row.measure.count)) })
    let widest = counts.values.map { TextWidth.of($0, size: 11, isBold: false) }.max() ?? 0
    let pitch = pitch(axis)
    func every(_ distance: Double) -> Int { max(1, Int((distance / pitch).rounded(.up))) }
    let nameEvery = every(Self.leastDistance)
    let parts = (0..<slotCount).map { name(ofSlot: $0).part }
    let hasParts = parts.contains { !$0.isEmpty }
    let countPlace = Self.bottom + (hasParts ? 43 : 29)
    func add(_ text: String, _ x: Double, _ y: Double, to picture: inout Picture) {
      picture.addIfFree(.init(x: x, y: y, text: text, ink: .quiet, size: 11, anchor: .middle))
    }
    for slot in stride(from: slotCount - 1, through: 0, by: -every(widest + 5)) {
      if let count = counts[slot] { add(count, position(ofSlot: slot, axis), countPlace, to: &picture) }
    }
    for slot in stride(from: slotCount - 1, through: 0, by: -nameEvery) {
      let x = position(ofSlot: slot, axis)
      picture.shapes.append(.line(x1: x, y1: Self.bottom, x2: x, y2: Self.bottom + 4, .axis))
      let name = TextWidth.cut(name(ofSlot: slot).name, to: pitch * Double(nameEvery) - 6, size: 11)
      add(name, x, Self.bottom + 15, to: &picture)
    }
    for slot in parts.indices where slot == 0 || parts[slot] != parts[slot - 1] {
      add(parts[slot], position(ofSlot: slot, axis), Self.bottom + 29, to: &picture)
    }
    picture.addIfFree(.init(x: Self.left - 6, y: countPlace, text: "n", ink: .quiet, size: 11, anchor: .end))
    picture.height = countPlace + 6
  }

  /// The name of a step, as in `W41`, and the month of a week or day, or the year of a month, written where that
  /// begins.
  private func name(ofSlot slot: Int) -> (name: String, part: String) {
    guard step != .version else { return (points.first { $0.slot == slot }?.row.step ?? "", "") }
    let day = step.day(ofStep: first + Int64(slot))
    switch step {
    case .month: return (Days.month(day), String(day.text.prefix(4)))
    // The month with the week's Thursday, as for years.
    case .week: return (String(day.week.suffix(3)), Days.month(day))
    default: return (String(Int(day.text.suffix(2)) ?? 0), Days.month(day))
    }
  }
}
