import TraceModel

/// A line that an app prints about its life cycle in its own words: the name of a callback, or of a state of a
/// framework.
///
/// Examples are `-[AppDelegate applicationDidBecomeActive:]`, `flutter: AppLifecycleState.paused` and `AppState changed
/// from active to background`.
struct AppSaying {
  /// How many bytes of a message are searched: what comes later is seldom its subject.
  static let length = 200
  /// The events of callbacks by their names: UIKit's, those of .NET (MAUI, Xamarin), and of OneSignal's SDK, which has
  /// its own name in front of them.
  private static let callbacks: [String: EventKind] = [
    "willFinishLaunchingWithOptions": .appWillFinishLaunching,
    "didFinishLaunchingWithOptions": .appDidFinishLaunching,
    "applicationDidFinishLaunching": .appDidFinishLaunching,
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
    "applicationDidReceiveMemoryWarning": .appDidReceiveMemoryWarning,
    "applicationProtectedDataWillBecomeUnavailable": .appProtectedDataWillBecomeUnavailable,
    "applicationProtectedDataDidBecomeAvailable": .appProtectedDataDidBecomeAvailable,
    "applicationSignificantTimeChange": .appSignificantTimeChange,
    "didReceiveRemoteNotification": .appDidReceiveRemoteNotification,
    "performFetchWithCompletionHandler": .appPerformFetch,
    "handleEventsForBackgroundURLSession": .appHandleEventsForBackgroundURLSession,
    "didDiscardSceneSessions": .appDidDiscardSceneSessions,
    "openURLContexts": .sceneOpenURL,
    "FinishedLaunching": .appDidFinishLaunching,
    "OnActivated": .appDidBecomeActive,
    "OnResignActivation": .appWillResignActive,
    "DidEnterBackground": .appDidEnterBackground,
    "WillEnterForeground": .appWillEnterForeground,
    "WillTerminate": .appWillTerminate,
    "oneSignalApplicationDidBecomeActive": .appDidBecomeActive,
    "oneSignalApplicationWillResignActive": .appWillResignActive,
    "oneSignalApplicationDidEnterBackground": .appDidEnterBackground,
    "oneSignalApplicationWillTerminate": .appWillTerminate,
  ]
  /// The events of callbacks that leave the app in its state.
  private static let happenings: KindSet = [
    .appDidReceiveMemoryWarning, .appProtectedDataWillBecomeUnavailable, .appProtectedDataDidBecomeAvailable,
    .appSignificantTimeChange, .appDidReceiveRemoteNotification, .appPerformFetch,
    .appHandleEventsForBackgroundURLSession, .appDidDiscardSceneSessions, .sceneOpenURL,
  ]
  /// The events of the states of Flutter (`AppLifecycleState`), React Native (`AppState`) and SwiftUI (`scenePhase`); nil
  /// for a state that is an event only after another one.
  private static let states: [String: EventKind?] = [
    "active": .appDidBecomeActive,
    "resumed": .appDidBecomeActive,
    "inactive": nil,
    "hidden": nil,
    "background": .appDidEnterBackground,
    "paused": .appDidEnterBackground,
    "detached": .appWillTerminate,
  ]
  /// An app that prints a word in two ways does so within this time, in nanoseconds: this project's number.
  private static let repetitionNanos: Int64 = 1_000_000
  /// The words that precede a state, in lower case.
  private static let marks = [
    ["applifecyclestate"], ["didchangeapplifecyclestate"], ["appstate"], ["app", "state"], ["scenephase"],
    ["scene", "phase"],
  ]
  /// What apps' loggers say of a callback in a sentence, behind `application` or `app`: its words without `fillers`, the
  /// verb as in `did enter` or `entered`, and the callback.
  private static let sentences: [(words: [Set<String>], callback: String)] = [
    ([["finish", "finished"], ["launching"]], "applicationDidFinishLaunching"),
    ([["become", "became"], ["active"]], "applicationDidBecomeActive"),
    ([["resign", "resigned", "resigning"], ["active"]], "applicationWillResignActive"),
    ([["enter", "entered"], ["background"]], "applicationDidEnterBackground"),
    ([["enter", "entered", "entering"], ["foreground"]], "applicationWillEnterForeground"),
    ([["terminate", "terminating"]], "applicationWillTerminate"),
  ]
  /// Words of such a sentence that may stand anywhere behind its subject.
  private static let fillers: Set = ["will", "did", "has", "have", "is", "in", "into", "the", "to"]
  /// Words behind such a sentence with which it says what might be.
  private static let conditions: Set = ["if", "when", "whenever", "unless", "until", "before", "after", "once"]
  /// What a person asks or tells of a callback behind its name, as in `is never called, why?`: the verbs, and the words
  /// before them, of which one denies the call or supposes it.
  private static let calls: Set = [
    "called", "call", "invoked", "fired", "fire", "triggered", "trigger", "executed", "run", "reached", "work",
    "working",
  ]
  private static let denials: Set = [
    "not", "never", "isn", "wasn", "doesn", "didn", "don", "won", "cannot", "can", "should", "must", "would", "could",
    "might", "may",
  ]
  private static let helpers: Set = [
    "is", "was", "does", "did", "do", "be", "being", "get", "gets", "getting", "ever", "even", "always", "only", "t",
    "it", "to",
  ]
  /// Words that may be between such a mark and the state.
  private static let links: Set = ["changed", "change", "to", "from", "is", "now", "current", "next", "state"]

