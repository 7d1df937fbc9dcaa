/// Lists that say key by key what an object says: `[{"key":"launch","value":"7"}]` is `{"launch":"7"}`.
///
/// CloudWatch Logs Insights writes its rows so, with `field`, and BigQuery the parameters of Google Analytics, of which
/// each value stands in an object for its type: `{"string_value":"7","int_value":null}`.
///
/// Source: Amazon, CloudWatch Logs API, `ResultField`; Google, BigQuery export schema of Analytics, `event_params`.
enum KeyValueLists {
  private static let keys = ["key", "field"]
  private static let value = "value"

  /// True if such a list may stand in a text: it is looked at only then.
  static func mayBe(in text: ArraySlice<UInt8>) -> Bool {
    keys.contains { text.firstIndex(of: "\"\($0)\"".utf8) != nil } && text.firstIndex(of: "\"\(value)\"".utf8) != nil
  }

  /// The object that a list is; nil for any other list, and for what is none.
  static func object(_ list: JSONValue) -> JSONValue? {
    let items = list.items
    guard let first = items.first, pair(first) != nil else { return nil }
    var object = JSONObjectText()
    for item in items {
      guard let (key, value) = pair(item) else { return nil }
      object.set(key, raw: value.raw.string)
    }
    return try? JSONValue(object.bytes[...])
  }

  /// A value in which such lists are objects; nil if none stands there.
  static func replaced(_ value: JSONValue) -> JSONValue? {
    if let object = object(value) { return replaced(object) ?? object }
    guard value.isObject else { return nil }
    var isChanged = false
    var text = JSONObjectText()
    for (key, member) in value.members {
      let other = replaced(member)
      isChanged = isChanged || other != nil
      text.set(key, raw: (other ?? member).raw.string)
    }
    return isChanged ? try? JSONValue(text.bytes[...]) : nil
  }

  private static func pair(_ item: JSONValue) -> (key: String, value: JSONValue)? {
    let members = item.members
    guard members.count == 2, let key = members.first(where: { keys.contains($0.key) })?.value.string,
      let held = members.first(where: { $0.key == value })?.value
    else { return nil }
    return (key, typed(held) ?? held)
  }

  /// The value in an object that has a member for each type.
  private static func typed(_ value: JSONValue) -> JSONValue? {
    value.members.first { $0.key.lowercased().hasSuffix(Self.value) && !$0.value.isNull }?.value
  }
}
