/// Why a process was started: the field `reason` of `process.start` and of `app.didFinishLaunching`.
///
/// Source: Apple's documentation of UIKit (`UIApplication.LaunchOptionsKey`, `UIScene.ConnectionOptions`),
/// BackgroundTasks, Core Location, Core Bluetooth, PushKit, HealthKit, WatchConnectivity, ActivityKit and App Intents;
/// `background` is SpringBoard's word for a start without a scene.
public enum LaunchReason: String, Vocabulary {
  /// A person asked for the app, on the Home Screen or in another app.
  case user, url, notification, shortcut, userActivity, intent, widget, carPlay
  /// The system started the process before anybody asked for it; iOS 15 and later.
  case prewarm
  /// The system started it for work that nobody sees.
  case remoteNotification, backgroundFetch, urlSession, backgroundTask, location, voip, bluetooth, healthKit, watch
  case liveActivity, appIntent, background

  /// Where a start leads to.
  public enum Destination: Sendable {
    /// To the foreground: a person waits for the app.
    case foreground
    /// To the background.
    case background
    /// To nowhere yet: the process waits until somebody asks for the app.
    case wait
  }

  /// Where a start for this reason leads to.
  public var destination: Destination {
    switch self {
    case .user, .url, .notification, .shortcut, .userActivity, .intent, .widget, .carPlay: .foreground
    case .prewarm: .wait
    case .remoteNotification, .backgroundFetch, .urlSession, .backgroundTask, .location, .voip, .bluetooth, .healthKit,
      .watch, .liveActivity, .appIntent, .background:
      .background
    }
  }
}
