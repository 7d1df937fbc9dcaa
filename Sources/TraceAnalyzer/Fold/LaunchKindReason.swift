import TraceModel

/// Why a launch is of its kind.
///
/// It is put into words where it is shown, as there may be millions of launches.
enum LaunchKindReason {
  /// Its app is the extension of this one, and no record says so.
  case below(app: TextID)
  /// A record declares the process an extension.
  case declared
  /// The sign that showed its nature.
  case nature
  /// What measured it says so, in a sense of its own.
  case measure
  /// It is no launch: what measured it says that the app only came back.
  case returned
  /// Nothing shows whether it came to the foreground.
  case unknown
  /// It lived on for so many nanoseconds without an activation, which its recorder would have written.
  case neverActivated(nanos: Int64)
  case noDevice, noEarlierLaunch
  /// The launch before it on its device ran after another start of the device, or another version of something.
  case newBoot, newSystem, newVersion, newBuild
  /// The number of days since the launch before it.
  case days(Int64)
  case sameVersions

  /// The reason in words, for a launch after one in the context `old`, if there is one.
  ///
  /// Of a launch to the foreground it ends with the sign of that, unless UIKit's own events are: `no device in the log; to
  /// the foreground: role UserInteractiveFocal`.
  func words(_ summary: LaunchSummary, after old: LaunchContext?, _ texts: TextTable) -> String {
    let reason = reason(summary, after: old, texts)
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
    case .neverActivated(let nanos):
      return "its log has activations, and none in the \(DurationText.of(nanos)) of this launch"
    case .noDevice: return "no device in the log"
    case .noEarlierLaunch: return "no earlier launch on this device"
    case .newBoot: return "first since the device started"
    case .newSystem: return "osVersion was \(old?.osVersion ?? "")"
    case .newVersion: return "appVersion was \(old?.appVersion ?? "")"
    case .newBuild: return "appBuild was \(old?.appBuild ?? "")"
    case .days(let days): return "\(days) days after the launch before"
    case .sameVersions: return "same boot and versions as the launch before"
    }
  }

  /// Why nothing more is known of a launch than where it was as it ended, if that is.
  private static func unknown(_ summary: LaunchSummary, _ texts: TextTable) -> String {
    let word = LaunchSign.words.first { texts.string(summary.natureReason) == $0.shown }
    guard let word else { return "nothing shows whether it came to the foreground" }
    let nanos = summary.lastInstant &- summary.firstInstant
    let after = nanos > 0 ? ", \(DurationText.of(nanos)) after its start" : ""
    return "in the \(word.place) when it ended\(after): \(word.shown)"
  }
}
