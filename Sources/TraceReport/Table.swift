import TraceModel

/// One value of a table, which people and programs read in different ways.
package enum Cell: Sendable, Equatable, Encodable {
  case none
  case text(String)
  case count(Int)
  /// A number that is no count: people see it as it is.
  case integer(Int64)
  case real(Double)
  /// Nanoseconds; `mark` is put behind what people see, and explained below the table.
  case nanos(Int64, mark: String = "")

  /// Nanoseconds that may be missing.
  package static func optional(_ nanos: Int64?, mark: String = "") -> Cell {
    nanos.map { .nanos($0, mark: mark) } ?? .none
  }

  private var value: (any Encodable)? {
    switch self {
    case .none: nil
    case .text(let text): text
    case .count(let count): count
    case .integer(let number), .nanos(let number, _): number
    case .real(let number): number
    }
  }

  var isText: Bool { if case .text = self { true } else { false } }

  var forPeople: String {
    switch self {
    case .count(let count): Units.count(count)
    case .nanos(let nanos, let mark): DurationText.of(nanos) + mark
    default: forPrograms.isEmpty ? "-" : DisplayText.escaped(forPrograms)
    }
  }

  var forPrograms: String { value.map { "\($0)" } ?? "" }

  /// The value alone.
  package func encode(to encoder: any Encoder) throws {
    if let value { return try value.encode(to: encoder) }
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }
}

/// Rows under headings, with what stands above and below them.
package struct Table: Sendable, Equatable {
  /// One column: its heading for people, and its name for programs.
  package struct Column: Sendable, Equatable, ExpressibleByStringLiteral {
    package var title: String
    package var name: String
    /// People do not see it where no row has a value.
    package var isOptional = false

    /// A column; without a name of its own it is called by its title.
    package init(_ title: String, name: String? = nil, isOptional: Bool = false) {
      (self.title, self.name, self.isOptional) = (title, name ?? title, isOptional)
    }

    /// A column that is called by its title.
    package init(stringLiteral title: String) { self.init(title) }
  }

  package var heading: String
  package var columns: [Column]
  package var rows: [[Cell]]
  package var notes: [String]
  /// How many of the last columns stand for people below their row, whole, each on its own line.
  package var detailCount = 0

  private static let gap = "  "
  private static let narrowest = 8

  /// A table; each row has a cell a column.
  package init(_ heading: String, _ columns: [Column], _ rows: [[Cell]], notes: [String] = []) {
    (self.heading, self.columns, self.rows, self.notes) = (heading, columns, rows, notes)
  }

  /// The table for people, each line with a newline.
  ///
  /// - Parameters:
  ///   - width: Columns of the terminal; nothing if the text goes elsewhere, and is never cut.
  ///   - style: How to set off headings and severities.
  /// - Returns: Heading, rows and notes.
  package func text(width: Int? = nil, style: Style = .plain) -> String {
    let details = columns.count - detailCount
    let shown = columns.indices.prefix(details).filter { column in
      !columns[column].isOptional || rows.contains { !$0[column].forPrograms.isEmpty }
    }
    let cells = rows.map { row in shown.map { row[$0].forPeople } }
    let isRight = shown.map { column in !rows.contains { $0[column].isText } }
    let titles = shown.map { columns[$0].title }
    let widths = widths([titles] + cells, isRight, limit: width ?? .max)
    var lines = heading.isEmpty ? [] : [style.strong(heading)]
    if !rows.isEmpty { lines.append(style.dim(line(titles, widths, isRight, style: .plain))) }
    for (row, texts) in zip(rows, cells) {
      lines.append(line(texts, widths, isRight, style: style))
      for detail in row.dropFirst(details) where detail != .text("") {
        lines.append(Self.gap + detail.forPeople)
      }
    }
    return (lines + notes).map { $0 + "\n" }.joined()
  }

  private func widths(_ lines: [[String]], _ isRight: [Bool], limit: Int) -> [Int] {
    var widths = isRight.indices.map { column in
      lines.map { DisplayText.width($0[column]) }.max() ?? 0
    }
    let texts = widths.indices.filter { !isRight[$0] }
    // Numbers are never cut: the widest column of text gives way first.
    while widths.reduce(0, +) + Self.gap.count * (widths.count - 1) > limit,
      let widest = texts.max(by: { widths[$0] < widths[$1] }), widths[widest] > Self.narrowest
    {
      widths[widest] -= 1
    }
    return widths
  }

  private func line(
    _ cells: [String], _ widths: [Int], _ isRight: [Bool], style: Style
  ) -> String {
    let parts = cells.indices.map { column in
      let text = DisplayText.cut(cells[column], to: widths[column])
      let room = String(repeating: " ", count: widths[column] - DisplayText.width(text))
      let isLast = column == cells.count - 1
      return isRight[column] ? room + text : style.severity(text) + (isLast ? "" : room)
    }
    return parts.joined(separator: Self.gap)
  }

  /// Each row as a JSON object: the columns' names and what programs read.
  package var objects: [[String: Cell]] {
    rows.map { Dictionary(zip(columns.map(\.name), $0), uniquingKeysWith: { $1 }) }
  }

  /// The rows for programs, after RFC 4180.
  package var csv: String {
    let lines = [columns.map(\.name)] + rows.map { $0.map(\.forPrograms) }
    return lines.map { $0.map(CSV.cell).joined(separator: ",") + "\r\n" }.joined()
  }
}

/// Colour, which only ever repeats what the words say.
package enum Style: Sendable {
  case plain, color

  private static let severities = ["error": "31", "warning": "33", "note": "36"]

  func strong(_ text: String) -> String { wrapped(text, "1") }
  func dim(_ text: String) -> String { wrapped(text, "2") }

  /// The word in its colour, if it names a severity.
  func severity(_ word: String) -> String {
    Self.severities[word].map { wrapped(word, $0) } ?? word
  }

  private func wrapped(_ text: String, _ code: String) -> String {
    self == .plain ? text : "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}

/// Cells of comma-separated values, after RFC 4180.
package enum CSV {
  /// The cell, in quotes if it must be, and never a formula where a spreadsheet opens it.
  package static func cell(_ text: String) -> String {
    let isFormula = text.utf8.first.map { Array("=+-@\t\r".utf8).contains($0) } ?? false
    let safe = isFormula && Double(text) == nil ? "'" + text : text
    let mustQuote = safe.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
    return mustQuote ? "\"\(safe.replacing("\"", with: "\"\""))\"" : safe
  }
}
