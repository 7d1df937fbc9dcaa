/// The API that grants an app time in the background: the field `kind` of `task.begin` and the other `task.…` events.
///
/// Source: Apple's documentation of UIKit (`UIApplication`, `UIApplicationDelegate`) and BackgroundTasks.
public enum TaskKind: String, Vocabulary {
  /// `UIApplication.beginBackgroundTask(withName:expirationHandler:)`; also a task that names no kind.
  case assertion
  /// `BGAppRefreshTask`.
  case appRefresh
  /// `BGProcessingTask`.
  case processing
  /// `BGHealthResearchTask`, of an app for a study in which a person takes part; iOS 17 and later.
  case healthResearch
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
  /// `BGTaskScheduler` accepts the launch handlers of these only until the app has finished launching.
  public var isScheduled: Bool {
    switch self {
    case .appRefresh, .processing, .healthResearch: true
    case .assertion, .continued, .urlSession, .fetch, .remoteNotification: false
    }
  }
}

extension TaskKind {
  /// What grants the time, and by which rules, in sentences.
  ///
  /// Source: Apple, BackgroundTasks (BGAppRefreshTask, BGProcessingTask, BGHealthResearchTask, BGContinuedProcessingTask);
  /// UIApplication; UIApplicationDelegate. That iOS expires continued tasks without progress: Developer Forums 805554.
  public var meaning: String {
    switch self {
    case .assertion: "UIApplication.beginBackgroundTask: some seconds to end what the app does as it leaves."
    case .appRefresh: "BGAppRefreshTask: about 30 s to fetch what the app shows next."
    case .processing: "BGProcessingTask: minutes, mostly while the device is idle and charges."
    case .healthResearch:
      "BGHealthResearchTask (iOS 17): a processing task of an app for a study, in which the person takes part."
    case .continued:
      "BGContinuedProcessingTask (iOS 26): work that a person starts in the foreground and watches in a Live Activity. The"
        + " app reports its progress: iOS expires tasks with little or none first, and Stop expires one as well. Its request"
        + " waits in a queue, where it is gone once the app is swiped away, or fails at once with immediateRunIneligible."
        + " Apple publishes no limit, so that no budget is judged but that of a task that never ends; one that goes on after it expired is background.task-late-end."
    case .urlSession:
      "handleEventsForBackgroundURLSession: the transfers of a background URLSession are done, and the app handles them."
    case .fetch: "performFetchWithCompletionHandler: about 30 s for a fetch; BGAppRefreshTask replaces it."
    case .remoteNotification: "didReceiveRemoteNotification: about 30 s for a notification without an alert."
    }
  }
}

/// Why BackgroundTasks refuses a request for a task: the field `reason` of a `task.submit` without success.
///
/// The cases are the codes of `BGTaskSchedulerErrorDomain`.
///
/// ```
/// TaskRefusal(code: 3)       // .notPermitted
/// TaskRefusal.notPermitted.remedy
/// ```
///
/// Source: Apple, `BGTaskScheduler.Error.Code`; `BGTaskScheduler.h`.
public enum TaskRefusal: String, Vocabulary {
  case unavailable, tooManyPendingTaskRequests, notPermitted, immediateRunIneligible

  /// The domain of the errors.
  public static let domain = "BGTaskSchedulerErrorDomain"

  /// The code within the domain.
  public var code: Int {
    switch self {
    case .unavailable: 1
    case .tooManyPendingTaskRequests: 2
    case .notPermitted: 3
    case .immediateRunIneligible: 4
    }
  }

  /// The refusal with a code; nil for any other number.
  public init?(code: Int) {
    guard let found = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = found
  }

  /// What the system means, in a sentence.
  public var meaning: String {
    switch self {
    case .unavailable:
      "The app can't schedule background work here: Background App Refresh is off, in Settings or by Low Power Mode, it runs"
        + " in the Simulator, or it is an extension that may not open other apps."
    case .tooManyPendingTaskRequests:
      "Too many requests wait already: there may be one for an app refresh task and ten for processing tasks."
    case .notPermitted:
      "The app may not run the task: its background mode or its identifier is missing in Info.plist, the resources that it"
        + " asks for are not granted, or the person has forbidden it."
    case .immediateRunIneligible:
      "The task was to run at once or not at all, and the system could not run it at once."
    }
  }

  /// What to do.
  public var remedy: String {
    switch self {
    case .unavailable: "Run it on a device with Background App Refresh on; else expect that nothing is scheduled."
    case .tooManyPendingTaskRequests: "Cancel requests that are not needed any more, or submit later."
    case .notPermitted:
      "Put 'fetch' or 'processing' into UIBackgroundModes and the identifier into BGTaskSchedulerPermittedIdentifiers."
    case .immediateRunIneligible: "Let the request wait in the queue, or ask again while the app is in the foreground."
    }
  }
}
