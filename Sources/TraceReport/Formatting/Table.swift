package import TraceModel

/// Rows under headings, with lines above and below them.
package struct Table: Sendable {
  /// The line above the columns; empty for none.
  package var heading: Sentence
  /// The columns, in their order.
  package var columns: [ColumnHeading]
  /// A cell for each column, then details.
  package var rows: [[Cell]]
  /// The lines below the rows.
  package var notes: [Sentence]
  /// True if a terminal shows a single row with a line for each value.
  package var isVerticalAlone = false
  /// True if the rows are a drawing, of which no column can be moved.
  package var isDrawn = false
  /// Drawn beside the rows on a terminal with room; other outputs have the numbers alone.
  var distribution: Sketch.Distribution?
  /// Drawn above the rows on a terminal.
  var lines: [Sketch.Line] = []

  /// A table; each row has a cell a column, and may have more: people see these below the row, as details.
  package init(_ heading: Sentence, _ columns: [ColumnHeading], _ rows: [[Cell]], notes: [Sentence] = []) {
    self.heading = heading
    self.columns = columns
    self.rows = rows
    self.notes = notes
  }

  /// Puts a column after another, if only a few are in sight.
  mutating func moveColumn(_ name: String, after other: String) {
    guard let from = columns.firstIndex(where: { $0.name == name }),
      let to = columns.firstIndex(where: { $0.name == other }), to < from
    else { return }
    columns.insert(columns.remove(at: from), at: to + 1)
    for row in rows.indices { rows[row].insert(rows[row].remove(at: from), at: to + 1) }
  }

  private var forPrograms: [Int] { columns.indices.filter { columns[$0].audience != .people } }

  /// Each row as a JSON object: the columns' names and what programs read.
  package var objects: [[String: Cell]] { rows.map(object) }

  func object(_ row: [Cell]) -> [String: Cell] {
    Dictionary(forPrograms.map { (columns[$0].name, row[$0]) }, uniquingKeysWith: { $1 })
  }

  /// The rows for programs, after RFC 4180.
  package var csv: String { Self.csv(forPrograms.map { columns[$0].name }) + rows.map(csv).joined() }

  func csv(_ row: [Cell]) -> String { Self.csv(forPrograms.map { row[$0].forPrograms }) }

  /// The table in Markdown for people: texts of logs as code, which cannot be read as Markdown.
  ///
  /// Details are in a last column. A drawing, whose columns have no names, is written as on a screen.
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
    let titles = shown.map { MarkdownText.prose(columns[$0].title) } + (hasDetails ? [""] : [])
    let numbers = shown.map { index in rows.contains { $0[index].isText } ? "---" : "---:" }
    let aligns = numbers + (hasDetails ? ["---"] : [])
    let lines = zip(rows, details).map { row, details in
      shown.map { Self.markdown(row[$0]) } + (hasDetails ? [details.joined(separator: "; ")] : [])
    }
    return ([titles, aligns] + lines).map { "| \($0.joined(separator: " | ")) |" } + [""]
  }

  /// Numbers as they are, texts as code.
  private static func markdown(_ cell: Cell) -> String {
    cell.isText && !cell.forPrograms.isEmpty ? MarkdownText.code(cell.forPeople) : MarkdownText.prose(cell.forPeople)
  }

  private static func csv(_ texts: [String]) -> String { texts.map(csv).joined(separator: ",") + "\r\n" }

  /// The cell, in quotes if it must be, and never a formula for a spreadsheet.
  static func csv(_ text: String) -> String {
    let isFormula = text.utf8.first.map { Array("=+-@\t\r".utf8).contains($0) } ?? false
    let safe = isFormula && Double(text) == nil ? "'" + text : text
    let mustQuote = safe.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
    return mustQuote ? "\"\(safe.replacing("\"", with: "\"\""))\"" : safe
  }
}
