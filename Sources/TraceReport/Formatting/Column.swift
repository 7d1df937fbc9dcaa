package import TraceModel

/// One column of a table: its heading for people, its name for programs, who reads it, and its cell of each row.
package struct Column<Row> {
  fileprivate let heading: ColumnHeading
  fileprivate let cell: (Row) -> Cell

  /// A column; without a name of its own it is called by its title.
  package init(
    _ title: Sentence, name: String? = nil, for audience: Audience = .everybody, isOptional: Bool = false,
    isExpendable: Bool = false, isBelow: Bool = false, _ cell: @escaping (Row) -> Cell
  ) {
    self.init(
      ColumnHeading(
        title, name: name, for: audience, isOptional: isOptional, isExpendable: isExpendable, isBelow: isBelow), cell)
  }

  private init(_ heading: ColumnHeading, _ cell: @escaping (Row) -> Cell) {
    self.heading = heading
    self.cell = cell
  }

  /// A column that people, too, know by its name; for programs a suffix tells its unit, as in `p50Nanos`.
  init(
    named name: String, suffix: String = "", for audience: Audience = .everybody, isOptional: Bool = false,
    isExpendable: Bool = false, _ cell: @escaping (Row) -> Cell
  ) {
    self.init(
      "\(name: name)", name: name + suffix, for: audience, isOptional: isOptional, isExpendable: isExpendable, cell)
  }

  /// A column of texts, known by its name to all; one that may be missing is empty.
  package static func name(
    _ name: String, for audience: Audience = .everybody, isOptional: Bool = false, isBelow: Bool = false,
    _ text: @escaping (Row) -> String?
  ) -> Self {
    Self("\(name: name)", name: name, for: audience, isOptional: isOptional, isBelow: isBelow) { .name(text($0) ?? "") }
  }

  /// The column in a table of other rows, each of which has a `part` that is a row of this one.
  func of<Whole>(_ part: @escaping (Whole) -> Row) -> Column<Whole> {
    Column<Whole>(heading) { cell(part($0)) }
  }
}

/// Who reads a column: values that people see in one column programs have in several.
package enum Audience: Sendable { case everybody, people, programs }

/// The heading of a column for people, its name for programs, and who sees it where.
package struct ColumnHeading: Sendable, ExpressibleByStringLiteral {
  /// The heading for people.
  package var title: Sentence
  /// The name for programs.
  package var name: String
  /// Who reads the column.
  package var audience: Audience
  /// True if people do not see it unless a row has a value.
  package var isOptional: Bool
  /// True if a narrow terminal leaves it out first, with a note.
  package var isExpendable: Bool
  /// True if a long text is cut in its middle, not at its end.
  package var isCutInside: Bool
  /// True if people see it below its row, whole, on a line of its own.
  package var isBelow: Bool

  /// A column; without a name of its own it is called by its title.
  package init(
    _ title: Sentence, name: String? = nil, for audience: Audience = .everybody, isOptional: Bool = false,
    isExpendable: Bool = false, isCutInside: Bool = false, isBelow: Bool = false
  ) {
    self.title = title
    self.name = name ?? title.plain
    self.audience = audience
    self.isOptional = isOptional
    self.isExpendable = isExpendable
    self.isCutInside = isCutInside
    self.isBelow = isBelow
  }

  /// A column that is called by its title.
  package init(stringLiteral title: StaticString) { self.init(Sentence(stringLiteral: title)) }

  /// A column that people, too, know by its name.
  package init(
    named name: String, for audience: Audience = .everybody, isOptional: Bool = false, isExpendable: Bool = false
  ) {
    self.init("\(name: name)", name: name, for: audience, isOptional: isOptional, isExpendable: isExpendable)
  }
}

extension Table {
  /// A table of values; people see the `details` of a row below it.
  package init<Row>(
    _ heading: Sentence, _ rows: [Row], _ columns: [Column<Row>], notes: [Sentence] = [],
    details: (Row) -> [Cell] = { _ in [] }
  ) {
    self.init(heading, columns.map(\.heading), rows.map { row in columns.map { $0.cell(row) } }, notes: notes)
    for (index, row) in rows.enumerated() { self.rows[index] += details(row) }
  }

  /// Adds columns behind those of the table, whose rows stand for other values as well.
  mutating func add<Row>(_ more: [Column<Row>], of others: [Row], details: (Row) -> [Cell]) {
    columns += more.map(\.heading)
    for (index, row) in others.enumerated() { rows[index] += more.map { $0.cell(row) } + details(row) }
  }
}

/// A row as a JSON object: members of its own, and what programs read in columns where there is a value.
struct RowObject<Row>: Encodable {
  let own: any Encodable
  let row: Row
  let columns: [Column<Row>]

  func encode(to encoder: any Encoder) throws {
    try own.encode(to: encoder)
    let cells = columns.filter { $0.heading.audience != .people }.map { ($0.heading.name, $0.cell(row)) }
    try Dictionary(uniqueKeysWithValues: cells.filter { $0.1.value != nil }).encode(to: encoder)
  }
}
