import TraceIngest

/// A configuration: settings that a repository keeps for everybody who works in it.
struct ConfigurationFile: SettingsSource {
  /// The name under which it is looked for.
  static let name = ".tracetool.json"
  /// What stands in place of a path where no configuration is wanted.
  static let none = "none"
  /// The keys at the top that are no sections: where editors find the schema, and the version of the form.
  private static let schemaKey = "$schema"
  private static let versionKey = "version"
  private static let version = "1"

  let path: String
  private let root: ConfigurationValue

  /// The configuration in a file, links followed.
  ///
  /// - Throws: `ConfigurationError` if it is no JSON, a `Failure` if it cannot be read.
  init(path: String, origin: SettingOrigin = .builtIn) throws {
    let bytes = try System.contents(of: path, atMost: Self.mostBytes) { cause in
      let name = if case .environment(let variable) = origin { " (named by $\(variable))" } else { "" }
      let advice = "check it, or leave it out with --config none"
      let text = "cannot read the configuration '\(path)'\(name): \(cause); \(advice)"
      return Failure(code: .inputOutput, description: text)
    }
    try self.init(bytes: bytes, path: path)
  }

  /// One byte more than a configuration may have: it need not be read further.
  private static let mostBytes = 1 << 20 + 1

  /// The configuration that the bytes of a file are.
  ///
  /// - Throws: `ConfigurationError` if they are no JSON.
  init(bytes: [UInt8], path: String) throws(ConfigurationError) {
    self.path = path
    do { root = ConfigurationValue(root: try JSONNode(text: bytes), path: path) } catch {
      throw ConfigurationError(path: path, place: error.place, text: error.text)
    }
  }

  /// The path of the configuration that counts: the one that is named, else the first that is found from the working
  /// directory upwards; nil if there is none.
  static func path(named: String?) -> String? {
    if let named { return named == none ? nil : named }
    return RepositoryFile.path(of: name)
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
    for section in sections { try reader[section.key].map { try section.read($0, into: &defaults) } }
  }
}
