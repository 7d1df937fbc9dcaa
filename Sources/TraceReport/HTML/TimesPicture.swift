import TraceAnalyzer
import TraceModel

/// The launch times of one kind: a dot for each of a few launches, else the share of launches that took at most a time.
struct TimesPicture {
  /// The least launches of a group that is drawn as a line.
  static let leastOfLine = 20
  private static let mostGroups = 6
  private static let mostLines = 2
  private static let mostPoints = 400
  private static let plotHeight = 121.0
  private static let rowHeight = 46.0

  let times: KindTimes
  let title: Sentence

  private var shown: [KindTimes.Group] { Self.drawn(times) }

  /// The newest groups; with more than two lines names would be missing.
  static func drawn(_ times: KindTimes) -> [KindTimes.Group] {
    var lines = 0
    return times.groups.prefix(mostGroups).filter { group in
      if group.nanos.count >= leastOfLine { lines += 1 }
      return group.nanos.count < leastOfLine || lines <= mostLines
    }
  }

  private var hasLines: Bool { shown.contains { $0.nanos.count >= Self.leastOfLine } }

  /// The end of its axis if it stood alone, in nanoseconds: a few very long launches are left out.
  static func reach(_ times: KindTimes) -> Int64 {
    let all = drawn(times).flatMap(\.nanos).sorted()
    let longest = all.last ?? 0
    let p90 = all.isEmpty ? 0 : all[(all.count - 1) * 9 / 10]
    let data = longest / 4 > p90 ? p90 / 10 * 13 : longest / 100 * 102 + 1
    guard let budget = times.budgetNanos, budget > data, budget / 10 * 6 <= data else { return max(data, 1_000_000) }
    return budget / 100 * 104
  }

  /// The reaches of pictures that stand together: one for all, unless it is over four times the own.
  static func reaches(_ own: [Int64]) -> [Int64] {
    let longest = own.max() ?? 0
    let shared = own.filter { $0 >= longest / 4 }.max() ?? longest
    return own.map { $0 >= longest / 4 ? shared : $0 }
  }

  func picture(reach: Int64) -> Picture {
    let lines = hasLines ? shown.filter { $0.nanos.count >= Self.leastOfLine } : []
    let rows = shown.filter { $0.nanos.count < Self.leastOfLine }
    var picture = Picture(height: 0, title: title, description: sentence)
    let axis = Axis(start: hasLines ? 44 : 5, end: hasLines ? 300 : 284, nanos: reach)
    let top = hasLines ? 8.0 : 16
    var y = hasLines ? top + Self.plotHeight : 0
    if hasLines, !rows.isEmpty { y += 12 }
    let firstRow = y
    y += Double(rows.count) * Self.rowHeight
    let bottom = hasLines && rows.isEmpty ? top + Self.plotHeight : y
    // Grid and budget do not cross the text of a row.
    let bands =
      (hasLines ? [(top, top + Self.plotHeight)] : [])
      + rows.indices.map { row in
        let rowTop = firstRow + Double(row - rows.startIndex) * Self.rowHeight
        return (rowTop + 18, rowTop + Self.rowHeight)
      }
    for (from, to) in bands { axis.drawGrid(in: &picture, y: to, top: from, budget: times.budgetNanos) }
    axis.draw(in: &picture, y: bottom, budget: times.budgetNanos)
    if hasLines { draw(lines, axis, top, in: &picture) }
    for (index, group) in rows.enumerated() { draw(group, axis, firstRow + Double(index) * Self.rowHeight, &picture) }
    picture.height = bottom + 22
    let longest = shown.compactMap(\.nanos.last).max() ?? 0
    let beyond = shown.reduce(0) { $0 + $1.nanos.count { $0 > reach } }
    if beyond > 0 {
      let text = "\(Units.count(beyond)) beyond, the longest \(DurationText.of(longest))"
      picture.shapes.append(
        .text(.init(x: picture.width, y: bottom + 30, text: text, ink: .quiet, size: 11, anchor: .end)))
      picture.height += 15
    }
    return picture
  }

