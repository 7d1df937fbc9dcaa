import TraceModel

/// What a span of an app's start means that an SDK writes, in the SDK's own sense of cold, warm and hot.
///
/// | SDK | a launch | a return |
/// | --- | --- | --- |
/// | Splunk | `cold`; `warm`: the process had been prewarmed, or launched in the background | `hot` |
/// | AWS | `cold`, `prewarm` | `warm` |
/// | Embrace | `emb-app-startup-cold`, `emb-app-startup-warm` | a session that is not the process's first |
/// | Bugsnag | `[AppStart/iOSCold]`, `[AppStart/iOSWarm]` | |
///
/// Source: splunk-otel-ios (`AppStart.swift`), aws-otel-swift (`AwsAppLaunchInstrumentation.swift`,
/// `AwsMetricKitAppLaunchProcessor.swift`), embrace-apple-sdk (`StartupInstrumentation.swift`, `iOSSessionLifecycle.swift`),
/// bugsnag-cocoa-performance (`AppStartupSpanFactoryImpl.mm`).
struct OTLPLaunchSpan {
  /// An event at one end of a span.
  struct Edge {
    let name: String
    var eventSource: EventSource?
    var isPrewarmed = false

    init(_ kind: EventKind, _ eventSource: EventSource? = nil, isPrewarmed: Bool = false) {
      name = kind.name
      self.eventSource = eventSource
      self.isPrewarmed = isPrewarmed
    }

    /// An event by the name that the SDK writes, as of a notification.
    init(named name: String) { self.name = name }
  }

  /// The events at its start, and those at its end, in their order.
  private(set) var start: [Edge] = []
  private(set) var end: [Edge] = []
  /// The kinds of events that the SDK writes every time they happen, as `EventLine.records(_:)` writes them.
  private(set) var records = Self.nothing

  /// What AWS logs every time: it writes activations in spans alone, and none of one after an alert.
  static let ofAWS = EventLine.records(
    [EventKind.appDidFinishLaunching, .appWillResignActive, .appDidEnterBackground, .appWillTerminate].map(\.name))
  /// Spans of a start show no more than the start.
  private static let nothing = EventLine.records([])
  /// A session of Embrace ends as the app enters the background.
  private static let ofSessions = EventLine.records([EventKind.appDidEnterBackground.name])

  /// What the span means; nil if it is no span of a start.
  init?(_ record: OTLPRecord) {
    switch record.name {
    case "AppStart":
      // AWS lays the length of a launch that MetricKit tells before the latest activation, whichever launch it was of.
      let isOfMetricKit =
        record.attribute("app_launch.launch_duration") != nil || record.scope.hasSuffix("MXAppLaunchDiagnostic")
      if isOfMetricKit { return nil }
      readAppStart(record)
    case "emb-app-startup-cold", "emb-app-startup-warm":
      start = [Edge(.processStart, isPrewarmed: record.text("isPrewarmed") == "true")]
      // Embrace takes the first frame after the activation.
      end = [Edge(.appDidBecomeActive), Edge(.launchFirstFrame)]
    case "emb-app-pre-main-init", "[AppStartPhase/App launching - pre main()]": end = [Edge(.processMain)]
    case "emb-app-startup-app-init", "[AppStartPhase/App launching - post main()]":
      end = [Edge(.appDidFinishLaunching, .notification)]
    case "emb-session": readSession(record)
    case "[AppStart/iOSCold]", "[AppStart/iOSWarm]":
      start = [Edge(.processStart)]
      end = [Edge(.appDidBecomeActive)]
    default: return nil
    }
  }

  /// True if AWS wrote the record.
  static func isOfAWS(_ record: OTLPRecord) -> Bool {
    record.scope.hasPrefix("software.amazon.")
      || ["launch_start_name", "launch_end_name", "active_prewarm"].contains { record.attribute($0) != nil }
  }

  /// Reads Splunk's span, or AWS' of the same name.
  private mutating func readAppStart(_ record: OTLPRecord) {
    let isOfAWS = Self.isOfAWS(record)
    if isOfAWS { records = Self.ofAWS }
    let type = (record.text("start.type") ?? record.text("launch.type"))?.lowercased().filter { $0 != "_" }
    // Without a source: what observes the notifications beside it tells the same again.
    if type == "hot" || type == "warm" && isOfAWS {
      start = [Edge(.appWillEnterForeground)]
    } else if type == "warm" {
      // Splunk does not tell when the process began, which waited: all that it measures is the way to the foreground.
      start = [Edge(.processStart, isPrewarmed: true), Edge(.processResume), Edge(.appWillEnterForeground)]
    } else {
      start = [Edge(.processStart, isPrewarmed: type == "prewarm" || record.text("active_prewarm") == "true")]
    }
    // Splunk's first versions, which write no type, end it elsewhere.
    if type != nil { end = [Edge(.appDidBecomeActive)] }
    let endName = record.text("launch_end_name")
    if let endName, EventNames.meaning(of: endName)?.kind != .appDidBecomeActive { end = [Edge(named: endName)] }
  }

  /// Reads a session of Embrace, which ends where the app enters the background or leaves it.
  private mutating func readSession(_ record: OTLPRecord) {
    records = Self.ofSessions
    let isFirst = record.text("emb.cold_start") == "true"
    switch record.text("emb.state") {
    case "background":
      // The first session of a process begins before the app has finished launching. It is one in the background if the
      // app did not become active in 5 seconds.
      start = [Edge(isFirst ? .logSceneBackground : .appDidEnterBackground)]
    case "foreground":
      if !isFirst { start = [Edge(.appDidBecomeActive)] }
      // The session in the background that follows tells the same again, where such are recorded.
      end = [Edge(.appDidEnterBackground, .notification)]
    default: break
    }
  }
}