  /// The name of the callback or of the state.
  let word: String
  /// True for a state, which an app stays in; false for a callback.
  let isState: Bool
  /// The id or the address that the message names after the callback, by which an app's windows are distinguished.
  private(set) var scene: String?
  /// True for a callback that leaves the app in its state.
  var isHappening: Bool { Self.callbacks[word].map(Self.happenings.contains) ?? false }

  /// The callback with whose name a message begins, or the state that it names; nil if there is neither.
  init?(_ text: ArraySlice<UInt8>) {
    // Further lines may be messages of their own, without a time.
    let head = text.prefix(Self.length).prefix { $0 != UInt8(ascii: "\n") }
    let pieces = head.split { !Self.isOfWord($0) }
    let words = pieces.map(\.string)
    let names = Self.names(words)
    // Only the class may precede it, as in `-[AppDelegate applicationDidBecomeActive:]`, or a file and a line.
    let isLogged = words.first.map(ConsoleColumns.isType) ?? false
    let lowered = words.map { $0.lowercased() }
    let first = names.prefix(isLogged ? 16 : 8).firstIndex { Self.callback($0) != nil }
    if let first, Self.isLocation(head[..<pieces[first].startIndex]) {
      if Self.isSpokenOf(lowered[(first + 1)...], head) { return nil }
      word = names[first]
      isState = false
      scene = Self.scene(in: head[pieces[first].endIndex...])
      return
    }
    if let sentence = Self.sentence(in: lowered), Self.isLocation(head[..<pieces[sentence.start].startIndex]) {
      word = sentence.callback
      isState = false
      return
    }
    guard let state = Self.state(in: lowered) else { return nil }
    word = state
    isState = true
  }

  /// True if a text contains the name of a callback, or a framework's word for a state.
  static func isNamed(in text: ArraySlice<UInt8>) -> Bool {
    let words = text.split { !isOfWord($0) }.map(\.string)
    let lowered = words.map { $0.lowercased() }
    return names(words).contains { callback($0) != nil } || state(in: lowered) != nil || sentence(in: lowered) != nil
  }

  /// The callback that a sentence of an app's own is about, as `Application did enter in background`, and where its
  /// subject stands among the words, which are in lower case.
  private static func sentence(in words: [String]) -> (start: Int, callback: String)? {
    for start in words.indices.prefix(16) where words[start] == "application" || words[start] == "app" {
      var end = start + 1
      func next() -> String? {
        while end < words.count, fillers.contains(words[end]) { end += 1 }
        defer { end += 1 }
        return end < words.count ? words[end] : nil
      }
      for sentence in sentences {
        end = start + 1
        let isSaid = sentence.words.allSatisfy { verb in next().map(verb.contains) ?? false }
        if isSaid, end >= words.count || !conditions.contains(words[end]) { return (start, sentence.callback) }
      }
    }
    return nil
  }

  /// True if the words behind a callback's name, in lower case, speak of it, so that its line is a person's: it is in none
  /// of an app's logs.
  private static func isSpokenOf(_ words: ArraySlice<String>, _ line: ArraySlice<UInt8>) -> Bool {
    if !words.isEmpty, line.last(where: { $0 > 0x20 }) == UInt8(ascii: "?") { return true }
    if words.first == "works" { return true }
    let front = words.prefix { !calls.contains($0) }
    guard front.endIndex < words.endIndex, front.allSatisfy({ helpers.contains($0) || denials.contains($0) }) else {
      return false
    }
    return front.contains(where: denials.contains)
      || words[front.endIndex...].dropFirst().first.map(conditions.contains) == true
  }

