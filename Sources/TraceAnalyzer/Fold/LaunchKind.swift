import TraceModel

/// What kind of start a launch was, given the launches before it.
package enum LaunchKind: String, Sendable, CaseIterable {
  case cold, warm, prewarmed, unclassified, background, `extension`

  /// The word in tables and documents.
  package var name: String { rawValue }

  var index: Int {
    switch self {
    case .cold: 0
    case .warm: 1
    case .prewarmed: 2
    case .unclassified: 3
    case .background: 4
    case .extension: 5
    }
  }

  private static let day: Int64 = 86_400_000_000_000

  /// The kind of a launch in a context after `previous`, and the reason.
  ///
  /// `nature` is what its own events show, `span` the instants of its first and last event, and `recordsActivations` is
  /// true if its recorder writes activations.
  static func of(
    _ nature: LaunchNature, _ span: ClosedRange<Int64>, in context: ContextID, _ contexts: LaunchContexts,
    _ extensions: Extensions, recordsActivations: Bool, after previous: (context: ContextID, first: Int64)?
  ) -> (LaunchKind, LaunchKindReason) {
    if extensions.areAny, let app = extensions.app(of: contexts.value(of: context).app) {
      return (.extension, .below(app: app))
    }
    switch nature {
    case .unknown: return (.unclassified, .unknown)
    case .unseen:
      let nanos = span.upperBound &- span.lowerBound
      return recordsActivations ? (.background, .neverActivated(nanos: nanos)) : (.unclassified, .unknown)
    case .extension: return (.extension, .declared)
    case .background: return (.background, .nature)
    case .prewarmed: return (.prewarmed, .nature)
    case .cold: return (.cold, .measure)
    case .warm: return (.warm, .measure)
    case .returned: return (.unclassified, .returned)
    case .mixed: return (.unclassified, .mixed)
    case .foreground, .earlier: break
    }
    let now = contexts.traits(of: context)
    if !now.hasDevice { return (.unclassified, .noDevice) }
    guard let previous else { return (.unclassified, .noEarlierLaunch) }
    func isNew(_ old: Int32, _ new: Int32) -> Bool { old != new && old != 0 && new != 0 }
    let old = contexts.traits(of: previous.context)
    if isNew(old.boot, now.boot) { return (.cold, .newBoot) }
    if isNew(old.osVersion, now.osVersion) { return (.cold, .newSystem) }
    if isNew(old.appVersion, now.appVersion) { return (.cold, .newVersion) }
    if isNew(old.appBuild, now.appBuild) { return (.cold, .newBuild) }
    let age = span.lowerBound.subtractingReportingOverflow(previous.first).partialValue
    if age > 7 * day { return (.cold, .days(age / day)) }
    return (.warm, .nothingNew(namesBoots: old.boot != 0 && now.boot != 0))
  }
}

/// Why a launch is of its kind; it is put into words where it is shown, as there may be millions of launches.
enum LaunchKindReason {
  /// Its app is the extension of this one, and no record says so.
  case below(app: TextID)
  /// A record declares the process an extension.
  case declared
  /// The sign that showed its nature.
  case nature
  /// Its measure says so, in a sense of its own.
  case measure
  /// No launch: its measure says that the app only came back.
  case returned
  /// The log does not show whether it came to the foreground.
  case unknown
  /// The events are those of several launches.
  case mixed
  /// The launch lived for so many nanoseconds without an activation, which its recorder would have written.
  case neverActivated(nanos: Int64)
  case noDevice, noEarlierLaunch
  /// The launch before it on its device ran after another boot, or with another version.
  case newBoot, newSystem, newVersion, newBuild
  /// The number of days since the launch before it.
  case days(Int64)
  /// Nothing that the log names is new; without a boot it does not show a restart.
  case nothingNew(namesBoots: Bool)

  /// The reason in words, for a launch after one in the context `old`, if there is one.
  ///
  /// For a launch to the foreground it ends with the sign of that, unless UIKit's own events are the sign: `no device
  /// in the log; to the foreground: role UserInteractiveFocal`.
  /// In an explanation the launch before is its subject: `the version before was 4.8.0`.
  func words(
    _ summary: LaunchSummary, after old: LaunchContext?, _ texts: TextTable, isExplanation: Bool = false
  ) -> String {
    let reason = isExplanation ? explanation(summary, after: old, texts) : reason(summary, after: old, texts)
    guard summary.nature == .foreground, !summary.natureReason.isNone else { return reason }
    return "\(reason); to the foreground: \(texts.string(summary.natureReason))"
  }

  private func reason(_ summary: LaunchSummary, after old: LaunchContext?, _ texts: TextTable) -> String {
    switch self {
    case .below(let app):
      return "its id is below that of \(texts.string(app)), and nothing of an app's life ever comes in it"
    case .declared: return "processKind is extension"
    case .nature:
      return summary.natureReason.isNone ? "prewarmed" : texts.string(summary.natureReason)
    case .measure: return summary.milestones.measure.startTypes
    case .returned: return "its record calls it hot: the app came back from the background"
    case .unknown: return Self.unknown(summary, texts)
    case .mixed: return "events of several launches are mixed: \(Mixing(sign: texts.string(summary.natureReason)).text)"
    case .neverActivated(let nanos):
      return "its log has activations, and none in the \(DurationText.of(nanos)) of this launch"
    case .noDevice: return "no device in the log"
    case .noEarlierLaunch: return "no earlier launch on this device"
    case .newBoot: return "first since the device started"
    case .newSystem: return "osVersion was \(old?.osVersion ?? "")"
    case .newVersion: return "appVersion was \(old?.appVersion ?? "")"
    case .newBuild: return "appBuild was \(old?.appBuild ?? "")"
    case .days(let days): return "\(days) days after the launch before"
    case .nothingNew(namesBoots: true): return "same boot and versions as the launch before"
    case .nothingNew(namesBoots: false): return "no version differs from the launch before; the log names no boot"
    }
  }

  private func explanation(_ summary: LaunchSummary, after old: LaunchContext?, _ texts: TextTable) -> String {
    let reason = reason(summary, after: old, texts)
    switch self {
    case .newSystem: return "the system before was \(old?.osVersion ?? "")"
    case .newVersion: return "the version before was \(old?.appVersion ?? "")"
    case .newBuild: return "the build before was \(old?.appBuild ?? "")"
    case .nature where EventNames.meaning(of: reason) != nil:
      return "\(reason) came before the app was in the foreground"
    case .nature where LaunchReason(reason) != nil: return "it was started for the reason \(reason)"
    default: return reason
    }
  }

  /// Why the kind is unknown, with where the launch was at its end, if known.
  private static func unknown(_ summary: LaunchSummary, _ texts: TextTable) -> String {
    if summary.kinds == [.launchMeasured] { return "the record of its length does not say how it was started" }
    let sign = texts.string(summary.natureReason)
    if [EventKind.appDidEnterBackground, .sceneDidEnterBackground].contains(where: { $0.name == sign }) {
      return "\(sign) long after the launch: it may have left a foreground that is not recorded"
    }
    let word = LaunchSign.words.first { sign == $0.shown }
    guard let word else { return "nothing shows whether it came to the foreground" }
    let nanos = summary.lastInstant &- summary.firstInstant
    let after = nanos > 0 ? ", \(DurationText.of(nanos)) after its start" : ""
    let perhaps = word.confidence == .certain ? "" : "perhaps "
    return "\(perhaps)in the \(word.visibility) when it ended\(after): \(word.shown)"
  }
}
