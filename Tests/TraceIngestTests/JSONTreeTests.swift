import Testing
import TraceModel

@testable import TraceIngest

/// A text is scanned once, and refused where `JSONValue` refuses it.
@Suite(.tags(.small)) struct JSONTreeTests {
  private static func refusal(_ read: () throws -> Void) -> Reject.Reason? {
    do { try read() } catch { return error as? Reject.Reason }
    return nil
  }

  @Test(arguments: [
    "{}", "[]", " { } ", #"{"a":1}"#, #"{"a":[1,{"b":null}],"c":"d"}"#, "1", "-0.5e3", #""\u00e9""#, "true", "",
    "{", "[", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, "[1,]", "[1 2]", "{}x", "{]", "[}", "tru", "01", "\"\u{1}\"", "\"a",
    String(repeating: "[", count: 64) + String(repeating: "]", count: 64),
    String(repeating: "[", count: 65) + String(repeating: "]", count: 65),
  ])
  func `a text is refused for the same reason`(text: String) {
    let bytes = Array(text.utf8)
    var tree = JSONTree()
    let one = Self.refusal { try tree.read(bytes) }
    let other = Self.refusal { _ = try JSONValue(bytes[...]) }
    #expect(one == other)
  }

  @Test func `values are found by key, and passed over with all that they hold`() throws {
    var tree = JSONTree()
    try tree.read(Array(#"{"a":[1,{"b":2}],"bc":"x\ty","d":-9223372036854775808,"e":1.5,"f":true}"#.utf8))
    #expect(tree.isObject(0) && tree.isArray(1) && tree.hasKey(1, "a") && tree.isObject(3) && tree.hasKey(4, "b"))
    #expect(tree.wholeNumber(of: 2) == 1 && tree.wholeNumber(of: 4) == 2)
    let text = tree.next(after: 1)
    #expect(tree.hasKey(text, "bc") && !tree.hasKey(text, "b") && !tree.hasKey(text, "bd"))
    #expect(tree.bytes(of: text).map { String(decoding: $0, as: UTF8.self) } == "x\ty")
    let number = tree.next(after: text)
    #expect(tree.wholeNumber(of: number) == .min && tree.wholeNumber(of: number + 1) == nil)
    #expect(tree.truth(of: number + 2) == true && tree.truth(of: number) == nil && tree.bytes(of: number) == nil)
    #expect(tree.next(after: 0) == number + 3)
    // It holds nothing of a text before.
    try tree.read(Array("[null]".utf8))
    #expect(tree.isNull(1) && tree.next(after: 0) == 2)
  }

  @Test(arguments: [
    #"{"z":0,"a":[1,{"b":"]}\\\""}],"c":2}"#, #"{"z":0,"a":{},"c":2}"#, #"{"z":0,"a" : 1 ,"c":2}"#,
    #"{"z":0,"a":"x","c":2}"#, #"{"z":0,"c":2,"a":[]}"#, #"{"a":null,"z":0,"c":2}"#,
  ])
  func `members that nobody wants are left out`(text: String) throws {
    var tree = JSONTree(without: ["a"])
    try tree.read(Array(text.utf8))
    #expect(tree.hasKey(1, "z") && tree.wholeNumber(of: 1) == 0 && tree.hasKey(2, "c") && tree.wholeNumber(of: 2) == 2)
    #expect(tree.next(after: 0) == 3)
    try tree.read(Array(text.utf8), whole: true)
    #expect((1..<tree.next(after: 0)).contains { tree.hasKey($0, "a") })
    // Inside of another member the key is one like any other.
    try tree.read(Array(#"{"c":{"a":1}}"#.utf8))
    #expect(tree.hasKey(2, "a") && tree.wholeNumber(of: 2) == 1)
  }

  @Test(arguments: [
    #"{"a":"#, #"{"a":["#, #"{"a":[1,{"b":2}"#, #"{"a":"x"#, #"{"a":{"b":"x}"#, #"{"a":]}"#, #"{"a":}"#, #"{"a":1"#,
    #"{"a":[1]"#, #"{"a":{}x}"#,
  ])
  func `a text that is cut off is refused, whoever wants its end`(text: String) {
    var tree = JSONTree(without: ["a"])
    #expect(throws: Reject.Reason.notJSON) { try tree.read(Array(text.utf8)) }
  }
}
