extension EventStore {
  /// So many streams are read one by one; of more it takes as long to read all at once.
  private static let mostNamed = 100

  /// The rows, rising, of the streams whose launch's id is this one or begins with it: as it is typed, in small or in
  /// capital letters; of an id that is written in none of these ways, in any case of its letters.
  ///
  /// Nil where they are very many, and where names of streams without a launch's id may begin so.
  package func streams(namedLike id: String) throws(StoreError) -> [Int64]? {
    let hasUnnamed = try integer("SELECT EXISTS (SELECT 1 FROM streams WHERE launch IS NULL)") != 0
    if id.isEmpty || hasUnnamed { return nil }
    // The last character that there is: no id that begins alike comes after it.
    let range = "BETWEEN ?1 AND ?1 || char(0x10ffff) LIMIT \(Self.mostNamed + 1)"
    var rows: Set<Int64> = []
    for spelling in Set([id, id.lowercased(), id.uppercased()]) {
      rows.formUnion(try numbers("SELECT id FROM streams WHERE launch \(range)", spelling))
    }
    // No index knows other spellings.
    if rows.isEmpty { rows = Set(try numbers("SELECT id FROM streams WHERE launch COLLATE NOCASE \(range)", id)) }
    return rows.count > Self.mostNamed ? nil : rows.sorted()
  }
}
