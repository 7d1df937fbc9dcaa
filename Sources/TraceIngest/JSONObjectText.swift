/// A JSON object while it is written.
struct JSONObjectText {
  private var members: [UInt8] = []

  /// The object, as far as it was written.
  var bytes: [UInt8] { Array("{".utf8) + members + Array("}".utf8) }

  /// Sets a member to a text, if there is one.
  mutating func set(_ name: String, text: String?) {
    guard let text else { return }
    begin(name)
    JSONText.encode(Array(text.utf8)[...], to: &members)
  }

  /// Sets a member to a value that is written in JSON, if there is one.
  mutating func set(_ name: String, raw: String?) {
    guard let raw else { return }
    begin(name)
    members += Array(raw.utf8)
  }

  private mutating func begin(_ name: String) {
    if !members.isEmpty { members.append(UInt8(ascii: ",")) }
    JSONText.encode(Array(name.utf8)[...], to: &members)
    members.append(UInt8(ascii: ":"))
  }
}
