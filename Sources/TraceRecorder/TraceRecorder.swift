public import Foundation
// An app that imports TraceRecorder can name event kinds, and gets no other name of the vocabulary.
@_exported public import enum TraceVocabulary.EventKind

#if os(watchOS)
  #error("TraceRecorder does not support watchOS, whose apps have no UIScene")
#endif

/// Records the life-cycle events of an app to a folder of trace files, one JSON line an event.
///
///     let recorder = TraceRecorder(records: [.dataSave])
///     recorder.record(.dataSave, .name("cart"))
///
/// A line is handed to the system before `record` returns, so it survives however the process ends. A recorder can be
/// used from any thread. It never throws: an event that cannot be written is counted in `dropped` and leaves a gap in
/// `seq`, which tracetool reports.
///
/// **Never call it in a signal handler.** It takes a lock and allocates memory, and neither is allowed there (`sigaction(2)`
/// lists what is). The lock is not recursive: a signal that comes while the same thread records would have that thread wait
/// for itself, and on Apple's systems the process is ended for it. What a crash handler wants to tell is told at the next
/// start.
public final class TraceRecorder: Sendable {
  private let log: Locked<TraceLog>
  private let background: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

  /// The folder `traces` in Application Support; on tvOS in Caches.
  ///
  /// Apps for tvOS cannot write to Application Support, and the system may empty their Caches while they do not run (Apple,
  /// "App Programming Guide for tvOS").
  public static var standardFolder: URL {
    #if os(tvOS)
      let place = FileManager.SearchPathDirectory.cachesDirectory
    #else
      let place = FileManager.SearchPathDirectory.applicationSupportDirectory
    #endif
    let found = FileManager.default.urls(for: place, in: .userDomainMask)
    // Every user has both.
    return (found.first ?? FileManager.default.temporaryDirectory).appendingPathComponent("traces", isDirectory: true)
  }

  /// Creates a recorder that writes to files in `folder`.
  ///
  /// The folder is created if it does not exist.
  ///
  /// - Parameters:
  ///   - folder: A folder for traces alone, `standardFolder` if you name none. Each launch begins a file here, and another
  ///     one when that is full. On iOS the files can be written before the first unlock after a restart, unless the folder
  ///     also holds other files of the app: then its protection is not changed. An app and its extensions may share a
  ///     folder.
  ///   - app: The app and device that the first line of each file names.
  ///   - records: The event kinds that the app records itself, every time they happen. tracetool reports something as
  ///     missing only if its kind is listed. List `[.taskBegin, .taskExpire, .taskEnd]` only if the app begins all its
  ///     background tasks with `task`: otherwise a task that UIKit alone knows of looks like work without a task.
  ///     `UIKitObserver` adds the kinds that it records.
  ///   - files: The number of files to keep. Beyond it the oldest file is removed, unless its process still runs.
  ///   - fileBytes: The size in bytes at which a file is full and the next one begins. The next file is opened on another
  ///     thread; a file becomes larger if that takes longer than to fill it.
  public convenience init(
    to folder: URL = TraceRecorder.standardFolder, app: TraceContext = TraceContext(), records: [EventKind] = [],
    files: Int = 64, fileBytes: Int = 1 << 20
  ) {
    self.init(to: folder, app: app, records: records, files: files, fileBytes: fileBytes, RecorderEnvironment())
  }

  init(
    to folder: URL, app: TraceContext = TraceContext(), records: [EventKind] = [], files: Int = 64,
    fileBytes: Int = 1 << 20, _ environment: RecorderEnvironment
  ) {
    log = Locked(TraceLog(folder, app, fileCount: max(files, 1), fileBytes: fileBytes, environment))
    background = environment.background
    declare(records)
    keepUp()
  }

  deinit { log.withLock { $0.close() } }

  /// The number of events that could not be written, and the system's message for the last of them.
  public var dropped: (count: Int, reason: String?) {
    let (count, code) = log.withLock { ($0.dropped, $0.failure) }
    return (count, count == 0 ? nil : NSError(domain: NSPOSIXErrorDomain, code: Int(code)).localizedDescription)
  }

