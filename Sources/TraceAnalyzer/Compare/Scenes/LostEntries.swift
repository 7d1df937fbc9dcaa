import TraceModel

/// URLs, activities, shortcuts and notifications that reached the app in base, and do not in head.
///
/// With scenes the launch options are empty, and UIKit does not call the app delegate's callbacks: a scene gets the
/// openings as it connects, or by callbacks of its own.
enum LostEntries: SceneCheck {
  static func rows(_ sides: SceneSides) -> [SceneRow] {
    LaunchEntry.allCases.compactMap { coldRow($0, sides) } + LaunchEntry.allCases.compactMap { warmRow($0, sides) }
  }

  private static func coldRow(_ entry: LaunchEntry, _ sides: SceneSides) -> SceneRow? {
    func share(_ launch: SceneLaunch) -> SceneRow.Share {
      SceneRow.Share(min(1, launch.use.coldEntries[entry]), of: launch.isOpened ? 1 : 0)
    }
    let isKnown = sides.head.launches.contains { $0.use.reasonedConnects > 0 || !$0.use.coldEntries.isEmpty }
    return row(
      "cold launch by \(words(entry))", share, sides,
      missing: isKnown ? nil : "record scene.willConnect with its reason, as in reason: url, for each connection",
      advice: "handle connectionOptions.\(option(entry)) in scene(_:willConnectTo:options:)")
  }

  private static func warmRow(_ entry: LaunchEntry, _ sides: SceneSides) -> SceneRow? {
    func share(_ launch: SceneLaunch) -> SceneRow.Share {
      SceneRow.Share(min(launch.returns, launch.use.warmEntries[entry]), of: launch.returns)
    }
    let kind = sceneKind(entry)
    return row(
      "return by \(words(entry))", share, sides, missing: sides.head.records(kind) ? nil : "record \(name: kind.name)",
      advice: "implement \(method(entry))")
  }

  /// The row of an entry whose share is less in head than in base; `missing` says what to record, if head does not.
  private static func row(
    _ subject: Sentence, _ count: (SceneLaunch) -> SceneRow.Share, _ sides: SceneSides, missing: Sentence?,
    advice: Sentence
  ) -> SceneRow? {
    // An entry that base never had cannot be lost: an app has few kinds of entries.
    guard sides.base.launches.contains(where: { count($0).count > 0 }), let shares = sides.shares(count),
      shares.interval.isReal, shares.interval.value < 0
    else { return nil }
    if let missing { return .cannotTell(.entries, subject, advice: missing) }
    if !shares.areAlike { return .cannotTell(.entries, subject, unlike: shares) }
    let isLost = shares.shares(alpha: CompareOptions.alpha).head.high < shares.base.share / 2
    var row = SceneRow(.entries, isLost ? .lost : .fewer, isLost ? .warning : .note, subject, advice: advice)
    row.set(shares)
    return row
  }

  private static func words(_ entry: LaunchEntry) -> Sentence {
    switch entry {
    case .url: "URL"
    case .userActivity: "user activity"
    case .shortcut: "shortcut"
    case .notification: "notification"
    }
  }

  /// The member of `UIScene.ConnectionOptions` that holds it.
  private static func option(_ entry: LaunchEntry) -> Sentence {
    switch entry {
    case .url: "urlContexts"
    case .userActivity: "userActivities"
    case .shortcut: "shortcutItem"
    case .notification: "notificationResponse"
    }
  }

  private static func method(_ entry: LaunchEntry) -> Sentence {
    switch entry {
    case .url: "scene(_:openURLContexts:)"
    case .userActivity: "scene(_:continue:)"
    case .shortcut: "windowScene(_:performActionFor:completionHandler:)"
    case .notification: "userNotificationCenter(_:didReceive:withCompletionHandler:)"
    }
  }

  private static func sceneKind(_ entry: LaunchEntry) -> EventKind {
    switch entry {
    case .url: .sceneOpenURL
    case .userActivity: .sceneContinueUserActivity
    case .shortcut: .sceneShortcutItem
    case .notification: .appDidReceiveRemoteNotification
    }
  }
}
