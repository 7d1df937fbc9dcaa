import TraceAnalyzer

/// Where the value of a setting comes from.
enum SettingOrigin: Sendable, Equatable {
  case builtIn
  /// The environment variable of this name.
  case environment(String)
  /// A line of the configuration.
  case file(SettingPlace)
  /// The option of this name.
  case option(String)

  /// As in `built-in`, `$TRACETOOL_STORE`, `.tracetool.json:12` or `--zone`.
  var text: String {
    switch self {
    case .builtIn: "built-in"
    case .environment(let name): "$\(name)"
    case .file(let place): place.text
    case .option(let name): name
    }
  }
}
