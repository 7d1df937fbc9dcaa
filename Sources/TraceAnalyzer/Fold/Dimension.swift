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
  func number(of launch: Launch) -> Int64 {
    switch self {
    case .app: Int64(launch.contextValue.app.rawValue)
    case .appVersion: Int64(launch.contextValue.appVersion.rawValue)
    case .appBuild: Int64(launch.contextValue.appBuild.rawValue)
    case .osVersion: Int64(launch.contextValue.osVersion.rawValue)
    case .deviceModel, .deviceClass: Int64(launch.contextValue.deviceModel.rawValue)
    case .kind: Int64(launch.kind.place)
    case .day: launch.hasWallClock ? launch.firstInstant / 86_400_000_000_000 : -1
    }
  }
}
