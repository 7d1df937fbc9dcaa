import Schemas
import TraceIngest
import TraceReport

/// What the schema of the configuration says of a setting: `Schemas/config.schema.json` describes each once.
struct SettingSchema {
  let description: String
  /// All valid texts; empty if others are valid too.
  let values: [String]
  /// A configuration that makes the setting, on one line.
  let example: String?

  private static let root = (try? JSONNode(text: Schema.config.bytes)) ?? JSONNode(members: [])

  /// The names of all settings and of the keys above them, as in `rules` and `rules.quirks`.
  static let names = root["properties"].members.flatMap { section -> [String] in
    if section.key.hasPrefix("$") { return [] }
    let inner = section.node["properties"].members + section.node["items"]["properties"].members
    return [section.key] + inner.map { "\(section.key).\($0.key)" }
  }

  /// The setting with a name, as in `rules.quirks`, `rules.order.scene` or `budgets.launch`; nil if there is none.
  init?(_ name: String) {
    guard let found = Self.find(name[...], in: Self.root, { $0 }) else { return nil }
    let schemas = [found.node, Self.referred(by: found.node)]
    description =
      schemas.compactMap { $0["description"].text }.first ?? found.parent["description"].text ?? "a setting"
    values = schemas.map { $0["enum"].items.compactMap(\.text) }.first { !$0.isEmpty } ?? []
    let own = schemas.compactMap { $0["examples"].items.first?.line }.first
    example = own.map(found.wrap)
  }

  /// The schema for a name below `node`, the one above it, and what makes a value there a configuration.
  private static func find(
    _ name: Substring, in node: JSONNode, _ wrap: @escaping (String) -> String
  ) -> (node: JSONNode, parent: JSONNode, wrap: (String) -> String)? {
    let isList = !node["items"].members.isEmpty
    let inner = isList ? referred(by: node["items"]) : node
    func wrapped(_ key: String) -> (String) -> String {
      { value in wrap(isList ? "[{\"\(key)\": \(value)}]" : "{\"\(key)\": \(value)}") }
    }
    // A key may contain dots, as `launch.watchdog` does: the longest comes first.
    for member in inner["properties"].members.sorted(by: { $0.key.count > $1.key.count }) {
      if name == member.key { return (member.node, node, wrapped(member.key)) }
      guard name.hasPrefix("\(member.key).") else { continue }
      let rest = name.dropFirst(member.key.count + 1)
      if let found = find(rest, in: member.node, wrapped(member.key)) { return found }
    }
    let others = inner["additionalProperties"]
    let keys = inner["propertyNames"]["enum"].items.compactMap(\.text)
    return keys.contains(String(name)) && !others.members.isEmpty ? (others, node, wrapped(String(name))) : nil
  }

  /// The schema that one refers to, else itself.
  private static func referred(by node: JSONNode) -> JSONNode {
    let name = node["$ref"].text?.split(separator: "/").last
    return name.map { root["$defs"][String($0)] } ?? node
  }
}

extension JSONNode {
  /// Empty for a value that is no object.
  fileprivate var members: [JSONMember] { if case .object(let members) = value { members } else { [] } }
  /// Empty for a value that is no list.
  fileprivate var items: [JSONNode] { if case .list(let items) = value { items } else { [] } }
  /// Nil for a value that is no text.
  fileprivate var text: String? { if case .text(let text) = value { text } else { nil } }

  /// The member with a key; an empty object without it.
  fileprivate subscript(key: String) -> JSONNode {
    members.first { $0.key == key }?.node ?? JSONNode(members: [])
  }

  fileprivate var line: String {
    switch value {
    case .text(let text): JSONDocument.string(text)
    case .number(let number): number
    case .truth(let truth): "\(truth)"
    case .null: "null"
    case .list(let items): "[\(items.map(\.line).joined(separator: ", "))]"
    case .object(let members):
      "{\(members.map { "\(JSONDocument.string($0.key)): \($0.node.line)" }.joined(separator: ", "))}"
    }
  }
}
