package import Foundation
package import TraceVocabulary

#if os(watchOS)
  #error("TraceRecorder does not support watchOS, whose apps have no UIScene")
#endif

/// Records the events of one launch to a folder of trace files, one JSON line an event.
///
/// Apps use `AppTrace`.
///
/// A line is handed to the system before `record` returns, so it survives however the process ends. A recorder can be
/// used from any thread. It never throws: an event that cannot be written is counted in `health` and leaves a gap in
/// `seq`, which tracetool reports.
package final class Recorder: Sendable {
  private let log: Locked<TraceLog>
  private let status: Locked<TraceLog.Status>
  private let background: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void
  private let redact: AppTrace.Redaction?
  /// True while files are passed to an upload.
  private let isUploading = Locked(false)
  /// Begins to watch the host; nil once it is watched, or where there is none.
  private let watch = Locked<(@Sendable (Recorder) -> Void)?>(nil)

  /// Creates a recorder that writes to files below `root`, in the folder of this app.
  ///
  /// A file is full at `fileBytes`. The next one is opened on another thread; a file becomes larger if opening takes
  /// longer than filling it.
  package convenience init(
    to root: URL, records: [EventKind] = [], bytes: Int = AppTrace.defaultBytes, fileBytes: Int? = nil
  ) {
    let limits = TraceLimits(bytes: bytes, days: AppTrace.defaultDays)
    self.init(
      to: TraceLocation(root: root, app: TraceContext.app), records: records,
      limits: TraceLimits(bytes: bytes, days: limits.days, fileBytes: fileBytes ?? limits.fileBytes))
  }

  /// Creates a recorder of `records`, the event kinds that the app records without exception; for the others see
  /// `TraceLog`.
  init(
    to location: TraceLocation, app: TraceContext = TraceContext(), records: [EventKind] = [],
    limits: TraceLimits = TraceLimits(bytes: AppTrace.defaultBytes, days: AppTrace.defaultDays),
    isProtected: Bool = false, isOn: Bool = true, choice: Bool? = nil, share: Double = 1, isLaunching: Bool = false,
    attributes: [TraceField] = [], redact: AppTrace.Redaction? = nil,
    _ environment: RecorderEnvironment = RecorderEnvironment()
  ) {
    let folder = TraceFolder(
      location: location, disk: environment.disk, limits: limits, isProtected: isProtected,
      process: ProcessInfo.processInfo.processIdentifier, launch: "")
    log = Locked(
      TraceLog(folder, app, isOn: isOn, choice: choice, share: share, isLaunching: isLaunching, environment))
    status = log.withLock { $0.published }
    background = environment.background
    self.redact = redact
    declare(records)
    log.withLock { $0.attach(attributes) }
    keepUp()
  }

  deinit { log.withLock { $0.close() } }

  /// Records the start of the process and what the host posts, from now on or from when recording is switched on; nil in
  /// a preview of Xcode's, which is no launch.
  ///
  /// If the system does not say when the process began, there is no `process.start`: an invented one would give a wrong
  /// launch time. `process.main` is the time of this call, before which `main` was entered: it is marked so.
  ///
  /// Old traces are removed after the first frame, or when the app enters the background; after `longestLaunch` if
  /// neither came. A launch that ends before leaves them to a later one.
  static func start(
    in host: any TraceHost, to location: TraceLocation, claims: [EventKind] = [],
    limits: TraceLimits = TraceLimits(bytes: AppTrace.defaultBytes, days: AppTrace.defaultDays),
    isProtected: Bool = false, isOn: Bool = true, choice: Bool? = nil, share: Double = 1, attributes: [TraceField] = [],
    redact: AppTrace.Redaction? = nil, _ environment: RecorderEnvironment = RecorderEnvironment()
  ) -> Recorder? {
    if host.variable("XCODE_RUNNING_FOR_PREVIEWS") == "1" { return nil }
    let recorder = Recorder(
      to: location, app: TraceContext(variable: host.variable), records: claims + host.posted, limits: limits,
      isProtected: isProtected, isOn: isOn, choice: choice, share: share, isLaunching: true, attributes: attributes,
      redact: redact, environment)
    let past = recorder.log.withLock { $0.past }
    recorder.declare(past.map(\.kind) + [.processMain])
    let isPrewarmed = environment.loading?.isPrewarmed ?? false || host.variable("ActivePrewarm") == "1"
    let marks: [TraceField] = isPrewarmed ? [.prewarmed(true)] : []
    for (kind, ago) in past { recorder.record(kind, kind == .processStart ? marks : [], ago: ago) }
    recorder.record(.processMain, marks + [.attribute("approximate", true)] + host.role)
    recorder.watch.withLock { $0 = { @Sendable recorder in HostWatch(host, recorder, environment) } }
    recorder.watchIfOn()
    if recorder.isOn { environment.later(longestLaunch) { recorder.allowTidying() } }
    return recorder
  }

  /// How long old traces wait for the first frame, which a launch in the background never draws, in nanoseconds.
  static let longestLaunch = 5_000_000_000

  /// Removes traces beyond the limits, on another thread; from now on also when a file begins.
  func allowTidying() {
    log.withLock { $0.allowTidying() }
    keepUp()
  }

  /// Begins to watch the host, once recording is on: an app that never switches it on pays for no observer.
  private func watchIfOn() {
    if !isOn { return }
    let begin = watch.withLock { watch in
      defer { watch = nil }
      return watch
    }
    begin?(self)
  }

  /// True if it records; the value that is set also holds for later launches.
  var isOn: Bool {
    get { status.withLock { $0.isOn } }
    set {
      log.withLock { $0.choose(newValue) }
      keepUp()
      watchIfOn()
    }
  }

  /// Whether events are written, and what failed.
  var health: TraceHealth {
    let now = status.withLock { $0 }
    let code = now.failure == 0 ? nil : now.failure
    return TraceHealth(
      state: now.isOn ? .recording : now.isChosen ? .notInShare : .off, dropped: now.dropped,
      reason: code.map { NSError(domain: NSPOSIXErrorDomain, code: Int($0)).localizedDescription }, code: code)
  }

  /// Describes the launch by attributes, from the next line on.
  func attach(_ attributes: [TraceField]) {
    let attributes = redacted(attributes, of: .processMain)
    log.withLock { $0.attach(attributes) }
  }

  var state: TraceHealth.State { health.state }
  /// The number of events that could not be written, and the system's message for the last failure.
  package var dropped: (count: Int, reason: String?) { (health.dropped, health.reason) }

  /// Removes all traces, and goes on as another launch of another installation.
  ///
  /// - Returns: True if no trace is left.
  package func eraseAll() -> Bool {
    let (folder, installation) = log.withLock { $0.renew() }
    return folder.erase(keeping: installation)
  }

  /// The traces that no process writes to any more, oldest first.
  package func closedFiles() -> [URL] {
    let (folder, isWriting, time) = log.withLock { ($0.folder, $0.isWriting, $0.time) }
    return folder.closedFiles(isWriting: isWriting, at: time)
  }

  /// Passes closed files to `upload` until one is not taken, and removes those that are; returns how many.
  package func uploadFiles(_ upload: AppTrace.Upload) async -> Int {
    let isFirst = isUploading.withLock { isUploading in
      defer { isUploading = true }
      return !isUploading
    }
    if !isFirst { return 0 }
    let folder = log.withLock { $0.folder }
    defer { isUploading.withLock { $0 = false } }
    var taken = 0
    for file in closedFiles() {
      // The user may refuse meanwhile, or have all erased.
      if !status.withLock({ $0.isChosen }) || log.withLock({ $0.folder.launch }) != folder.launch { break }
      // One that is gone is not passed: a session in the background may end the process for it.
      if !folder.hold(file) { continue }
      if !(await upload(file)) || !folder.disk.remove(file) { break }
      taken += 1
    }
    _ = folder.hold(nil)
    return taken
  }

  /// Adds event kinds that the app records without exception.
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

  /// Records an event; `isOfMain` says that the main thread is what it is about, whichever thread records it.
  func record(_ kind: EventKind, _ fields: [TraceField], ago: Int = 0, isOfMain: Bool = false) {
    let fields = redacted(fields, of: kind)
    let isMain = isOfMain || Thread.isMainThread
    let isUpkeepDue = log.withLock { $0.append(kind, fields, ago: ago, isMain: isMain) }
    if isUpkeepDue { keepUp() }
  }

  /// The fields after the app's redaction.
  ///
  /// The redaction is the app's own code, and runs before the lock is taken: it may record, too. In what it records,
  /// texts that are not literals are left out, since redacting them would call it again without end.
  private func redacted(_ fields: [TraceField], of kind: EventKind) -> [TraceField] {
    guard let redact, fields.contains(where: \.isDynamic) else { return fields }
    // Not a `TaskLocal`: before iOS 18 the runtime ends a process that binds one in the body of `withTaskGroup`.
    let thread = Thread.current.threadDictionary
    if thread[Self.redacting] != nil { return fields.filter { !$0.isDynamic } }
    thread[Self.redacting] = true
    defer { thread[Self.redacting] = nil }
    return fields.compactMap { $0.redacted(of: kind, redact) }
  }

  /// Names what is set in the dictionary of a thread while it runs the app's redaction.
  private static let redacting = "tracetool.redacting"

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
