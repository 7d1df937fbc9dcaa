/// The section of the configuration under one of its top-level keys.
protocol ConfigurationSection: Sendable {
  var key: String { get }

  /// Takes over the section's value, or throws a `ConfigurationError`.
  func read(_ value: ConfigurationValue, into defaults: inout Defaults) throws

  /// The settings of the section, with built-in ones.
  func rows(_ settings: SettingsInForce) -> [SettingRow]
}
