/// What somebody may have meant.
enum Suggestion {
  /// The name with the fewest slips to `word`; nothing if none is near.
  static func nearest(to word: String, among names: [String]) -> String? {
    let word = Array(word.utf8)
    let limit = max(1, word.count / 3)
    let near = names.map { (distance(word, Array($0.utf8)), $0) }.filter { $0.0 <= limit }
    return near.min { $0.0 < $1.0 }?.1
  }

  /// The end of a sentence that asks for the nearest name, if one is near.
  static func hint(_ word: String, among names: [String]) -> String {
    nearest(to: word, among: names).map { "; did you mean '\($0)'?" } ?? ""
  }

  /// How many letters must be added, left out, changed or swapped with their neighbour.
  ///
  /// Source: optimal string alignment, after Damerau (1964).
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var rows = [Array(0...b.count)]
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        let isSame = a[i] == b[j]
        var best = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (isSame ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = min(best, rows[i - 1][j - 1] + 1)
        }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
