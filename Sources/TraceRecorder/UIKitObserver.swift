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
      meaning.eventSource == .notification && name.hasPrefix("UI") && !name.contains(".")
    }.map { (Notification.Name($0.key), $0.value.kind) }
    /// What is recorded with the footprint at that time.
    private static let heavy: Set<EventKind> = [
      .appDidEnterBackground, .sceneDidEnterBackground, .appDidReceiveMemoryWarning,
    ]

    /// Records the start of the process, and from now on what is posted.
    ///
    /// - Parameters:
    ///   - recorder: What records it.
    ///   - device: Asked which device this is, now and, as long as it says nothing, whenever something is posted:
    ///     `identifierForVendor` is nothing after a restart of the device until that is first unlocked.
    public init(_ recorder: TraceRecorder, device: @escaping @MainActor () -> String? = { nil }) {
      Self.identify(recorder, device)
      let isPrewarmed = ProcessInfo.processInfo.environment["ActivePrewarm"] == "1"
      recorder.begin(recording: Self.posted.map(\.1), isPrewarmed: isPrewarmed)
      for (name, kind) in Self.posted {
        let isHeavy = Self.heavy.contains(kind)
        // What observes stays as long as the process.
        _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { notification in
          var fields: [TraceField] = [.source("notification")] + (isHeavy ? System.footprint : [])
          // UIKit posts on the main thread; whoever else posts may not.
          if Thread.isMainThread {
            let scene = notification.object as? UIScene
            fields += MainActor.assumeIsolated {
              Self.identify(recorder, device)
              return scene.map(Self.fields) ?? []
            }
          }
          recorder.record(kind, fields)
        }
      }
    }

    /// Says which device this is, if that was not known until now.
    private static func identify(_ recorder: TraceRecorder, _ device: @MainActor () -> String?) {
      if !recorder.isIdentified, let device = device() { recorder.identify(device: device) }
    }

    /// What names a scene in its events.
    private static func fields(_ scene: UIScene) -> [TraceField] {
      let role = scene.session.role.rawValue
      let named = role.contains("CPTemplate") ? "carPlay" : role.contains("ExternalDisplay") ? "externalDisplay" : nil
      return [.scene(scene.session.persistentIdentifier)] + (named.map { [.sceneRole($0)] } ?? [])
    }
  }
#endif
