/// A layer of settings.
protocol SettingsSource {
  /// Sets what the layer has a value for, and leaves the rest as it is.
  ///
  /// - Throws: `ConfigurationError` for a value that is none.
  func fill(_ defaults: inout Defaults) throws
}
