/// Rows under headings, with what stands above and below them.
package struct Table: Sendable {
  /// One column: its heading for people, and its name for programs.
  package struct Column: Sendable, ExpressibleByStringLiteral {
    /// Who reads a column: where people see several values in one, programs have them apart.
    package enum Audience: Sendable { case everybody, people, programs }

    /// The heading for people.
    package var title: String
    /// The name for programs.
    package var name: String
    /// Who reads the column.
    package var audience: Audience
    /// People do not see it where no row has a value.
    package var isOptional: Bool
    /// On a terminal that is too narrow for all columns it is left out first, and a note says so.
    package var isExpendable: Bool
    /// A text that is too long is cut in its middle, not at its end.
    package var isCutInside: Bool

    /// A column; without a name of its own it is called by its title.
    package init(
      _ title: String, name: String? = nil, for audience: Audience = .everybody, isOptional: Bool = false,
      isExpendable: Bool = false, isCutInside: Bool = false
    ) {
      self.title = title
      self.name = name ?? title
      self.audience = audience
      self.isOptional = isOptional
      self.isExpendable = isExpendable
      self.isCutInside = isCutInside
    }

    /// A column that is called by its title.
    package init(stringLiteral title: String) { self.init(title) }
  }

  /// The line above the columns; empty for none.
  package var heading: String
  /// The columns, in their order.
  package var columns: [Column]
  /// The rows, a cell for each column, then details.
  package var rows: [[Cell]]
  /// The lines below the rows.
  package var notes: [String]
  /// A row that is alone stands on a terminal with a line for each of its values.
  package var isVerticalAlone = false
  /// Its rows are a drawing, of which no column can be moved.
  package var isDrawn = false
  /// What a terminal draws beside the rows where it has room; other outputs have the numbers alone.
  var distribution: Sketch.Distribution?
  /// What a terminal draws above the rows.
  var lines: [Sketch.Line] = []
  /// How many of the last columns stand for people below their row, whole, each on its own line.
  let detailCount: Int

  /// A table; each row has a cell a column, and may have more: people see these below the row, as details.
  package init(_ heading: String, _ columns: [Column], _ rows: [[Cell]], notes: [String] = [], details: Int = 0) {
    self.heading = heading
    self.columns = columns
    self.rows = rows
    self.notes = notes
    detailCount = details
  }

  /// Puts a column behind another, as where few of them are in sight.
  mutating func moveColumn(_ name: String, after other: String) {
    guard let from = columns.firstIndex(where: { $0.name == name }),
      let to = columns.firstIndex(where: { $0.name == other }), to < from
    else { return }
    columns.insert(columns.remove(at: from), at: to + 1)
    for row in rows.indices { rows[row].insert(rows[row].remove(at: from), at: to + 1) }
  }

  /// The indices of the columns that programs read.
  private var forPrograms: [Int] { columns.indices.filter { columns[$0].audience != .people } }

  /// Each row as a JSON object: the columns' names and what programs read.
  package var objects: [[String: Cell]] { rows.map(object) }

  /// A row of these columns as a JSON object.
  func object(_ row: [Cell]) -> [String: Cell] {
    Dictionary(forPrograms.map { (columns[$0].name, row[$0]) }, uniquingKeysWith: { $1 })
  }

  /// The rows for programs, after RFC 4180.
  package var csv: String { Self.csv(forPrograms.map { columns[$0].name }) + rows.map(csv).joined() }

  /// A row of these columns for programs.
  func csv(_ row: [Cell]) -> String { Self.csv(forPrograms.map { row[$0].forPrograms }) }

  /// The table in Markdown, with what people see: texts of logs as code, which cannot be read as Markdown.
  ///
  /// Details stand in a last column. A table that is drawn, whose columns have no names, stands as it is on a screen.
  package var markdown: String {
    let title = heading.isEmpty ? [] : ["**\(MarkdownText.code(heading))**", ""]
    return (title + markdownRows + notes.flatMap { [MarkdownText.code($0), ""] }).map { $0 + "\n" }.joined()
  }

  private var markdownRows: [String] {
    if rows.isEmpty { return [] }
    if isDrawn {
      let lines = Table("", columns, rows).text(Drawing(width: 80)).split(separator: "\n")
      // No line of it ends the code.
      return ["```text"] + lines.map { $0.hasPrefix("```") ? " \($0)" : String($0) } + ["```", ""]
    }
    let shown = columns.indices.filter { index in
      columns[index].audience != .programs
        && (!columns[index].isOptional || rows.contains { !$0[index].forPrograms.isEmpty })
    }
    let details = rows.map { row in row.dropFirst(columns.count).map(Self.markdown).filter { $0 != "-" } }
    let hasDetails = details.contains { !$0.isEmpty }
    let titles = shown.map { columns[$0].title } + (hasDetails ? [""] : [])
    let numbers = shown.map { index in rows.contains { $0[index].isText } ? "---" : "---:" }
    let aligns = numbers + (hasDetails ? ["---"] : [])
    let lines = zip(rows, details).map { row, details in
      shown.map { Self.markdown(row[$0]) } + (hasDetails ? [details.joined(separator: "; ")] : [])
    }
    return ([titles, aligns] + lines).map { "| \($0.joined(separator: " | ")) |" } + [""]
  }

  /// A cell: numbers as they are, texts as code.
  private static func markdown(_ cell: Cell) -> String {
    cell.isText && !cell.forPrograms.isEmpty ? MarkdownText.code(cell.forPeople) : cell.forPeople
  }

  private static func csv(_ texts: [String]) -> String { texts.map(csv).joined(separator: ",") + "\r\n" }

  /// The cell, in quotes if it must be, and never a formula where a spreadsheet opens it.
  static func csv(_ text: String) -> String {
    let isFormula = text.utf8.first.map { Array("=+-@\t\r".utf8).contains($0) } ?? false
    let safe = isFormula && Double(text) == nil ? "'" + text : text
    let mustQuote = safe.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
    return mustQuote ? "\"\(safe.replacing("\"", with: "\"\""))\"" : safe
  }
}
