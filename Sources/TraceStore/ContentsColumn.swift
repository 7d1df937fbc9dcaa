/// The columns of the query by which the launches of a store are counted.
enum ContentsColumn: Int32, Column {
  case app, appVersion, device, format, nature, marks, base, first, last, events, unknown

  /// The first ones are those of the context: a stream has some of the same names.
  static let list = allCases.map { column in
    column.rawValue <= format.rawValue ? "contexts.\(column.name)" : column.name
  }.joined(separator: ", ")
}
