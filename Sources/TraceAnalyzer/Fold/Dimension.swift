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
}
