/// What grants an app time in the background: the field `kind` of `task.begin` and the other `task.…` events.
///
/// Source: Apple's documentation of UIKit (`UIApplication`, `UIApplicationDelegate`) and BackgroundTasks.
public enum TaskKind: String, Vocabulary {
  /// `UIApplication.beginBackgroundTask(withName:expirationHandler:)`; also a task that names no kind.
  case assertion
  /// `BGAppRefreshTask`.
  case appRefresh
  /// `BGProcessingTask`.
  case processing
  /// `BGContinuedProcessingTask`, which a person starts and watches; iOS 26 and later.
  case continued
  /// `application(_:handleEventsForBackgroundURLSession:completionHandler:)`.
  case urlSession
  /// `application(_:performFetchWithCompletionHandler:)`.
  case fetch
  /// `application(_:didReceiveRemoteNotification:fetchCompletionHandler:)`.
  case remoteNotification

  /// True if the system runs such a task when it sees fit.
  ///
  /// `BGTaskScheduler` takes the launch handlers of these only until the app has finished launching.
  public var isScheduled: Bool {
    switch self {
    case .appRefresh, .processing: true
    case .assertion, .continued, .urlSession, .fetch, .remoteNotification: false
    }
  }
}
