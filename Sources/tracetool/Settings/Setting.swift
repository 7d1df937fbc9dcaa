import TraceAnalyzer

/// A value that an option may override, and its origin.
struct Setting<Value: Sendable>: Sendable {
  private(set) var value: Value
  private(set) var origin = SettingOrigin.builtIn

  init(_ value: Value) { self.value = value }

  /// Replaces the value with that of a later layer.
  mutating func set(_ value: Value, from origin: SettingOrigin) {
    self.value = value
    self.origin = origin
  }
}

enum SettingOrigin: Sendable, Equatable {
  case builtIn
  case environment(String)
  case file(SettingLocation)
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
  /// As in `input.zone`.
  let name: String
  let value: String
  let origin: SettingOrigin
}

/// The settings of one run, by files and environment, and the options that override them.
struct SettingsInForce {
  let defaults: Defaults
  let query: LaunchQuery
  let givenOptions: [String]

  /// The origin of a setting: the option, if given, else `origin`.
  func origin(_ option: String, else origin: SettingOrigin) -> SettingOrigin {
    givenOptions.contains(option) ? .option(option) : origin
  }

  /// The origin of a setting, such as `input.zone`, without the command line.
  func configuredOrigin(_ name: String) -> SettingOrigin {
    defaults.locations[name].map { .file($0) } ?? .builtIn
  }
}

protocol SettingsSource {
  /// Sets the values of the layer, and leaves the rest as it is.
  ///
  /// - Throws: `ConfigurationError` for a wrong value.
  func fill(_ defaults: inout Defaults) throws
}
