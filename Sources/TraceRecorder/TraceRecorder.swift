public import Foundation
import Synchronization
// With this one import an app names kinds of events, and has no other name of the model among its own.
@_exported public import enum TraceModel.EventKind

/// Records an app's life into a folder of traces, one JSON line an event.
///
/// A line is handed to the system before `record` returns, so it outlives the process however that ends. Safe from
/// any thread; it never throws into the app: what cannot be written is counted, and leaves a hole in `seq`.
public final class TraceRecorder: Sendable {
  private let log: Mutex<TraceLog>
  private let lastTask = Atomic(0)

  /// A recorder that writes to files in `folder`, which it makes if there is none.
  ///
  /// - Parameters:
  ///   - folder: A folder for traces alone. Each launch begins a file of its own here, and another when that is full.
  ///     On iOS its files can be written before the device is first unlocked; where it holds, or may hold, other files
  ///     of the app as well, it is left as it is, and is as protected as these. An app and its extensions may share it.
  ///   - app: What the first line of each file says of app and device.
  ///   - records: The kinds that the app will record by itself, each wherever it happens: a finding that something is
  ///     missing needs to know that it would have been recorded. Name those of tasks only if the app begins all its
  ///     background tasks with `task`, as `[.taskBegin, .taskExpire, .taskEnd]`: one that UIKit alone knows of would
  ///     look like work without a task. What `UIKitObserver` records it names itself.
  ///   - files: How many files are kept; with one more than that the oldest is removed, unless its process still runs.
  ///   - fileBytes: The line that makes a file this large is its last.
  public convenience init(
    to folder: URL, app: TraceContext = TraceContext(), records: [EventKind] = [], files: Int = 64,
    fileBytes: Int = 1 << 20
  ) {
    self.init(to: folder, app: app, records: records, files: files, fileBytes: fileBytes, Surroundings())
  }

  init(
    to folder: URL, app: TraceContext = TraceContext(), records: [EventKind] = [], files: Int = 64,
    fileBytes: Int = 1 << 20, _ surroundings: Surroundings
  ) {
    log = Mutex(TraceLog(folder, app, fileCount: max(files, 1), fileBytes: fileBytes, surroundings))
    declare(records)
  }

  /// How many events could not be written, and what the system said to the last.
  public var dropped: (count: Int, reason: String?) {
    let (count, code) = log.withLock { ($0.dropped, $0.failure) }
    return (count, count == 0 ? nil : NSError(domain: NSPOSIXErrorDomain, code: Int(code)).localizedDescription)
  }

  /// Says which kinds will be recorded beside those named so far, each wherever it happens; without effect after the
  /// first event.
  public func declare(_ kinds: [EventKind]) { log.withLock { $0.declare(kinds) } }

  /// Says which device this is, once that is known; without effect where it was known before.
  ///
  /// It stands on the next line, and on the first of each file that follows:
  ///
  ///     if let id = UIDevice.current.identifierForVendor { recorder.identify(device: id.uuidString) }
  public func identify(device: String) { log.withLock { $0.identify(device: device) } }

  /// Whether it is known which device this is.
  var isIdentified: Bool { log.withLock { $0.isIdentified } }

  /// Records how the process began, and says which kinds will be recorded.
  ///
  /// Where the system does not say when that was, the launch begins with `process.main`, now: its time is then counted
  /// from there, and says so. A start that is made up would make it shorter, or longer by half a century.
  func begin(recording kinds: [EventKind], isPrewarmed: Bool) {
    let age = log.withLock { $0.age }
    let start: EventKind = age == nil ? .processMain : .processStart
    declare(kinds + [start])
    record(start, isPrewarmed ? [.prewarmed(true)] : [], ago: age ?? 0)
  }

  /// Records that something happened, now or so many nanoseconds ago.
  public func record(_ kind: EventKind, _ fields: TraceField..., ago: Int = 0) { record(kind, fields, ago: ago) }

  func record(_ kind: EventKind, _ fields: [TraceField], ago: Int = 0) {
    let isMain = Thread.isMainThread
    log.withLock { $0.append(kind, fields, ago: ago, isMain: isMain) }
  }

  /// Records how much memory the process holds.
  public func sampleMemory() { record(.memorySample, System.footprint) }

  /// Records that a piece of work begins, of a kind such as `timer`, `disk`, `network`, `game` or `setup`.
  public func work(_ name: String, kind: String, _ fields: TraceField...) -> TraceSpan {
    begin(.workBegin, .workEnd, [.name(name), .kind(kind)] + fields)
  }

  /// Records that a background task begins: an `assertion`, or `appRefresh`, `processing`, `urlSession`, ….
  public func task(_ name: String, kind: String = "assertion", _ fields: TraceField...) -> TraceSpan {
    begin(.taskBegin, .taskEnd, [.name(name), .kind(kind)] + fields)
  }

  /// Records that a callback was entered.
  public func callback(_ kind: EventKind, _ fields: TraceField...) -> TraceSpan {
    record(kind, fields + [.phase("begin")])
    return TraceSpan(recorder: self, kind: kind, fields: fields + [.phase("end")])
  }

  private func begin(_ kind: EventKind, _ end: EventKind, _ fields: [TraceField]) -> TraceSpan {
    let fields = fields + [.task(lastTask.add(1, ordering: .relaxed).newValue)]
    record(kind, fields)
    return TraceSpan(recorder: self, kind: end, fields: fields)
  }
}

/// Something that has begun and is to end once.
public struct TraceSpan: Sendable {
  let recorder: TraceRecorder
  let kind: EventKind
  let fields: [TraceField]

  /// Records its end, and how it went if that is known.
  public func end(success: Bool? = nil) { recorder.record(kind, fields + (success.map { [.success($0)] } ?? [])) }

  /// Records that the system asked a background task to end.
  public func expire() { recorder.record(.taskExpire, fields) }

  /// Does `body`, then ends, also if it throws.
  public func run<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    defer { end() }
    return try body()
  }

  /// Does `body`, then ends, also if it throws.
  public func run<Value, Failure: Error>(_ body: () async throws(Failure) -> Value) async throws(Failure) -> Value {
    defer { end() }
    return try await body()
  }
}
