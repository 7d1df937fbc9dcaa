import TraceModel

/// What an app prints in its own words of its life cycle: the name of a callback, or of a state of a framework.
///
/// `sayings.txt` has the names of callbacks with the events that they mean; then the words of frameworks for a state,
/// with what stands before them.
struct AppSaying {
  /// How many bytes of a message are looked at: what comes later is seldom what the message is about.
  static let length = 200
  private static let tables = PackageResources.sayings_txt.tables
  private static let callbacks = Dictionary(uniqueKeysWithValues: tables[0].map { ($0[0], $0[1]) })
  private static let states = Dictionary(uniqueKeysWithValues: tables[1].map { ($0[0], $0[1]) })
  private static let marks = tables[2].map { $0[0] }
  /// InternedNames between `AppState` and the state.
  private static let links = Set(tables[3].flatMap(\.self))

  /// The name of the callback or of the state.
  let word: String
  /// Whether it is a state, which the app stays in.
  let isState: Bool

  /// What a message says; nothing if it does not begin with a callback's name, or names no state.
  init?(_ text: ArraySlice<UInt8>) {
    let head = text.prefix(Self.length)
    let words = head.split { !Self.isOfWord($0) }.map(\.string)
    // Before it stands the class at most, as in `-[AppDelegate applicationDidBecomeActive:]`, or file and line.
    let first = words.prefix(4).firstIndex { Self.callbacks[$0] != nil }
    if let first, words[..<first].allSatisfy(Self.isOfPlace) {
      word = words[first]
      isState = false
      return
    }
    let lowered = words.map { $0.lowercased() }
    guard let state = Self.state(in: lowered) else { return nil }
    word = state
    isState = true
  }

  /// The event that it tells of an app that said `last` before; nothing if it says that again, or no event.
  func event(after last: String) -> String? {
    let told = Self.meaning(of: last)
    if word == "inactive" {
      // On the way to the background, or back from it.
      switch told {
      case "app.didBecomeActive": return "app.willResignActive"
      case "app.willResignActive", "app.willEnterForeground": return nil
      default: return word == last ? nil : "app.willEnterForeground"
      }
    }
    // A framework is detached as well before it begins.
    if word == "detached", last.isEmpty { return nil }
    let meaning = Self.meaning(of: word)
    return meaning == told ? nil : meaning
  }

  /// The event that a word means; nothing for a word that means one only after others.
  private static func meaning(of word: String) -> String? {
    (callbacks[word] ?? states[word]).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The state that is named behind a framework's mark; of two, as in `from active to background`, the last.
  private static func state(in words: [String]) -> String? {
    for mark in marks {
      let parts = mark.split(separator: " ").map(String.init)
      guard let start = words.indices.first(where: { words[$0...].starts(with: parts) }) else { continue }
      let told = words[(start + parts.count)...].prefix { links.contains($0) || states[$0] != nil }
      if let state = told.last(where: { states[$0] != nil }) { return state }
    }
    return nil
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte || byte == UInt8(ascii: "_")
  }

  /// Whether a word is a type's name, part of a file's, or a line's number.
  private static func isOfPlace(_ word: String) -> Bool {
    guard let first = word.first else { return true }
    return first.isUppercase || first.isNumber
      || ["swift", "m", "mm", "flutter", "application", "scene"].contains(word)
  }
}
