import TraceAnalyzer
import TraceModel

/// The phases of a launch, each where the one before it ended, and below each that of the compared launch.
struct WaterfallPicture {
  /// A phase; the other time is nil without a comparison.
  struct Phase: Equatable {
    let name: String
    let nanos: Int64
    let other: Int64?
  }

  private static let rowHeight = 28.0
  private static let top = 20.0

  let title: Sentence
  let phases: [Phase]
  /// What the phases of both add up to.
  let whole: Phase
  let budget: Int64?
  /// The color of the shown launch; an earlier version has the color of one.
  var ink = Ink.newest

  /// The phase to blame, without others the longest: its name is bold.
  private let standout: String?

  /// The phases of the first group beside those of the second; nil if the log has no phases.
  init?(_ times: KindTimes, title: Sentence) {
    let other = times.groups.dropFirst().first?.phases
    self.init(times.groups[0].phases.shares(beside: other), title: title, budget: times.budgetNanos)
    if times.groups[0].name != times.newest { ink = .earlier }
  }

  /// Phases beside others; nil if none takes any time.
  init?(_ shares: PhaseShares, title: Sentence, budget: Int64?) {
    if shares.nanos == 0 { return nil }
    self.title = title
    self.budget = budget
    phases = shares.phases.map { Phase(name: $0.phase, nanos: $0.nanos, other: $0.usualNanos) }
    whole = Phase(name: PhaseChart.wholeName, nanos: shares.nanos, other: shares.usualNanos)
    standout = (shares.usualNanos == nil ? shares.longest : shares.toBlame)?.phase
  }

  /// The end of its axis if it stood alone, in nanoseconds.
  var reach: Int64 {
    let data = max(whole.nanos, phases.reduce(0) { $0 &+ ($1.other ?? 0) }, 1_000_000)
    guard let budget, budget > data, budget / 10 * 6 <= data else { return data }
    return budget
  }

  /// Explains the bold phase, as in `bold: grew most`.
  var boldText: Sentence? {
    if standout == nil { return nil }
    return whole.other == nil ? "bold: takes longest" : "bold: grew most"
  }

  private var sentence: Sentence {
    let parts = (phases + [whole]).map { phase -> Sentence in
      let other: Sentence = phase.other.map { ", before \(nanos: $0)" } ?? ""
      return "\(name: phase.name) \(nanos: phase.nanos)\(other)"
    }
    return parts.joined(separator: "; ") + (budget.map { "; budget \(nanos: $0)" } ?? "")
  }

  func picture(reach: Int64) -> Picture {
    let hasOther = whole.other != nil
    let names = phases.map(\.name) + [whole.name]
    let margin = min(150, names.map { TextWidth.of($0, size: 12, isBold: true) }.max() ?? 0)
    let valueEnd = hasOther ? 276.0 : 328
    var picture = Picture(
      height: Self.top + Double(phases.count + 1) * Self.rowHeight + 14, title: title, description: sentence)
    let axis = Axis(start: margin + 8, end: valueEnd - 52, nanos: reach, leastStep: 32)
    let bottom = Self.top + Double(phases.count + 1) * Self.rowHeight - 8
    if let budget, budget <= reach {
      // The word stands above its line, unless that is too near to an edge.
      let half = TextWidth.of("budget", size: 11, isBold: false) / 2
      let x = min(axis.position(of: budget), picture.width - half)
      picture.shapes.append(.text(.init(x: x, y: 12, text: "budget", ink: .over, size: 11, anchor: .middle)))
    }
    var begin: Int64 = 0
    var otherBegin: Int64 = 0
    axis.drawGrid(in: &picture, y: bottom, top: Self.top - 4, budget: budget)
    for (index, phase) in phases.enumerated() {
      let y = Self.top + Double(index) * Self.rowHeight
      let isBold = phase.name == standout
      row(phase, y, margin, valueEnd, axis, isBold: isBold, .ink, in: &picture)
      bar(begin, phase.nanos, y + 4, 11, ink, axis, in: &picture)
      begin += phase.nanos
      if let other = phase.other {
        bar(otherBegin, other, y + 17, 4, .earlier, axis, in: &picture)
        otherBegin += other
      }
    }
    row(
      whole, bottom - 20, margin, valueEnd, axis, isBold: true, .quiet, in: &picture)
    axis.draw(in: &picture, y: bottom, budget: budget)
    return picture
  }

  private func bar(
    _ begin: Int64, _ nanos: Int64, _ y: Double, _ height: Double, _ ink: Ink, _ axis: Axis, in picture: inout Picture
  ) {
    if nanos <= 0 { return }
    let x = axis.position(of: begin)
    picture.shapes.append(
      .bar(x: x, y: y, width: max(axis.position(of: begin + nanos) - x, 1), height: height, ink))
  }

  private func row(
    _ phase: Phase, _ y: Double, _ margin: Double, _ valueEnd: Double, _ axis: Axis, isBold: Bool, _ ink: Ink,
    in picture: inout Picture
  ) {
    let isWhole = phase == whole
    let name = TextWidth.cut(phase.name, to: margin, isBold: isBold)
    picture.shapes.append(
      .text(
        .init(x: margin, y: y + 14, text: name, ink: ink, isBold: isBold && !isWhole, anchor: .end)))
    picture.shapes.append(
      .text(.init(x: valueEnd, y: y + 14, text: axis.number(phase.nanos), isBold: isBold, anchor: .end)))
    guard let other = phase.other else { return }
    let difference = axis.difference(phase.nanos - other)
    picture.shapes.append(
      .text(.init(x: picture.width, y: y + 14, text: difference, ink: .quiet, isBold: isBold, anchor: .end)))
  }
}
