import TraceModel

extension Table {
  /// Heading, rows and notes for people, each line with a newline.
  ///
  /// Lines keep to a known width: long texts wrap, and rows without room for columns have a line for each value.
  package func text(_ drawing: Drawing = Drawing()) -> String {
    let text = TableText(self, drawing)
    return text.head + text.tail
  }

  var forPeople: [Int] {
    columns.indices.filter { index in
      columns[index].audience != .programs && !columns[index].isBelow
        && (!columns[index].isOptional || rows.contains { !$0[index].forPrograms.isEmpty })
    }
  }

  /// True if the drawing has room for all columns beside each other, with no text cut.
  func fitsUncut(_ drawing: Drawing) -> Bool {
    guard let limit = drawing.width else { return true }
    let widths = forPeople.map { index in
      ([title(index, drawing)] + rows.map { drawing.text($0[index].forPeople) }).map(DisplayText.width).max() ?? 0
    }
    return widths.reduce(TableText.gap.count * (widths.count - 1), +) <= limit
  }

  fileprivate func details(_ row: [Cell], _ drawing: Drawing) -> [String] {
    let indices = row.indices.filter { index in
      let isBelow = index >= columns.count || columns[index].isBelow && columns[index].audience != .programs
      return isBelow && !row[index].forPrograms.isEmpty
    }
    return indices.flatMap { index in
      let cell = row[index]
      let limit = cell.isWrapped ? drawing.width : nil
      var lines = DisplayText.wrapped(TableText.gap + drawing.text(cell.forPeople), to: limit)
      if let word = cell.severity?.name, lines[0].hasPrefix(TableText.gap + word) {
        let painted = drawing.painted(word, TableText.colors[word])
        lines[0] = TableText.gap + painted + lines[0].dropFirst(TableText.gap.count + word.count)
      }
      return lines
    }
  }

  /// The title of a column, which may be an alias of the user's SQL.
  fileprivate func title(_ index: Int, _ drawing: Drawing) -> String {
    drawing.text(columns[index].title)
  }
}

/// A table as text for people, piece by piece: further rows may follow, for which memory need have no room.
struct TableText {
  /// Between two columns, and before lines below a row.
  fileprivate static let gap = "  "
  /// Color only repeats what the words say.
  fileprivate static let colors = ["error": "31", "warning": "33", "note": "36"]

  private let table: Table
  private let drawing: Drawing
  private let grid: TableGrid
  private let isVertical: Bool
  private let indices: [Int]

  init(_ table: Table, _ drawing: Drawing) {
    self.table = table
    self.drawing = drawing
    indices = table.forPeople
    grid = TableGrid(table, indices, drawing)
    isVertical = table.isVerticalAlone && table.rows.count == 1 && drawing.width != nil
  }

  var head: String {
    var lines: [String] = []
    if !table.heading.isEmpty {
      let text = drawing.text(table.heading)
      lines += DisplayText.wrapped(text, to: drawing.width).map { drawing.painted($0, "1") }
    }
    if let width = drawing.width {
      let names = table.lines.map { DisplayText.width($0.name) }.max() ?? 0
      lines += table.lines.compactMap { $0.drawn(in: width, names: names) }.map { drawing.text("\(name: $0)") }
    }
    if !table.rows.isEmpty {
      lines += isInBlocks ? Array(table.rows.map(block).joined(separator: [""])) : grid.heads + grid.rows.joined()
    }
    return Self.text(lines)
  }

  /// A further row: its columns are as wide as the table's own rows need them.
  func text(of row: [Cell]) -> String { Self.text(isInBlocks ? [""] + block(row) : grid.lines(of: row)) }

  var tail: String {
    let left = isInBlocks ? nil : grid.note
    let notes = table.notes + [left].compactMap(\.self)
    return Self.text(
      notes.flatMap { DisplayText.wrapped(drawing.text($0), to: drawing.width) })
  }

  /// True if each value has a line of its own.
  private var isInBlocks: Bool { isVertical || !grid.fits }

  private static func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

  private func block(_ row: [Cell]) -> [String] {
    let titles = indices.map { table.title($0, drawing) }
    let margin = titles.map(DisplayText.width).max() ?? 0
    let indent = String(repeating: " ", count: margin)
    return zip(indices, titles).flatMap { index, title in
      let room = String(repeating: " ", count: margin - DisplayText.width(title))
      let limit = drawing.width.map { max($0 - margin - Self.gap.count, 16) }
      let values = DisplayText.wrapped(drawing.text(row[index].forPeople), to: limit, indent: 0)
      let head = drawing.painted(title, "2") + room + Self.gap + values[0]
      return [head] + values.dropFirst().map { indent + Self.gap + $0 }
    } + table.details(row, drawing)
  }
}

private struct TableGrid {
  /// Columns of text are cut to no less, nor to less than three fifths of their width; numbers are never cut.
  private static let narrowest = 12

