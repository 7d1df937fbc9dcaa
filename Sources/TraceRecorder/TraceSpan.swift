import TraceVocabulary

/// A callback, a task or a piece of work that has begun; call `end` once.
///
///     let span = AppTrace.beginWork("import", kind: "disk")
///     defer { span.end() }
///
/// A second `end` is recorded as well: of a background task tracetool finds it (`order.task`).
public struct TraceSpan: Sendable {
  /// Nil before `AppTrace.start` and where recording is off.
  let recorder: Recorder?
  let kind: EventKind
  let fields: [TraceField]

  /// Records its end.
  ///
  /// - Parameter success: True if it succeeded; nil if the app does not say.
  public func end(success: Bool? = nil) { recorder?.record(kind, fields + (success.map { [.success($0)] } ?? [])) }

  /// Records that the task's expiration handler was called.
  public func expire() { recorder?.record(.taskExpire, fields) }

  /// Runs `body` and records the end when it returns or throws.
  public func run<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    defer { end() }
    return try body()
  }

  /// Runs `body` and records the end when it returns or throws.
  ///
  /// Of a background task it also records that the present Swift task is cancelled while `body` runs, as its expiry: so
  /// SwiftUI tells the action of `backgroundTask(_:action:)` that its time is over.
  public func run<Value, Failure: Error>(_ body: () async throws(Failure) -> Value) async throws(Failure) -> Value {
    defer { end() }
    if kind != .taskEnd { return try await body() }
    let outcome = await withTaskCancellationHandler {
      () async -> Result<Value, Failure> in
      do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
    } onCancel: {
      expire()
    }
    return try outcome.get()
  }
}
