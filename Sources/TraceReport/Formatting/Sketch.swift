import TraceAnalyzer
import TraceModel

/// A small picture in characters of a terminal: how values are distributed, or how they change from step to step.
enum Sketch {
  struct Distribution: Sendable {
    /// The times of each row, in nanoseconds.
    var rows: [Statistics]

    /// Fewer columns are too coarse, and more do not show more.
    fileprivate static let fewest = 24
    private static let most = 40

    /// Nil if `room`, in columns, is too narrow, or no two times differ.
    ///
    /// The scale reaches from the shortest time to the longest of any row but for one launch in a hundred, as an
    /// outlier would press all others into one column: longer times count in the last one, and the scale ends in `+`.
    func drawn(in room: Int) -> (title: String, rows: [String])? {
      let columns = min(room, Self.most)
      let begin = rows.compactMap(\.sorted.first).min() ?? 0
      let ends = rows.map(\.sorted).filter { !$0.isEmpty }.map { $0[($0.count * 99 + 99) / 100 - 1] }
      let end = ends.max() ?? 0
      if columns < Self.fewest || end <= begin { return nil }
      let isOpen = rows.contains { $0.sorted.last ?? 0 > end }
      let first = DurationText.of(begin)
      let last = DurationText.of(end) + (isOpen ? "+" : "")
      let gap = String(repeating: " ", count: columns - first.count - last.count)
      let drawn = rows.map { row in
        var counts = [Double](repeating: 0, count: columns)
        for time in row.sorted {
          let position = Double(time - begin) / Double(end - begin) * Double(columns)
          counts[min(Int(position), columns - 1)] += 1
        }
        let blocks = Sketch.blocks(counts, from: 0)
        return String(blocks.dropLast(blocks.reversed().prefix { $0 == " " }.count))
      }
      return (first + gap + last, drawn)
    }
  }

  struct Line: Sendable {
    /// The text before it, as in `cold`.
    var name: String
    /// In nanoseconds, in the order of the steps.
    var medians: [Int64]

    /// Fewer steps show no more than the rows.
    private static let fewest = 3
    private static let gap = "  "

    /// The latest steps that fit `width`, with `names` columns for names; nil for few steps, or too little room.
    func drawn(in width: Int, names: Int) -> String? {
      let words = "\(Self.gap)lowest \(text(medians.min())), highest \(text(medians.max()))"
      let room = width - names - Self.gap.count - words.count
      guard medians.count >= Self.fewest, room >= min(medians.count, Distribution.fewest) else { return nil }
      let shown = medians.suffix(room).map { Double($0) }
      let isLevel = shown.min() == shown.max()
      let blank = String(repeating: " ", count: names - DisplayText.width(name))
      return name + blank + Self.gap + Sketch.blocks(shown, from: isLevel ? 0 : shown.min() ?? 0, isLine: true) + words
    }

    private func text(_ nanos: Int64?) -> String { nanos.map { DurationText.of($0) } ?? "" }
  }
  private static let blocks = Array("▁▂▃▄▅▆▇█")

  /// A character for each value, by its height above `base` beside the highest; `isLine` draws `base` low, not as a
  /// blank.
  private static func blocks(_ values: [Double], from base: Double, isLine: Bool = false) -> String {
    let highest = values.max() ?? base
    return String(
      values.map { value -> Character in
        if value <= base, !isLine { return " " }
        let share = highest > base ? (value - base) / (highest - base) : 0
        return blocks[min(Int(share * Double(blocks.count)), blocks.count - 1)]
      })
  }
}
