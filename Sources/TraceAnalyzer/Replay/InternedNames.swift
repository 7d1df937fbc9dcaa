package import TraceModel

/// The numbers that a few words have in one `Symbols`, so that replay compares numbers.
package struct InternedNames: Sendable {
  let assertion, zero, prewarm, notification, extensionKind: TextID
  let backgroundTask, watchdog, main, application, suspected, keychain: TextID
  /// Why what is found is legal, and surprises.
  let alert, forcedExit, swiped: TextID
  /// The project's own format; that of aggregates, and the event of theirs that counts nothing.
  let canonical, metricKit, payload: TextID
  /// The format of logs that people copy, whose lines get lost.
  let copiedText: TextID
  /// The format of logs whose lines have no times.
  let untimedText: TextID
  let foregroundReasons, backgroundReasons: [TextID]
  /// Kinds of tasks that the system runs when it sees fit.
  let scheduled: [TextID]
  /// Kinds of work that iOS lets run in the background.
  let coveringWork: [TextID]
  /// The names of the kinds, by `EventKind.rawValue`.
  let kindNames: [TextID]

  /// The words in `symbols`, which learns those that it did not hold.
  package init(_ symbols: inout Symbols) {
    func intern(_ word: some StringProtocol) -> TextID { symbols.texts.intern(String(word)) }
    func list(_ words: String) -> [TextID] { words.split(separator: " ").map { intern($0) } }
    assertion = intern("assertion")
    zero = intern("0")
    prewarm = intern("prewarm")
    notification = intern("notification")
    extensionKind = intern("extension")
    backgroundTask = intern("backgroundTask")
    watchdog = intern("watchdog")
    main = intern("main")
    keychain = intern("keychain")
    suspected = intern("suspected: parked before anybody asked for the app")
    alert = intern("a system's alert takes the app's activity, and no scene's")
    forcedExit = intern("a forced exit tells the app alone that it moves to the background")
    swiped = intern("the app was swiped away: a new scene is told to come and go, and is never active")
    application = intern("application")
    canonical = intern("canonical")
    metricKit = intern("metrickit")
    payload = intern("metrickit.payload")
    copiedText = intern("unified-log-text")
    untimedText = intern("untimed-text")
    scheduled = list("appRefresh processing")
    foregroundReasons = list("user url notification shortcut userActivity intent widget carPlay")
    backgroundReasons = list(
      """
      remoteNotification backgroundFetch urlSession backgroundTask location voip bluetooth \
      healthKit watch liveActivity appIntent background
      """)
    coveringWork = list("audio pictureInPicture airPlay location voip bluetooth carPlay")
    kindNames = EventKind.allCases.map { intern($0.name) }
  }
}
