public import Foundation
// An app that imports TraceRecorder can name event kinds, and gets no other name of the vocabulary.
@_exported public import enum TraceVocabulary.EventKind

/// Records the life-cycle events of an app to trace files, which tracetool checks and reports on.
///
///     @main final class AppDelegate: UIResponder, UIApplicationDelegate {
///       let isTraced = AppTrace.start()            // the first stored property: it is set before all else
///     }
///
///     @main struct ShopApp: App {
///       private let isTraced = AppTrace.start()
///       var body: some Scene { WindowGroup { Root() } }
///     }
///
/// It records by itself the start of the process, the notifications that UIKit posts about the app and its scenes, the
/// first frame, and from then on hangs of the main thread. It opens no connection. All of its functions can be
/// called on any thread. Before `start`, and where recording is off, they have no effect. They never throw and never
/// end the process.
///
/// **Never call it in a signal handler.** It takes a lock and allocates memory, and neither is allowed there
/// (`sigaction(2)` lists what is). The lock is not recursive: if a signal arrives while the same thread records, that
/// thread would wait for itself, and Apple's systems end the process for it. Let a crash handler save what it has to
/// report, and record that at the next start.
public enum AppTrace {
  /// Returns what a trace may contain in place of a text that is not a literal: the text, another one, or nil to leave
  /// it out.
  ///
  /// It runs on the thread that records, for each such text: an id of a scene, a name passed as `dynamic`. It may
  /// record events itself, on that thread; these are written without such texts.
  ///
  /// - Parameters:
  ///   - kind: The kind of the event.
  ///   - field: The name of the field, as in `name`, or that of the attribute.
  ///   - text: The text, at most `TraceField.mostBytes` long.
  public typealias Redaction = @Sendable (_ kind: EventKind, _ field: String, _ text: String) -> String?

  /// Takes over a finished file of traces, as to send it to a server of the app's; true if it may be removed.
  public typealias Upload = @Sendable (_ file: URL) async -> Bool

  /// The size in bytes of all traces that are kept: a few hundred launches.
  public static let defaultBytes = 8 << 20
  /// The number of days after which a trace is removed.
  public static let defaultDays = 14

  /// The state of recording in this process.
  private struct Shared {
    var recorder: Recorder?
    var state = TraceHealth.State.notStarted
    /// The value that `isOn` was set to before the start.
    var choice: Bool?
    /// The attributes that were attached before the start.
    var attributes: [TraceField] = []
  }

  private static let shared = Locked(Shared())

  /// The recorder; nil before the start and in a preview.
  static var recorder: Recorder? { shared.withLock { $0.recorder } }

  /// Begins to record.
  ///
  /// Only the first call has an effect.
  ///
  /// Call it in the first stored property of the app delegate or of the SwiftUI app: it misses what UIKit posts before,
  /// and the environment variable `ActivePrewarm`, which marks a prewarmed launch, may be gone later. It creates its
  /// folder if there is none, begins a file and writes a line; it does not use `UIApplication`. In a preview of Xcode's
  /// it has no effect. A process that Xcode has loaded unit tests into is marked by `processKind` `tests`.
  ///
  /// - Parameters:
  ///   - claims: The kinds of events that the app's own code records without exception. Of these tracetool reports that
  ///     one is missing. List `[.taskBegin, .taskExpire, .taskEnd]` only if the app begins all its
  ///     background tasks with `AppTrace`: the work of a task that is begun in another way would look like work without a
  ///     task. Kinds that `AppTrace` records by itself need not be listed.
  ///   - group: An App Group for the files, so that the app can read those of its extensions; each of them calls
  ///     `start` with it. Without it, or without the entitlement for it, the files are in the process's own container.
  ///     Other apps of the group have files of their own. To find the group, the system asks another process of its own,
  ///     for which the caller waits.
  ///   - bytes: The size of all files that are kept, at least 64 KiB. Beyond it the oldest launches are removed. All
  ///     launches that never come to the foreground may together use half of it. The app counts the files of its
  ///     extensions in the group as well; an extension counts its own, until the app runs again.
  ///   - days: The number of days after which a file is removed.
  ///   - isOn: Whether to record as long as `AppTrace.isOn` was never set: false for an app that asks first. If the value of
  ///     `AppTrace.isOn` cannot be read, nothing is recorded in this launch, and `health` says why.
  ///   - share: The share of devices to record on, from 0 to 1. Whether an installation is in it depends on its random
  ///     key: it stays in as long as the share does not become smaller, until `eraseAll` renews the key. On the others
  ///     nothing is observed or written but that key. There is no share of launches: tracetool would take those between
  ///     for lost.
  ///   - beforeFirstUnlock: Whether to record launches between a restart of the device and its first unlock: with true
  ///     the files that begin from then on are not protected by the passcode, as such launches could not write others.
  ///     With false they are protected until the first unlock, and those launches are not recorded. Files of earlier
  ///     launches stay as they are: `eraseAll` removes them.
  ///   - redact: Returns what a trace may contain of a text that is not a literal; without it, the whole text.
  /// - Returns: True if events are written.
  @discardableResult public static func start(
    claims: [EventKind] = [], group: String? = nil, bytes: Int = defaultBytes, days: Int = defaultDays,
    isOn: Bool = true, share: Double = 1, beforeFirstUnlock: Bool = false, redact: Redaction? = nil
  ) -> Bool {
    #if canImport(UIKit)
      let host: any TraceHost = UIKitHost()
    #else
      let host: any TraceHost = PlainHost()
    #endif
    return start(
      at: TraceLocation.standard(app: TraceContext.app, containingApp: TraceContext.containingApp, group: group), redact
    ) { location, choice, attributes in
      Recorder.start(
        in: host, to: location, claims: claims,
        limits: TraceLimits(bytes: max(bytes, 1 << 16), days: max(days, 1)), isProtected: !beforeFirstUnlock,
        isOn: isOn, choice: choice, share: share, attributes: attributes, redact: redact)
    }
  }

