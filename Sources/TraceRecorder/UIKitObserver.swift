#if canImport(UIKit) && !os(watchOS)
  import Foundation
  import TraceVocabulary
  import UIKit

  /// Records the life-cycle notifications of the app and its scenes, and the start of the process.
  ///
  /// Create it in the app delegate's `init`: earlier notifications are missed, and the environment variable
  /// `ActivePrewarm`, which marks a prewarmed launch, may be gone later.
  @MainActor public struct UIKitObserver {
    /// UIKit's notifications and the event kind of each.
    private static let posted = EventKind.allCases.compactMap { kind in
      kind.notificationName.map { (Notification.Name($0), kind) }
    }
    /// The kinds that are recorded together with the memory footprint.
    private static let heavy: Set<EventKind> = [
      .appDidEnterBackground, .sceneDidEnterBackground, .appDidReceiveMemoryWarning,
    ]

    /// Records the start of the process, and every notification from now on.
    ///
    /// - Parameters:
    ///   - recorder: The recorder to write to.
    ///   - device: Returns the id of the device. It is called now and, while it returns nil, at every notification:
    ///     `identifierForVendor` is nil after a restart until the first unlock.
    public init(_ recorder: TraceRecorder, device: @escaping @MainActor () -> String? = { nil }) {
      Self.identify(recorder, device)
      let isPrewarmed = ProcessInfo.processInfo.environment["ActivePrewarm"] == "1"
      recorder.begin(recording: Self.posted.map(\.1), isPrewarmed: isPrewarmed)
      for (name, kind) in Self.posted {
        let isHeavy = Self.heavy.contains(kind)
        // The observer stays for the life of the process.
        _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { notification in
          var fields: [TraceField] = [.source("notification")] + (isHeavy ? System.footprint : [])
          // UIKit posts on the main thread. Others may post from any thread.
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

    /// Passes the id of the device on if it was not known before.
    private static func identify(_ recorder: TraceRecorder, _ device: @MainActor () -> String?) {
      if !recorder.isIdentified, let device = device() { recorder.identify(device: device) }
    }

    /// The fields that identify a scene.
    static func fields(_ scene: UIScene) -> [TraceField] {
      let role = scene.session.role.rawValue
      let named = role.contains("CPTemplate") ? "carPlay" : role.contains("ExternalDisplay") ? "externalDisplay" : nil
      return [.scene(scene.session.persistentIdentifier)] + (named.map { [.sceneRole($0)] } ?? [])
    }
  }
#endif
