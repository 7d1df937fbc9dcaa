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

  /// A tree in the object of a text.
  private static func tree(_ text: String) throws -> JSONTree {
    var tree = JSONTree()
    try tree.read(Array(text.utf8))
    tree.open(UInt8(ascii: "{"))
    return tree
  }

  @Test func `values are found by key, in any order`() throws {
    var tree = try Self.tree(#"{"a":[1,{"b":2}, 3],"bc":"x\ty","d":-9223372036854775808,"f" : true, "g":null}"#)
    for _ in 0..<2 {
      let isTrue = tree.member("f") ? tree.truth() : nil
      let text = tree.member("bc") ? tree.bytes() : nil
      let number = tree.member("d") ? tree.wholeNumber() : nil
      #expect(isTrue == true && text.map { String(decoding: $0, as: UTF8.self) } == "x\ty" && number == .min)
      let hasOther = tree.member("b") || tree.member("bd") || tree.member("g")
      #expect(!hasOther)
      var items: [Int64?] = []
      if tree.member("a") {
        tree.open(UInt8(ascii: "["))
        while tree.hasItem() {
          if items.count == 1 {
            tree.open(UInt8(ascii: "{"))
            items.append(tree.member("b") ? tree.wholeNumber() : nil)
            tree.close()
          } else {
            items.append(tree.wholeNumber())
          }
        }
      }
      #expect(items == [1, 2, 3] && tree.wrongKey == nil)
    }
    // It holds nothing of a text before.
    tree = try Self.tree("{}")
    let isThere = tree.member("f")
    #expect(!isThere && tree.isObject)
  }

  @Test(arguments: [
    #"{"a":"1"}"#, #"{"a":1.5}"#, #"{"a":9223372036854775808}"#, #"{"a":true}"#, #"{"a":[1]}"#, #"{"a":{"b":1}}"#,
  ])
  func `a value of a wrong type is noted with its key`(text: String) throws {
    var tree = try Self.tree(text)
    let number = tree.member("a") ? tree.wholeNumber() : 0
    #expect(number == nil && tree.wrongKey == "a")
    tree = try Self.tree(#"{"b":1,"l":[{"c":1},2],"n":[]}"#)
    var count = 0
    if tree.member("l") {
      tree.open(UInt8(ascii: "["))
      while tree.hasItem() {
        tree.open(UInt8(ascii: "{"))
        if tree.member("c") { count += 1 }
        tree.close()
      }
    }
    #expect(count == 1 && tree.wrongKey == "l")
    let isThere = tree.member("n")
    tree.open(UInt8(ascii: "{"))
    let isMember = tree.member("b")
    #expect(isThere && !isMember && tree.wrongKey == "l", "the first one stays")
  }

  @Test(arguments: [
    #"{"a":"#, #"{"a":["#, #"{"a":[1,{"b":2}"#, #"{"a":"x"#, #"{"a":{"b":"x}"#, #"{"a":]}"#, #"{"a":}"#, #"{"a":1"#,
    #"{"a":[1]"#, #"{"a":{}x}"#,
  ])
  func `a text that is cut off is refused`(text: String) {
    var tree = JSONTree()
    #expect(throws: Reject.Reason.notJSON) { try tree.read(Array(text.utf8)) }
  }
}
