/// The settings in environment variables.
struct EnvironmentSettings: SettingsSource {
  /// The path of the store.
  static let store = "TRACETOOL_STORE"
  /// The path of the configuration, or `none`.
  static let configuration = "TRACETOOL_CONFIG"

  /// The value of a variable; nil if it is not set, or empty.
  var variable: (_ name: String) -> String?

  func fill(_ defaults: inout Defaults) {
    if let path = variable(Self.store) { defaults.store.set(path, from: .environment(Self.store)) }
    if let path = variable(Self.configuration) {
      defaults.configuration.set(path, from: .environment(Self.configuration))
    }
  }
}
