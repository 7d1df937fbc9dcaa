/// The result of a query: a list that names its columns, and rows that are lists of values.
///
/// Azure's Kusto and Elastic's SQL write each row as an array, BigQuery as `{"f":[{"v":…}]}`, Athena as
/// `{"Data":[{"VarCharValue":…}]}`:
///
/// ```
/// {"columns":[{"name":"ts"},{"name":"name"}],"rows":[["2026-10-20T12:40:00Z","process.start"]]}
/// {"schema":{"fields":[{"name":"ts"}]},"rows":[{"f":[{"v":"1792500000.0"}]}]}
/// ```
///
/// InfluxDB puts the name and the tags of a series beside its rows, Grafana's data frames have a list for each column,
/// and AppDynamics calls a column's name `field`.
///
/// Source: InfluxData, InfluxDB 1.x, *API reference*; Grafana, *Data frames*; Microsoft, Azure Data Explorer, *Query V2
/// HTTP response*; Google, BigQuery REST, `jobs.getQueryResults`; Amazon, Athena API, `ResultSet`; Elastic, *SQL REST
/// API*.
struct RowTable {
  /// In lower case and without marks.
  private static let columnKeys: Set = [
    "columns", "cols", "fields", "schema", "meta", "columninfo", "rowtype", "columnnames", "columnmetadata",
  ]
  private static let depthLimit = 3

  let rows: [(row: JSONValue, record: JSONValue)]
  /// The keys that lead to the rows.
  let path: [String]

  private struct Column {
    var name: String
    var inner: [Column]

    init(name: String) {
      self.name = name
      inner = []
    }

    /// Nil for an item that names no column.
    init?(_ item: JSONValue) {
      let names = ["name", "columnname", "field"].lazy.compactMap { wanted in
        item.members.first { NameWords.plain($0.key) == wanted }?.value.string
      }
      guard let name = item.string ?? names.first else { return nil }
      self.name = name
      inner = item["fields"].flatMap(Column.all) ?? []
    }

    /// Nil for a list that names no columns.
    static func all(of list: JSONValue) -> [Column]? {
      let columns = list.items.map(Column.init)
      return columns.contains { $0 == nil } || columns.isEmpty ? nil : columns.compactMap(\.self)
    }
  }

  /// The table in an object, or in the objects within it, whose last row may break off; nil without one.
  init?(_ object: JSONValue) {
    if let table = RowTable(frame: object) {
      self = table
      return
    }
    var lists: [(path: [String], list: JSONValue)] = []
    Self.addLists(of: object, below: [], to: &lists)
    guard let (path, list, first) = lists.lazy.compactMap({ path, list in Self.rows(path, list) }).first else {
      return nil
    }
    let others = lists.filter { $0.path != path && Self.isOfColumns($0.path) }
    let named = others.lazy.compactMap { Column.all(of: $0.list) }
    // Athena names its columns after the rows, and in the first row as well.
    let header = path.last == "Rows" && list.items[0].isObject ? first.compactMap { Self.inner($0)?.string } : []
    let columns = named.first { $0.count == first.count } ?? header.map(Column.init(name:))
    guard columns.count == first.count else { return nil }
    self.path = path
    // Kusto's other tables are about the query.
    let isOther = ["TableKind", "tableKind"].contains { object[$0]?.string.map { $0 != "PrimaryResult" } ?? false }
    rows = (isOther ? [] : list.items).enumerated().compactMap { index, row in
      guard let cells = Self.cells(row), cells.count == columns.count,
        index > 0 || cells.compactMap({ Self.inner($0)?.string }) != columns.map(\.name)
      else { return nil }
      let record = Self.object(columns, cells, of: path == ["values"] ? Self.series(object) : [])
      return (try? JSONValue(record[...])).map { (row, $0) }
    }
  }

