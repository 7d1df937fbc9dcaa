#if canImport(UIKit) && !os(watchOS)
  import TraceVocabulary
  public import UIKit

  extension UIApplication {
    /// Calls `beginBackgroundTask(withName:expirationHandler:)`, on any thread as that, and records the task's begin,
    /// expiry and end.
    ///
    ///     upload = UIApplication.shared.beginTracedTask("upload") { uploader.cancel() }
    ///     …
    ///     upload?.end()
    ///
    /// - Parameters:
    ///   - name: The task's name.
    ///   - handler: What to do when the time is over, on the main thread. Handlers that are added by the task's
    ///     `onExpiration` are called after it; a task that has not ended when the last one returns is ended then.
    /// - Returns: The task. If UIKit refuses it, it is recorded as ended without success, and `end` has no effect.
    public nonisolated func beginTracedTask(
      _ name: StaticString, expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> TracedTask {
      let span = AppTrace.begin(.taskBegin, .taskEnd, [.name(name), .kind("assertion")])
      let task = TracedTask(span)
      if let handler {
        // UIKit calls it on the main thread.
        task.onExpiration { @Sendable in MainActor.assumeIsolated { handler() } }
      }
      let id = beginBackgroundTask(withName: "\(name)") { @MainActor @Sendable in task.expire() }
      if id == .invalid {
        task.end(success: false, isByApp: false)
        return task
      }
      task.began { @Sendable [self] _ in endBackgroundTask(id) }
      return task
    }
  }
#endif
