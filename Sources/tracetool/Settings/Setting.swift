import TraceAnalyzer

/// A value that an option may override, and where it comes from.
struct Setting<Value: Sendable>: Sendable {
  private(set) var value: Value
  private(set) var origin = SettingOrigin.builtIn

  /// A value that is built in.
  init(_ value: Value) { self.value = value }

  /// Replaces the value with that of a later layer.
  mutating func set(_ value: Value, from origin: SettingOrigin) {
    self.value = value
    self.origin = origin
  }
}

/// Where the value of a setting comes from.
enum SettingOrigin: Sendable, Equatable {
  case builtIn
  /// The environment variable of this name.
  case environment(String)
  /// A line of the configuration.
  case file(SettingLocation)
  /// The option of this name.
  case option(String)

  /// As in `built-in`, `$TRACETOOL_STORE`, `.tracetool.json:12` or `--zone`.
  var text: String {
    switch self {
    case .builtIn: "built-in"
    case .environment(let name): "$\(name)"
    case .file(let location): location.text
    case .option(let name): name
    }
  }
}

/// A setting in force, as `tracetool explain config` lists it.
struct SettingRow: Equatable {
  /// The name, as in `input.zone`.
  let name: String
  let value: String
  let origin: SettingOrigin
}

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
    defaults.locations[name].map { .file($0) } ?? .builtIn
  }
}

/// A layer of settings.
protocol SettingsSource {
  /// Sets what the layer has a value for, and leaves the rest as it is.
  ///
  /// - Throws: `ConfigurationError` for a value that is none.
  func fill(_ defaults: inout Defaults) throws
}
