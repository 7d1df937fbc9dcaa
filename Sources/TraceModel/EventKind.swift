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
  case logSceneForeground, logSceneBackground, logSceneReady, logSceneActivate
  case taskRegister, taskSubmit, taskBegin, taskExpire, taskEnd, taskOverdue
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

  private static let canonicalNames: [String] = allCases.map { kind in
    let label = "\(kind)"
    guard kind != .unknown, let split = label.firstIndex(where: \.isUppercase) else { return "" }
    let rest = label[split...]
    return label[..<split] + "." + rest.prefix(1).lowercased() + rest.dropFirst()
  }
}
