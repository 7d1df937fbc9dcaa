import TraceModel

/// What an app prints in its own words of its life cycle: the name of a callback, or of a state of a framework.
///
/// `-[AppDelegate applicationDidBecomeActive:]`, `flutter: AppLifecycleState.paused` and `AppState changed from active to
/// background` are such lines.
struct AppSaying {
  /// How many bytes of a message are looked at: what comes later is seldom what the message is about.
  static let length = 200
  /// What the names of callbacks mean; OneSignal's SDK puts its name in front of them.
  private static let callbacks: [String: EventKind] = [
    "willFinishLaunchingWithOptions": .appWillFinishLaunching,
    "didFinishLaunchingWithOptions": .appDidFinishLaunching,
    "applicationWillEnterForeground": .appWillEnterForeground,
    "applicationDidBecomeActive": .appDidBecomeActive,
    "applicationWillResignActive": .appWillResignActive,
    "applicationDidEnterBackground": .appDidEnterBackground,
    "applicationWillTerminate": .appWillTerminate,
    "willConnectTo": .sceneWillConnect,
    "willConnectToSession": .sceneWillConnect,
    "sceneDidDisconnect": .sceneDidDisconnect,
    "sceneWillEnterForeground": .sceneWillEnterForeground,
    "sceneDidBecomeActive": .sceneDidActivate,
    "sceneWillResignActive": .sceneWillDeactivate,
    "sceneDidEnterBackground": .sceneDidEnterBackground,
    "oneSignalApplicationDidBecomeActive": .appDidBecomeActive,
    "oneSignalApplicationWillResignActive": .appWillResignActive,
    "oneSignalApplicationDidEnterBackground": .appDidEnterBackground,
    "oneSignalApplicationWillTerminate": .appWillTerminate,
  ]
  /// What the states of Flutter (`AppLifecycleState`) and React Native (`AppState`) mean; nil for a state that means
  /// an event only after another one.
  private static let states: [String: EventKind?] = [
    "active": .appDidBecomeActive,
    "resumed": .appDidBecomeActive,
    "inactive": nil,
    "hidden": nil,
    "background": .appDidEnterBackground,
    "paused": .appDidEnterBackground,
    "detached": .appWillTerminate,
  ]
  /// What stands before a state, word by word, in lower case.
  private static let marks = [["applifecyclestate"], ["didchangeapplifecyclestate"], ["appstate"], ["app", "state"]]
  /// Words between a mark and the state.
  private static let links: Set = ["changed", "change", "to", "from", "is", "now", "current", "next", "state"]

  /// The name of the callback or of the state.
  let word: String
  /// True for a state, which an app stays in; false for a callback.
  let isState: Bool

  /// The callback or state that a message names; nil if it does not begin with a callback's name, and names no state.
  init?(_ text: ArraySlice<UInt8>) {
    let head = text.prefix(Self.length)
    let words = head.split { !Self.isOfWord($0) }.map(\.string)
    // Before it stands the class at most, as in `-[AppDelegate applicationDidBecomeActive:]`, or file and line.
    let first = words.prefix(8).firstIndex { Self.callbacks[$0] != nil }
    if let first, words[..<first].allSatisfy(Self.isOfLocation) {
      word = words[first]
      isState = false
      return
    }
    let lowered = words.map { $0.lowercased() }
    guard let state = Self.state(in: lowered) else { return nil }
    word = state
    isState = true
  }

  /// Whether the name of a callback, or a framework's word for a state, stands anywhere in a text.
  static func isNamed(in text: ArraySlice<UInt8>) -> Bool {
    let words = text.split { !isOfWord($0) }.map(\.string)
    return words.contains { callbacks[$0] != nil } || state(in: words.map { $0.lowercased() }) != nil
  }

  /// The event of an app whose last word was `last`; nil if that meant the same, or this word means no event.
  ///
  /// `inactive` behind `resumed` is `app.willResignActive`, behind `paused` `app.willEnterForeground`.
  func event(after last: String) -> EventKind? {
    let before = Self.meaning(of: last)
    if word == "inactive" {
      // On the way to the background, or back from it.
      switch before {
      case .appDidBecomeActive: return .appWillResignActive
      case .appWillResignActive, .appWillEnterForeground: return nil
      default: return word == last ? nil : .appWillEnterForeground
      }
    }
    // A framework is detached as well before it begins.
    if word == "detached", last.isEmpty { return nil }
    let meaning = Self.meaning(of: word)
    return meaning == before ? nil : meaning
  }

  /// The event that a word means; nil for a word that means one only after others.
  private static func meaning(of word: String) -> EventKind? { callbacks[word] ?? states[word] ?? nil }

  /// The state that is named behind a framework's mark; of two, as in `from active to background`, the last.
  private static func state(in words: [String]) -> String? {
    for mark in marks {
      guard let start = words.indices.first(where: { words[$0...].starts(with: mark) }) else { continue }
      let phrase = words[(start + mark.count)...].prefix { links.contains($0) || states[$0] != nil }
      if let state = phrase.last(where: { states[$0] != nil }) { return state }
    }
    return nil
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    byte.isDigit || byte.isLetter || byte == UInt8(ascii: "_")
  }

  /// Whether a word is a type's name, part of a file's, or a line's number.
  private static func isOfLocation(_ word: String) -> Bool {
    guard let first = word.first else { return true }
    return first.isUppercase || first.isNumber
      || ["swift", "m", "mm", "flutter", "application", "scene", "void"].contains(word)
  }
}
