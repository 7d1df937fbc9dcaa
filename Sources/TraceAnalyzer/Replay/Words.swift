package import TraceModel

/// The numbers that a few words have in one `Symbols`, so that replay compares numbers.
package struct Words: Sendable {
  let assertion, zero, main, prewarm, notification, extensionKind, backgroundTask: TextID
  let foregroundReasons: [TextID]
  let backgroundReasons: [TextID]
  /// Kinds of work that iOS lets run in the background.
  let coveringWork: [TextID]
  /// The names of the kinds, by `EventKind.rawValue`.
  let kindNames: [TextID]

  /// The words in `symbols`, which learns those that it did not hold.
  package init(_ symbols: inout Symbols) {
    func intern(_ words: String) -> [TextID] {
      words.split(separator: " ").map { symbols.texts.intern(String($0)) }
    }
    assertion = symbols.texts.intern("assertion")
    zero = symbols.texts.intern("0")
    main = symbols.texts.intern("main")
    prewarm = symbols.texts.intern("prewarm")
    notification = symbols.texts.intern("notification")
    extensionKind = symbols.texts.intern("extension")
    backgroundTask = symbols.texts.intern("backgroundTask")
    foregroundReasons = intern(
      "user url notification shortcut userActivity intent widget carPlay")
    backgroundReasons = intern(
      """
      remoteNotification backgroundFetch urlSession backgroundTask location voip bluetooth \
      healthKit watch liveActivity appIntent
      """)
    coveringWork = intern("audio location voip bluetooth carPlay")
    kindNames = EventKind.allCases.map { symbols.texts.intern($0.name) }
  }
}
