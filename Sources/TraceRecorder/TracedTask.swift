/// A background task that ends once in the system, however often it is ended.
///
/// If the app ends it twice, the trace has both ends, and tracetool finds an `order.task`: such code ends another task
/// where it calls UIKit itself. Once the time is over this is no fault, as what was cancelled then may end it, too.
///
/// It is made by `UIApplication.beginTracedTask` and `AppTrace.registerTask`. It can be used on any thread.
public final class TracedTask: Sendable {
  private struct State {
    var isEnded = false
    /// True if the app has ended it; false if it was refused, or its time was over.
    var isEndedByApp = false
    var hasExpired = false
    /// True if the task succeeded, once it has ended.
    var success: Bool?
    /// Ends the task in the system, once that has begun it.
    var finish: (@Sendable (_ success: Bool) -> Void)?
    var onExpiration: [@Sendable () -> Void] = []
  }

  /// How long a task of the system's may take to clean up after its handlers, in nanoseconds: the system ends the process
  /// if a task is not ended soon, and says not how soon.
  static let grace = 2_000_000_000

  private let span: TraceSpan
  /// Runs something later; nil for a task that must end before its handlers return.
  private let later: RecorderEnvironment.Later?
  private let state = Locked(State())

  init(_ span: TraceSpan, later: RecorderEnvironment.Later? = nil) {
    self.span = span
    self.later = later
  }

  /// Sets the closure that tells the system of the task's end; it is called at once if the task has ended meanwhile.
  func began(finish: @escaping @Sendable (_ success: Bool) -> Void) {
    let ended = state.withLock { state -> Bool? in
      if state.isEnded { return state.success ?? true }
      state.finish = finish
      return nil
    }
    if let ended { finish(ended) }
  }

  /// Adds what to do when the task's background time expires: stop, and call `end`.
  ///
  /// The expiry is recorded first. Then all handlers are called, in the order in which they were added, that of
  /// `beginTracedTask` before others. A task that has not ended when the last one returns is ended then, as the system
  /// would end the process otherwise; one of `registerTask` two seconds later, so that what a handler has cancelled can
  /// clean up. If the task has expired already, `handler` is called at once.
  ///
  /// - Parameter handler: It may be called on any thread.
  public func onExpiration(_ handler: @escaping @Sendable () -> Void) {
    let hasExpired = state.withLock { state in
      if !state.isEnded && !state.hasExpired { state.onExpiration.append(handler) }
      return state.hasExpired
    }
    if hasExpired { handler() }
  }

  /// Records the expiry, and ends the task.
  func expire() {
    let (isFirst, handlers) = state.withLock { state in
      let isFirst = !state.hasExpired && !state.isEnded
      state.hasExpired = true
      return (isFirst, state.onExpiration)
    }
    if !isFirst { return }
    span.expire()
    for handler in handlers { handler() }
    let end: @Sendable () -> Void = { [self] in self.end(success: false, isByApp: false) }
    if let later, !handlers.isEmpty { later(Self.grace, end) } else { end() }
  }

  /// Ends the task.
  ///
  /// It has no effect on one that was refused, or that has ended after its time was over. Before that a second call is
  /// recorded, and has no other effect.
  ///
  /// - Parameter success: True if it succeeded; nil if the app does not say.
  public func end(success: Bool? = nil) { end(success: success, isByApp: true) }

  /// Ends the task, unless it has ended; where the system has refused it or its time is over, not by the app.
  func end(success: Bool?, isByApp: Bool) {
    let (isFirst, isSecond, finish, handlers) = state.withLock { state in
      let isFirst = !state.isEnded
      let isSecond = isByApp && state.isEndedByApp && !state.hasExpired
      if isFirst {
        state.isEnded = true
        state.isEndedByApp = isByApp
        state.success = success
      }
      defer {
        // They hold what the app gave them, and the system's task, which holds this one.
        state.finish = nil
        state.onExpiration = []
      }
      return (isFirst, isSecond, state.finish, state.onExpiration)
    }
    // They are released outside of the lock: that may run code of the app's, which ends this task.
    defer { withExtendedLifetime(handlers) {} }
    if isFirst || isSecond { span.end(success: success) }
    if isFirst { finish?(success ?? true) }
  }
}
