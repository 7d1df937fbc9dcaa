import TraceAnalyzer
import TraceModel

/// The differences of measures with their intervals, on an axis on which 0 is marked.
struct DifferencePicture {
  static let mostRows = 12
  private static let rowHeight = 40.0

  let rows: ArraySlice<CompareRow>
  let text: CompareText
  let isOfPoints: Bool

  /// In nanoseconds, or millionths of a point.
  static func values(_ row: CompareRow) -> (low: Int64?, difference: Int64, high: Int64?) {
    func millionths(_ share: Double?) -> Int64? { share.map { Int64(($0 * 100_000_000).rounded()) } }
    if let difference = row.differenceNanos { return (row.lowNanos, difference, row.highNanos) }
    return (millionths(row.lowShare), millionths(row.shareDifference) ?? 0, millionths(row.highShare))
  }

  static func isUnbounded(_ row: CompareRow) -> Bool {
    let bounds = values(row)
    return bounds.low == nil || bounds.high == nil
  }

  var axis: Axis {
    let bounds = rows.map(Self.values)
    let all: [Int64] = [0] + bounds.map(\.difference) + bounds.compactMap(\.low) + bounds.compactMap(\.high)
    let low = all.min() ?? 0
    let high = all.max() ?? 0
    let margin = max((high &- low) / 16, 1000)
    return Axis(start: 6, end: 284, first: low &- margin, nanos: high &+ margin, isOfPoints: isOfPoints)
  }

  func picture(title: Sentence) -> Picture {
    let axis = axis
    let bottom = Double(rows.count) * Self.rowHeight + 4
    var picture = Picture(
      height: bottom + 22, title: title, description: rows.map(text.sentence).joined(separator: ". "))
    axis.drawGrid(in: &picture, y: bottom, top: 18)
    let zero = axis.position(of: 0)
    picture.shapes.append(.line(x1: zero, y1: 18, x2: zero, y2: bottom, .ink))
    for (index, row) in rows.enumerated() {
      let top = Double(index) * Self.rowHeight
      let value = [CompareText.difference(row), CompareText.words(row.verdict)].compactMap(\.self)
      let valueLabel = Picture.Label(
        x: picture.width, y: top + 13, text: value.joined(separator: " · "), ink: .quiet, anchor: .end)
      let name = TextWidth.cut(text.subject(of: row).plain, to: valueLabel.extent.lowerBound - 10, isBold: true)
      // The line at 0 does not cross the words.
      picture.shapes.append(.bar(x: 0, y: top + 1, width: picture.width, height: 17, .paper))
      picture.shapes += [.text(.init(x: 0, y: top + 13, text: name, isBold: true)), .text(valueLabel)]
      let (low, difference, high) = Self.values(row)
      let from = low.map(axis.position) ?? axis.start
      let to = high.map(axis.position) ?? axis.end
      let center = top + 28
      if low != nil, high != nil {
        picture.shapes.append(.bar(x: from, y: center - 4, width: max(to - from, 2), height: 8, .wash, frame: .newest))
      } else {
        picture.shapes.append(.line(x1: from, y1: center, x2: to, y2: center, .newest, width: 1.5, dash: "3 3"))
      }
      picture.shapes.append(.dot(x: axis.position(of: difference), y: center, radius: 5, .newest))
    }
    axis.draw(in: &picture, y: bottom, budget: nil)
    return picture
  }
}
