import TraceModel

/// A crash that a record tells of in passing, as `"crash_count": 1` and `"a.CrashEvent": "CrashEvent"` do.
///
/// Nothing says when it was, and of which process: no end can be made of it. It is counted, so that no crash is passed
/// over in silence.
package struct SaidCrash: Hashable, Sendable {
  /// The name of the record's event, if nothing knows it: the record of a known one may be of no end.
  package let name: String?
  /// The key, with dots where it leads into objects.
  package let key: String

  private static let mark = Array("rash".utf8)
  /// Words of a key beside `crash` that leave it the number of crashes, or a question for one: `crash_free` and
  /// `crash_reporter` are something else.
  private static let others: Set = [
    "count", "number", "num", "n", "total", "fatal", "app", "session", "launch", "process", "value", "did", "last",
    "previous", "on", "during", "execution",
  ]
  private static let deepest = 3

  /// The key and the value in a record's attributes, which are one object; nil if they tell of no crash.
  static func find(in attributes: ArraySlice<UInt8>) -> (key: String, value: String)? {
    guard attributes.firstIndex(of: mark) != nil, let object = try? JSONValue(attributes) else { return nil }
    return member(of: object, below: "", isOfCrash: false, depth: 0)
  }

  private static func member(
    of object: JSONValue, below path: String, isOfCrash: Bool, depth: Int
  ) -> (key: String, value: String)? {
    for (key, value) in object.members {
      let words = NameWords.common(NameWords.words(of: key.split(separator: ".").last ?? ""))
      let isCrash = (isOfCrash || words.contains("crash")) && words.allSatisfy { $0 == "crash" || others.contains($0) }
      if value.isObject {
        if depth == deepest { continue }
        let found = member(of: value, below: path + key + ".", isOfCrash: isCrash, depth: depth + 1)
        if let found { return found }
      } else if isCrash, isSaid(by: value, under: key) {
        return (path + key, value.written)
      }
    }
    return nil
  }

  private static func isSaid(by value: JSONValue, under key: String) -> Bool {
    if let truth = value.truth { return truth }
    if let count = value.integer { return count > 0 && !value.isInstant }
    return value.string.map { $0.lowercased() == "true" || key.hasSuffix($0) && !$0.isEmpty } ?? false
  }
}
