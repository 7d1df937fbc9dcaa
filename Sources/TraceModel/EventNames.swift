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
    for line in selectors.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      guard let kind = all[words[0]]?.kind else { continue }
      for form in words.dropFirst().flatMap(forms) {
        all[form] = Meaning(kind: kind, teller: .delegate)
      }
    }
    for (type, family, names) in notifications {
      for name in names.split(whereSeparator: \.isWhitespace).map(String.init) {
        guard let kind = all["\(family).\(name)"]?.kind else { continue }
        let bare = name + "Notification"
        let raw = type + name.prefix(1).uppercased() + bare.dropFirst()
        // A bare name that both classes post is ambiguous: it means nothing.
        let isAmbiguous = all.removeValue(forKey: bare) != nil
        for form in ["\(type).\(bare)", raw] + (isAmbiguous ? [] : [bare]) {
          all[form] = Meaning(kind: kind, teller: .notification)
        }
        if name.hasPrefix("protectedData") {
          all[String(raw.dropLast(12))] = Meaning(kind: kind, teller: .notification)
        }
      }
    }
    return all
  }()

  /// How one Swift selector is written: with its arguments, in Objective-C, and, if it has one at
  /// most, bare.
  private static func forms(of selector: String) -> [String] {
    guard let open = selector.firstIndex(of: "(") else { return [selector] }
    let base = String(selector[..<open])
    let labels = selector[open...].dropFirst().dropLast().split(separator: ":")
    if labels.isEmpty { return [selector, base] }
    let objectiveC = "\(base):" + labels.dropFirst().map { "\($0):" }.joined()
    return [selector, objectiveC] + (labels.count == 1 ? [base] : [])
  }

  /// Kinds with the methods that tell them; in Objective-C where the names differ.
  private static let selectors = """
    app.willFinishLaunching application(_:willFinishLaunchingWithOptions:)
    app.didFinishLaunching application(_:didFinishLaunchingWithOptions:)
    app.willEnterForeground applicationWillEnterForeground(_:)
    app.didBecomeActive applicationDidBecomeActive(_:)
    app.willResignActive applicationWillResignActive(_:)
    app.didEnterBackground applicationDidEnterBackground(_:)
    app.willTerminate applicationWillTerminate(_:)
    app.didReceiveMemoryWarning applicationDidReceiveMemoryWarning(_:)
    app.protectedDataWillBecomeUnavailable applicationProtectedDataWillBecomeUnavailable(_:)
    app.protectedDataDidBecomeAvailable applicationProtectedDataDidBecomeAvailable(_:)
    app.configurationForConnecting application(_:configurationForConnecting:options:)
    app.configurationForConnecting application:configurationForConnectingSceneSession:options:
    app.didDiscardSceneSessions application(_:didDiscardSceneSessions:)
    app.openURL application(_:open:options:) application:openURL:options:
    app.continueUserActivity application(_:continue:restorationHandler:)
    app.continueUserActivity application:continueUserActivity:restorationHandler:
    app.shortcutItem application(_:performActionFor:completionHandler:)
    app.shortcutItem application:performActionForShortcutItem:completionHandler:
    app.significantTimeChange applicationSignificantTimeChange(_:)
    app.didRegisterForRemoteNotifications \
    application(_:didRegisterForRemoteNotificationsWithDeviceToken:)
    app.shouldSaveState application(_:shouldSaveSecureApplicationState:)
    app.shouldSaveState application(_:shouldSaveApplicationState:)
    app.encodeState encodeRestorableState(with:) encodeRestorableStateWithCoder:
    app.shouldRestoreState application(_:shouldRestoreSecureApplicationState:)
    app.shouldRestoreState application(_:shouldRestoreApplicationState:)
    app.decodeState decodeRestorableState(with:) decodeRestorableStateWithCoder:
    app.didReceiveRemoteNotification \
    application(_:didReceiveRemoteNotification:fetchCompletionHandler:)
    app.handleEventsForBackgroundURLSession \
    application(_:handleEventsForBackgroundURLSession:completionHandler:)
    app.performFetch application(_:performFetchWithCompletionHandler:)
    scene.willConnect scene(_:willConnectTo:options:) scene:willConnectToSession:options:
    scene.didDisconnect sceneDidDisconnect(_:)
    scene.willEnterForeground sceneWillEnterForeground(_:)
    scene.didActivate sceneDidBecomeActive(_:)
    scene.willDeactivate sceneWillResignActive(_:)
    scene.didEnterBackground sceneDidEnterBackground(_:)
    scene.openURL scene(_:openURLContexts:)
    scene.continueUserActivity scene(_:continue:) scene:continueUserActivity:
    scene.shortcutItem windowScene(_:performActionFor:completionHandler:)
    scene.shortcutItem windowScene:performActionForShortcutItem:completionHandler:
    scene.stateRestorationActivity stateRestorationActivity(for:) stateRestorationActivityForScene:
    scene.restoreState scene(_:restoreInteractionStateWith:)
    scene.restoreState scene:restoreInteractionStateWithUserActivity:
    view.didLoad viewDidLoad()
    view.willAppear viewWillAppear(_:)
    view.isAppearing viewIsAppearing(_:)
    view.didAppear viewDidAppear(_:)
    view.willDisappear viewWillDisappear(_:)
    view.didDisappear viewDidDisappear(_:)
    view.didReceiveMemoryWarning didReceiveMemoryWarning()
    task.begin beginBackgroundTask beginBackgroundTask(expirationHandler:)
    task.begin beginBackgroundTaskWithExpirationHandler:
    task.begin beginBackgroundTask(withName:expirationHandler:)
    task.begin beginBackgroundTaskWithName:expirationHandler:
    task.end endBackgroundTask(_:) setTaskCompleted(success:) setTaskCompletedWithSuccess:
    """

  /// Classes, and the kinds of a family that their notifications tell.
  private static let notifications = [
    (
      "UIApplication", "app",
      """
      didFinishLaunching willEnterForeground didBecomeActive willResignActive didEnterBackground
      willTerminate didReceiveMemoryWarning significantTimeChange
      protectedDataWillBecomeUnavailable protectedDataDidBecomeAvailable
      """
    ),
    (
      "UIScene", "scene",
      """
      willConnect didDisconnect willEnterForeground didActivate willDeactivate didEnterBackground
      """
    ),
  ]
}
