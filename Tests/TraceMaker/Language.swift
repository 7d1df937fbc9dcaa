/// The legal sequences of callbacks of an app, a scene or a view, as a regular expression over the names of events.
///
/// `x? x* x+ ( x | y )` mean what they mean everywhere; words are set apart by spaces. A trace may
/// stop anywhere, so each beginning of a life is legal. Every place in the expression at which a word
/// stands is a position; the order is expressed by positions (Glushkov's construction).
struct Language: Sendable {
  /// A set of positions; the last bit stands for the time before the first word.
  typealias Places = UInt64

  /// The word at each position.
  private(set) var words: [String] = []
  private var follow: [Places] = []
  private var positions: [String: Places] = [:]
  static let unborn: Places = 1 << 63

  private struct Part {
    var first: Places = 0
    var last: Places = 0
    var isNullable = true
  }

  init(_ text: String) {
    var tokens = text.split(whereSeparator: \.isWhitespace).map(String.init)[...]
    let whole = alternatives(&tokens)
    follow.append(whole.first)
  }

  /// The places after `word`; none where it is illegal.
  func step(_ places: Places, _ word: String) -> Places {
    following(places) & positions[word, default: 0]
  }

  /// Whether `word` occurs in these lives at all.
  func speaks(_ word: String) -> Bool { positions[word] != nil }

  /// Where a life may be of which nothing is known, and where one goes on after an illegal word.
  var anywhere: Places { positions.values.reduce(Self.unborn, |) }

  /// The places after up to `count` of `silent` words as well.
  func widened(_ places: Places, by silent: Places, count: Int) -> Places {
    var wide = places
    for _ in 0..<count {
      let wider = wide | following(wide) & silent
      if wider == wide { break }
      wide = wider
    }
    return wide
  }

  /// All places of `words`.
  func places(of words: Set<String>) -> Places {
    words.reduce(0) { $0 | positions[$1, default: 0] }
  }

  /// Each word with each that may follow it: how much of the language a set of traces speaks.
  var pairs: Set<String> {
    var pairs: Set<String> = []
    for place in words.indices {
      for next in words.indices where follow[place] & 1 << UInt64(next) != 0 {
        pairs.insert("\(words[place]) \(words[next])")
      }
    }
    return pairs
  }

  private func following(_ places: Places) -> Places {
    var rest = places & ~Self.unborn
    var after: Places = places & Self.unborn == 0 ? 0 : follow[words.count]
    while rest != 0 {
      after |= follow[rest.trailingZeroBitCount]
      rest &= rest - 1
    }
    return after
  }

  // MARK: Reading the expression

  private mutating func alternatives(_ tokens: inout ArraySlice<String>) -> Part {
    var all = sequence(&tokens)
    while tokens.first == "|" {
      tokens.removeFirst()
      let other = sequence(&tokens)
      all.first |= other.first
      all.last |= other.last
      all.isNullable = all.isNullable || other.isNullable
    }
    return all
  }

  private mutating func sequence(_ tokens: inout ArraySlice<String>) -> Part {
    var all = Part()
    while let token = tokens.first, token != "|", !token.hasPrefix(")") {
      let part = repeated(&tokens)
      link(all.last, to: part.first)
      if all.isNullable { all.first |= part.first }
      all.last = part.isNullable ? all.last | part.last : part.last
      all.isNullable = all.isNullable && part.isNullable
    }
    return all
  }

  private mutating func repeated(_ tokens: inout ArraySlice<String>) -> Part {
    var token = tokens.removeFirst()
    var part: Part
    if token == "(" {
      part = alternatives(&tokens)
      token = tokens.popFirst() ?? ")"
    } else {
      let word = String(token.prefix { $0.isLetter })
      let place: Places = 1 << UInt64(words.count)
      words.append(word)
      follow.append(0)
      positions[word, default: 0] |= place
      part = Part(first: place, last: place, isNullable: false)
    }
    if token.hasSuffix("*") || token.hasSuffix("+") { link(part.last, to: part.first) }
    if token.hasSuffix("*") || token.hasSuffix("?") { part.isNullable = true }
    return part
  }

  private mutating func link(_ places: Places, to next: Places) {
    for place in words.indices where places & 1 << UInt64(place) != 0 { follow[place] |= next }
  }
}
