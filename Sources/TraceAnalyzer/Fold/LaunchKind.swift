import TraceModel

/// What kind of start a launch was, given the launches before it.
package enum LaunchKind: UInt8, Sendable, CaseIterable {
  case cold, warm, prewarmed, unclassified, background, `extension`

  /// The word in tables and documents.
  package var name: String { "\(self)" }

  private static let day: Int64 = 86_400_000_000_000

  /// Sets kind and reason of launches that stand in the order of their first instants.
  static func classify(_ launches: inout [Launch], _ texts: TextTable) {
    // By device and app, and by which clock their instants are read on.
    var previous: [String: (time: StartFacts?, uptime: StartFacts?)] = [:]
    for index in launches.indices {
      let launch = launches[index]
      let told = texts.string(launch.summary.natureReason)
      let key = launch.context.deviceKey
      let last = previous[key, default: (nil, nil)]
      let facts = StartFacts(launch)
      (launches[index].kind, launches[index].kindReason) =
        switch launch.summary.nature {
        case .extension: (.extension, "processKind is extension")
        case .background: (.background, told.isEmpty ? "never in the foreground" : told)
        case .prewarmed: (.prewarmed, told.isEmpty ? "prewarmed" : told)
        case .foreground: kind(facts, after: launch.hasWallClock ? last.time : last.uptime)
        }
      guard launch.summary.nature != .extension, !key.isEmpty else { continue }
      previous[key] =
        launch.hasWallClock ? (time: facts, uptime: last.uptime) : (time: last.time, uptime: facts)
    }
  }

  private static func kind(_ now: StartFacts, after before: StartFacts?) -> (LaunchKind, String) {
    guard now.hasDevice else { return (.unclassified, "no device in the log") }
    guard let before else { return (.unclassified, "no earlier launch on this device") }
    for (name, old, new) in zip3(StartFacts.names, before.values, now.values)
    where old != new && !old.isEmpty && !new.isEmpty {
      return (.cold, name == "boot" ? "first since the device started" : "\(name) was \(old)")
    }
    let age = now.instant.subtractingReportingOverflow(before.instant).partialValue
    if age > 7 * day { return (.cold, "\(age / day) days after the launch before") }
    return (.warm, "same boot and versions as the launch before")
  }

  private static func zip3(
    _ names: [String], _ old: [String], _ new: [String]
  ) -> [(String, String, String)] {
    names.indices.map { (names[$0], old[$0], new[$0]) }
  }
}

/// What of a launch decides whether the next one on its device is cold.
private struct StartFacts {
  static let names = ["boot", "osVersion", "appVersion", "appBuild"]

  var hasDevice: Bool
  var instant: Int64
  var values: [String]

  init(_ launch: Launch) {
    let context = launch.context
    hasDevice = !context.device.isEmpty
    instant = launch.summary.firstInstant
    values = [
      context.boot, context.osVersion, context.appVersion, context.appBuild,
    ]
  }
}
