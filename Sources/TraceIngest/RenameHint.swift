package import TraceModel

/// Guesses which event a log means by a name of its own, for a hint: `--rename DID_ENTER_BACKGROUND=…`.
///
/// Nothing is renamed without a person's word.
package enum RenameHint {
  /// Names that begin or end a process, as apps call them, without case and marks.
  private static let synonyms: [String: EventKind] = [
    "appstart": .processStart, "appstarted": .processStart, "applicationstart": .processStart,
    "applaunch": .processStart, "applaunched": .processStart, "processstarted": .processStart,
    "appforeground": .appWillEnterForeground, "appforegrounded": .appWillEnterForeground,
    "appbackground": .appDidEnterBackground, "appbackgrounded": .appDidEnterBackground,
    "appactive": .appDidBecomeActive, "appinactive": .appWillResignActive,
    "appexit": .processExit, "appterminate": .appWillTerminate, "appterminated": .appWillTerminate,
    "applicationlaunched": .appDidFinishLaunching, "finishlaunching": .appDidFinishLaunching,
    "firstframe": .launchFirstFrame, "firstdraw": .launchFirstFrame, "fullydrawn": .launchFullyDrawn,
  ]

  /// All names of the vocabulary without case and marks, with what each means; a name that means several events is the
  /// app's, as `didEnterBackground` is of `app.didEnterBackground`.
  private static let known: [String: EventKind] = {
    var kinds: [String: EventKind] = [:]
    for kind in EventKind.allCases where kind != .unknown {
      kinds[plain(kind.name)] = kind
      let bare = plain(kind.name.split(separator: ".").last ?? "")
      if kinds[bare] == nil || kind.family == "app" { kinds[bare] = kind }
    }
    for (name, meaning) in EventNames.meanings.sorted(by: { $0.key < $1.key }) {
      if kinds[plain(name)] == nil { kinds[plain(name)] = meaning.kind }
    }
    // Words that mean something else as well, as `task.end` does.
    for kind in EventKind.allCases where ["task", "work", "data", "process", "main", "memory"].contains(kind.family) {
      kinds[plain(kind.name.split(separator: ".").last ?? "")] = nil
    }
    return kinds
  }()

  /// The event that a name means in all likelihood; nil if it is not clear.
  ///
  /// `DID_ENTER_BACKGROUND` is `app.didEnterBackground`, `APP_START` is `process.start`, and
  /// `-[AppDelegate applicationDidBecomeActive:]` is `app.didBecomeActive`.
  package static func kind(of name: String) -> EventKind? {
    if let kind = known[plain(name)] ?? synonyms[plain(name)] { return kind }
    // A callback with its class in front.
    if let saying = AppSaying(Array(name.utf8)[...]), !saying.isState { return saying.event(after: "") }
    let last = name.split { ".:/ ".contains($0) }.last.map(plain)
    return last.flatMap { known[$0] ?? synonyms[$0] }
  }

  private static func plain(_ name: some StringProtocol) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber }
  }
}
