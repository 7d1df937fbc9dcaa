/// What has measured how long a launch took: the launch's own events, or a record that holds its length alone.
///
/// Each measures between ends of its own, and says cold and warm in a sense of its own, so that no two of them are one
/// measure. A record names it in the field `kind`:
///
/// ```
/// {"event":"launch.measured","time":"2026-11-20T10:00:00.612Z","duration":612000000,"kind":"datadog.ttid","reason":"cold"}
/// ```
public enum LaunchMeasure: UInt8, Sendable, CaseIterable {
  // A summary keeps three bits of it: there may be eight.

  /// The launch's own events, and no record of its length.
  case events
  /// A record that names none of those below: the app itself, or what `--map launchDuration` has found.
  case record
  /// Datadog RUM, `vital.app_launch_metric`: to the first frame, and to where the app says that it is ready.
  case datadogTTID, datadogTTFD
  /// The same SDK before it had those: the action `application_start`, to the activation.
  case datadogApplicationStart
  case sentry, firebase
  /// `XCTApplicationLaunchMetric`.
  case xctest

  /// The word in the field `kind`, as in `datadog.ttid`.
  public var name: String {
    switch self {
    case .events: "events"
    case .record: "record"
    case .datadogTTID: "datadog.ttid"
    case .datadogTTFD: "datadog.ttfd"
    case .datadogApplicationStart: "datadog.application_start"
    case .sentry: "sentry"
    case .firebase: "firebase"
    case .xctest: "xctest"
    }
  }

  /// What it means by cold and warm, in words behind the kind of a launch.
  ///
  /// Source: dd-sdk-ios (`startup_type`); sentry-cocoa, `SentryAppStartTracker`.
  public var startTypes: String {
    switch self {
    case .datadogTTID, .datadogTTFD:
      "Datadog says so: cold after an install, an update, a start of the device or 7 days, else warm"
    case .sentry: "Sentry says so: cold after an install, an update or a start of the device, else warm"
    case .events, .record, .datadogApplicationStart, .firebase, .xctest: "its record says so"
    }
  }
}