  var sentence: Sentence {
    shown.map { group -> Sentence in
      let count = group.nanos.count
      if count == 1 { return "\(name: Self.name(group)): 1 launch, \(nanos: group.nanos[0])" }
      return "\(name: Self.name(group)): median \(nanos: group.percentile(50)) of \(count: count, "launch")"
    }.joined(separator: "; ") + (times.budgetNanos.map { "; budget \(nanos: $0)" } ?? "")
  }

  static func name(_ group: KindTimes.Group) -> String { group.name.isEmpty ? "no version" : group.name }

  private func ink(_ group: KindTimes.Group) -> Ink { group.name == times.newest ? .newest : .earlier }

  private func draw(_ group: KindTimes.Group, _ axis: Axis, _ top: Double, _ picture: inout Picture) {
    let center = top + 31
    let count = group.nanos.count
    let median = group.percentile(50)
    let size = Units.count(count, "launch")
    let value = "\(count == 1 ? "" : "median ")\(DurationText.of(median)) · \(size)"
    let valueLabel = Picture.Label(x: picture.width, y: top + 13, text: value, ink: .quiet, anchor: .end)
    let room = valueLabel.extent.lowerBound - 12
    picture.shapes.append(
      .text(.init(x: 0, y: top + 13, text: TextWidth.cut(Self.name(group), to: room, isBold: true), isBold: true)))
    picture.shapes.append(.text(valueLabel))
    // Dots within 5 pixels of others lie above and below them.
    var last: [Double] = [-100, -100, -100, -100, -100]
    for nanos in group.nanos where nanos <= axis.nanos {
      let x = axis.position(of: nanos)
      let lane = last.firstIndex { x - $0 >= 5 } ?? 0
      last[lane] = x
      let offset = [0.0, -5, 5, -10, 10][lane]
      picture.shapes.append(.dot(x: x, y: center + offset, radius: 3.5, ink(group), opacity: 0.7))
    }
    if count > 1, median <= axis.nanos {
      let x = axis.position(of: median)
      picture.shapes.append(.line(x1: x, y1: center - 10, x2: x, y2: center + 10, .ink, width: 2))
    }
  }

  /// The points of a line: each launch raises it; of many launches those at equal steps of rank.
  static func steps(_ nanos: [Int64]) -> [(nanos: Int64, share: Double)] {
    let count = min(nanos.count, mostPoints / 2)
    return (0..<count).map { step in
      let rank = (step + 1) * nanos.count / count
      return (nanos[rank - 1], Double(rank) / Double(nanos.count))
    }
  }

  private func draw(
    _ groups: [KindTimes.Group], _ axis: Axis, _ top: Double, in picture: inout Picture
  ) {
    let bottom = top + Self.plotHeight
    func height(_ share: Double) -> Double { top + Self.plotHeight * (1 - share) }
    for (share, name) in [(0.0, "0 %"), (0.5, "50 %"), (0.9, "90 %"), (1.0, "100 %")] {
      let y = height(share)
      if share > 0 { picture.shapes.append(.line(x1: axis.start, y1: y, x2: axis.end, y2: y, .grid)) }
      picture.addIfFree(.init(x: axis.start - 6, y: y + 4, text: name, ink: .quiet, size: 11, anchor: .end))
    }
    picture.shapes.append(
      .line(x1: axis.start, y1: height(0), x2: axis.end, y2: height(0), .axis))
    let ground = picture.shapes.count
    // The newest group is drawn last, above the others.
    for group in groups.reversed() {
      var points = [Picture.Point(x: axis.start, y: height(0))]
      for step in Self.steps(group.nanos) {
        let x = axis.position(of: step.nanos)
        points.append(Picture.Point(x: x, y: points[points.count - 1].y))
        if step.nanos > axis.nanos { break }
        points.append(Picture.Point(x: x, y: height(step.share)))
      }
      if points[points.count - 1].x < axis.end {
        points.append(Picture.Point(x: axis.end, y: points[points.count - 1].y))
      }
      let isFirst = ink(group) == .newest
      picture.shapes.append(.path(points, ink(group), width: isFirst ? 2.5 : 1.5, dash: isFirst ? nil : "6 2"))
    }
    let named = groups.sorted { $0.percentile(50) < $1.percentile(50) }
    for (index, group) in named.enumerated() {
      mark(group, 50, height(0.5), axis, isLeft: index == 0 && named.count > 1, &picture)
      if group.nanos.count >= 50 { mark(group, 90, height(0.9), axis, isLeft: index == 0 && named.count > 1, &picture) }
    }
    // Neither the grid nor the budget crosses a name.
    let names = picture.labels.filter { axis.start...axis.end ~= $0.x && top...bottom ~= $0.y }
    picture.shapes.insert(contentsOf: names.map(Picture.ground), at: ground)
  }

