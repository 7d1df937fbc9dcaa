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

  /// Where a part of how logs are read was set before the command line; `name` is as in `input.zone`.
  func readingOrigin(_ name: String) -> SettingOrigin {
    defaults.readingPlaces[name].map { .file($0) } ?? .builtIn
  }
}
