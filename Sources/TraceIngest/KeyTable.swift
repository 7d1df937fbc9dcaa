/// The keys of some records that hold values, at any depth, with what stood there.
///
/// A key in an object is named by the keys that lead to it, with points between: `event.info.name`. Lists are passed over:
/// what is in one has no key of its own.
struct KeyTable {
  /// How deep objects in objects are looked at, and how many keys are told apart: a log that has values in place of keys
  /// has no end of them.
  private static let depthLimit = 12
  private static let keyLimit = 2_000

  private(set) var uses: [String: KeyUse] = [:]
  private(set) var count: Int64 = 0
  private let records: [[UInt8]]

  /// The table of records; what is no object is left out.
  init(_ records: [[UInt8]]) {
    self.records = records
    forEachRecord { members in
      count += 1
      for (place, (key, value)) in members.enumerated() where uses[key] != nil || uses.count < Self.keyLimit {
        uses[key, default: KeyUse(place: place)].add(value)
      }
    }
  }

  /// Calls `body` with the keys of each record, and their values.
  func forEachRecord(_ body: ([(key: String, value: JSONValue)]) -> Void) {
    for bytes in records {
      guard let record = try? JSONValue(bytes[...]), record.isObject else { continue }
      var members: [(String, JSONValue)] = []
      Self.addMembers(of: record, below: "", depth: 0, to: &members)
      body(members)
    }
  }

  private static func addMembers(
    of object: JSONValue, below path: String, depth: Int, to members: inout [(String, JSONValue)]
  ) {
    for (key, value) in object.members {
      if value.isObject {
        if depth < depthLimit { addMembers(of: value, below: path + key + ".", depth: depth + 1, to: &members) }
      } else if !value.isArray, !value.isNull {
        members.append((path + key, value))
      }
    }
  }

  /// Whether a key is in more than half of the records.
  func isInMost(_ key: String) -> Bool { 2 * (uses[key]?.count ?? 0) > count }

  /// The keys that lead to a key, with a point behind them; empty for one at the top.
  static func container(of key: String) -> Substring {
    key.lastIndex(of: ".").map { key[...$0] } ?? ""
  }

  /// How many keys two containers have in common, from the outermost on.
  static func sharedDepth(_ a: Substring, _ b: Substring) -> Int {
    zip(a.split(separator: "."), b.split(separator: ".")).prefix { $0 == $1 }.count
  }
}
