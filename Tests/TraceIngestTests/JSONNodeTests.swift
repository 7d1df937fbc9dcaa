import Testing

@testable import TraceIngest

/// The JSON that people write: comments and trailing commas are taken, everything else is as strict as with logs.
@Suite(.tags(.small)) struct JSONNodeTests {
  /// A value as strict JSON, keys in their order, nothing between.
  static func plain(_ node: JSONNode) -> String {
    switch node.value {
    case .text(let text): "\"\(text)\""
    case .number(let number): number
    case .truth(let truth): "\(truth)"
    case .null: "null"
    case .list(let items): "[\(items.map(plain).joined(separator: ","))]"
    case .object(let members): "{\(members.map { "\"\($0.key)\":\(plain($0.node))" }.joined(separator: ","))}"
    }
  }

  static func mistake(in bytes: [UInt8]) -> JSONMistake? {
    do throws(JSONMistake) { _ = try JSONNode(text: bytes) } catch { return error }
    return nil
  }

  @Test(
    arguments: [
      (#"{}"#, #"{}"#),
      (#"{"a": 1, "b": [true, false, null, -2.5e3]}"#, #"{"a":1,"b":[true,false,null,-2.5e3]}"#),
      (#"{"a": 1,}"#, #"{"a":1}"#),
      (#"[1, 2, ]"#, #"[1,2]"#),
      ("// first\n[1] // last", "[1]"),
      ("/* a\n b */[/**/1/* , */,/*]*/2,//\n]", "[1,2]"),
      (#"["// no comment", "/* nor this */"]"#, #"["// no comment","/* nor this */"]"#),
      ("\u{FEFF}{\"a\":\r\n1}\r\n", #"{"a":1}"#),
      (#"["\u00e9\ud83d\ude00\n"]"#, "[\"é😀\n\"]"),
    ])
  func `comments, trailing commas, a byte order mark and CR LF are taken`(_ text: String, _ value: String) throws {
    #expect(Self.plain(try JSONNode(text: Array(text.utf8))) == value)
  }

  @Test(
    arguments: [
      ("", 1, 1, "a value is missing"), ("  \n ", 2, 2, "a value is missing"), ("[,]", 1, 2, "needs a value"),
      ("[1,,]", 1, 4, "needs a value"), ("{,}", 1, 2, "needs a key in quotes"), ("[1 2]", 1, 4, "needs ',' or ']'"),
      ("{\"a\" 1}", 1, 6, "needs ':' after the key 'a'"), ("{\"a\":}", 1, 6, "needs a value"),
      ("{a: 1}", 1, 2, "needs a key in quotes"), ("['a']", 1, 2, "needs a value"),
      ("[1] 2", 1, 5, "nothing may follow"),
      ("[01]", 1, 2, "needs a value"), ("[NaN]", 1, 2, "needs a value"), ("[truer]", 1, 6, "needs ',' or ']'"),
      ("{\"é😀\": \"a\nb\"}", 1, 8, "has no end on its line"), ("[\"\\x\"]", 1, 2, "a wrong escape"),
      ("[\"\\ud800\"]", 1, 2, "half of a surrogate pair"), ("[1", 1, 3, "needs ',' or ']'"),
      ("[1 /* 2]", 1, 4, "the comment has no end"), ("[1 / 2]", 1, 4, "needs ',' or ']'"),
      ("# no\n[]", 1, 1, "needs a value"),
      ("{\n  \"a\": 1,\n  \"b\": 2,\n  \"a\": 3\n}", 4, 3, "'a' comes twice: it is in line 2"),
      ("{\"a\": 1, \"\\u0061\": 2}", 1, 10, "comes twice"), ("\u{FEFF}\r\n x", 2, 2, "needs a value"),
      (String(repeating: "[", count: 65), 1, 65, "more than 64 deep"),
      ("[" + String(repeating: "1,", count: 10_001) + "]", 1, 20_002, "10,000 entries at most"),
    ])
  func `anything else is a mistake with its line and column`(
    _ text: String, _ line: Int, _ column: Int, _ message: String
  ) throws {
    let mistake = try #require(Self.mistake(in: Array(text.utf8)))
    let position = TextPosition(line: line, column: column)
    #expect(mistake.position == position && mistake.text.contains(message), "\(mistake)")
  }

  @Test func `bytes that are not UTF-8, and more than 1 MiB, are mistakes`() {
    #expect(Self.mistake(in: Array("[\"a".utf8) + [0xFF] + Array("\"]".utf8))?.text == "the text is not UTF-8")
    let spaces = [UInt8](repeating: 0x20, count: (1 << 20) - 2)
    #expect(Self.mistake(in: spaces + Array("[]".utf8)) == nil)
    #expect(Self.mistake(in: spaces + Array("[] ".utf8))?.text == "the file is longer than 1 MiB")
  }

  @Test(arguments: ["[1, 2,]", "[1] // a", "/* a */[1]", "{\"a\":1,}"])
  func `logs may hold neither comments nor trailing commas`(_ text: String) {
    #expect(throws: (any Error).self) { try JSONValue(Array(text.utf8)[...]) }
  }

  @Test func `each value knows its place`() throws {
    let root = try JSONNode(text: Array("{ // é\n  \"a\": [\n    1,\t\"é\", {}]}".utf8))
    guard case .object(let members) = root.value, case .list(let items) = members[0].node.value else {
      return #expect(Bool(false))
    }
    #expect(members[0].position == TextPosition(line: 2, column: 3))
    #expect(members[0].node.position == TextPosition(line: 2, column: 8))
    #expect(items.map(\.position.column) == [5, 8, 13] && items.allSatisfy { $0.position.line == 3 })
  }
}
