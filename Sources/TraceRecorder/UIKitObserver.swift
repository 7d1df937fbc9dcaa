#if canImport(UIKit)
  import Foundation
  import TraceModel
  import UIKit

  /// Records what UIKit posts of the app's and its scenes' lives, and how the process began.
  ///
  /// Make it in the app delegate's `init`: what is posted earlier is not heard, and `ActivePrewarm` may be gone later.
  @MainActor public final class UIKitObserver {
    private static let posted: [(name: Notification.Name, kind: EventKind)] = [
      (UIApplication.didFinishLaunchingNotification, .appDidFinishLaunching),
      (UIApplication.willEnterForegroundNotification, .appWillEnterForeground),
      (UIApplication.didBecomeActiveNotification, .appDidBecomeActive),
      (UIApplication.willResignActiveNotification, .appWillResignActive),
      (UIApplication.didEnterBackgroundNotification, .appDidEnterBackground),
      (UIApplication.willTerminateNotification, .appWillTerminate),
      (UIApplication.didReceiveMemoryWarningNotification, .appDidReceiveMemoryWarning),
      (UIApplication.significantTimeChangeNotification, .appSignificantTimeChange),
      (UIApplication.protectedDataWillBecomeUnavailableNotification, .appProtectedDataWillBecomeUnavailable),
      (UIApplication.protectedDataDidBecomeAvailableNotification, .appProtectedDataDidBecomeAvailable),
      (UIScene.willConnectNotification, .sceneWillConnect),
      (UIScene.didDisconnectNotification, .sceneDidDisconnect),
      (UIScene.willEnterForegroundNotification, .sceneWillEnterForeground),
      (UIScene.didActivateNotification, .sceneDidActivate),
      (UIScene.willDeactivateNotification, .sceneWillDeactivate),
      (UIScene.didEnterBackgroundNotification, .sceneDidEnterBackground),
    ]
    /// What is recorded with the footprint at that time.
    private static let heavy: Set<EventKind> = [
      .appDidEnterBackground, .sceneDidEnterBackground, .appDidReceiveMemoryWarning,
    ]

    private var tokens: [any NSObjectProtocol] = []

    /// An observer that records the start of the process, and then what is posted as long as it lives.
    public init(_ recorder: TraceRecorder) {
      recorder.declare(Self.posted.map(\.kind) + [.processStart])
      let isPrewarmed = ProcessInfo.processInfo.environment["ActivePrewarm"] == "1"
      recorder.record(.processStart, isPrewarmed ? [.prewarmed(true)] : [], ago: System.age)
      tokens = Self.posted.map { name, kind in
        let isHeavy = Self.heavy.contains(kind)
        return NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { notification in
          var fields: [TraceField] = [.source("notification")] + (isHeavy ? System.footprint : [])
          // UIKit posts on the main thread; whoever else posts may not.
          if let scene = notification.object as? UIScene, Thread.isMainThread {
            fields += MainActor.assumeIsolated { Self.fields(scene) }
          }
          recorder.record(kind, fields)
        }
      }
    }

    isolated deinit { tokens.forEach(NotificationCenter.default.removeObserver) }

    /// What names a scene in its events.
    private static func fields(_ scene: UIScene) -> [TraceField] {
      let role = scene.session.role.rawValue
      let named = role.contains("CPTemplate") ? "carPlay" : role.contains("ExternalDisplay") ? "externalDisplay" : nil
      return [.scene(scene.session.persistentIdentifier)] + (named.map { [.sceneRole($0)] } ?? [])
    }
  }
#endif
