package import TraceModel

/// Finding launches by their names, and what the findings in one of them rest on in all others.
extension EventStore {
  /// So many streams are read one by one; of more it takes as long to read all at once.
  private static let mostNamed = 100

  /// The rows of the streams whose launch's id is this one or begins with it: as it is typed, in small or in capital letters;
  /// of an id that is written in none of these ways, in any case of its letters.
  ///
  /// - Parameter id: The id or its beginning.
  /// - Returns: The rows, rising; nil where they are very many, and where names of streams without a launch's id may begin so.
  /// - Throws: `StoreError` if the file cannot be read.
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

  /// Hands to `body` what each of these launches holds, as far as the findings in others rest on it.
  ///
  /// - Parameters:
  ///   - streams: The rows of their streams, each of which has one launch, in the order of `launch_times`.
  ///   - stored: Knows the texts.
  ///   - body: Takes the place of a launch in `streams`, the kinds of its events, and of each candidate that a missing event
  ///     would explain the sets of kinds of which one would.
  /// - Returns: False if the launches of the store are others.
  /// - Throws: `StoreError` if the file cannot be read.
  package func forEachHeldKinds(
    _ streams: [Int64], _ stored: inout StoredSymbols, _ body: (Int, KindSet, [[KindSet]]) -> Void
  ) throws(StoreError) -> Bool {
    let launches = try connection.query("SELECT stream, kinds FROM \(LaunchSummary.table) ORDER BY stream, ordinal")
    let candidates = try connection.query(
      "SELECT stream, explanations FROM \(Candidate.table) WHERE explanations <> 0 ORDER BY stream, ordinal, n")
    defer {
      launches.reset()
      candidates.reset()
    }
    var place = 0
    var isMore = try candidates.step()
    while try launches.step() {
      let stream = launches.integer(0)
      guard place < streams.count, streams[place] == stream else { return false }
      var explanations: [[KindSet]] = []
      while isMore, candidates.integer(0) <= stream {
        // Those of a launch that somebody has deleted are nobody's.
        if candidates.integer(0) == stream { explanations.append(try stored.sets(at: candidates.integer(1))) }
        isMore = try candidates.step()
      }
      body(place, try stored.kinds(at: launches.integer(1)), explanations)
      place += 1
    }
    return place == streams.count
  }
}
