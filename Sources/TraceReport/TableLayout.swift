extension Table {
  /// Between two columns, and before what stands below a row.
  private static let gap = "  "

  /// The table for people, each line with a newline: heading, rows and notes.
  ///
  /// Where the width is known nothing is wider: long texts go on in the next line, and what has no room in columns stands
  /// with a line for each value.
  package func text(_ drawing: Drawing = Drawing()) -> String {
    let grid = TableGrid(self, drawing)
    var lines: [String] = []
    if !heading.isEmpty {
      let text = drawing.text(DisplayText.escaped(heading))
      lines += DisplayText.wrapped(text, to: drawing.width).map { drawing.painted($0, "1") }
    }
    let isVertical = isVerticalAlone && rows.count == 1 && drawing.width != nil
    if !rows.isEmpty { lines += isVertical || !grid.fits ? blocks(drawing) : grid.lines { details($0, drawing) } }
    var notes = notes
    if !isVertical, grid.fits, let note = grid.note { notes.append(note) }
    for note in notes {
      lines += DisplayText.wrapped(drawing.text(DisplayText.escaped(note)), to: drawing.width)
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The places of the columns that people see beside each other.
  var forPeople: [Int] {
    columns.indices.dropLast(detailCount).filter { place in
      columns[place].audience != .programs
        && (!columns[place].isOptional || rows.contains { !$0[place].forPrograms.isEmpty })
    }
  }

  /// The lines below a row.
  private func details(_ row: [Cell], _ drawing: Drawing) -> [String] {
    let places = row.indices.dropFirst(columns.count - detailCount).filter { place in
      let isForPeople = place >= columns.count || columns[place].audience != .programs
      return isForPeople && !row[place].forPrograms.isEmpty
    }
    return places.flatMap { place in
      let cell = row[place]
      return DisplayText.wrapped(Self.gap + drawing.text(cell.forPeople), to: cell.isWrapped ? drawing.width : nil)
    }
  }

  /// The rows one below the other: each value behind its title, a blank line between two rows.
  private func blocks(_ drawing: Drawing) -> [String] {
    let shown = forPeople
    let titles = shown.map { drawing.text(columns[$0].title) }
    let margin = titles.map(DisplayText.width).max() ?? 0
    let blocks = rows.map { row in
      zip(shown, titles).flatMap { place, title in
        let room = String(repeating: " ", count: margin - DisplayText.width(title))
        let limit = drawing.width.map { max($0 - margin - Self.gap.count, 16) }
        let values = DisplayText.wrapped(drawing.text(row[place].forPeople), to: limit, indent: 0)
        let indent = String(repeating: " ", count: margin)
        let head = drawing.painted(title, "2") + room + Self.gap + values[0]
        return [head] + values.dropFirst().map { indent + Self.gap + $0 }
      } + details(row, drawing)
    }
    return Array(blocks.joined(separator: [""]))
  }
}

/// The columns of a table beside each other, as wide as a terminal has room for them.
private struct TableGrid {
  private static let gap = "  "
  /// A column of text is never cut to less, nor to less than three fifths of itself: numbers are never cut at all.
  private static let narrowest = 12
  /// Color only ever repeats what the words say.
  private static let colors = ["error": "31", "warning": "33", "note": "36"]

  private let table: Table
  private let drawing: Drawing
  /// The places of the columns.
  private var shown: [Int]
  /// The titles, of one or two lines each.
  private var titles: [[String]]
  private let cells: [[String]]
  private let isText: [Bool]
  private var widths: [Int]
  /// The titles of columns that were left out.
  private var leftOut: [String] = []
  /// The terminal has room for what is to be shown.
  private(set) var fits = true

  init(_ table: Table, _ drawing: Drawing) {
    self.table = table
    self.drawing = drawing
    let all = table.forPeople
    shown = Array(all.indices)
    titles = all.map { [drawing.text(table.columns[$0].title)] }
    cells = table.rows.map { row in all.map { drawing.text(row[$0].forPeople) } }
    isText = all.map { place in table.rows.contains { $0[place].isText } }
    widths = []
    widths = all.indices.map { width($0) }
    guard let limit = drawing.width else { return }
    let halves = all.indices.compactMap { half($0) }.sorted { ($1.saved, $0.place) < ($0.saved, $1.place) }
    for half in halves where total > limit {
      titles[half.place] = half.title
      widths[half.place] = width(half.place)
    }
    let expendable = all.indices.filter { table.columns[all[$0]].isExpendable }
    for place in expendable.reversed() where total > limit {
      shown.removeAll { $0 == place }
      leftOut.insert(table.columns[all[place]].title, at: 0)
    }
    // The widest column of text gives way first.
    let least = widths.map { min($0, max(Self.narrowest, ($0 * 3 + 4) / 5)) }
    while total > limit {
      let loose = shown.filter { isText[$0] && widths[$0] > least[$0] }
      guard let widest = loose.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
    }
    fits = total <= limit
  }

  /// A note that columns were left out, and how to see them; nil if none was.
  var note: String? {
    leftOut.isEmpty ? nil : "no room for \(leftOut.joined(separator: ", ")): a wider window shows it all"
  }

  /// The titles and the rows, each row with what stands below it.
  func lines(details: ([Cell]) -> [String]) -> [String] {
    let height = shown.map { titles[$0].count }.max() ?? 0
    let heads = (0..<height).map { number in
      let texts = titles.map { title in
        let place = number - height + title.count
        return place < 0 ? "" : title[place]
      }
      let line = line(texts) { _, text in text }
      let blanks = line.reversed().prefix { $0 == " " }.count
      return drawing.painted(String(line.dropLast(blanks)), "2")
    }
    let rows = zip(table.rows, cells).flatMap { row, texts in
      [line(texts) { place, text in drawing.painted(text, isText[place] ? Self.colors[text] : nil) }] + details(row)
    }
    return heads + rows
  }

  private func line(_ texts: [String], _ painted: (_ place: Int, _ text: String) -> String) -> String {
    shown.map { place in
      let text = drawing.cut(texts[place], to: widths[place])
      let room = String(repeating: " ", count: widths[place] - DisplayText.width(text))
      guard isText[place] else { return room + text }
      return painted(place, text) + (place == shown.last ? "" : room)
    }.joined(separator: Self.gap)
  }

  private var total: Int { shown.reduce(0) { $0 + widths[$1] } + Self.gap.count * (shown.count - 1) }

  private func width(_ place: Int) -> Int {
    (titles[place] + cells.map { $0[place] }).map(DisplayText.width).max() ?? 0
  }

  /// A title that is wider than its cells, on two lines, as `scene` above `Connect`; nothing if that saves no column.
  private func half(_ place: Int) -> (place: Int, title: [String], saved: Int)? {
    let title = titles[place][0]
    let ends = title.indices.dropFirst().filter { end in
      title[end] == " " || title[end].isUppercase && title[title.index(before: end)].isLowercase
    }
    let halves = ends.map { end in [String(title[..<end]), String(title[end...].drop { $0 == " " })] }
    func width(_ halves: [String]) -> Int { halves.map(DisplayText.width).max() ?? 0 }
    guard let best = halves.min(by: { width($0) < width($1) }) else { return nil }
    let cellWidth = cells.map { DisplayText.width($0[place]) }.max() ?? 0
    let saved = widths[place] - max(cellWidth, width(best))
    return saved > 0 ? (place, best, saved) : nil
  }
}
