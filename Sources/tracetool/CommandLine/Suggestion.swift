import TraceIngest
import TraceModel

/// Valid names near a misspelt one, and command lines as a shell reads them.
enum Suggestion {
  struct Names: Sendable {
    fileprivate let all: [(name: String, bytes: [UInt8])]

    init(_ names: [String]) { all = names.map { ($0, Array($0.utf8)) } }

    fileprivate static func folded(_ names: [String]) -> [(name: String, bytes: [UInt8])] {
      names.map { ($0, Array($0.lowercased().utf8)) }
    }
  }

  /// The name with the smallest edit distance to `word`, ignoring case; nil if none is within a third of its letters.
  static func nearest(to word: String, among names: [String]) -> String? {
    let word = Array(word.lowercased().utf8)
    return nearest(to: word, among: Names.folded(names), atMost: (word.count { $0 != UInt8(ascii: "-") } + 1) / 3)
  }

  /// The nearest name, for many words; `most` limits the distance, and case counts.
  static func nearest(to word: String, among names: Names, atMost most: Int) -> String? {
    nearest(to: Array(word.utf8), among: names.all, atMost: most)
  }

  private static func nearest(to word: [UInt8], among names: [(name: String, bytes: [UInt8])], atMost most: Int)
    -> String?
  {
    var limit = most
    var nearest: String?
    for (name, bytes) in names {
      guard abs(bytes.count - word.count) <= limit, let distance = distance(word, bytes, atMost: limit) else {
        continue
      }
      nearest = name
      limit = distance - 1
      if limit < 0 { break }
    }
    return nearest
  }

  /// The end of a message, as in `; did you mean 'check'?`; empty if no name is near.
  static func hint(_ word: String, among names: [String]) -> Sentence {
    nearest(to: word, among: names).map { "; did you mean '\(name: $0)'?" } ?? ""
  }

  /// The words of a command line without its options for listing: they choose what is read and how it is judged.
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
    words.map { PathText.shellWord(ofArgument: $0) }.joined(separator: " ")
  }

  /// The number of bytes to add, remove or change; nil if it exceeds `limit`.
  ///
  /// Source: Levenshtein (1966), a row at a time.
  private static func distance(_ a: [UInt8], _ b: [UInt8], atMost limit: Int) -> Int? {
    var row = Array(0...b.count)
    for i in a.indices {
      var diagonal = row[0]
      row[0] = i + 1
      var least = row[0]
      for j in b.indices {
        let changed = diagonal + (a[i] == b[j] ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(row[j + 1] + 1, row[j] + 1, changed)
        least = min(least, row[j + 1])
      }
      // The least distance never falls from row to row.
      if least > limit { return nil }
    }
    return row[b.count] <= limit ? row[b.count] : nil
  }
}

extension Sentence.StringInterpolation {
  /// Words of a command line, as a shell reads them.
  mutating func appendInterpolation(command words: some Sequence<String>) {
    appendInterpolation(name: Suggestion.command(words))
  }

  /// What an error says.
  mutating func appendInterpolation(_ error: some StatedError) { appendInterpolation(error.sentence) }
}
