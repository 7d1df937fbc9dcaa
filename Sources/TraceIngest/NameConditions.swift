/// The renamings under a condition, and whether a record meets one.
struct NameConditions {
  private let renamings: [String: [Renaming]]

  /// Those of all renamings that have a condition.
  init(_ all: [Renaming]) { renamings = Dictionary(grouping: all.filter { $0.condition != nil }, by: \.old) }

  var isEmpty: Bool { renamings.isEmpty }

  /// The name in place of `name`, by the first condition that the record meets; nil if it meets none.
  ///
  /// - Parameters:
  ///   - name: The name as the record has it.
  ///   - record: The bytes of the record, which is a whole object.
  /// - Returns: A name of the vocabulary.
  func name(of name: String, _ record: Span<UInt8>) -> String? {
    guard let candidates = renamings[name] else { return nil }
    var bytes: [UInt8] = []
    record.append(to: &bytes)
    guard let object = try? JSONValue(bytes[...]) else { return nil }
    return candidates.first { renaming in
      guard let condition = renaming.condition else { return false }
      return object.value(at: condition.key)?.written == condition.value
    }?.name
  }
}

extension JSONValue {
  /// The value that a key leads to, at the top or, by its points, in objects; a key that has the points in it wins.
  func value(at key: String) -> JSONValue? {
    if let value = self[key] { return value }
    for point in key.indices where key[point] == "." {
      guard let object = self[String(key[..<point])], object.isObject else { continue }
      if let value = object.value(at: String(key[key.index(after: point)...])) { return value }
    }
    return nil
  }
}
