import TraceModel

/// What kind of start a launch was, given the launches before it.
package enum LaunchKind: String, Sendable, CaseIterable {
  case cold, warm, prewarmed, unclassified, background, `extension`

  /// The word in tables and documents.
  package var name: String { rawValue }

  private static let day: Int64 = 86_400_000_000_000

  /// Kind of a launch after `previous`, and why it is of that kind.
  static func of(
    _ summary: LaunchSummary, _ context: LaunchContext, after previous: Launch?, _ texts: TextTable
  ) -> (LaunchKind, String) {
    let told = texts.string(summary.natureReason)
    return switch summary.nature {
    case .extension: (.extension, "processKind is extension")
    case .background: (.background, told.isEmpty ? "never in the foreground" : told)
    case .prewarmed: (.prewarmed, told.isEmpty ? "prewarmed" : told)
    case .foreground: foreground(summary, context, after: previous)
    }
  }

  private static func foreground(
    _ summary: LaunchSummary, _ now: LaunchContext, after previous: Launch?
  ) -> (LaunchKind, String) {
    if now.device.isEmpty { return (.unclassified, "no device in the log") }
    guard let previous else { return (.unclassified, "no earlier launch on this device") }
    let before = previous.context
    let changes = [
      ("boot", before.boot, now.boot), ("osVersion", before.osVersion, now.osVersion),
      ("appVersion", before.appVersion, now.appVersion),
      ("appBuild", before.appBuild, now.appBuild),
    ]
    for (name, old, new) in changes where old != new && !old.isEmpty && !new.isEmpty {
      return (.cold, name == "boot" ? "first since the device started" : "\(name) was \(old)")
    }
    let first = previous.summary.firstInstant
    let age = summary.firstInstant.subtractingReportingOverflow(first).partialValue
    if age > 7 * day { return (.cold, "\(age / day) days after the launch before") }
    return (.warm, "same boot and versions as the launch before")
  }
}
