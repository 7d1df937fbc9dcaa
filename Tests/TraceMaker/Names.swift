/// What delegates and notifications call the events.
enum Names {
  /// The name of `event` as its delegate's selector, if it has one.
  static func selector(_ event: String) -> String? { selectors[event] }

  /// The raw name of the notification for `event`; nil if UIKit posts none.
  static func notification(_ event: String) -> String? {
    guard let suffix = notified[event] else { return nil }
    return (event.hasPrefix("app.") ? "UIApplication" : "UIScene") + suffix + "Notification"
  }

  private static let selectors = [
    "app.willFinishLaunching": "application(_:willFinishLaunchingWithOptions:)",
    "app.didFinishLaunching": "application(_:didFinishLaunchingWithOptions:)",
    "app.willEnterForeground": "applicationWillEnterForeground(_:)",
    "app.didBecomeActive": "applicationDidBecomeActive(_:)",
    "app.willResignActive": "applicationWillResignActive(_:)",
    "app.didEnterBackground": "applicationDidEnterBackground(_:)",
    "app.willTerminate": "applicationWillTerminate(_:)",
    "app.didReceiveMemoryWarning": "applicationDidReceiveMemoryWarning(_:)",
    "app.openURL": "application(_:open:options:)",
    "app.didReceiveRemoteNotification":
      "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
    "scene.willConnect": "scene(_:willConnectTo:options:)",
    "scene.didDisconnect": "sceneDidDisconnect(_:)",
    "scene.willEnterForeground": "sceneWillEnterForeground(_:)",
    "scene.didActivate": "sceneDidBecomeActive(_:)",
    "scene.willDeactivate": "sceneWillResignActive(_:)",
    "scene.didEnterBackground": "sceneDidEnterBackground(_:)",
    "scene.openURL": "scene(_:openURLContexts:)",
    "view.didLoad": "viewDidLoad()",
    "view.willAppear": "viewWillAppear(_:)",
    "view.isAppearing": "viewIsAppearing(_:)",
    "view.didAppear": "viewDidAppear(_:)",
    "view.willDisappear": "viewWillDisappear(_:)",
    "view.didDisappear": "viewDidDisappear(_:)",
  ]

  private static let notified = [
    "app.didFinishLaunching": "DidFinishLaunching",
    "app.willEnterForeground": "WillEnterForeground",
    "app.didBecomeActive": "DidBecomeActive",
    "app.willResignActive": "WillResignActive",
    "app.didEnterBackground": "DidEnterBackground",
    "app.willTerminate": "WillTerminate",
    "app.didReceiveMemoryWarning": "DidReceiveMemoryWarning",
    "scene.willConnect": "WillConnect",
    "scene.didDisconnect": "DidDisconnect",
    "scene.willEnterForeground": "WillEnterForeground",
    "scene.didActivate": "DidActivate",
    "scene.willDeactivate": "WillDeactivate",
    "scene.didEnterBackground": "DidEnterBackground",
  ]

  /// The delegate callbacks of an app that has adopted scenes, which no other app gets.
  static let sceneLife = [
    "app.configurationForConnecting", "scene.willConnect", "scene.didDisconnect", "scene.willEnterForeground",
    "scene.didActivate", "scene.willDeactivate", "scene.didEnterBackground",
  ]

  /// All events that the maker writes for an app: a recorder lists them in `records`.
  static func all(_ options: Options) -> [String] {
    let always = [
      "process.start", "process.main", "process.exit", "launch.firstFrame", "task.begin",
      "task.expire", "task.end",
    ]
    let sometimes =
      (options.hasSuspensions ? ["process.suspend", "process.resume"] : [])
      + (options.hasRequests ? ["launch.request"] : [])
      + (options.hasRefreshes ? ["task.register", "task.submit"] : []) + (options.isRich ? rich : [])
    let reported = selectors.keys.filter { event in
      switch event.prefix(while: { $0 != "." }) {
      case "view": options.hasViews
      case "scene": options.model == .scenes
      default: options.model == .app || options.hasNotifications || !aggregate.contains(event)
      }
    }
    return (always + sometimes + reported).filter { !options.leftOut.contains($0) }.sorted()
  }

  private static let rich = [
    "process.initializers", "task.register", "app.shouldRestoreState", "app.decodeState",
    "app.performFetch", "app.handleEventsForBackgroundURLSession", "work.begin", "work.end",
    "scene.continueUserActivity", "scene.stateRestorationActivity", "scene.restoreState",
    "scene.snapshot", "data.change", "data.save", "app.significantTimeChange",
  ]

  /// What a scene-based app hears of as notifications alone.
  static let aggregate: Set<String> = [
    "app.willEnterForeground", "app.didBecomeActive", "app.willResignActive",
    "app.didEnterBackground",
  ]
}
