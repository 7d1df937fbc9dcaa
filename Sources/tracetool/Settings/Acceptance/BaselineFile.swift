import TraceAnalyzer
import TraceIngest
import TraceModel
import TraceReport

/// The accepted findings of a repository, as the tool writes them: one entry a line, sorted, so that branches merge.
struct BaselineFile {
  /// The name under which it is looked for.
  static let name = ".tracetool-baseline.json"
  /// Replaces the path if no baseline is wanted.
  static let none = "none"
  /// The name of the file's form.
  private static let schema = "tracetool.baseline/1"
  /// One byte more than a baseline may have.
  private static let mostBytes = 1 << 20 + 1

  let path: String
  private(set) var entries: [AcceptanceEntry]

  /// A baseline to be written to a path.
  init(path: String, entries: [AcceptanceEntry]) {
    self.path = path
    self.entries = entries
  }

  /// Reads a named baseline.
  ///
  /// - Throws: `ConfigurationError` for a mistake in it, a `Failure` if it cannot be read.
  init(reading path: String) throws {
    let bytes = try System.contents(of: path, atMost: Self.mostBytes) { Self.failure(path, $0) }
    try self.init(bytes: bytes, path: path)
  }

  /// Reads a baseline to be changed; without a file it is empty.
  ///
  /// - Throws: `ConfigurationError` for a mistake in it, a `Failure` if it cannot be read.
  init(changing path: String) throws {
    if System.isNamed(path) { try self.init(reading: path) } else { self.init(path: path, entries: []) }
  }

  /// The file that is found from the working directory upwards; nil if there is none.
  ///
  /// - Throws: A `Failure` if it cannot be read.
  static func found() throws -> RepositoryFile? {
    try RepositoryFile.find(name, option: "--baseline", atMost: mostBytes, failure)
  }

  private static func failure(_ path: String, _ cause: String) -> Failure {
    let advice = "write it with 'tracetool baseline add', or leave it out with --baseline none"
    return Failure(
      code: .inputOutput, sentence: "cannot read the baseline '\(name: path)': \(name: cause); \(name: advice)")
  }

  /// Throws a `ConfigurationError` for a mistake in the bytes.
  init(bytes: [UInt8], path: String) throws {
    self.path = path
    let root: ConfigurationValue
    do { root = ConfigurationValue(root: try JSONNode(text: bytes), path: path) } catch {
      throw ConfigurationError(path: path, position: error.position, text: error.text)
    }
    let members = try KeyedReader(root, keys: ["schema", "tool", "entries"])
    guard let schema = members["schema"] else { throw root.error("needs \"schema\": \"\(Self.schema)\"") }
    let name = try schema.text()
    if name != Self.schema {
      throw schema.error("is '\(name)', which this tracetool does not read: it reads \(Self.schema); use a newer one")
    }
    _ = try members["tool"]?.text()
    guard let list = members["entries"] else { throw root.error("needs a list under \"entries\"") }
    entries = try list.items().map { try AcceptanceReader($0).entry() }
  }

  /// The text of the file, which does not depend on the order of entries.
  func text() -> String {
    let lines = entries.map { (key: $0.subject.text, line: BaselineLine($0).text()) }
    let sorted = lines.sorted { first, second in
      first.key == second.key
        ? first.line.utf8.lexicographicallyPrecedes(second.line.utf8)
        : first.key.utf8.lexicographicallyPrecedes(second.key.utf8)
    }.map(\.line)
    let head = "{\"schema\":\"\(Self.schema)\",\"tool\":\"\(VersionCommand.number)\",\"entries\":["
    return ([head, sorted.joined(separator: ",\n"), "]}"].filter { !$0.isEmpty }).joined(separator: "\n") + "\n"
  }

  /// Throws a `Failure` if the file cannot be written.
  func write() throws {
    let text = text()
    try System.save(as: path, option: "--baseline") { put in try put(text) }
  }
}
