import TraceVocabulary

/// A callback, a task or a piece of work that has begun; call `end` once.
///
///     let span = Trace.work("import", kind: "disk")
///     defer { span.end() }
public struct TraceSpan: Sendable {
  /// Nil before `Trace.start` and where recording is off.
  let recorder: TraceRecorder?
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
  public func run<Value, Failure: Error>(_ body: () async throws(Failure) -> Value) async throws(Failure) -> Value {
    defer { end() }
    return try await body()
  }
}
