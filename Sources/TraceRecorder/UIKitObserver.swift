#if canImport(UIKit)
  import Foundation
  import TraceModel
  import UIKit

  /// Records what UIKit posts of the app's and its scenes' lives, and how the process began.
  ///
  /// Make it in the app delegate's `init`: what is posted earlier is not heard, and `ActivePrewarm` may be gone later.
  @MainActor public struct UIKitObserver {
    /// The notifications that UIKit posts, by their raw names, with what they tell.
    private static let posted = EventNames.meanings.filter { name, meaning in
      meaning.teller == .notification && name.hasPrefix("UI") && !name.contains(".")
    }.map { (Notification.Name($0.key), $0.value.kind) }
    /// What is recorded with the footprint at that time.
    private static let heavy: Set<EventKind> = [
      .appDidEnterBackground, .sceneDidEnterBackground, .appDidReceiveMemoryWarning,
    ]

    /// Records the start of the process, and from now on what is posted.
    public init(_ recorder: TraceRecorder) {
      recorder.declare(Self.posted.map(\.1) + [.processStart])
      let isPrewarmed = ProcessInfo.processInfo.environment["ActivePrewarm"] == "1"
      recorder.record(.processStart, isPrewarmed ? [.prewarmed(true)] : [], ago: System.age)
      for (name, kind) in Self.posted {
        let isHeavy = Self.heavy.contains(kind)
        // What observes stays as long as the process.
        _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { notification in
          var fields: [TraceField] = [.source("notification")] + (isHeavy ? System.footprint : [])
          // UIKit posts on the main thread; whoever else posts may not.
          if let scene = notification.object as? UIScene, Thread.isMainThread {
            fields += MainActor.assumeIsolated { Self.fields(scene) }
          }
          recorder.record(kind, fields)
        }
      }
    }

    /// What names a scene in its events.
    private static func fields(_ scene: UIScene) -> [TraceField] {
      let role = scene.session.role.rawValue
      let named = role.contains("CPTemplate") ? "carPlay" : role.contains("ExternalDisplay") ? "externalDisplay" : nil
      return [.scene(scene.session.persistentIdentifier)] + (named.map { [.sceneRole($0)] } ?? [])
    }
  }
#endif
