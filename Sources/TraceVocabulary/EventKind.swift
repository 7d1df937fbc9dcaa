/// What happened: the vocabulary of the event record, in UIKit's names.
///
/// Source: `UIApplicationDelegate`, `UISceneDelegate` and `UIViewController` in Apple's UIKit
/// documentation. Raw values are no part of any file; the store keeps names.
public enum EventKind: UInt8, Sendable, CaseIterable {
  /// A name that is not in the vocabulary: stored and counted, drives nothing.
  case unknown
  case processStart, processInitializers, processMain, processSuspend, processResume, processExit
  case processMemoryPressure
  case appWillFinishLaunching, appDidFinishLaunching, appWillEnterForeground, appDidBecomeActive
  case appWillResignActive, appDidEnterBackground, appWillTerminate, appDidReceiveMemoryWarning
  case appProtectedDataWillBecomeUnavailable, appProtectedDataDidBecomeAvailable
  case appConfigurationForConnecting, appDidDiscardSceneSessions, appOpenURL
  case appContinueUserActivity, appShortcutItem, appSignificantTimeChange
  case appDidRegisterForRemoteNotifications, appShouldSaveState, appEncodeState
  case appShouldRestoreState, appDecodeState, appDidReceiveRemoteNotification
  case appHandleEventsForBackgroundURLSession, appPerformFetch
  case sceneWillConnect, sceneDidDisconnect, sceneWillEnterForeground, sceneDidActivate
  case sceneWillDeactivate, sceneDidEnterBackground, sceneOpenURL, sceneContinueUserActivity
  case sceneShortcutItem, sceneStateRestorationActivity, sceneRestoreState, sceneSnapshot
  case viewDidLoad, viewWillAppear, viewIsAppearing, viewDidAppear, viewWillDisappear
  case viewDidDisappear, viewDidReceiveMemoryWarning
  case launchRequest, launchFirstFrame, launchFullyDrawn
  /// A launch that ended now and took `duration`, as something else has measured it: an SDK, a test, the app itself.
  case launchMeasured
  /// No more is known of the launch than that it was: `store prune` and `export` write it, so that launches after it keep
  /// their kind.
  case launchEarlier
  case logSceneForeground, logSceneBackground, logSceneReady, logSceneActivate
  case taskRegister, taskSubmit, taskHold, taskCancel, taskBegin, taskExpire, taskEnd, taskOverdue
  case workBegin, workEnd
  case dataChange, dataSave
  case mainHang
  case memorySample
}

