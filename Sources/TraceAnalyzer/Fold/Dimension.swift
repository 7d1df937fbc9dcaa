import TraceModel

/// A property by which reports group launches.
package enum Dimension: String, Sendable, CaseIterable {
  case app, appVersion, appBuild, osVersion, deviceModel, deviceClass, kind, day

  /// The launch's value, empty where the log does not say it.
  package func value(of launch: Launch) -> String {
    switch self {
    case .app: launch.context.app
    case .appVersion: launch.context.appVersion
    case .appBuild: launch.context.appBuild
    case .osVersion: launch.context.osVersion
    case .deviceModel: launch.context.deviceModel
    case .deviceClass: launch.context.deviceClass
    case .kind: launch.kind.name
    case .day: String((launch.began ?? "").prefix(10))
    }
  }

  /// A number for the launch's value: launches with one number have one value, though not the other way round.
  func number(of launch: ClassifiedLaunch, in table: LaunchTable) -> Int64 {
    func context() -> Context { table.contexts.value(of: table.contextID(launch.place)) }
    switch self {
    case .app: return Int64(context().app.rawValue)
    case .appVersion: return Int64(context().appVersion.rawValue)
    case .appBuild: return Int64(context().appBuild.rawValue)
    case .osVersion: return Int64(context().osVersion.rawValue)
    case .deviceModel, .deviceClass: return Int64(context().deviceModel.rawValue)
    case .kind: return Int64(launch.kind.place)
    case .day:
      let first = table.firstInstant(launch.place)
      return table.hasWallClock(launch.place) ? first / 86_400_000_000_000 : -1
    }
  }
}
