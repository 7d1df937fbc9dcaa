/// Why a process was started: the field `reason` of `process.start` and of `app.didFinishLaunching`.
///
/// Source: Apple's documentation of UIKit (`UIApplication.LaunchOptionsKey`, `UIScene.ConnectionOptions`),
/// BackgroundTasks, Core Location, Core Bluetooth, PushKit, HealthKit, WatchConnectivity, ActivityKit and App Intents;
/// `background` is SpringBoard's word for a start without a scene.
public enum LaunchReason: String, Vocabulary {
  /// A person asked for the app, on the Home Screen or in another app.
  case user, url, notification, shortcut, userActivity, intent, widget, carPlay
  /// The system started the process before a person asked for it; iOS 15 and later.
  case prewarm
  /// The system started it for work that no person sees.
  case remoteNotification, backgroundFetch, urlSession, backgroundTask, location, voip, bluetooth, healthKit, watch
  case liveActivity, appIntent, background

  /// Where a start leads to.
  public enum Destination: Sendable {
    /// To the foreground: a person waits for the app.
    case foreground
    /// To the background.
    case background
    /// To nowhere yet: the process waits until a person asks for the app.
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

/// The kind of start that a record of a whole launch names: the field `reason` of `launch.measured`.
public enum StartType: String, Vocabulary {
  case cold, warm, prewarmed
  /// A return from the background, which is no launch.
  case hot

  /// The type that a word means, as `cold_start`, `COLD`, `warm.prewarmed` or `app.start.warm`; nil for others.
  public init?(written text: some StringProtocol) {
    let words = text.lowercased()
    let marks: [(String, StartType)] = [
      ("prewarm", .prewarmed), ("pre_warm", .prewarmed), ("pre-warm", .prewarmed), ("cold", .cold), ("warm", .warm),
      ("hot", .hot), ("resume", .hot), ("return", .hot),
    ]
    guard let found = marks.first(where: { words.contains($0.0) }) else { return nil }
    self = found.1
  }
}
