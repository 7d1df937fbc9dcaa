import TraceModel

/// What kind of start a launch was, given the launches before it.
package enum LaunchKind: UInt8, Sendable, CaseIterable {
  case cold, warm, prewarmed, unclassified, background, `extension`

  /// The word in tables and documents.
  package var name: String { "\(self)" }

  private static let day: Int64 = 86_400_000_000_000

  /// Sets kind and reason of launches that stand in the order of their first instants.
  static func classify(_ launches: inout [Launch], _ texts: TextTable) {
    // The last launch by device and app, and by the clock that its instants are read on.
    var previous: [String: Int] = [:]
    for index in launches.indices {
      let told = texts.string(launches[index].summary.natureReason)
      let key = launches[index].context.deviceKey + (launches[index].hasWallClock ? "" : "\u{1F}")
      (launches[index].kind, launches[index].kindReason) =
        switch launches[index].summary.nature {
        case .extension: (.extension, "processKind is extension")
        case .background: (.background, told.isEmpty ? "never in the foreground" : told)
        case .prewarmed: (.prewarmed, told.isEmpty ? "prewarmed" : told)
        case .foreground: kind(index, after: previous[key], launches)
        }
      if launches[index].kind != .extension { previous[key] = index }
    }
  }

  private static func kind(
    _ index: Int, after previous: Int?, _ launches: [Launch]
  ) -> (LaunchKind, String) {
    let now = launches[index].context
    if now.device.isEmpty { return (.unclassified, "no device in the log") }
    guard let previous else { return (.unclassified, "no earlier launch on this device") }
    let before = launches[previous].context
    let changes = [
      ("boot", before.boot, now.boot), ("osVersion", before.osVersion, now.osVersion),
      ("appVersion", before.appVersion, now.appVersion),
      ("appBuild", before.appBuild, now.appBuild),
    ]
    for (name, old, new) in changes where old != new && !old.isEmpty && !new.isEmpty {
      return (.cold, name == "boot" ? "first since the device started" : "\(name) was \(old)")
    }
    let (first, last) = (
      launches[previous].summary.firstInstant, launches[index].summary.firstInstant
    )
    let age = last.subtractingReportingOverflow(first).partialValue
    if age > 7 * day { return (.cold, "\(age / day) days after the launch before") }
    return (.warm, "same boot and versions as the launch before")
  }
}
