/// Where the value of a setting comes from.
enum SettingOrigin: Sendable, Equatable {
  case builtIn
  /// The environment variable of this name.
  case environment(String)
}
