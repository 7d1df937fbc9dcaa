import TraceModel

/// A property by which reports group launches.
package enum Dimension: String, Sendable, CaseIterable {
  case app, appVersion, appBuild, osVersion, deviceModel, deviceClass, kind, day

  /// The launch's value, empty where the log does not say it.
  package func value(of launch: Launch) -> String {
    switch self {
    case .app, .appVersion, .appBuild, .osVersion, .deviceModel, .deviceClass: value(of: launch.context) ?? ""
    case .kind: launch.kind.name
    case .day: String((launch.began ?? "").prefix(10))
    }
  }

  /// The value that a context has; nil of what only a launch has.
  func value(of context: LaunchContext) -> String? {
    switch self {
    case .app: context.app
    case .appVersion: context.appVersion
    case .appBuild: context.appBuild
    case .osVersion: context.osVersion
    case .deviceModel: context.deviceModel
    case .deviceClass: context.deviceClass
    case .kind, .day: nil
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