  /// The text is `p90 766 ms`, or the time alone in less room; at 50 % the line's name stands above it.
  private func mark(
    _ group: KindTimes.Group, _ percent: Int, _ y: Double, _ axis: Axis, isLeft: Bool, _ picture: inout Picture
  ) {
    let nanos = group.percentile(percent)
    if nanos > axis.nanos { return }
    let x = axis.position(of: nanos)
    picture.shapes.append(.dot(x: x, y: y, radius: 3.5, ink(group), isRing: true))
    /// At 50 % the name, and below it the time; no line of the grid crosses them.
    func labels(_ text: String, _ anchor: Picture.Label.Anchor, lower y: Double) -> [Picture.Label] {
      let edge = anchor == .end ? x - 8 : x + 8
      let room = anchor == .end ? edge - axis.start : axis.end - edge
      let name = TextWidth.cut(Self.name(group), to: max(room, 40), isBold: true)
      let value = Picture.Label(x: edge, y: y, text: text, ink: ink(group), anchor: anchor)
      if percent != 50 { return [value] }
      return [.init(x: edge, y: y - 13.5, text: name, ink: ink(group), isBold: true, anchor: anchor), value]
    }
    // A line runs from the lower left to the upper right: its name avoids it, on its own side if possible, within the
    // plot and not on the budget. Below the ring is room for two.
    let isMedian = percent == 50
    let time = DurationText.of(nanos)
    let positions = ["p\(percent) \(time)", time, axis.number(nanos)].flatMap { text in
      let sides = [
        labels(text, .end, lower: y - (isMedian ? 5 : 3)), labels(text, .start, lower: y + (isMedian ? 29 : 15)),
      ]
      let lower =
        isMedian
        ? [labels(text, .start, lower: y + 57)]
        : [[Picture.Label(x: axis.end, y: y + 15, text: text, ink: ink(group), anchor: .end)]].filter {
          $0[0].extent.lowerBound >= x
        }
      return (isLeft ? sides : sides.reversed()) + lower
    }
    let others = picture.labels
    let free = positions.filter { labels in
      labels.allSatisfy { label in
        label.extent.lowerBound >= axis.start && label.extent.upperBound <= (isMedian ? picture.width : axis.end)
          && !others.contains(where: label.touches)
      }
    }
    let rings = shown.filter { $0 != group }.map { axis.position(of: $0.percentile(percent)) }
    func meetsRing(_ label: Picture.Label) -> Bool {
      (label.y - 4 - y).magnitude < 10 && rings.contains { label.extent.lowerBound - 4...label.extent.upperBound ~= $0 }
    }
    let visible = free.filter { !$0.contains(where: meetsRing) }
    // A name on the budget would cut it.
    let budget = times.budgetNanos.map { axis.position(of: $0) }
    let isClear = { (labels: [Picture.Label]) in
      labels.allSatisfy { label in label.extent.upperBound <= axis.end && budget.map(label.extent.contains) != true }
    }
    for label in visible.first(where: isClear) ?? visible.first ?? free.first ?? [] {
      picture.shapes.append(.text(label))
    }
  }
}
