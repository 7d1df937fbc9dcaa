/// A background task that ends once, in the system and in the trace.
///
/// It is made by `UIApplication.beginTracedTask` and `Trace.registerTask`. It can be used on any thread.
public final class TracedTask: Sendable {
  private struct State {
    var isEnded = false
    var hasExpired = false
    /// True if the task succeeded, once it has ended.
    var success: Bool?
    /// Ends the task in the system, once that has begun it.
    var finish: (@Sendable (_ success: Bool) -> Void)?
    var onExpiration: (@Sendable () -> Void)?
  }

  private let span: TraceSpan
  private let state = Locked(State())

  init(_ span: TraceSpan) { self.span = span }

  /// Sets the closure that tells the system of the task's end; it is called at once if the task has ended meanwhile.
  func began(finish: @escaping @Sendable (_ success: Bool) -> Void) {
    let ended = state.withLock { state -> Bool? in
      if state.isEnded { return state.success ?? true }
      state.finish = finish
      return nil
    }
    if let ended { finish(ended) }
  }

  /// Sets what to do when the task's background time expires: stop, and call `end`.
  ///
  /// The expiry is recorded before `handler` is called. A task that has not ended when `handler` returns is ended then,
  /// as the system would end the process otherwise. If the task has expired already, `handler` is called at once.
  ///
  /// - Parameter handler: It may be called on any thread.
  public func onExpiration(_ handler: @escaping @Sendable () -> Void) {
    let (hasExpired, previous) = state.withLock { state in
      let previous = state.onExpiration
      if !state.isEnded { state.onExpiration = handler }
      return (state.hasExpired, previous)
    }
    // The old handler is released here, outside of the lock: that may run code of the app's, which ends this task.
    withExtendedLifetime(previous) {}
    if hasExpired { handler() }
  }

  /// Records the expiry, and ends the task.
  func expire() {
    let (isFirst, handler) = state.withLock { state in
      let isFirst = !state.hasExpired && !state.isEnded
      state.hasExpired = true
      return (isFirst, state.onExpiration)
    }
    if !isFirst { return }
    span.expire()
    handler?()
    end(success: false)
  }

  /// Ends the task; a second call has no effect.
  ///
  /// - Parameter success: True if it succeeded; nil if the app does not say.
  public func end(success: Bool? = nil) {
    let (isFirst, finish, handler) = state.withLock { state in
      let isFirst = !state.isEnded
      state.isEnded = true
      if isFirst { state.success = success }
      defer {
        // They hold what the app gave them, and the system's task, which holds this one.
        state.finish = nil
        state.onExpiration = nil
      }
      return (isFirst, state.finish, state.onExpiration)
    }
    // They are released outside of the lock: that may run code of the app's, which ends this task.
    defer { withExtendedLifetime(handler) {} }
    if !isFirst { return }
    span.end(success: success)
    finish?(success ?? true)
  }
}
