#if canImport(UIKit) && !os(watchOS)
  import Foundation
  import TraceVocabulary
  import UIKit

  /// An app or extension with UIKit: what happens are UIKit's notifications.
  ///
  /// It never uses `UIApplication`, which extensions don't have, and apps don't have yet when their delegate is made.
  struct UIKitHost: TraceHost {
    /// UIKit's notifications and the event kind of each.
    private static let notifications = EventKind.allCases.compactMap { kind in
      kind.notificationName.map { (Notification.Name($0), kind) }
    }
    /// The kinds that are recorded together with the memory footprint.
    private static let heavy: Set<EventKind> = [
      .appDidEnterBackground, .sceneDidEnterBackground, .appDidReceiveMemoryWarning,
    ]

    let environment = ProcessInfo.processInfo.environment
    let posted = Self.notifications.map(\.1)

    func observe(_ handler: @escaping @Sendable (_ kind: EventKind, _ fields: [TraceField]) -> Void) {
      for (name, kind) in Self.notifications {
        let isHeavy = Self.heavy.contains(kind)
        // The observer stays for the life of the process.
        _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { @Sendable notification in
          var fields: [TraceField] = [.source("notification")] + (isHeavy ? System.footprint : [])
          // UIKit posts on the main thread. Others may post from any thread.
          if Thread.isMainThread, let scene = notification.object as? UIScene {
            fields += MainActor.assumeIsolated { Self.fields(scene) }
          }
          handler(kind, fields)
        }
      }
    }

    /// The fields that identify a scene.
    @MainActor static func fields(_ scene: UIScene) -> [TraceField] {
      let role = scene.session.role.rawValue
      let identity = TraceField.scene(scene.session.persistentIdentifier)
      if role.contains("CPTemplate") { return [identity, .sceneRole("carPlay")] }
      return role.contains("ExternalDisplay") ? [identity, .sceneRole("externalDisplay")] : [identity]
    }
  }
#endif
