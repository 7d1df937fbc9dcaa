import TraceModel

struct EnvironmentSettings: SettingsSource {
  static let store = "TRACETOOL_STORE"
  static let configuration = "TRACETOOL_CONFIG"

  /// The time of a reproducible build, in seconds since 1970
  /// (<https://reproducible-builds.org/specs/source-date-epoch/>).
  static let sourceDate = "SOURCE_DATE_EPOCH"

  /// Nil for a variable that is not set, or empty.
  var variable: (_ name: String) -> String?

  func fill(_ defaults: inout Defaults) throws {
    if let path = variable(Self.store) { defaults.store.set(path, from: .environment(Self.store)) }
    if let path = variable(Self.configuration) {
      defaults.configuration.set(path, from: .environment(Self.configuration))
    }
    if let text = variable(Self.sourceDate) {
      guard let seconds = Int64(text), 0...9_000_000_000 ~= seconds else {
        throw Failure.usage("$\(name: Self.sourceDate) needs seconds since 1970, not '\(name: text)'")
      }
      defaults.today.set(Day(of: seconds * 1_000_000_000), from: .environment(Self.sourceDate))
    }
  }
}
