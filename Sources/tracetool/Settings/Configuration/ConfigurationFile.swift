import TraceIngest
import TraceModel

/// A configuration: settings that a repository keeps for all who work in it.
struct ConfigurationFile: SettingsSource {
  /// The name under which it is looked for.
  static let name = ".tracetool.json"
  /// Replaces the path if no configuration is wanted.
  static let none = "none"
  /// Top-level keys that are no sections: where editors find the schema, and the version of the form.
  private static let schemaKey = "$schema"
  private static let versionKey = "version"
  private static let version = "1"

  let path: String
  let isFound: Bool
  private let root: ConfigurationValue

  /// The configuration at the path `named`, else the first that is found from the working directory upwards; nil if
  /// there is none, or for `none`.
  ///
  /// `origin` named the path, if it was not the command line.
  ///
  /// - Throws: `ConfigurationError` if it is no JSON, a `Failure` if it cannot be read.
  static func inForce(named: String?, origin: SettingOrigin) throws -> ConfigurationFile? {
    func failure(_ path: String, _ cause: String) -> Failure {
      let name: Sentence = if case .environment(let variable) = origin { " (named by $\(name: variable))" } else { "" }
      let advice: Sentence = "check it, or leave it out with --config none"
      return Failure(
        code: .inputOutput,
        sentence: "cannot read the configuration '\(name: path)'\(name): \(name: cause); \(advice)")
    }
    guard let named else {
      let option = Invocation.configurationOptionName
      let file = try RepositoryFile.find(name, option: option, atMost: mostBytes, failure)
      return try file.map { try ConfigurationFile(bytes: $0.bytes, path: $0.path, isFound: true) }
    }
    if named == none { return nil }
    let bytes = try System.contents(of: named, atMost: mostBytes) { failure(named, $0) }
    return try ConfigurationFile(bytes: bytes, path: named)
  }

  /// One byte more than a configuration may have.
  private static let mostBytes = 1 << 20 + 1

  /// Throws a `ConfigurationError` if the bytes are no JSON; `isFound` says that a search found the file.
  init(bytes: [UInt8], path: String, isFound: Bool = false) throws(ConfigurationError) {
    self.path = path
    self.isFound = isFound
    do { root = ConfigurationValue(root: try JSONNode(text: bytes), path: path) } catch {
      throw ConfigurationError(path: path, position: error.position, text: error.text)
    }
  }

  func fill(_ defaults: inout Defaults) throws {
    let sections = ConfigurationSections.all
    let reader = try KeyedReader(root, keys: [Self.schemaKey, Self.versionKey] + sections.map(\.key))
    _ = try reader[Self.schemaKey]?.text()
    if let version = reader[Self.versionKey] {
      guard case .number(Self.version) = version.node.value else {
        throw version.error("needs \(Self.version), the only version that this tracetool reads")
      }
    }
    defaults.configurationPath = path
    defaults.isConfigurationFound = isFound
    for section in sections { try reader[section.key].map { try section.read($0, into: &defaults) } }
  }
}
