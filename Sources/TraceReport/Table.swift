import TraceModel

/// One value of a table or a document, which people and programs may read in different ways.
package struct Cell: Sendable, Encodable {
  /// What programs read; nothing where there is no value.
  package let value: (any Encodable & Sendable)?
  /// What people see, where it is something else.
  private let words: String?

  /// A value that people see as it is, unless there are other words for it.
  package init(_ value: (any Encodable & Sendable)?, _ words: String? = nil) {
    self.value = value
    self.words = words
  }

  package static func text(_ text: String) -> Cell { Cell(text) }
  package static func count(_ count: Int) -> Cell { Cell(count, Units.count(count)) }
  /// Nanoseconds that may be missing; `mark` is put behind what people see, and explained below
  /// the table.
  package static func nanos(_ nanos: Int64?, mark: String = "") -> Cell {
    Cell(nanos, nanos.map { DurationText.of($0) + mark })
  }

  var isText: Bool { value is String }
  var forPeople: String { words ?? (forPrograms.isEmpty ? "-" : DisplayText.escaped(forPrograms)) }
  var forPrograms: String { value.map { "\($0)" } ?? "" }

  /// The value alone.
  package func encode(to encoder: any Encoder) throws {
    if let value { try value.encode(to: encoder) } else { try String?.none.encode(to: encoder) }
  }
}

/// Rows under headings, with what stands above and below them.
package struct Table: Sendable {
  /// One column: its heading for people, and its name for programs.
  package struct Column: Sendable, ExpressibleByStringLiteral {
    package var title: String
    package var name: String
    /// People do not see it where no row has a value.
    package var isOptional = false

    /// A column; without a name of its own it is called by its title.
    package init(_ title: String, name: String? = nil, isOptional: Bool = false) {
      self.title = title
      self.name = name ?? title
      self.isOptional = isOptional
    }

    /// A column that is called by its title.
    package init(stringLiteral title: String) { self.init(title) }
  }

  package var heading: String
  package var columns: [Column]
  package var rows: [[Cell]]
  package var notes: [String]
  /// How many of the last columns stand for people below their row, whole, each on its own line.
  private let detailCount: Int

  private static let gap = "  "
  private static let narrowest = 8
  /// Colour only ever repeats what the words say.
  private static let colors = ["error": "31", "warning": "33", "note": "36"]

  /// A table; each row has a cell a column.
  package init(_ heading: String, _ columns: [Column], _ rows: [[Cell]], notes: [String] = [], details: Int = 0) {
    self.heading = heading
    self.columns = columns
    self.rows = rows
    self.notes = notes
    detailCount = details
  }

  /// The table for people, each line with a newline: heading, rows and notes.
  package func text(_ drawing: Drawing = Drawing()) -> String {
    let details = columns.count - detailCount
    let cells = lines(of: details, drawing)
    let heading = drawing.text(DisplayText.escaped(heading))
    var lines = heading.isEmpty ? [] : [drawing.painted(heading, "1")]
    if !rows.isEmpty { lines.append(drawing.painted(cells[0], "2")) }
    for (row, line) in zip(rows, cells.dropFirst()) {
      lines.append(line)
      let below = row.dropFirst(details).filter { !$0.forPrograms.isEmpty }
      lines += below.map { Self.gap + drawing.text($0.forPeople) }
    }
    let notes = notes.map { drawing.text(DisplayText.escaped($0)) }
    return (lines + notes).map { $0 + "\n" }.joined()
  }

  /// The titles and then the rows, `count` columns of them.
  private func lines(of count: Int, _ drawing: Drawing) -> [String] {
    let limit = drawing.width ?? .max
    let shown = columns.indices.prefix(count).filter { column in
      !columns[column].isOptional || rows.contains { !$0[column].forPrograms.isEmpty }
    }
    let titles = shown.map { drawing.text(columns[$0].title) }
    let cells = [titles] + rows.map { row in shown.map { drawing.text(row[$0].forPeople) } }
    var widths = titles.indices.map { place in cells.map { DisplayText.width($0[place]) }.max() ?? 0 }
    let texts = titles.indices.filter { place in rows.contains { $0[shown[place]].isText } }
    // Numbers are never cut: the widest column of text gives way first.
    while widths.reduce(0, +) + Self.gap.count * (widths.count - 1) > limit,
      let widest = texts.max(by: { widths[$0] < widths[$1] }), widths[widest] > Self.narrowest
    { widths[widest] -= 1 }
    return cells.enumerated().map { number, line in
      line.indices.map { place in
        let text = drawing.cut(line[place], to: widths[place])
        let room = String(repeating: " ", count: widths[place] - DisplayText.width(text))
        guard texts.contains(place) else { return room + text }
        let isLast = place == line.count - 1
        return drawing.painted(text, number > 0 ? Self.colors[text] : nil) + (isLast ? "" : room)
      }.joined(separator: Self.gap)
    }
  }

  /// Each row as a JSON object: the columns' names and what programs read.
  package var objects: [[String: Cell]] {
    rows.map { Dictionary(zip(columns.map(\.name), $0), uniquingKeysWith: { $1 }) }
  }

  /// The rows for programs, after RFC 4180.
  package var csv: String {
    let lines = [columns.map(\.name)] + rows.map { $0.map(\.forPrograms) }
    return lines.map { $0.map(Self.csv).joined(separator: ",") + "\r\n" }.joined()
  }

  /// The cell, in quotes if it must be, and never a formula where a spreadsheet opens it.
  static func csv(_ text: String) -> String {
    let isFormula = text.utf8.first.map { Array("=+-@\t\r".utf8).contains($0) } ?? false
    let safe = isFormula && Double(text) == nil ? "'" + text : text
    let mustQuote = safe.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
    return mustQuote ? "\"\(safe.replacing("\"", with: "\"\""))\"" : safe
  }
}