  /// The event that this word means after the app's word before it, `last`, which came so many `nanos` before; nil if that
  /// meant the same, or this one means none.
  ///
  /// `inactive` is `app.willResignActive` after `resumed`, and `app.willEnterForeground` after `paused`. The callback for a
  /// scene that connects comes again for another scene, and so do the others in an app with `severalScenes`.
  func event(after last: String, nanos: Int64 = 0, severalScenes: Bool = false) -> EventKind? {
    let before = Self.meaning(of: last)
    if word == "inactive" {
      // On the way to the background, or back from it.
      switch before {
      case .appDidBecomeActive: return .appWillResignActive
      case .appWillResignActive, .appWillEnterForeground: return nil
      default: return word == last ? nil : .appWillEnterForeground
      }
    }
    if isHappening { return Self.callbacks[word] }
    // A framework is also detached before it begins.
    if word == "detached", last.isEmpty { return nil }
    let meaning = Self.meaning(of: word)
    guard meaning == before else { return meaning }
    let isOfAnother = meaning == .sceneWillConnect || severalScenes && meaning?.family == "scene"
    return isOfAnother && nanos > Self.repetitionNanos ? meaning : nil
  }

  /// The event that a word means; nil for a word that means one only after others.
  private static func meaning(of word: String) -> EventKind? { callback(word) ?? states[word] ?? nil }

  /// The event of a callback or of a notification of UIKit, by its name.
  private static func callback(_ name: String) -> EventKind? {
    if let kind = callbacks[name] { return kind }
    return name.hasPrefix("UI") && name.hasSuffix("Notification") ? EventNames.meaning(of: name)?.kind : nil
  }

  /// The words, that of a notification in Swift with its class: `UIApplication.didBecomeActiveNotification`.
  private static func names(_ words: [String]) -> [String] {
    words.indices.map { index in
      let isOfClass =
        index > 0 && words[index].hasSuffix("Notification") && !words[index].hasPrefix("UI")
        && words[index - 1].first?.isUppercase == true
      return isOfClass ? "\(words[index - 1]).\(words[index])" : words[index]
    }
  }

  /// The state that is named after a framework's mark; the last one if there are several, as in `from active to
  /// background`.
  private static func state(in words: [String]) -> String? {
    for mark in marks {
      guard let start = words.indices.first(where: { words[$0...].starts(with: mark) }) else { continue }
      let phrase = words[(start + mark.count)...].prefix { links.contains($0) || states[$0] != nil }
      if let state = phrase.last(where: { states[$0] != nil }) { return state }
    }
    return nil
  }

  /// The address of a scene, the id of its session, or the address of another object, which may be the scene's delegate:
  /// the first of these in a text that has it, as in `<UIWindowScene: 0x1aaa>`.
  private static func scene(in text: ArraySlice<UInt8>) -> String? {
    let words = text.split { !isOfWord($0) && $0 != UInt8(ascii: "-") }
    func isAddress(_ word: ArraySlice<UInt8>) -> Bool {
      word.count > 2 && word.starts(with: "0x".utf8) && word.dropFirst(2).string.allSatisfy(\.isHexDigit)
    }
    let named = zip(words, words.dropFirst()).first { isAddress($1) && $0.string.hasSuffix("Scene") }?.1
    let id = words.first { word in
      let groups = word.string.split(separator: "-", omittingEmptySubsequences: false)
      return groups.map(\.count) == [8, 4, 4, 4, 12] && groups.allSatisfy { $0.allSatisfy(\.isHexDigit) }
    }
    return (named ?? id ?? words.first(where: isAddress))?.string
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    byte.isDigit || byte.isLetter || byte == UInt8(ascii: "_")
  }

  /// True if a text is only the location of a call, and a logger's level, name or category, as in
  /// `info com.example.shop : ` and `[life] `.
  static func isLocation(_ text: ArraySlice<UInt8>) -> Bool {
    let words = text.split(separator: UInt8(ascii: " "))
    // A logger's name may follow the level, and values its name, as in `info shop : key=1 [Shop] `.
    let isLogged = words.first.map { ConsoleColumns.isType($0.string) } ?? false
    return words.enumerated().allSatisfy { index, word in
      if isLogged, index == 1 || index > 1 && word.contains(UInt8(ascii: "=")) { return true }
      let isTag = word.last == UInt8(ascii: ":") || word.first == UInt8(ascii: "[") && word.last == UInt8(ascii: "]")
      return isTag || word.dropFirst().dropLast().contains(UInt8(ascii: ".")) || ConsoleColumns.isType(word.string)
        || word.split { !isOfWord($0) }.allSatisfy { isOfLocation($0.string) }
    }
  }

  /// True if a word may be the name of a type, belong to the name of a file, or be a line number.
  private static func isOfLocation(_ word: String) -> Bool {
    guard let first = word.first else { return true }
    return first.isUppercase || first.isNumber
      || ["swift", "m", "mm", "flutter", "application", "scene", "void", "main", "_"].contains(word)
  }
}
