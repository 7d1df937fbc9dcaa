import TraceAnalyzer
import TraceIngest
import TraceModel

/// A value in the configuration, and its place.
struct ConfigurationValue {
  let path: String
  /// The key of the value; of an item, that of its list.
  let key: String
  /// Where its key stands; of an item, where the item stands.
  let keyPosition: TextPosition
  let node: JSONNode

  init(root: JSONNode, path: String) {
    self.init(path: path, key: "", keyPosition: root.position, node: root)
  }

  private init(path: String, key: String, keyPosition: TextPosition, node: JSONNode) {
    self.path = path
    self.key = key
    self.keyPosition = keyPosition
    self.node = node
  }

  /// The line of the setting.
  var settingLocation: SettingLocation { SettingLocation(path: path, line: keyPosition.line) }

  var origin: SettingOrigin { .file(settingLocation) }

  /// A mistake in the value.
  func error(_ text: String) -> ConfigurationError {
    ConfigurationError(path: path, position: node.position, text: key.isEmpty ? text : "\(key): \(text)")
  }

  /// A mistake in the key.
  func keyError(_ text: String) -> ConfigurationError {
    ConfigurationError(path: path, position: keyPosition, text: text)
  }

  /// The mistake of a key that is none of the valid names, which are called `what`.
  ///
  /// If no name is near, the message ends with `advice`, or else with the names.
  func unknownKey(_ what: String, among names: [String], advice: String? = nil) -> ConfigurationError {
    let near = Suggestion.nearest(to: key, among: names).map { "nearest: \($0)" }
    let rest = near ?? advice ?? "known: \(names.joined(separator: ", "))"
    return keyError("no \(what) '\(key)'; \(rest)")
  }

  func text() throws -> String {
    guard case .text(let text) = node.value else { throw error("needs a text in quotes, not \(node.kindText)") }
    return text
  }

  func name() throws -> String {
    let text = try text()
    if text.isEmpty { throw error("needs a text that is not empty") }
    return text
  }

  func truth() throws -> Bool {
    guard case .truth(let truth) = node.value else { throw error("needs true or false, not \(node.kindText)") }
    return truth
  }

  func members() throws -> [ConfigurationValue] {
    guard case .object(let members) = node.value else { throw error("needs an object, not \(node.kindText)") }
    return members.map { ConfigurationValue(path: path, key: $0.key, keyPosition: $0.position, node: $0.node) }
  }

  func items() throws -> [ConfigurationValue] {
    guard case .list(let items) = node.value else { throw error("needs a list, not \(node.kindText)") }
    return items.map { ConfigurationValue(path: path, key: key, keyPosition: $0.position, node: $0) }
  }

  /// The texts of a list, at least one; a text counts as a list of itself.
  func texts() throws -> [ConfigurationValue] {
    guard case .list = node.value else { return [self] }
    let items = try items()
    if items.isEmpty { throw error("needs one text at least") }
    return items
  }

  /// The text, read as an option's value.
  func read<Value>(as type: ArgumentType<Value>) throws -> Value { try read(text(), type.read) }

  /// The text or number, read as an option's value.
  func readNumber<Value>(as type: ArgumentType<Value>) throws -> Value {
    if case .number(let number) = node.value { return try read(number, type.read) }
    return try read(as: type)
  }

  /// The result of `body` for a text; a usage `Failure` becomes a mistake at this position.
  func read<Value>(_ text: String, _ body: (String) throws -> Value) throws -> Value {
    do { return try body(text) } catch let failure as Failure where failure.code == .usage {
      throw error(failure.description)
    }
  }
}

extension JSONNode {
  /// As in `a number`.
  fileprivate var kindText: String {
    switch value {
    case .text: "a text"
    case .number: "a number"
    case .truth(let truth): "\(truth)"
    case .null: "null"
    case .list: "a list"
    case .object: "an object"
    }
  }
}

struct ConfigurationError: StatedError {
  var path: String
  var position: TextPosition
  /// What is wrong, and what would be right.
  var text: String

  /// As in `.tracetool.json:4:5: no rule 'order.scenes'; nearest: order.scene`.
  var sentence: Sentence { "\(name: path):\(position.line):\(position.column): \(name: text)" }
}

/// The members of an object with a set of valid keys.
struct KeyedReader {
  private let members: [String: ConfigurationValue]

  /// Throws a `ConfigurationError` if `object` is none, or has a key that is not among `keys`.
  init(_ object: ConfigurationValue, keys: [String]) throws {
    let all = try object.members()
    for member in all where !keys.contains(member.key) { throw member.unknownKey("key", among: keys) }
    // The reader of the file refuses repeated keys.
    members = Dictionary(all.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
  }

  subscript(key: String) -> ConfigurationValue? { members[key] }
}