extension EventKind {
  @inlinable public static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }
  @inlinable public static func != (a: Self, b: Self) -> Bool { a.rawValue != b.rawValue }

  /// The canonical name, as in `scene.didActivate`; empty for `unknown`.
  public var name: String { Self.canonicalNames[Int(rawValue)] }

  /// The part before the dot: `process`, `app`, `scene`, `view`, `launch`, `log`, `task`, ….
  public var family: Substring { name.prefix { $0 != "." } }

  private static let canonicalNames: [String] = allCases.map(\.spelling)

  /// The name as it is spelled: no text of the compiler's, which an app may leave out to be smaller.
  private var spelling: String {
    switch self {
    case .unknown: ""
    case .processStart: "process.start"
    case .processInitializers: "process.initializers"
    case .processMain: "process.main"
    case .processSuspend: "process.suspend"
    case .processResume: "process.resume"
    case .processExit: "process.exit"
    case .processMemoryPressure: "process.memoryPressure"
    case .appWillFinishLaunching: "app.willFinishLaunching"
    case .appDidFinishLaunching: "app.didFinishLaunching"
    case .appWillEnterForeground: "app.willEnterForeground"
    case .appDidBecomeActive: "app.didBecomeActive"
    case .appWillResignActive: "app.willResignActive"
    case .appDidEnterBackground: "app.didEnterBackground"
    case .appWillTerminate: "app.willTerminate"
    case .appDidReceiveMemoryWarning: "app.didReceiveMemoryWarning"
    case .appProtectedDataWillBecomeUnavailable: "app.protectedDataWillBecomeUnavailable"
    case .appProtectedDataDidBecomeAvailable: "app.protectedDataDidBecomeAvailable"
    case .appConfigurationForConnecting: "app.configurationForConnecting"
    case .appDidDiscardSceneSessions: "app.didDiscardSceneSessions"
    case .appOpenURL: "app.openURL"
    case .appContinueUserActivity: "app.continueUserActivity"
    case .appShortcutItem: "app.shortcutItem"
    case .appSignificantTimeChange: "app.significantTimeChange"
    case .appDidRegisterForRemoteNotifications: "app.didRegisterForRemoteNotifications"
    case .appShouldSaveState: "app.shouldSaveState"
    case .appEncodeState: "app.encodeState"
    case .appShouldRestoreState: "app.shouldRestoreState"
    case .appDecodeState: "app.decodeState"
    case .appDidReceiveRemoteNotification: "app.didReceiveRemoteNotification"
    case .appHandleEventsForBackgroundURLSession: "app.handleEventsForBackgroundURLSession"
    case .appPerformFetch: "app.performFetch"
    case .sceneWillConnect: "scene.willConnect"
    case .sceneDidDisconnect: "scene.didDisconnect"
    case .sceneWillEnterForeground: "scene.willEnterForeground"
    case .sceneDidActivate: "scene.didActivate"
    case .sceneWillDeactivate: "scene.willDeactivate"
    case .sceneDidEnterBackground: "scene.didEnterBackground"
    case .sceneOpenURL: "scene.openURL"
    case .sceneContinueUserActivity: "scene.continueUserActivity"
    case .sceneShortcutItem: "scene.shortcutItem"
    case .sceneStateRestorationActivity: "scene.stateRestorationActivity"
    case .sceneRestoreState: "scene.restoreState"
    case .sceneSnapshot: "scene.snapshot"
    case .viewDidLoad: "view.didLoad"
    case .viewWillAppear: "view.willAppear"
    case .viewIsAppearing: "view.isAppearing"
    case .viewDidAppear: "view.didAppear"
    case .viewWillDisappear: "view.willDisappear"
    case .viewDidDisappear: "view.didDisappear"
    case .viewDidReceiveMemoryWarning: "view.didReceiveMemoryWarning"
    case .launchRequest: "launch.request"
    case .launchFirstFrame: "launch.firstFrame"
    case .launchFullyDrawn: "launch.fullyDrawn"
    case .launchMeasured: "launch.measured"
    case .launchEarlier: "launch.earlier"
    case .logSceneForeground: "log.sceneForeground"
    case .logSceneBackground: "log.sceneBackground"
    case .logSceneReady: "log.sceneReady"
    case .logSceneActivate: "log.sceneActivate"
    case .taskRegister: "task.register"
    case .taskSubmit: "task.submit"
    case .taskHold: "task.hold"
    case .taskCancel: "task.cancel"
    case .taskBegin: "task.begin"
    case .taskExpire: "task.expire"
    case .taskEnd: "task.end"
    case .taskOverdue: "task.overdue"
    case .workBegin: "work.begin"
    case .workEnd: "work.end"
    case .dataChange: "data.change"
    case .dataSave: "data.save"
    case .mainHang: "main.hang"
    case .memorySample: "memory.sample"
    }
  }
}

extension EventKind {
  /// The name of the notification that UIKit posts as it happens; nil for what it posts none for.
  ///
  /// Source: Apple's documentation of `UIApplication` and `UIScene`. Those of protected data end without `Notification`.
  public var notificationName: String? {
    switch self {
    case .appDidFinishLaunching: "UIApplicationDidFinishLaunchingNotification"
    case .appWillEnterForeground: "UIApplicationWillEnterForegroundNotification"
    case .appDidBecomeActive: "UIApplicationDidBecomeActiveNotification"
    case .appWillResignActive: "UIApplicationWillResignActiveNotification"
    case .appDidEnterBackground: "UIApplicationDidEnterBackgroundNotification"
    case .appWillTerminate: "UIApplicationWillTerminateNotification"
    case .appDidReceiveMemoryWarning: "UIApplicationDidReceiveMemoryWarningNotification"
    case .appSignificantTimeChange: "UIApplicationSignificantTimeChangeNotification"
    case .appProtectedDataWillBecomeUnavailable: "UIApplicationProtectedDataWillBecomeUnavailable"
    case .appProtectedDataDidBecomeAvailable: "UIApplicationProtectedDataDidBecomeAvailable"
    case .sceneWillConnect: "UISceneWillConnectNotification"
    case .sceneDidDisconnect: "UISceneDidDisconnectNotification"
    case .sceneWillEnterForeground: "UISceneWillEnterForegroundNotification"
    case .sceneDidActivate: "UISceneDidActivateNotification"
    case .sceneWillDeactivate: "UISceneWillDeactivateNotification"
    case .sceneDidEnterBackground: "UISceneDidEnterBackgroundNotification"
    default: nil
    }
  }
}
