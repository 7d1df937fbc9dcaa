import TraceModel

/// The two ends of a launch time; times between different ends are different measures.
package struct Anchors: Hashable, Comparable, Sendable {
  package var from, to: Anchor

  /// True if the budget of a launch, which is for the time to the first frame, is for this measure: an activation comes
  /// after the first frame or before it, and an app is ready when it says so.
  package var hasBudget: Bool {
    ![.active, .firebaseActive, .datadogTTFD, .datadogActive, .xctestResponsive].contains(to)
  }

  package static func < (a: Anchors, b: Anchors) -> Bool { (a.from, a.to) < (b.from, b.to) }
}

extension Anchors {
  /// The ends between which a record has measured a launch; nil for the launch's own events.
  ///
  /// Source: dd-sdk-ios (`RUMAppLaunchManager`), sentry-cocoa (`SentryAppStartTracker`, `SentryBuildAppStartSpans`),
  /// firebase-ios-sdk (`FPRAppActivityTracker`), Apple (`XCTApplicationLaunchMetric`).
  init?(_ measure: LaunchMeasure, isPrewarmed: Bool) {
    switch measure {
    case .events: return nil
    case .record: self.init(from: .recordBegin, to: .recordEnd)
    case .datadogTTID: self.init(from: isPrewarmed ? .datadogLoad : .datadogStart, to: .datadogTTID)
    case .datadogTTFD: self.init(from: isPrewarmed ? .datadogLoad : .datadogStart, to: .datadogTTFD)
    case .datadogApplicationStart: self.init(from: .datadogStart, to: .datadogActive)
    case .sentry: self.init(from: isPrewarmed ? .sentryLoad : .sentryStart, to: .sentryEnd)
    case .firebase: self.init(from: .firebaseLoad, to: .firebaseActive)
    case .xctest: self.init(from: .xctestBegin, to: .xctestEnd)
    case .xctestResponsive: self.init(from: .xctestBegin, to: .xctestResponsive)
    }
  }
}

/// Where a launch time begins or ends; the earlier stands first.
package enum Anchor: Sendable, Comparable {
  case request, start
  /// The start as Instruments 27 records it, without what comes before the system's interface.
  case interfaceStart
  case resumed, main, launchBegin, firstFrame, sceneReady, active
  /// The ends of a record that holds only a launch's length, and does not name them.
  case recordBegin, recordEnd
  /// `datadogLoad` is where Datadog's code was loaded, from which it measures a prewarmed launch.
  case datadogStart, datadogLoad, datadogTTID, datadogTTFD, datadogActive
  /// `sentryLoad` is where Sentry's code was loaded; the end is the first frame, once that of didFinishLaunching.
  case sentryStart, sentryLoad, sentryEnd
  /// From the first class loaded to the run loop's turn after the activation.
  case firebaseLoad, firebaseActive
  case xctestBegin, xctestEnd, xctestResponsive

  /// The name in tables and documents; reflection, for comparison, needs a million instructions the first time.
  package var name: String {
    switch self {
    case .request: "request"
    case .start: "start"
    case .interfaceStart: "systemInterface.start"
    case .resumed: "resumed"
    case .main: "main"
    case .launchBegin: "launchBegin"
    case .firstFrame: "firstFrame"
    case .sceneReady: "sceneReady"
    case .active: "active"
    case .recordBegin: "record.begin"
    case .recordEnd: "record.end"
    case .datadogStart: "datadog.processStart"
    case .datadogLoad: "datadog.load"
    case .datadogTTID: "datadog.ttid"
    case .datadogTTFD: "datadog.ttfd"
    case .datadogActive: "datadog.active"
    case .sentryStart: "sentry.processStart"
    case .sentryLoad: "sentry.load"
    case .sentryEnd: "sentry.appStartEnd"
    case .firebaseLoad: "firebase.load"
    case .firebaseActive: "firebase.afterActive"
    case .xctestBegin: "xctest.begin"
    case .xctestEnd: "xctest.end"
    case .xctestResponsive: "xctest.responsive"
    }
  }
}
