/// The values of a launch that decide which budgets hold for it; empty where its log does not have them.
package struct BudgetSubject: Sendable {
  package var app = ""
  package var appVersion = ""
  /// The version of the system alone, as in `18.2.1`.
  package var os = ""
  package var deviceModel = ""
  package var deviceClass = ""
  package var kind = ""
  package var platform = ""

  /// A launch of which nothing is known.
  package init() {}

  /// The value of a field; empty for those that no budget asks for.
  package func value(of field: LaunchCondition.Field) -> String {
    switch field {
    case .app: app
    case .appVersion: appVersion
    case .os: os
    case .deviceModel: deviceModel
    case .deviceClass: deviceClass
    case .kind: kind
    case .platform: platform
    case .appBuild, .device, .launch: ""
    }
  }
}
