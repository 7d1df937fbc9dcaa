import TraceModel

/// The two ends of a launch time; times between different ends are different measures.
package struct Anchors: Hashable, Comparable, Sendable {
  package var from, to: Anchor

  /// True if the budget of a launch, which is for the time to the first frame, is for this measure.
  ///
  /// An activation comes after the first frame or before it, and an app is ready when it says so.
  package var hasBudget: Bool { ![.active, .firebaseActive, .datadogTTFD, .datadogActive].contains(to) }

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
    }
  }
}
