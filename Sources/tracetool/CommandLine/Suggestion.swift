import TraceIngest

/// What somebody may have meant.
enum Suggestion {
  /// The name with the fewest slips to `word`; nothing if none is near.
  static func nearest(to word: String, among names: [String]) -> String? {
    let word = Array(word.utf8)
    let limit = (word.count { $0 != UInt8(ascii: "-") } + 1) / 3
    let near = names.filter { abs($0.utf8.count - word.count) <= limit }.map { (distance(word, Array($0.utf8)), $0) }
    return near.filter { $0.0 <= limit }.min { $0.0 < $1.0 }?.1
  }

  /// The one name that ends in `word` behind a point, as `launch.firstFrame` does in `first_frame`.
  static func ending(in word: String, among names: [String]) -> String? {
    func plain(_ text: some StringProtocol) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }
    let found = names.filter { $0.split(separator: ".").last.map(plain) == plain(word) }
    return found.count == 1 ? found[0] : nil
  }

  /// The end of a sentence that asks for the nearest name, if one is near.
  static func hint(_ word: String, among names: [String]) -> String {
    nearest(to: word, among: names).map { "; did you mean '\($0)'?" } ?? ""
  }

  /// The words as a shell takes them.
  static func command(_ words: some Sequence<String>) -> String {
    words.map { word in
      // Bash reads bytes that are no text so.
      if PathText.isPath(word) { return "$'\(PathText.shown(word).replacing("'", with: "\\'"))'" }
      let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber || "_-+=:,./@%".contains($0) }
      return isPlain && !word.isEmpty ? word : "'\(word.replacing("'", with: "'\\''"))'"
    }.joined(separator: " ")
  }

  /// How many letters must be added, left out or changed.
  ///
  /// Source: Levenshtein (1966), a row at a time.
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var row = Array(0...b.count)
    for i in a.indices {
      var next = [i + 1]
      for j in b.indices { next.append(min(row[j + 1] + 1, next[j] + 1, row[j] + (a[i] == b[j] ? 0 : 1))) }
      row = next
    }
    return row[b.count]
  }
}