  /// Nil for an object that is no data frame of Grafana.
  private init?(frame object: JSONValue) {
    guard let columns = object[path: "schema.fields"].flatMap(Column.all), !columns.isEmpty,
      let lists = object[path: "data.values"]?.items, lists.count == columns.count, lists.allSatisfy(\.isArray)
    else { return nil }
    let cells = lists.map(\.items)
    let count = cells[0].count
    guard cells.allSatisfy({ $0.count == count }) else { return nil }
    path = ["data", "values"]
    rows = (0..<count).compactMap { index in
      (try? JSONValue(Self.object(columns, cells.map { $0[index] })[...])).map { (cells[0][index], $0) }
    }
  }

  private static func series(_ object: JSONValue) -> [(key: String, value: JSONValue)] {
    guard object["columns"]?.isArray == true, let name = object["name"], name.string != nil else { return [] }
    return [("name", name)] + (object["tags"]?.members ?? [])
  }

  static func areColumns(_ list: JSONValue, _ key: String) -> Bool {
    isOfColumns([key]) && Column.all(of: list) != nil
      && list.items.allSatisfy { $0.members.contains { $0.key.lowercased().hasSuffix("type") } }
  }

  /// True if a value that breaks off names columns before any rows.
  static func isBegun(by value: JSONValue) -> Bool {
    if value.isArray { return value.items.last.map(isBegun) ?? false }
    let members = value.members
    let namesColumns = members.contains { key, list in
      let columns = list.items.dropLast()
      return isOfColumns([key]) && columns.count > 1 && columns.allSatisfy { Column($0) != nil }
    }
    return namesColumns || members.last.map { isBegun(by: $0.value) } ?? false
  }

  private static func isOfColumns(_ path: [String]) -> Bool {
    path.last.map { columnKeys.contains(NameWords.plain($0)) } ?? false
  }

  private static func addLists(
    of object: JSONValue, below path: [String], to lists: inout [(path: [String], list: JSONValue)]
  ) {
    for (key, member) in object.members {
      if member.isArray { lists.append((path + [key], member)) }
      if member.isObject, path.count < depthLimit { addLists(of: member, below: path + [key], to: &lists) }
    }
  }

  private static func rows(
    _ path: [String], _ list: JSONValue
  ) -> (path: [String], list: JSONValue, first: [JSONValue])? {
    if isOfColumns(path) { return nil }
    return list.items.first.flatMap(cells).map { (path, list, $0) }
  }

  /// Nil if a value is no row.
  private static func cells(_ row: JSONValue) -> [JSONValue]? {
    if row.isArray {
      let cells = row.items
      return cells.isEmpty || cells.allSatisfy({ $0.isObject && inner($0) == nil }) ? nil : cells
    }
    let members = row.members
    guard members.count == 1, ["f", "Data"].contains(members[0].key) else { return nil }
    return members[0].value.items
  }

  /// The value in an object keyed by type, as `{"VarCharValue":"7"}`; any other value itself.
  private static func inner(_ cell: JSONValue) -> JSONValue? {
    guard cell.isObject else { return cell }
    let members = cell.members
    let isTyped = members.count == 1 && (members[0].key == "v" || members[0].key.lowercased().hasSuffix("value"))
    return isTyped ? members[0].value : nil
  }

  private static func object(
    _ columns: [Column], _ cells: [JSONValue], of series: [(key: String, value: JSONValue)] = []
  ) -> [UInt8] {
    var object = JSONObjectText()
    for (key, value) in series where !columns.contains(where: { $0.name == key }) { object.set(key, raw: value.raw) }
    for (column, cell) in zip(columns, cells) {
      guard let value = inner(cell), !value.isNull else { continue }
      object.set(column.name, raw: text(value, column))
    }
    return object.bytes
  }

  /// BigQuery writes records, and lists of them, as it writes rows.
  private static func text(_ value: JSONValue, _ column: Column) -> [UInt8] {
    if value.isArray {
      let items = value.items.map { text(inner($0) ?? $0, column) }
      return Array("[".utf8) + items.joined(separator: Array(",".utf8)) + Array("]".utf8)
    }
    guard !column.inner.isEmpty, let cells = cells(value) else { return Array(value.raw) }
    return object(column.inner, cells)
  }
}
