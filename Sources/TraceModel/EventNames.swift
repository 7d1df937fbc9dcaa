/// The names that an event may have in a log: canonical, a delegate method's, a notification's.
public enum EventNames {
  /// What a name stands for, and who speaks in such names.
  public struct Meaning: Sendable, Equatable {
    public var kind: EventKind
    public var teller: Teller
  }

  /// What `name` stands for, or nothing if it is in no vocabulary.
  public static func meaning(of name: String) -> Meaning? { meanings[name] }

  /// All names with their meanings.
  public static let meanings: [String: Meaning] = {
    var all: [String: Meaning] = [:]
    for kind in EventKind.allCases where kind != .unknown { all[kind.name] = Meaning(kind: kind, teller: .unknown) }
    func add(_ names: [String], as kind: String, _ teller: Teller) {
      guard let kind = all[kind]?.kind else { return }
      for name in names { all[name] = Meaning(kind: kind, teller: teller) }
    }
    for line in selectors.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      add(words.dropFirst().flatMap(forms), as: words[0], .delegate)
    }
    for line in families.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      let (family, prefix, type) = (words[0], words[1], words[2])
      for word in words.dropFirst(3) {
        let name = String(word.drop { "+-".contains($0) })
        let (kind, bare) = ("\(family).\(name)", name + "Notification")
        let capital = name.prefix(1).uppercased() + name.dropFirst()
        if word.first != "+" { add(forms(of: "\(prefix)\(capital)(_:)"), as: kind, .delegate) }
        if word.first == "-" { continue }
        // A bare name that both classes post is ambiguous: it means nothing.
        let isAmbiguous = all.removeValue(forKey: bare) != nil
        var forms = ["\(type).\(bare)", "\(type)\(capital)Notification"]
        if !isAmbiguous { forms.append(bare) }
        if name.hasPrefix("protectedData") { forms.append(type + capital) }
        add(forms, as: kind, .notification)
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

  /// Kinds with the other methods that tell them; in Objective-C where the names differ.
  private static let selectors = """
    app.willFinishLaunching application(_:willFinishLaunchingWithOptions:)
    app.didFinishLaunching application(_:didFinishLaunchingWithOptions:)
    app.configurationForConnecting application(_:configurationForConnecting:options:)
    app.configurationForConnecting application:configurationForConnectingSceneSession:options:
    app.didDiscardSceneSessions application(_:didDiscardSceneSessions:)
    app.openURL application(_:open:options:) application:openURL:options:
    app.continueUserActivity application(_:continue:restorationHandler:)
    app.continueUserActivity application:continueUserActivity:restorationHandler:
    app.shortcutItem application(_:performActionFor:completionHandler:)
    app.shortcutItem application:performActionForShortcutItem:completionHandler:
    app.didRegisterForRemoteNotifications application(_:didRegisterForRemoteNotificationsWithDeviceToken:)
    app.shouldSaveState application(_:shouldSaveSecureApplicationState:)
    app.shouldSaveState application(_:shouldSaveApplicationState:)
    app.encodeState encodeRestorableState(with:) encodeRestorableStateWithCoder:
    app.shouldRestoreState application(_:shouldRestoreSecureApplicationState:)
    app.shouldRestoreState application(_:shouldRestoreApplicationState:)
    app.decodeState decodeRestorableState(with:) decodeRestorableStateWithCoder:
    app.didReceiveRemoteNotification application(_:didReceiveRemoteNotification:fetchCompletionHandler:)
    app.handleEventsForBackgroundURLSession application(_:handleEventsForBackgroundURLSession:completionHandler:)
    app.performFetch application(_:performFetchWithCompletionHandler:)
    scene.willConnect scene(_:willConnectTo:options:) scene:willConnectToSession:options:
    scene.didActivate sceneDidBecomeActive(_:)
    scene.willDeactivate sceneWillResignActive(_:)
    scene.openURL scene(_:openURLContexts:)
    scene.continueUserActivity scene(_:continue:) scene:continueUserActivity:
    scene.shortcutItem windowScene(_:performActionFor:completionHandler:)
    scene.shortcutItem windowScene:performActionForShortcutItem:completionHandler:
    scene.stateRestorationActivity stateRestorationActivity(for:) stateRestorationActivityForScene:
    scene.restoreState scene(_:restoreInteractionStateWith:)
    scene.restoreState scene:restoreInteractionStateWithUserActivity:
    view.didLoad viewDidLoad()
    view.didReceiveMemoryWarning didReceiveMemoryWarning()
    task.begin beginBackgroundTask beginBackgroundTask(expirationHandler:)
    task.begin beginBackgroundTaskWithExpirationHandler:
    task.begin beginBackgroundTask(withName:expirationHandler:)
    task.begin beginBackgroundTaskWithName:expirationHandler:
    task.end endBackgroundTask(_:) setTaskCompleted(success:) setTaskCompletedWithSuccess:
    """

  /// Families with what their methods begin with and the class that posts their notifications;
  /// then what both tell, `+` notifications alone, `-` methods alone, as `sceneDidDisconnect(_:)`.
  private static let families = """
    app application UIApplication +didFinishLaunching willEnterForeground didBecomeActive willResignActive \
    didEnterBackground willTerminate didReceiveMemoryWarning significantTimeChange protectedDataWillBecomeUnavailable \
    protectedDataDidBecomeAvailable
    scene scene UIScene +willConnect didDisconnect willEnterForeground +didActivate +willDeactivate didEnterBackground
    view view - -willAppear -isAppearing -didAppear -willDisappear -didDisappear
    """
}
