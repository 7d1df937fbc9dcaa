import TraceModel

/// A linear axis of times, from 0 unless it is one of differences, and its ticks.
struct Axis: Sendable, Equatable {
  /// In pixels, or in columns of a terminal.
  let start, end: Double
  /// In nanoseconds.
  var first: Int64 = 0
  /// In nanoseconds.
  let nanos: Int64
  /// True if it is one of differences of shares: a millionth of a point is used as a nanosecond.
  var isOfPoints = false
  /// Between two numbers, in the unit of the positions.
  var leastStep = 40.0

  /// A time beyond an end is at that end.
  func position(of time: Int64) -> Double {
    start + (end - start) * min(1, max(0, (Double(time) - Double(first)) / max(Double(nanos) - Double(first), 1)))
  }

  /// True if numbers are in seconds, not in milliseconds as budgets and most times are everywhere else.
  private var isInSeconds: Bool { !isOfPoints && max(nanos.magnitude, first.magnitude) >= 2_000_000_000 }

  var unit: String { isOfPoints ? "points" : isInSeconds ? "s" : "ms" }

  /// A time without its unit: as in `141`, `8.3`, `1.24` or `0.516`.
  func number(_ time: Int64) -> String { number(time, isBelowSecondExact: true) }

  private func number(_ time: Int64, isBelowSecondExact: Bool) -> String {
    let magnitude = Double(time.magnitude) / (isInSeconds ? 1e9 : 1e6)
    // Below one second launches differ by milliseconds.
    let most = isBelowSecondExact && magnitude < 1 ? 3 : 2
    let digits = isInSeconds ? (magnitude < 10 ? most : magnitude < 100 ? 1 : 0) : magnitude < 10 ? 1 : 0
    let scale = [1, 10, 100, 1000][digits]
    let scaled = Int((magnitude * Double(scale)).rounded())
    if scaled == 0 { return "0" }
    let whole = Units.count(scaled / scale)
    // The first digit keeps the zeros after the point.
    var fraction = String(scale + scaled % scale).dropFirst()
    while fraction.last == "0" { fraction.removeLast() }
    return (time < 0 ? "−" : "") + whole + (fraction.isEmpty ? "" : ".\(fraction)")
  }

  /// As in `+64` or `−31`; 0 has no sign.
  func difference(_ time: Int64) -> String {
    let text = number(time, isBelowSecondExact: false)
    return text == "0" || time < 0 ? text : "+" + text
  }

  /// Up to six multiples of 1, 2, 2.5 or 5 times a power of ten, and the budget if it replaces none of them.
  func ticks(budget: Int64? = nil) -> [Int64] {
    let step = step(budget)
    return (0...10).map { (first / step + $0) * step }.filter { first...nanos ~= $0 }
  }

  private func step(_ budget: Int64?) -> Int64 {
    let length = nanos &- first
    let room = max(2, Int64((end - start).magnitude / leastStep))
    var usual: Int64?
    var power: Int64 = 1000
    while true {
      for tenths: Int64 in [10, 20, 25, 50] {
        let step = power / 10 * tenths
        let count = length / step
        if count <= min(6, room), count > 1, let budget, budget > 0, budget % step == 0 { return step }
        if usual == nil, count < min(5, room) { usual = step }
        if let usual, budget == nil || count < 2 { return usual }
      }
      let (next, overflow) = power.multipliedReportingOverflow(by: 10)
      if overflow { return usual ?? power }
      power = next
    }
  }

  /// The budget if it lies on the axis, and the tick that it replaces, as there is no room for both numbers.
  private func limit(_ budget: Int64?) -> (nanos: Int64, replaced: Int64?)? {
    guard let budget, budget > 0, budget <= nanos else { return nil }
    let nearest = ticks(budget: budget).min { ($0 - budget).magnitude < ($1 - budget).magnitude }
    let isReplaced = nearest.map { tick in
      let widths =
        TextWidth.of(number(tick), size: 11, isBold: false) + TextWidth.of(number(budget), size: 11, isBold: true)
      let room = start > end ? 13 : widths / 2 + 3
      return (position(of: tick) - position(of: budget)).magnitude < room
    }
    return (budget, isReplaced == true ? nearest : nil)
  }

  /// The grid at the ticks, from `top` down to `y`, and the budget there.
  func drawGrid(in picture: inout Picture, y: Double, top: Double, budget: Int64? = nil) {
    let limit = limit(budget)
    for time in ticks(budget: budget) where time > first && time != limit?.nanos {
      let x = position(of: time)
      picture.shapes.append(.line(x1: x, y1: top, x2: x, y2: y, .grid))
    }
    guard let limit else { return }
    let x = position(of: limit.nanos)
    picture.shapes.append(.line(x1: x, y1: top, x2: x, y2: y, .over, width: 1.5, dash: "5 3"))
  }

  /// The axis at `y` with numbers below it and the unit after its end; the budget's replaces the nearest tick's.
  func draw(in picture: inout Picture, y: Double, budget: Int64?) {
    let limit = limit(budget)
    picture.shapes.append(.line(x1: start, y1: y, x2: end, y2: y, .axis))
    var unitPlace = end + 6
    if let limit {
      let label = tick(limit.nanos, y, .over, isBold: true)
      unitPlace = max(unitPlace, label.extent.upperBound + 4)
      picture.addIfFree(label)
    }
    let labels = ticks(budget: budget).filter { $0 != limit?.replaced }.map { tick($0, y, .quiet) }
    let behind = max(unitPlace, (labels.last?.extent.upperBound ?? 0) + 4)
    if behind + TextWidth.of(unit, size: 11, isBold: false) <= picture.width { unitPlace = behind }
    picture.addIfFree(.init(x: unitPlace, y: y + 15, text: unit, ink: .quiet, size: 11))
    for label in labels where label.extent.upperBound <= unitPlace - 3 {
      picture.addIfFree(label)
    }
  }

  /// The axis upright, from the bottom, where `start` is greater than `end`, with a grid from `left` to `right` and
  /// numbers left of it; the caller draws the unit.
  func drawUpright(in picture: inout Picture, left: Double, right: Double, budget: Int64?) {
    let limit = limit(budget)
    func add(_ time: Int64, _ ink: Ink, isBold: Bool = false) {
      picture.addIfFree(
        .init(
          x: left - 6, y: position(of: time) + 4, text: number(time), ink: ink, isBold: isBold, size: 11, anchor: .end))
    }
    if let limit { add(limit.nanos, .over, isBold: true) }
    for time in ticks(budget: budget) {
      let y = position(of: time)
      if time > first, time != limit?.nanos { picture.shapes.append(.line(x1: left, y1: y, x2: right, y2: y, .grid)) }
      if time != limit?.replaced { add(time, .quiet) }
    }
    if let limit {
      let y = position(of: limit.nanos)
      picture.shapes.append(.line(x1: left, y1: y, x2: right, y2: y, .over, width: 1.5, dash: "5 3"))
    }
    picture.shapes.append(.line(x1: left, y1: start, x2: right, y2: start, .axis))
  }

  private func tick(_ time: Int64, _ y: Double, _ ink: Ink, isBold: Bool = false) -> Picture.Label {
    // The 0 of an axis that begins at the edge stays within the picture.
    let half = TextWidth.of(number(time), size: 11, isBold: isBold) / 2
    return Picture.Label(
      x: max(position(of: time), half), y: y + 15, text: number(time), ink: ink, isBold: isBold, size: 11,
      anchor: .middle)
  }
}
