import TraceModel

/// Why a launch is of its kind.
///
/// It is put into words where it is shown, as there may be millions of launches.
enum LaunchKindReason {
  /// Its app is the extension of this one, and no record says so.
  case below(app: TextID)
  /// A record declares the process an extension.
  case declared
  /// The event or the reason that showed its nature.
  case nature
  case noDevice, noEarlierLaunch
  /// The launch before it on its device ran after another start of the device, or another version of something.
  case newBoot, newSystem, newVersion, newBuild
  /// The number of days since the launch before it.
  case days(Int64)
  case sameVersions

  /// The reason in words, for a launch after one in the context `old`, if there is one.
  func words(_ summary: LaunchSummary, after old: LaunchContext?, _ texts: TextTable) -> String {
    switch self {
    case .below(let app):
      return "its id is below that of \(texts.string(app)), and nothing of an app's life ever comes in it"
    case .declared: return "processKind is extension"
    case .nature:
      let reason = texts.string(summary.natureReason)
      if !reason.isEmpty { return reason }
      return summary.nature == .prewarmed ? "prewarmed" : "never in the foreground"
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
}
