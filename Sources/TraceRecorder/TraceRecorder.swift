package import Foundation
package import TraceVocabulary

#if os(watchOS)
  #error("TraceRecorder does not support watchOS, whose apps have no UIScene")
#endif

/// Records the events of one launch to a folder of trace files, one JSON line an event.
///
/// Apps use `Trace`.
///
/// A line is handed to the system before `record` returns, so it survives however the process ends. A recorder can be
/// used from any thread. It never throws: an event that cannot be written is counted in `health` and leaves a gap in
/// `seq`, which tracetool reports.
package final class TraceRecorder: Sendable {
  private let log: Locked<TraceLog>
  private let background: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void
  private let redact: Trace.Redaction?

  /// Creates a recorder that writes to files below `root`, in the folder of this app.
  ///
  /// A file is full at `fileBytes`. The next one is opened on another thread; a file becomes larger if that takes longer
  /// than to fill it.
  package convenience init(
    to root: URL, records: [EventKind] = [], bytes: Int = Trace.defaultBytes, fileBytes: Int? = nil
  ) {
    let limits = TraceLimits(bytes: bytes, days: Trace.defaultDays)
    self.init(
      to: TracePlace(root: root, app: TraceContext.app), records: records,
      limits: TraceLimits(bytes: bytes, days: limits.days, fileBytes: fileBytes ?? limits.fileBytes))
  }

  /// Creates a recorder of `records`, the event kinds that the app records every time they happen.
  ///
  /// It is on if `choice` says so, which was made in this launch; else if that of an earlier launch does; else if `isOn`.
  init(
    to place: TracePlace, app: TraceContext = TraceContext(), records: [EventKind] = [],
    limits: TraceLimits = TraceLimits(bytes: Trace.defaultBytes, days: Trace.defaultDays), isProtected: Bool = false,
    isOn: Bool = true, choice: Bool? = nil, redact: Trace.Redaction? = nil,
    _ environment: RecorderEnvironment = RecorderEnvironment()
  ) {
    let folder = TraceFolder(
      place: place, disk: environment.disk, limits: limits, isProtected: isProtected,
      process: ProcessInfo.processInfo.processIdentifier, launch: "")
    log = Locked(TraceLog(folder, app, isOn: isOn, choice: choice, environment))
    background = environment.background
    self.redact = redact
    declare(records)
    keepUp()
  }

  deinit { log.withLock { $0.close() } }

  /// Records the start of the process and what the host posts from now on; nil in a preview of Xcode's, which is no launch.
  ///
  /// If the system does not say when the process began, `process.main` is recorded instead of `process.start`: the launch
  /// time is then measured from there, and reports say so. An invented start would give a wrong launch time.
  static func start(
    in host: any TraceHost, to place: TracePlace, claims: [EventKind] = [],
    limits: TraceLimits = TraceLimits(bytes: Trace.defaultBytes, days: Trace.defaultDays), isProtected: Bool = false,
    isOn: Bool = true, choice: Bool? = nil, redact: Trace.Redaction? = nil,
    _ environment: RecorderEnvironment = RecorderEnvironment()
  ) -> TraceRecorder? {
    if host.environment["XCODE_RUNNING_FOR_PREVIEWS"] == "1" { return nil }
    let recorder = TraceRecorder(
      to: place, app: TraceContext(environment: host.environment), records: claims + host.posted, limits: limits,
      isProtected: isProtected, isOn: isOn, choice: choice, redact: redact, environment)
    let age = recorder.log.withLock { $0.age }
    let start: EventKind = age == nil ? .processMain : .processStart
    recorder.declare([start])
    let isPrewarmed = host.environment["ActivePrewarm"] == "1"
    recorder.record(start, isPrewarmed ? [.prewarmed(true)] : [], ago: age ?? 0)
    host.observe { kind, fields in recorder.record(kind, fields) }
    return recorder
  }

  /// True if it records; what is set stands for later launches, too.
  var isOn: Bool {
    get { log.withLock { $0.isOn } }
    set {
      log.withLock { $0.choose(newValue) }
      keepUp()
    }
  }

  /// The number of events that could not be written, and the system's message for the last failure.
  package var dropped: (count: Int, reason: String?) {
    let (count, code) = log.withLock { ($0.dropped, $0.failure) }
    return (count, code == 0 ? nil : NSError(domain: NSPOSIXErrorDomain, code: Int(code)).localizedDescription)
  }

  /// Removes all traces, and goes on as another launch of another installation.
  ///
  /// - Returns: True if nothing is left.
  package func eraseAll() -> Bool {
    let (folder, installation) = log.withLock { $0.renew() }
    return folder.erase(keeping: installation)
  }

  /// The traces that nobody writes any more, oldest first.
  package func closedFiles() -> [URL] {
    let (folder, isWriting) = log.withLock { ($0.folder, $0.isWriting) }
    return folder.closedFiles(isWriting: isWriting)
  }

  /// Removes those of the files that `closedFiles` would name, and no other.
  package func remove(_ files: [URL]) {
    let wanted = Set(files.map(\.traceName))
    let disk = log.withLock { $0.folder.disk }
    for file in closedFiles() where wanted.contains(file.traceName) { disk.remove(file) }
  }

  /// Adds event kinds that the app records every time they happen.
  ///
  /// It has no effect after the first event.
  func declare(_ kinds: [EventKind]) { log.withLock { $0.declare(kinds) } }

  /// Records an event.
  ///
  /// - Parameters:
  ///   - kind: The kind of event, such as `.dataSave`.
  ///   - fields: More about it, such as `.name("cart")`.
  ///   - ago: How long ago it happened, in nanoseconds.
  package func record(_ kind: EventKind, _ fields: TraceField..., ago: Int = 0) { record(kind, fields, ago: ago) }

  func record(_ kind: EventKind, _ fields: [TraceField], ago: Int = 0) {
    // The app's own code runs before the lock is taken: it may record, too.
    let fields = redact.map { redact in fields.compactMap { $0.redacted(of: kind, redact) } } ?? fields
    let isMain = Thread.isMainThread
    let isUpkeepDue = log.withLock { $0.append(kind, fields, ago: ago, isMain: isMain) }
    if isUpkeepDue { keepUp() }
  }

  /// Runs an upkeep on another thread if one is due; the recorder stays until it is done.
  private func keepUp() {
    guard let upkeep = log.withLock({ $0.upkeep() }) else { return }
    background { @Sendable [self] in
      let outcome = upkeep.run()
      log.withLock { $0.finish(outcome) }
    }
  }

  /// Records `begin` with the number of the next task or piece of work, and returns its end.
  package func begin(_ begin: EventKind, _ end: EventKind, _ fields: [TraceField]) -> TraceSpan {
    let fields = fields + [.task(log.withLock { $0.nextTask() })]
    record(begin, fields)
    return TraceSpan(recorder: self, kind: end, fields: fields)
  }

  /// Records the entry of a callback, of which some fields stand at its entry alone, and returns its end.
  package func callback(_ kind: EventKind, entry: [TraceField] = [], _ fields: [TraceField]) -> TraceSpan {
    record(kind, fields + entry + [.phase("begin")])
    return TraceSpan(recorder: self, kind: kind, fields: fields + [.phase("end")])
  }
}

extension URL {
  /// What tells two traces of one root from each other.
  fileprivate var traceName: String { deletingLastPathComponent().lastPathComponent + "/" + lastPathComponent }
}