  private let table: Table
  private let drawing: Drawing
  private let indices: [Int]
  /// As indices of `indices`.
  private var shown: [Int]
  /// Of one or two lines each.
  private var titles: [[String]]
  private let cells: [[String]]
  private let isText: [Bool]
  private var widths: [Int]
  private var leftOut: [Sentence] = []
  /// The text beside the last column, if the terminal has room.
  private var distribution: (title: String, rows: [String])?
  private(set) var fits = true

  init(_ table: Table, _ all: [Int], _ drawing: Drawing) {
    self.table = table
    self.drawing = drawing
    indices = all
    shown = Array(all.indices)
    titles = all.map { [table.title($0, drawing)] }
    cells = table.rows.map { row in all.map { drawing.text(row[$0].forPeople) } }
    isText = all.map { index in table.rows.contains { $0[index].isText } }
    widths = []
    widths = all.indices.map { width($0) }
    guard let limit = drawing.width else { return }
    let halves = all.indices.compactMap { half($0) }.sorted { ($1.saved, $0.index) < ($0.saved, $1.index) }
    for half in halves where total > limit {
      titles[half.index] = half.title
      widths[half.index] = width(half.index)
    }
    let expendable = all.indices.filter { table.columns[all[$0]].isExpendable }
    for index in expendable.reversed() where total > limit {
      shown.removeAll { $0 == index }
      leftOut.insert(table.columns[all[index]].title, at: 0)
    }
    let least = widths.map { min($0, max(Self.narrowest, ($0 * 3 + 4) / 5)) }
    // At most the terminal's width in the end: a text may have millions of characters.
    for index in shown where isText[index] && total > limit {
      widths[index] = max(min(widths[index], limit), least[index])
    }
    while total > limit {
      let loose = shown.filter { isText[$0] && widths[$0] > least[$0] }
      guard let widest = loose.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
    }
    fits = total <= limit
    if fits { distribution = table.distribution?.drawn(in: limit - total - TableText.gap.count) }
  }

  var note: Sentence? {
    leftOut.isEmpty ? nil : "no room for \(leftOut.joined(separator: ", ")): a wider window shows it all"
  }

  var heads: [String] {
    let height = shown.map { titles[$0].count }.max() ?? 0
    return (0..<height).map { number in
      let texts = titles.map { title in
        let index = number - height + title.count
        return index < 0 ? "" : title[index]
      }
      let beside = number == height - 1 ? distribution.map { TableText.gap + $0.title } ?? "" : ""
      let line = line(texts) { _, text in text } + beside
      let blanks = line.reversed().prefix { $0 == " " }.count
      return drawing.painted(String(line.dropLast(blanks)), "2")
    }
  }

  var rows: [[String]] {
    zip(table.rows, cells).enumerated().map { number, row in
      var lines = lines(row.0, row.1)
      // After a text the last column is not filled up.
      if let distribution, !(shown.last.map { isText[$0] } ?? false) {
        lines[0] += TableText.gap + drawing.text("\(name: distribution.rows[number])")
      }
      return lines
    }
  }

  /// The lines of a further row, whose numbers, and texts where these are not cut, may be wider than their columns.
  func lines(of row: [Cell]) -> [String] { lines(row, indices.map { drawing.text(row[$0].forPeople) }) }

  private func lines(_ row: [Cell], _ texts: [String]) -> [String] {
    [line(texts) { index, text in drawing.painted(text, isText[index] ? TableText.colors[text] : nil) }]
      + table.details(row, drawing)
  }

  private func line(_ texts: [String], _ painted: (_ index: Int, _ text: String) -> String) -> String {
    shown.map { index in
      let isCut = drawing.width != nil && isText[index]
      let isCutInside = table.columns[indices[index]].isCutInside
      let text = isCut ? drawing.cut(texts[index], to: widths[index], inside: isCutInside) : texts[index]
      let room = String(repeating: " ", count: max(widths[index] - DisplayText.width(text), 0))
      guard isText[index] else { return room + text }
      return painted(index, text) + (index == shown.last ? "" : room)
    }.joined(separator: TableText.gap)
  }

  private var total: Int { shown.reduce(0) { $0 + widths[$1] } + TableText.gap.count * (shown.count - 1) }

  private func width(_ index: Int) -> Int {
    (titles[index] + cells.map { $0[index] }).map(DisplayText.width).max() ?? 0
  }

  /// A title that is wider than its cells, on two lines, as `scene` above `Connect`; nil if that saves no column.
  private func half(_ index: Int) -> (index: Int, title: [String], saved: Int)? {
    let title = titles[index][0]
    let ends = title.indices.dropFirst().filter { end in
      title[end] == " " || title[end].isUppercase && title[title.index(before: end)].isLowercase
    }
    let halves = ends.map { end in [String(title[..<end]), String(title[end...].drop { $0 == " " })] }
    func width(_ halves: [String]) -> Int { halves.map(DisplayText.width).max() ?? 0 }
    guard let best = halves.min(by: { width($0) < width($1) }) else { return nil }
    let cellWidth = cells.map { DisplayText.width($0[index]) }.max() ?? 0
    let saved = widths[index] - max(cellWidth, width(best))
    return saved > 0 ? (index, best, saved) : nil
  }
}
