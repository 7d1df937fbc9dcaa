import TraceModel

/// A situation in which an app with scenes behaves in another way than one without, so that it must be tried before a
/// release.
package enum SceneSituation: String, Sendable, CaseIterable, Encodable {
  case icon, coldURL, coldUserActivity, coldShortcut, coldNotification
  case warmURL, warmUserActivity, warmShortcut, warmNotification
  case backgroundLaunch, interruption, returnToForeground, reconnect, secondWindow, discard, kill, restoration

  /// The situation in words, as in `cold launch by URL`.
  package var words: String {
    switch self {
    case .icon: "launch by the icon"
    case .coldURL: "cold launch by URL"
    case .coldUserActivity: "cold launch by user activity"
    case .coldShortcut: "cold launch by shortcut"
    case .coldNotification: "cold launch by notification"
    case .warmURL: "warm URL"
    case .warmUserActivity: "warm user activity"
    case .warmShortcut: "warm shortcut"
    case .warmNotification: "warm notification"
    case .backgroundLaunch: "launch in the background"
    case .interruption: "interruption"
    case .returnToForeground: "return from the background"
    case .reconnect: "reconnect after disconnect"
    case .secondWindow: "second window"
    case .discard: "discarded session"
    case .kill: "kill from the switcher"
    case .restoration: "restored state"
    }
  }

  /// How often it came in a launch.
  func count(in launch: SceneLaunch) -> Int {
    let use = launch.use
    switch self {
    case .icon: return launch.isOpened && use.coldEntries.isEmpty ? 1 : 0
    case .coldURL: return use.coldEntries[.url]
    case .coldUserActivity: return use.coldEntries[.userActivity]
    case .coldShortcut: return use.coldEntries[.shortcut]
    case .coldNotification: return use.coldEntries[.notification]
    case .warmURL: return use.warmEntries[.url]
    case .warmUserActivity: return use.warmEntries[.userActivity]
    case .warmShortcut: return use.warmEntries[.shortcut]
    case .warmNotification: return use.warmEntries[.notification]
    case .backgroundLaunch: return launch.isBackground ? 1 : 0
    case .interruption: return Int(use.interruptions)
    case .returnToForeground: return launch.returns
    case .reconnect: return Int(use.reconnects)
    case .secondWindow: return Int(use.secondWindows)
    case .discard: return launch.kinds.contains(.appDidDiscardSceneSessions) ? 1 : 0
    case .kill: return launch.kinds.contains(.appWillTerminate) ? 1 : 0
    case .restoration: return use.restoration == .none ? Int(use.restoredConnects) : 1
    }
  }
}
