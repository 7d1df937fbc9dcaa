#if canImport(UIKit) && !os(watchOS)
  import Dispatch
  import Foundation
  import TraceVocabulary
  import UIKit

  /// An app or extension with UIKit: what happens are UIKit's notifications.
  ///
  /// It does not name `UIApplication.shared`, which extensions may not, and which apps don't have yet when their delegate
  /// is made: `ifActive` asks for it by its key, later and only in an app.
  struct UIKitHost: TraceHost {
    /// UIKit's notifications and the event kind of each.
    private static let notifications = EventKind.allCases.compactMap { kind in
      kind.notificationName.map { (Notification.Name($0), kind) }
    }
    /// The kinds that are recorded together with the memory footprint and with what may slow the device down.
    private static let heavy: Set<EventKind> = [
      .appDidFinishLaunching, .appDidEnterBackground, .sceneDidEnterBackground, .appDidReceiveMemoryWarning,
    ]

    let role = System.role
    var isTraced: Bool { System.isTraced }
    #if targetEnvironment(macCatalyst) || targetEnvironment(simulator)
      let maySleep = true
    #else
      let maySleep = ProcessInfo.processInfo.isiOSAppOnMac
    #endif

    func variable(_ name: String) -> String? { System.variable(name) }

    var posted: [EventKind] {
      let posted = Self.notifications.map(\.1) + [.processMemoryPressure]
      // An extension has no window of its own.
      if Bundle.main.bundlePath.hasSuffix(".appex") { return posted }
      return posted + [.launchFirstFrame] + (isTraced ? [] : [.mainHang])
    }

    func observe(_ handler: @escaping @Sendable (HostEvent) -> Void) {
      for (name, kind) in Self.notifications {
        let isHeavy = Self.heavy.contains(kind)
        // The observer stays for the life of the process.
        _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { @Sendable notification in
          var event = HostEvent(kind, [.source("notification")] + (isHeavy ? System.footprint + Self.strain : []))
          // UIKit posts on the main thread. Others may post from any thread.
          if Thread.isMainThread {
            let scene = notification.object as? UIScene
            let app = notification.object as? UIApplication
            event = MainActor.assumeIsolated { [event] in Self.about(scene, app, event) }
          }
          handler(event)
        }
      }
      observePressure(handler)
    }

    /// An event with the fields of the scene or the application that it is about.
    @MainActor private static func about(_ scene: UIScene?, _ app: UIApplication?, _ event: HostEvent) -> HostEvent {
      var event = event
      if let scene { event.fields += fields(scene) }
      if let app, event.kind == .appDidFinishLaunching {
        event.fields += [
          .attribute("protectedData", app.isProtectedDataAvailable),
          .attribute("applicationState", name(app.applicationState)),
        ]
        event.fields += Delegates.implements(app)
      }
      if let scene, event.kind == .sceneWillConnect { event.fields += Delegates.implements(scene) }
      let shown = scene ?? (event.kind == .appDidBecomeActive ? app?.connectedScenes.first { isShown($0) } : nil)
      if let window = shown as? UIWindowScene, isShown(window) {
        event.awaitFrame = { @Sendable drawn in
          // The event was posted on the main thread, and is recorded there.
          MainActor.assumeIsolated { FrameWait.begin(in: window, drawn) }
        }
      }
      return event
    }

    /// True for a scene whose windows the device shows: also a volume of visionOS.
    @MainActor private static func isShown(_ scene: UIScene) -> Bool {
      let role = scene.session.role
      return role == .windowApplication || role.rawValue == "UIWindowSceneSessionRoleVolumetricApplication"
    }

    /// The system's memory pressure, of all processes.
    private func observePressure(_ handler: @escaping @Sendable (HostEvent) -> Void) {
      let queue = DispatchQueue.global(qos: .utility)
      let source = System.Shared(
        DispatchSource.makeMemoryPressureSource(eventMask: [.warning, .critical], queue: queue))
      // The handler keeps the source for the life of the process.
      source.value.setEventHandler { @Sendable in
        let isCritical = source.value.data.contains(.critical)
        let fields: [TraceField] = [.attribute("level", isCritical ? "critical" : "warning")]
        handler(HostEvent(.processMemoryPressure, fields + System.footprint))
      }
      source.value.activate()
    }

    func ifActive(_ work: @escaping @Sendable () -> Void) {
      // An extension has no application, and code for one may not name it.
      if Bundle.main.bundlePath.hasSuffix(".appex") { return }
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          let app = UIApplication.value(forKeyPath: "sharedApplication") as? UIApplication
          if app?.applicationState == .active { work() }
        }
      }
    }

    func observeTurns(_ handler: @escaping @Sendable (_ isBusy: Bool) -> Void) {
      // Core Animation commits before the loop sleeps, in an observer of its own: the turn ends behind the last one. A
      // loop that has work runs on without a sleep, and a loop within a turn ends in the middle of that.
      let ends: [(CFRunLoopActivity, CFIndex)] = [
        ([.entry, .beforeTimers, .afterWaiting], .min), ([.beforeWaiting, .exit], .max),
      ]
      for (activities, order) in ends {
        let observer = CFRunLoopObserverCreateWithHandler(nil, activities.rawValue, true, order) {
          @Sendable _, activity in handler(activity != .beforeWaiting)
        }
        CFRunLoopAddObserver(CFRunLoopGetMain(), observer, .commonModes)
      }
    }

    /// What may slow the device down.
    private static var strain: [TraceField] {
      let info = ProcessInfo.processInfo
      let state: StaticString =
        switch info.thermalState {
        case .nominal: "nominal"
        case .fair: "fair"
        case .serious: "serious"
        case .critical: "critical"
        @unknown default: "unknown"
        }
      return [.attribute("thermalState", state), .attribute("lowPower", info.isLowPowerModeEnabled)]
    }

    /// The fields that identify a scene.
    @MainActor static func fields(_ scene: UIScene) -> [TraceField] {
      let role = scene.session.role.rawValue
      let identity = TraceField.scene(scene.session.persistentIdentifier)
      if role.contains("CPTemplate") { return [identity, .sceneRole("carPlay")] }
      return role.contains("ExternalDisplay") ? [identity, .sceneRole("externalDisplay")] : [identity]
    }

    static func name(_ state: UIApplication.State) -> StaticString {
      switch state {
      case .active: "active"
      case .inactive: "inactive"
      case .background: "background"
      @unknown default: "unknown"
      }
    }
  }

  /// Which callbacks delegates have.
  @MainActor private enum Delegates {
    private static let ofApp: [(EventKind, String)] = [
      (.appWillFinishLaunching, "application:willFinishLaunchingWithOptions:"),
      (.appDidFinishLaunching, "application:didFinishLaunchingWithOptions:"),
      (.appWillEnterForeground, "applicationWillEnterForeground:"),
      (.appDidBecomeActive, "applicationDidBecomeActive:"), (.appWillResignActive, "applicationWillResignActive:"),
      (.appDidEnterBackground, "applicationDidEnterBackground:"), (.appWillTerminate, "applicationWillTerminate:"),
      (.appDidReceiveMemoryWarning, "applicationDidReceiveMemoryWarning:"),
      (.appSignificantTimeChange, "applicationSignificantTimeChange:"),
      (.appProtectedDataWillBecomeUnavailable, "applicationProtectedDataWillBecomeUnavailable:"),
      (.appProtectedDataDidBecomeAvailable, "applicationProtectedDataDidBecomeAvailable:"),
      (.appConfigurationForConnecting, "application:configurationForConnectingSceneSession:options:"),
      (.appDidDiscardSceneSessions, "application:didDiscardSceneSessions:"),
      (.appOpenURL, "application:openURL:options:"),
      (.appContinueUserActivity, "application:continueUserActivity:restorationHandler:"),
      (.appShortcutItem, "application:performActionForShortcutItem:completionHandler:"),
      (
        .appDidRegisterForRemoteNotifications, "application:didRegisterForRemoteNotificationsWithDeviceToken:"
      ),
      (.appShouldSaveState, "application:shouldSaveSecureApplicationState:"),
      (.appShouldRestoreState, "application:shouldRestoreSecureApplicationState:"),
      (.appDidReceiveRemoteNotification, "application:didReceiveRemoteNotification:fetchCompletionHandler:"),
      (
        .appHandleEventsForBackgroundURLSession,
        "application:handleEventsForBackgroundURLSession:completionHandler:"
      ), (.appPerformFetch, "application:performFetchWithCompletionHandler:"),
    ]
    private static let ofScene: [(EventKind, String)] = [
      (.sceneWillConnect, "scene:willConnectToSession:options:"), (.sceneDidDisconnect, "sceneDidDisconnect:"),
      (.sceneWillEnterForeground, "sceneWillEnterForeground:"), (.sceneDidActivate, "sceneDidBecomeActive:"),
      (.sceneWillDeactivate, "sceneWillResignActive:"), (.sceneDidEnterBackground, "sceneDidEnterBackground:"),
      (.sceneOpenURL, "scene:openURLContexts:"), (.sceneContinueUserActivity, "scene:continueUserActivity:"),
      (.sceneShortcutItem, "windowScene:performActionForShortcutItem:completionHandler:"),
      (.sceneStateRestorationActivity, "stateRestorationActivityForScene:"),
      (.sceneRestoreState, "scene:restoreInteractionStateWithUserActivity:"),
    ]

    static func implements(_ app: UIApplication) -> [TraceField] { implements(app.delegate, ofApp) }
    static func implements(_ scene: UIScene) -> [TraceField] { implements(scene.delegate, ofScene) }

    private static func implements(
      _ delegate: (any NSObjectProtocol)?, _ callbacks: [(EventKind, String)]
    ) -> [TraceField] {
      guard let delegate, let methods = System.methods(of: delegate, among: callbacks.map(\.1)) else { return [] }
      return [.attribute("implements", callbacks.filter { methods.contains($0.1) }.map(\.0.name))]
    }
  }
#endif
