/// The section of the configuration under one of its top-level keys.
protocol ConfigurationSection: Sendable {
  /// The key.
  var key: String { get }

  /// Takes over what the configuration says under the key.
  ///
  /// - Throws: `ConfigurationError` for a mistake.
  func read(_ value: ConfigurationValue, into defaults: inout Defaults) throws

  /// The settings that the section is about, those that are built in as well.
  func rows(_ settings: SettingsInForce) -> [SettingRow]
}
