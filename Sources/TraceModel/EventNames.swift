/// The names that an event may have in a log: canonical, a delegate method's, a notification's.
package enum EventNames {
  /// What a name stands for, and who speaks in such names.
  package struct Meaning: Sendable, Equatable {
    package var kind: EventKind
    package var teller: Teller
  }

  /// What `name` stands for, or nothing if it is in no vocabulary.
  package static func meaning(of name: String) -> Meaning? { meanings[name] }

  /// All names with their meanings.
  package static let meanings: [String: Meaning] = {
    var all: [String: Meaning] = [:]
    for kind in EventKind.allCases where kind != .unknown {
      all[kind.name] = Meaning(kind: kind, teller: .unknown)
    }
    for (kind, selectors) in selectors {
      for selector in selectors {
        for form in forms(of: selector) { all[form] = Meaning(kind: kind, teller: .delegate) }
      }
    }
    for (kind, names) in notifications {
      for name in names { all[name] = Meaning(kind: kind, teller: .notification) }
    }
    return all
  }()

  /// How one Swift selector is written: with its arguments, in Objective-C, and, if it has one at
  /// most, bare.
  private static func forms(of selector: String) -> [String] {
    guard let open = selector.firstIndex(of: "(") else { return [selector] }
    let base = selector[..<open]
    let labels = selector[selector.index(after: open)...].dropLast().split(separator: ":")
    guard labels.count > 1 else {
      let ended = labels.isEmpty ? [] : ["\(base):"]
      return [selector, String(base)] + ended
    }
    let objectiveC = "\(base):" + labels.dropFirst().map { "\($0):" }.joined()
    return [selector, objectiveC]
  }

  private static let selectors: [(EventKind, [String])] = [
    (.appWillFinishLaunching, ["application(_:willFinishLaunchingWithOptions:)"]),
    (.appDidFinishLaunching, ["application(_:didFinishLaunchingWithOptions:)"]),
    (.appWillEnterForeground, ["applicationWillEnterForeground(_:)"]),
    (.appDidBecomeActive, ["applicationDidBecomeActive(_:)"]),
    (.appWillResignActive, ["applicationWillResignActive(_:)"]),
    (.appDidEnterBackground, ["applicationDidEnterBackground(_:)"]),
    (.appWillTerminate, ["applicationWillTerminate(_:)"]),
    (.appDidReceiveMemoryWarning, ["applicationDidReceiveMemoryWarning(_:)"]),
    (.viewDidReceiveMemoryWarning, ["didReceiveMemoryWarning()"]),
    (
      .appProtectedDataWillBecomeUnavailable,
      ["applicationProtectedDataWillBecomeUnavailable(_:)"]
    ),
    (.appProtectedDataDidBecomeAvailable, ["applicationProtectedDataDidBecomeAvailable(_:)"]),
    (
      .appConfigurationForConnecting,
      [
        "application(_:configurationForConnecting:options:)",
        "application:configurationForConnectingSceneSession:options:",
      ]
    ),
    (.appDidDiscardSceneSessions, ["application(_:didDiscardSceneSessions:)"]),
    (.appOpenURL, ["application(_:open:options:)", "application:openURL:options:"]),
    (
      .appContinueUserActivity,
      [
        "application(_:continue:restorationHandler:)",
        "application:continueUserActivity:restorationHandler:",
      ]
    ),
    (
      .appShortcutItem,
      [
        "application(_:performActionFor:completionHandler:)",
        "application:performActionForShortcutItem:completionHandler:",
      ]
    ),
    (.appSignificantTimeChange, ["applicationSignificantTimeChange(_:)"]),
    (
      .appDidRegisterForRemoteNotifications,
      ["application(_:didRegisterForRemoteNotificationsWithDeviceToken:)"]
    ),
    (
      .appShouldSaveState,
      [
        "application(_:shouldSaveSecureApplicationState:)",
        "application(_:shouldSaveApplicationState:)",
      ]
    ),
    (.appEncodeState, ["encodeRestorableState(with:)", "encodeRestorableStateWithCoder:"]),
    (
      .appShouldRestoreState,
      [
        "application(_:shouldRestoreSecureApplicationState:)",
        "application(_:shouldRestoreApplicationState:)",
      ]
    ),
    (.appDecodeState, ["decodeRestorableState(with:)", "decodeRestorableStateWithCoder:"]),
    (
      .appDidReceiveRemoteNotification,
      ["application(_:didReceiveRemoteNotification:fetchCompletionHandler:)"]
    ),
    (
      .appHandleEventsForBackgroundURLSession,
      ["application(_:handleEventsForBackgroundURLSession:completionHandler:)"]
    ),
    (
      .appPerformFetch,
      [
        "application(_:performFetchWithCompletionHandler:)",
        "application:performFetchWithCompletionHandler:",
      ]
    ),
    (
      .sceneWillConnect, ["scene(_:willConnectTo:options:)", "scene:willConnectToSession:options:"]
    ),
    (.sceneDidDisconnect, ["sceneDidDisconnect(_:)"]),
    (.sceneWillEnterForeground, ["sceneWillEnterForeground(_:)"]),
    (.sceneDidActivate, ["sceneDidBecomeActive(_:)"]),
    (.sceneWillDeactivate, ["sceneWillResignActive(_:)"]),
    (.sceneDidEnterBackground, ["sceneDidEnterBackground(_:)"]),
    (.sceneOpenURL, ["scene(_:openURLContexts:)"]),
    (.sceneContinueUserActivity, ["scene(_:continue:)", "scene:continueUserActivity:"]),
    (
      .sceneShortcutItem,
      [
        "windowScene(_:performActionFor:completionHandler:)",
        "windowScene:performActionForShortcutItem:completionHandler:",
      ]
    ),
    (
      .sceneStateRestorationActivity,
      ["stateRestorationActivity(for:)", "stateRestorationActivityForScene:"]
    ),
    (
      .sceneRestoreState,
      [
        "scene(_:restoreInteractionStateWith:)", "scene:restoreInteractionStateWithUserActivity:",
      ]
    ),
    (.viewDidLoad, ["viewDidLoad()"]),
    (.viewWillAppear, ["viewWillAppear(_:)"]),
    (.viewIsAppearing, ["viewIsAppearing(_:)"]),
    (.viewDidAppear, ["viewDidAppear(_:)"]),
    (.viewWillDisappear, ["viewWillDisappear(_:)"]),
    (.viewDidDisappear, ["viewDidDisappear(_:)"]),
    (
      .taskBegin,
      [
        "beginBackgroundTask", "beginBackgroundTask(expirationHandler:)",
        "beginBackgroundTask(withName:expirationHandler:)",
        "beginBackgroundTaskWithExpirationHandler:",
        "beginBackgroundTaskWithName:expirationHandler:",
      ]
    ),
    (
      .taskEnd,
      [
        "endBackgroundTask(_:)", "setTaskCompleted", "setTaskCompleted(success:)",
        "setTaskCompletedWithSuccess:",
      ]
    ),
  ]

  /// Raw names and Swift names.
  ///
  /// Bare Swift names stand only where one class alone posts them.
  private static let notifications: [(EventKind, [String])] = [
    (.appDidFinishLaunching, application("DidFinishLaunching")),
    (.appWillEnterForeground, application("WillEnterForeground", isAmbiguous: true)),
    (.appDidBecomeActive, application("DidBecomeActive")),
    (.appWillResignActive, application("WillResignActive")),
    (.appDidEnterBackground, application("DidEnterBackground", isAmbiguous: true)),
    (.appWillTerminate, application("WillTerminate")),
    (.appDidReceiveMemoryWarning, application("DidReceiveMemoryWarning")),
    (.appSignificantTimeChange, application("SignificantTimeChange")),
    (
      .appProtectedDataWillBecomeUnavailable,
      application("ProtectedDataWillBecomeUnavailable")
        + ["UIApplicationProtectedDataWillBecomeUnavailable"]
    ),
    (
      .appProtectedDataDidBecomeAvailable,
      application("ProtectedDataDidBecomeAvailable")
        + ["UIApplicationProtectedDataDidBecomeAvailable"]
    ),
    (.sceneWillConnect, scene("WillConnect")),
    (.sceneDidDisconnect, scene("DidDisconnect")),
    (.sceneWillEnterForeground, scene("WillEnterForeground", isAmbiguous: true)),
    (.sceneDidActivate, scene("DidActivate")),
    (.sceneWillDeactivate, scene("WillDeactivate")),
    (.sceneDidEnterBackground, scene("DidEnterBackground", isAmbiguous: true)),
  ]

  private static func application(_ name: String, isAmbiguous: Bool = false) -> [String] {
    names("UIApplication", name, isAmbiguous)
  }

  private static func scene(_ name: String, isAmbiguous: Bool = false) -> [String] {
    names("UIScene", name, isAmbiguous)
  }

  private static func names(_ type: String, _ name: String, _ isAmbiguous: Bool) -> [String] {
    let bare = name.prefix(1).lowercased() + name.dropFirst() + "Notification"
    return ["\(type)\(name)Notification", "\(type).\(bare)"] + (isAmbiguous ? [] : [bare])
  }
}
