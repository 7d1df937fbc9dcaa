public import Foundation
// An app that imports TraceRecorder can name event kinds, and gets no other name of the vocabulary.
@_exported public import enum TraceVocabulary.EventKind

/// Records the life-cycle events of an app to trace files, which tracetool checks and reports on.
///
///     @main final class AppDelegate: UIResponder, UIApplicationDelegate {
///       let isTraced = Trace.start()            // the first stored property: it is set before all else
///     }
///
///     @main struct ShopApp: App {
///       private let isTraced = Trace.start()
///       var body: some Scene { WindowGroup { Root() } }
///     }
///
/// By itself it records the start of the process, what UIKit posts of the app and its scenes, the first frame, and from then
/// on hangs of the main thread. Nothing ever leaves the device by it. All of it may be called on any thread, before `start` and where nothing is recorded, too: it does nothing
/// then. It never throws and never ends the process.
///
/// **Never call it in a signal handler.** It takes a lock and allocates memory, and neither is allowed there (`sigaction(2)`
/// lists what is). The lock is not recursive: a signal that comes while the same thread records would have that thread wait
/// for itself, and on Apple's systems the process is ended for it. What a crash handler wants to tell is told at the next
/// start.
public enum Trace {
  /// What may stand in a trace of a text that is no literal: the text, another one, or nil for nothing.
  ///
  /// It runs on the thread that records, for each such text: an id of a scene, a name passed as `dynamic`. It may record
  /// itself; such texts are left out of that.
  ///
  /// - Parameters:
  ///   - kind: The kind of the event.
  ///   - field: The name of the field, as in `name`, or that of the attribute.
  ///   - text: The text, at most `TraceField.mostBytes` long.
  public typealias Redaction = @Sendable (_ kind: EventKind, _ field: String, _ text: String) -> String?

  /// The size in bytes of all traces that are kept: a few hundred launches.
  public static let defaultBytes = 8 << 20
  /// The number of days after which a trace is removed.
  public static let defaultDays = 14

  /// What there is of it in this process.
  private struct Shared {
    var recorder: TraceRecorder?
    var state = TraceHealth.State.notStarted
    /// What `isOn` was set to before the start.
    var choice: Bool?
  }

  private static let shared = Locked(Shared())

  /// The recorder; nil before the start and in a preview.
  static var recorder: TraceRecorder? { shared.withLock { $0.recorder } }

  /// Begins to record.
  ///
  /// A further call does nothing.
  ///
  /// Call it in the first stored property of the app delegate or of the SwiftUI app: what UIKit posts before is missed, and
  /// the environment variable `ActivePrewarm`, which marks a prewarmed launch, may be gone later. It makes its folder if
  /// there is none, begins a file and writes a line; it uses no `UIApplication`. In a preview of Xcode's it does nothing.
  /// A process that Xcode has loaded unit tests into is marked by `processKind` `tests`.
  ///
  /// - Parameters:
  ///   - claims: The event kinds that the app records itself, every time they happen. tracetool reports something as
  ///     missing only if its kind is listed. List `[.taskBegin, .taskExpire, .taskEnd]` only if the app begins all its
  ///     background tasks by `Trace`: otherwise a task that UIKit alone knows of looks like work without a task. What is
  ///     recorded by itself need not be listed.
  ///   - group: An App Group that the files are to be in, so that the app can read those of its extensions; each of them
  ///     calls `start` with it. Without it, or without the entitlement for it, they are in the process's own container.
  ///   - bytes: The size of all files that are kept, at least 64 KiB. Beyond it the oldest launches are removed. All launches
  ///     that never come to the foreground may have half of it.
  ///   - days: The number of days after which a file is removed.
  ///   - isOn: Whether to record as long as `Trace.isOn` was never set: false for an app that asks first.
  ///   - beforeFirstUnlock: Whether to record launches between a restart of the device and its first unlock. Their files
  ///     cannot be protected by the passcode. With false all files that begin from then on are, until the first unlock, and
  ///     those launches are not recorded. Files of earlier launches stay as they are: `eraseAll` takes them away.
  ///   - redact: What may stand in a trace of texts that are no literals; all if there is none.
  /// - Returns: True if events are written.
  @discardableResult public static func start(
    claims: [EventKind] = [], group: String? = nil, bytes: Int = defaultBytes, days: Int = defaultDays,
    isOn: Bool = true, beforeFirstUnlock: Bool = true, redact: Redaction? = nil
  ) -> Bool {
    #if canImport(UIKit)
      let host: any TraceHost = UIKitHost()
    #else
      let host: any TraceHost = PlainHost()
    #endif
    return shared.withLock { shared in
      if shared.state == .notStarted {
        shared.recorder = TraceRecorder.start(
          in: host, to: TracePlace.standard(app: TraceContext.app, group: group), claims: claims,
          limits: TraceLimits(bytes: max(bytes, 1 << 16), days: max(days, 1)), isProtected: !beforeFirstUnlock,
          isOn: isOn, choice: shared.choice, redact: redact)
        shared.state = shared.recorder == nil ? .preview : .recording
      }
      return shared.recorder?.isOn ?? false
    }
  }

  /// True if events are written.
  ///
  /// What is set stands for later launches, too, and for the app's extensions in the same App Group from their next launch
  /// on. It is kept in a file beside the traces. Traces that are there stay; `eraseAll` removes them.
  public static var isOn: Bool {
    get { recorder?.isOn ?? false }
    set {
      let recorder = shared.withLock { shared in
        shared.choice = newValue
        return shared.recorder
      }
      recorder?.isOn = newValue
    }
  }

  /// How recording goes.
  public static var health: TraceHealth {
    let (recorder, state) = shared.withLock { ($0.recorder, $0.state) }
    let dropped = recorder?.dropped
    let isOff = recorder.map { !$0.isOn } ?? false
    return TraceHealth(state: isOff ? .off : state, dropped: dropped?.count ?? 0, reason: dropped?.reason)
  }

  /// Removes all traces of the app, and of the extensions that share its App Group.
  ///
  /// The present launch goes on under a new id, and the device has a new one in further traces; those of an extension that
  /// runs meanwhile, from its next launch on. Whoever has a copy of what was erased may still link it: by the ids of scenes,
  /// which UIKit keeps (`redact` can replace them), and by the process id and start of this launch. What `isOn` was set to
  /// stays. It removes files on the calling thread: call it off main.
  ///
  /// - Returns: True if nothing is left; false if a file could not be removed, or before `start`.
  @discardableResult public static func eraseAll() -> Bool { recorder?.eraseAll() ?? false }

  /// The trace files that nobody writes any more, oldest first: those to upload or to share.
  ///
  /// Files of the app's extensions in the same App Group are among them, but for the newest launch of each, which may still
  /// run. It reads folders on the calling thread: call it off main.
  public static func closedFiles() -> [URL] { recorder?.closedFiles() ?? [] }

  /// Removes those files that `closedFiles` names; others stay.
  public static func remove(_ files: [URL]) { recorder?.remove(files) }
}