  /// Begins to record at a location, if that was not begun yet.
  ///
  /// What may take long, or is the app's own code and may call this type, runs outside of the lock.
  static func start(
    at location: @autoclosure () -> TraceLocation, _ redact: Redaction?,
    _ begin: (TraceLocation, _ choice: Bool?, _ attributes: [TraceField]) -> Recorder?
  ) -> Bool {
    if shared.withLock({ $0.state != .notStarted }) { return isOn }
    let location = location()
    let attributes = shared.withLock { $0.attributes }.compactMap { attribute in
      redact.map { attribute.redacted(of: .processMain, $0) } ?? attribute
    }
    return shared.withLock { shared in
      if shared.state == .notStarted {
        shared.recorder = begin(location, shared.choice, attributes)
        shared.state = shared.recorder == nil ? .preview : .recording
      }
      return shared.recorder?.isOn ?? false
    }
  }

  /// True if events are written.
  ///
  /// The value that is set also holds for later launches, and for the app's extensions in the same App Group from their
  /// next launch on. It is kept in a file beside the traces, which is in no backup and which tvOS may remove: an app
  /// that asks its user sets this before `start` at each launch, from settings of its own. Existing traces stay;
  /// `eraseAll` removes them. On a device that is not in the `share` of `start` the value is kept, and stays false here.
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

  /// Whether events are written, and what failed.
  public static var health: TraceHealth {
    let (recorder, state) = shared.withLock { ($0.recorder, $0.state) }
    return recorder?.health ?? TraceHealth(state: state, dropped: 0, reason: nil, code: nil)
  }

  /// Describes the launch by attributes, such as the arm of an experiment: the next line contains them, and the first one
  /// of each later file.
  ///
  ///     AppTrace.attach(.attribute("checkout", "short"))
  ///
  /// Call it before `start`, if they are known by then: the first line has them. One of a name that was attached before
  /// replaces that. Of other fields than attributes, and of more than `mostAttributes` names, none is attached. A text that
  /// is `dynamic` passes the redaction as one of the kind `.processMain`.
  public static func attach(_ attributes: TraceField...) {
    let recorder = shared.withLock { shared in
      if shared.recorder == nil { shared.attributes.attach(attributes) }
      return shared.recorder
    }
    recorder?.attach(attributes)
  }

  /// The number of attributes that describe a launch.
  public static let mostAttributes = 16

  /// Removes all traces of the app, and of the extensions that share its App Group.
  ///
  /// The present launch goes on under a new id, and later traces have a new id of the device; an extension that runs
  /// meanwhile uses it from its next launch on. A copy of an erased trace can still be linked with later ones by the
  /// process id and start of this launch. The value of `isOn` stays: while it is true, later events begin a new trace. It
  /// does not run on the main thread.
  ///
  /// - Returns: True if no trace is left; false if a file could not be removed, or before `start`.
  @concurrent @discardableResult public static func eraseAll() async -> Bool { recorder?.eraseAll() ?? false }

  /// The trace files that no process writes to any more, oldest first, as to share them.
  ///
  /// They include files of the app's extensions in the same App Group, except the last one of a launch that may still run:
  /// the newest of each for a day, and any other for an hour. It does not run on the main thread.
  @concurrent public static func closedFiles() async -> [URL] { recorder?.closedFiles() ?? [] }

  /// Passes each of `closedFiles`, oldest first, to code of the app's, and removes it if that returns true.
  ///
  ///     let taken = await AppTrace.uploadFiles { file in await server.send(file) }
  ///
  /// It ends at the first file that is not taken: that one and later ones are passed by the next call. So return true for
  /// one that the server will never take. It also ends at one that cannot be removed, and after `eraseAll`. If the process
  /// ends after a file was sent and before it was removed, it is passed again, under the same name. While recording is
  /// switched off none is passed, and a second call at the same time in this process passes none either. Call it after
  /// the launch, or in a task of the system's, and in an App Group from the app alone: two processes would pass the same
  /// files. It does not run on the main thread.
  ///
  /// This library opens no connection, here or elsewhere.
  ///
  /// - Parameter upload: Takes over one file.
  /// - Returns: The number of files that were taken and removed.
  @concurrent @discardableResult public static func uploadFiles(_ upload: Upload) async -> Int {
    await recorder?.uploadFiles(upload) ?? 0
  }
}
