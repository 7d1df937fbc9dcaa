import TraceIngest

/// Known names near a misspelt one, and command lines as a shell reads them.
enum Suggestion {
  /// The name with the smallest edit distance to `word`; nil if no name is within a third of its letters.
  static func nearest(to word: String, among names: [String]) -> String? {
    let word = Array(word.utf8)
    let limit = (word.count { $0 != UInt8(ascii: "-") } + 1) / 3
    let near = names.filter { abs($0.utf8.count - word.count) <= limit }.map { (distance(word, Array($0.utf8)), $0) }
    return near.filter { $0.0 <= limit }.min { $0.0 < $1.0 }?.1
  }

  /// The only name whose last part is `word`: `launch.firstFrame` for `first_frame`.
  static func ending(in word: String, among names: [String]) -> String? {
    func plain(_ text: some StringProtocol) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }
    let found = names.filter { $0.split(separator: ".").last.map(plain) == plain(word) }
    return found.count == 1 ? found[0] : nil
  }

  /// The end of a message, as in `; did you mean 'check'?`; empty if no name is near.
  static func hint(_ word: String, among names: [String]) -> String {
    nearest(to: word, among: names).map { "; did you mean '\($0)'?" } ?? ""
  }

  /// The words of a command line that choose what is read and how it is judged: all without its options for listing.
  ///
  /// For `--all --budget launch=1s --rule order.* logs/` these are `--budget launch=1s logs/`.
  static func inputWords<Target>(_ words: some Sequence<String>, of options: [Option<Target>]) -> [String] {
    var kept: [String] = []
    var isValue = false
    for word in words {
      let name = word.prefix { $0 != "=" }
      let option = options.first { $0.isForListing && $0.name == name }
      if option == nil, !isValue { kept.append(word) }
      isValue = option?.valueName != nil && name.count == word.count
    }
    return kept
  }

  /// The words as one line for a shell, quoted where needed.
  static func command(_ words: some Sequence<String>) -> String {
    words.map { word in
      // Bash decodes the escapes of bytes that are not UTF-8.
      if PathText.isPath(word) { return "$'\(PathText.shown(word).replacing("'", with: "\\'"))'" }
      let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber || "_-+=:,./@%".contains($0) }
      return isPlain && !word.isEmpty ? word : "'\(word.replacing("'", with: "'\\''"))'"
    }.joined(separator: " ")
  }

  /// The number of bytes that must be added, left out or changed.
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
