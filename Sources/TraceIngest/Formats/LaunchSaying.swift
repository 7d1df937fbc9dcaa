import TraceModel

/// A sentence in which an app tells of a whole launch, or of the end of its process: `App launched (cold) in 1830 ms`,
/// `App crashed: SIGABRT`.
struct LaunchSaying {
  /// Words with which the circumstances begin: what is before them says what happened.
  private static let breaks: Set = ["in", "with", "due", "because", "after", "took", "reason", "signal", "by"]
  /// Of whom it is said; what ended has another subject otherwise.
  private static let subjects: Set = ["app", "process", "program"]

  /// The words that say what happened.
  let name: String
  /// Why the process ended; nil if the sentence tells of no end, or does not say it.
  private(set) var reason: ExitReason?
  private(set) var isEnd = false
  /// The length of the launch, and how it was started; nil if the sentence does not say it.
  private(set) var nanos: Int64?
  private(set) var type: StartType?

  /// Nil for any other text.
  ///
  /// A sentence that is neither an end nor a length may be either: its name is to be counted.
  init?(_ text: ArraySlice<UInt8>) {
    let line = text.prefix(AppSaying.length).prefix { $0 != UInt8(ascii: "\n") }
    if line.last(where: { $0 > 0x20 }) == UInt8(ascii: "?") { return nil }
    let pieces = line.split(separator: UInt8(ascii: " "))
    for (index, piece) in pieces.prefix(16).enumerated() {
      guard AppSaying.isLocation(line[..<piece.startIndex]) else { return nil }
      // Behind a word it is a part of prose, in which an app may speak of another time.
      if index > 0, pieces[index - 1].last.map({ Character(Unicode.Scalar($0)).isLetter }) == true { continue }
      if let saying = Self(pieces[index...].map(\.string)) {
        self = saying
        return
      }
    }
    return nil
  }

  /// The sentence that a record has for a name; nil unless it says the length of a launch, as `cold start took 812 ms`
  /// does.
  init?(ofName name: String) {
    // First the tests that are fast: a log may have names without end.
    guard name.utf8.count <= AppSaying.length, name.utf8.contains(UInt8(ascii: " ")),
      name.utf8.contains(where: \.isDigit), let saying = Self(Array(name.utf8)[...]), saying.nanos != nil
    else { return nil }
    self = saying
  }

  /// The sentence that begins with the first of these words.
  private init?(_ words: [String]) {
    var said: [String] = []
    for word in words {
      let bare = word.prefix { $0.isLetter || $0.isNumber }
      if bare.first?.isLetter != true || Self.breaks.contains(word.lowercased()) { break }
      said.append(String(bare))
      if bare.endIndex == word.endIndex { continue }
      // An identifier, as in `crash_report_sent`, is no word.
      if word[bare.endIndex...].first == "_" { return nil }
      break
    }
    guard !said.isEmpty else { return nil }
    name = said.joined(separator: " ")
    let common = NameWords.common(NameWords.words(of: name))
    let hasSubject = !Self.subjects.isDisjoint(with: common)
    let first = NameWords.common(NameWords.words(of: said[0]))
    let isPlain = !Self.subjects.isDisjoint(with: first) || EndName(said[0]) != nil
    if let end = EndName(name), isPlain, hasSubject || end.isClear && end.reason == .crash {
      // What ended it may stand behind the words of its end.
      let whole = EndName(words.joined(separator: " "))?.reason
      isEnd = end.isClear
      reason = end.reason ?? whole
      return
    }
    guard LaunchLength.mayNameLaunch(name) else { return nil }
    let rest = words[said.count...].flatMap { $0.split(separator: "=").map(String.init) }[...]
    let beside = rest.prefix { word in
      NameWords.common(NameWords.words(of: word)).allSatisfy(LaunchLength.mayStand(beside:))
    }
    nanos = (beside.startIndex...beside.endIndex).lazy.compactMap { Self.nanos(rest[$0...]) }.first
    type = StartName.type(words.joined(separator: " "))
    if nanos == nil, !hasSubject { return nil }
  }

  /// The length with which words begin: `1830 ms`, `1.83s`.
  private static func nanos(_ words: ArraySlice<String>) -> Int64? {
    guard words.first?.first?.isNumber == true else { return nil }
    for count in [1, 2] {
      let text = words.prefix(count).joined(separator: " ").filter { !"(),;!".contains($0) }
      if case .length(let nanos, _)? = WrittenNumber(text.hasSuffix(".") ? String(text.dropLast()) : text) {
        return nanos
      }
    }
    return nil
  }
}
