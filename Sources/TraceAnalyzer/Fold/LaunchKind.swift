import TraceModel

/// What kind of start a launch was, given the launches before it.
package enum LaunchKind: String, Sendable, CaseIterable {
  case cold, warm, prewarmed, unclassified, background, `extension`

  /// The word in tables and documents.
  package var name: String { rawValue }

  private static let day: Int64 = 86_400_000_000_000

  /// Kind of a launch after `previous`, and why it is of that kind.
  static func of(
    _ summary: borrowing LaunchSummary, _ now: LaunchContext, after previous: (context: LaunchContext, first: Int64)?,
    _ texts: TextTable
  ) -> (LaunchKind, String) {
    let reason = texts.string(summary.natureReason)
    switch summary.nature {
    case .extension: return (.extension, "processKind is extension")
    case .background: return (.background, reason.isEmpty ? "never in the foreground" : reason)
    case .prewarmed: return (.prewarmed, reason.isEmpty ? "prewarmed" : reason)
    case .foreground: break
    }
    if now.device.isEmpty { return (.unclassified, "no device in the log") }
    guard let previous else { return (.unclassified, "no earlier launch on this device") }
    func isNew(_ old: String, _ new: String) -> Bool { old != new && !old.isEmpty && !new.isEmpty }
    let old = previous.context
    if isNew(old.boot, now.boot) { return (.cold, "first since the device started") }
    if isNew(old.osVersion, now.osVersion) { return (.cold, "osVersion was \(old.osVersion)") }
    if isNew(old.appVersion, now.appVersion) { return (.cold, "appVersion was \(old.appVersion)") }
    if isNew(old.appBuild, now.appBuild) { return (.cold, "appBuild was \(old.appBuild)") }
    let age = summary.firstInstant.subtractingReportingOverflow(previous.first).partialValue
    if age > 7 * day { return (.cold, "\(age / day) days after the launch before") }
    return (.warm, "same boot and versions as the launch before")
  }
}
