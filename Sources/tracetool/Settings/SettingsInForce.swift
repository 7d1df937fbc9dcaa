/// The settings of one run: those of files and environment, and what the command line made of them.
struct SettingsInForce {
  let defaults: Defaults
  let query: LaunchQuery
  /// The names of the options on the command line.
  let givenOptions: [String]

  /// Where a setting was made that an option sets as well: by the option if that is given, else at `origin`.
  func origin(_ option: String, else origin: SettingOrigin) -> SettingOrigin {
    givenOptions.contains(option) ? .option(option) : origin
  }

  /// Where a setting was made before the command line; `name` is as in `input.zone`.
  func configuredOrigin(_ name: String) -> SettingOrigin {
    defaults.places[name].map { .file($0) } ?? .builtIn
  }
}