  /// Adds event kinds that the app records every time they happen.
  ///
  /// It has no effect after the first event.
  public func declare(_ kinds: [EventKind]) { log.withLock { $0.declare(kinds) } }

  /// Names the device.
  ///
  /// It has no effect if the device is known already.
  ///
  /// Call it when the id becomes available. The next line names the device, and so does the first line of each further
  /// file:
  ///
  ///     if let id = UIDevice.current.identifierForVendor { recorder.identify(device: id.uuidString) }
  public func identify(device: String) { log.withLock { $0.identify(device: device) } }

  /// True if the device is known.
  var isIdentified: Bool { log.withLock { $0.isIdentified } }

  /// Records the start of the process and adds event kinds that will be recorded.
  ///
  /// If the system does not say when the process began, `process.main` is recorded instead of `process.start`: the launch
  /// time is then measured from there, and reports say so. An invented start would give a wrong launch time.
  func begin(recording kinds: [EventKind], isPrewarmed: Bool) {
    let age = log.withLock { $0.age }
    let start: EventKind = age == nil ? .processMain : .processStart
    declare(kinds + [start])
    record(start, isPrewarmed ? [.prewarmed(true)] : [], ago: age ?? 0)
  }

  /// Records an event.
  ///
  /// It may be called on any thread, and never in a signal handler.
  ///
  /// - Parameters:
  ///   - kind: The kind of event, such as `.dataSave`.
  ///   - fields: More about it, such as `.name("cart")`.
  ///   - ago: How long ago it happened, in nanoseconds.
  public func record(_ kind: EventKind, _ fields: TraceField..., ago: Int = 0) { record(kind, fields, ago: ago) }

  func record(_ kind: EventKind, _ fields: [TraceField], ago: Int = 0) {
    let isMain = Thread.isMainThread
    let isUpkeepDue = log.withLock { $0.append(kind, fields, ago: ago, isMain: isMain) }
    if isUpkeepDue { keepUp() }
  }

  /// Runs an upkeep on another thread if one is due; the recorder stays until it is done.
  private func keepUp() {
    guard let upkeep = log.withLock({ $0.upkeep() }) else { return }
    background { [self] in
      let outcome = upkeep.run()
      log.withLock { $0.finish(outcome) }
    }
  }

  /// Records the memory footprint of the process.
  public func sampleMemory() { record(.memorySample, System.footprint) }

  /// Records the begin of a piece of work, of a kind such as `timer`, `disk`, `network`, `game` or `setup`.
  public func work(_ name: String, kind: String, _ fields: TraceField...) -> TraceSpan {
    begin(.workBegin, .workEnd, [.name(name), .kind(kind)] + fields)
  }

  /// Records the begin of a background task.
  ///
  /// - Parameters:
  ///   - name: The task's name.
  ///   - kind: `assertion` for `beginBackgroundTask`; `appRefresh`, `processing` or `continued` for a `BGTask`;
  ///     `urlSession`, `fetch` or `remoteNotification` for the callbacks of that name.
  ///   - fields: More about it.
  /// - Returns: The task; call `end` on it once.
  public func task(_ name: String, kind: String = "assertion", _ fields: TraceField...) -> TraceSpan {
    begin(.taskBegin, .taskEnd, [.name(name), .kind(kind)] + fields)
  }

  /// Records the entry of a callback; call `end` when it returns, or use `run`.
  public func callback(_ kind: EventKind, _ fields: TraceField...) -> TraceSpan {
    record(kind, fields + [.phase("begin")])
    return TraceSpan(recorder: self, kind: kind, fields: fields + [.phase("end")])
  }

  private func begin(_ kind: EventKind, _ end: EventKind, _ fields: [TraceField]) -> TraceSpan {
    let fields = fields + [.task(log.withLock { $0.nextTask() })]
    record(kind, fields)
    return TraceSpan(recorder: self, kind: end, fields: fields)
  }
}
