import TraceModel

/// What the names of an analytics SDK mean, by the SDK's source.
///
/// One SDK sends *Application Opened* when the app has launched, another each time that it becomes active: only names
/// of a known SDK have a meaning. Firebase's `session_start` has none.
struct AnalyticsSDK {
  private enum Meaning {
    case always(EventKind)
    case byReturn(launch: EventKind, return: EventKind)
    /// By the word under a key: `close` for a way to the background, `unknown` for an end of the process of which the
    /// next one tells, or else why it ended.
    case byClose(String)
  }

  /// The beginnings of SDK names in records, in lower case.
  private var marks: [String] = []
  /// The ends of keys that only this SDK has, in lower case and without marks.
  private var ownKeys: [String] = []
  /// By the names in lower case, without a prefix in brackets.
  private let meanings: [String: Meaning]

  /// Source: PostHog/posthog-ios, `PostHogAppLifeCycleIntegration.swift` (*Opened* in `onDidBecomeActive`);
  /// amplitude/Amplitude-Swift, `IOSLifecycleMonitor.swift` (*Opened* at the first activation of a launch, not *From
  /// Background*, or in `willEnterForeground`); segmentio/analytics-swift, `iOSLifecycleEvents.swift`, and
  /// rudderlabs/rudder-sdk-ios, `RSApplicationLifeCycleManager.m` (*Opened* in `didFinishLaunching` and in
  /// `willEnterForeground`); mixpanel/mixpanel-swift, `AutomaticEvents.swift` (`$ae_session` in `appWillResignActive`);
  /// sensorsdata/sa-sdk-ios, `SAAppStartTracker.m` and `SAAppEndTracker.m`, and ThinkingDataAnalytics/ios-sdk (`ta_`);
  /// mParticle, *Events API: ApplicationStateTransitionEvent*; adobe/aepsdk-core-ios, `LifecycleV2.swift` (each return is a
  /// launch; a new process sends a close of type `unknown` for one that did not pause, with the time of its last event).
  ///
  /// Adobe's `a.LaunchEvent` has no meaning: it is of each session, and a return after the timeout begins one, as does a
  /// launch, but not each (*Lifecycle data*).
  private static let all: [AnalyticsSDK] = [
    AnalyticsSDK(marks: ["posthog-ios"], meanings: ["application opened": .always(.appDidBecomeActive)]),
    AnalyticsSDK(
      marks: ["analytics-swift", "analytics-ios"],
      meanings: [
        "application opened": .byReturn(launch: .appDidFinishLaunching, return: .appWillEnterForeground),
        "application foregrounded": .always(.appDidBecomeActive),
      ]),
    AnalyticsSDK(
      marks: ["rudder-ios", "amplitude-swift"],
      meanings: ["application opened": .byReturn(launch: .appDidFinishLaunching, return: .appWillEnterForeground)]),
    AnalyticsSDK(marks: ["swift", "iphone"], meanings: ["$ae_session": .always(.appWillResignActive)]),
    AnalyticsSDK(
      ownKeys: ["resumefrombackground"],
      meanings: [
        "$appstart": .byReturn(launch: .appDidFinishLaunching, return: .appWillEnterForeground),
        "$append": .always(.appDidEnterBackground),
        "ta_app_start": .byReturn(launch: .appDidFinishLaunching, return: .appWillEnterForeground),
        "ta_app_end": .always(.appDidEnterBackground),
      ]),
    AnalyticsSDK(
      ownKeys: ["applicationtransitiontype"],
      meanings: [
        "application_initialized": .always(.appDidFinishLaunching),
        "application_foreground": .always(.appWillEnterForeground),
        "application_background": .always(.appDidEnterBackground),
        "application_exit": .always(.appWillTerminate),
      ]),
    AnalyticsSDK(
      ownKeys: [
        "applicationislaunch", "applicationisclose", "closetype", "applicationlaunchesvalue", "applicationclosesvalue",
      ],
      meanings: [
        "application.launch": .always(.appWillEnterForeground),
        "application.launches": .always(.appWillEnterForeground),
        "application.close": .byClose("closetype"),
      ]),
  ]

  /// Mixpanel's `mp_lib` says only `swift`.
  private static let keys: Set = [
    "lib", "library", "libraryname", "sdk", "sdkname", "contextlibraryname", "librarynameversion",
  ]

  /// The SDK that the records of a table name; nil if unknown, or if they name several.
  static func find(in table: KeyTable) -> AnalyticsSDK? {
    var found: [Int] = []
    let plainKeys = table.uses.keys.map { NameWords.plain($0) }
    for (index, sdk) in all.enumerated()
    where sdk.ownKeys.contains(where: { own in plainKeys.contains { $0.hasSuffix(own) } }) {
      found.append(index)
    }
    for (key, use) in table.uses {
      let components = key.split(separator: ".")
      let names = [components.suffix(1), components.suffix(2)].map { NameWords.plain($0.joined()) }
      let isMixpanel = names[0] == "mplib"
      guard isMixpanel || names.contains(where: keys.contains) else { continue }
      for value in use.values.keys {
        let text = value.lowercased()
        let index = all.firstIndex { sdk in
          sdk.marks.contains { isMixpanel ? text == $0 : $0.contains("-") && text.hasPrefix($0) }
        }
        if let index, !found.contains(index) { found.append(index) }
      }
    }
    return found.count == 1 ? all[found[0]] : nil
  }

  /// Nil if the SDK has no such name, or no key tells its meanings apart, as whether the app was in the background.
  func renamings(of name: String, _ table: KeyTable) -> [Renaming]? {
    var rest = name[...]
    while rest.first == "[", let end = rest.firstIndex(of: "]") {
      rest = rest[rest.index(after: end)...].drop { $0 == " " }
    }
    switch meanings[rest.lowercased()] {
    case nil: return nil
    case .always(let kind): return [Renaming(name, to: kind.name)]
    case .byClose(let end):
      let key = table.uses.keys.sorted().first { NameWords.plain($0).hasSuffix(end) }
      guard let key, let use = table.uses[key] else { return nil }
      let found = use.values.keys.sorted().compactMap { value -> Renaming? in
        let condition = Renaming.Condition(key: key, value: value)
        if value == "close" { return Renaming(name, when: condition, to: EventKind.appDidEnterBackground.name) }
        let reason = ExitReason(WordHint.meaning(of: value, in: Field.reason.name) ?? value)
        guard reason != nil || value == "unknown" else { return nil }
        return Renaming(name, when: condition, to: EventKind.processExit.name, reason: reason)
      }
      return found.isEmpty ? nil : found
    case .byReturn(let launch, let back):
      let key = table.uses.keys.sorted().first { key in
        NameWords.words(of: key.split(separator: ".").last ?? "").suffix(2) == ["from", "background"]
      }
      guard let key, let use = table.uses[key] else { return nil }
      let found = use.values.keys.sorted().compactMap { value -> Renaming? in
        let kinds = ["true": back, "1": back, "false": launch, "0": launch]
        return kinds[value.lowercased()].map {
          Renaming(name, when: Renaming.Condition(key: key, value: value), to: $0.name)
        }
      }
      return found.isEmpty ? nil : found
    }
  }
}
