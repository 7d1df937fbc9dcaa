import Testing
import TraceModel

@testable import TraceIngest

/// A line is read from its front as `JSONTree` reads it, or is odd.
@Suite(.tags(.small)) struct JSONLineTests {
  /// The members `n`, `s`, `t`, `o` and `l` of a line, of which `o` is skipped; nil if the line is odd.
  private static func members(_ text: String) -> String? {
    var line = line(Array(text.utf8))
    var found: [String] = []
    if line.member("n") { found.append(line.wholeNumber().map { "n=\($0)" } ?? "") }
    if line.member("s") {
      let range = line.plainText() ?? 0..<0
      found.append("s=\(line.string(range))")
    }
    if line.member("t") { found.append(line.truth().map { "t=\($0)" } ?? "") }
    if line.member("o") { line.passOver() }
    if line.member("l") {
      line.open(UInt8(ascii: "["))
      while line.hasItem() { found.append(line.wholeNumber().map { "l=\($0)" } ?? "") }
    }
    line.end()
    return line.isOdd ? nil : found.joined(separator: " ")
  }

  /// A reader at the second of three lines.
  private static func line(_ text: [UInt8]) -> JSONLine {
    var block = LineBlock()
    block.append(Array(#"{"n":7}"#.utf8)[...])
    block.append(text[...])
    block.append(Array(#"{"n":8}"#.utf8)[...])
    block.finish()
    var line = JSONLine()
    line.begin(block, 1)
    return line
  }

  @Test(arguments: [
    ("{}", ""), (#"{"n":1}"#, "n=1"), (#"{"n":-9223372036854775807}"#, "n=-9223372036854775807"),
    (#"{"n":0,"t":true}"#, "n=0 t=true"), (#"{"s":"grün","t":false}"#, "s=grün t=false"), (#"{"s":""}"#, "s="),
    (#"{"o":{"a":"]}","b":[{},[1,2.5]]},"l":[1,2]}"#, "l=1 l=2"), (#"{"o":[],"l":[]}"#, ""),
    (#"{"o":"a","l":[3]}"#, "l=3"),
    (#"{"n":1,"o":["a long text with {brackets} in it",{"n":[]}]}"#, "n=1"),
  ])
  func `members are read in their order, and those that are absent are passed by`(text: String, members: String) {
    #expect(Self.members(text) == members)
  }

  @Test(arguments: [
    "", "{", "[]", "{}x", "{}{}", "{ }", #"{"n": 1}"#, #"{"n":1 }"#, #"{"n":1,}"#, #"{,"n":1}"#, #"{"n":01}"#,
    #"{"n":1.5}"#, #"{"n":1e3}"#, #"{"n":9223372036854775808}"#, #"{"n":"1"}"#, #"{"n":null}"#, #"{"n":}"#, #"{"n"}"#,
    #"{"s":"a\"b"}"#, #"{"s":"\u00fc"}"#, #"{"s":"a}"#, #"{"s":1}"#, #"{"t":tru}"#, #"{"t":1}"#, #"{"s":"a","n":1}"#,
    #"{"n":1,"n":2}"#, #"{"x":1}"#, #"{"n":1,"x":{}}"#, #"{"o":1}"#, #"{"o":{"a":1}"#, #"{"o":{"a}"#,
    #"{"o":{"a":"\n"}}"#, #"{"l":[1,]}"#, #"{"l":[,1]}"#, #"{"l":[1 2]}"#, #"{"l":[1"#, #"{"l":[[1]]}"#, #"{"l":{}}"#,
    #"{"l":1}"#, "{\"s\":\"a\u{1}\"}", "{\"o\":{\u{0}}}",
  ])
  func `what is written otherwise is odd`(text: String) { #expect(Self.members(text) == nil) }

  @Test func `bytes that are no UTF-8 are odd`() {
    var line = Self.line(Array(#"{"s":""#.utf8) + [0xFF] + Array(#""}"#.utf8))
    let isThere = line.member("s")
    #expect(isThere && line.plainText() == nil && line.isOdd)
  }

  @Test func `no byte can be cut off`() {
    let whole = #"{"n":12,"s":"text","t":true,"o":{"a":[1,"b"]},"l":[3,4]}"#
    #expect(Self.members(whole) == "n=12 s=text t=true l=3 l=4")
    for length in 0..<whole.utf8.count { #expect(Self.members(String(whole.prefix(length))) == nil, "\(length) bytes") }
  }

  @Test(arguments: [
    (#"{"n":1,"s":"a"}"#, true), (#"{"n":1}"#, true), (#"{"n":1,"s":["#, false), (#"{"n":1"#, false),
    (#"{"n":1}}"#, false),
    (#"{"n":12}"#, true), (#"{"n":1]"#, false),
  ])
  func `the rest of a line may be left unread, but not its end`(text: String, isWhole: Bool) {
    var line = Self.line(Array(text.utf8))
    let number = line.member("n") ? line.wholeNumber() : nil
    line.endEarly()
    #expect(number != nil && line.isOdd == !isWhole)
  }

  @Test(arguments: [
    (#"{"d":"00ff00ff00ff00ff"}"#, 0x00FF_00FF_00FF_00FF as UInt64?), (#"{"d":"ffffffffffffffff"}"#, .max),
    (#"{"d":"0ff"}"#, nil), (#"{"d":"00ff00ff00ff00fg"}"#, nil), (#"{"d":"00FF00FF00FF00FF"}"#, nil),
    (#"{"d":16}"#, nil),
  ])
  func `a number of sixteen hexadecimal digits is read`(text: String, number: UInt64?) {
    var line = Self.line(Array(text.utf8))
    let found = line.member("d") ? line.hexNumber() : nil
    #expect(found == number && line.isOdd == (number == nil))
  }

  @Test(arguments: [
    (#"{"d":"a","n":1}"#, true), (#"{"d":"b","n":1}"#, false), (#"{"d":"a"}"#, true), (#"{"d""#, false),
  ])
  func `a line with another head is odd`(text: String, isSame: Bool) {
    var block = LineBlock()
    block.append(Array(text.utf8)[...])
    block.finish()
    var line = JSONLine()
    line.begin(block, 0, head: Array(#"{"d":"a""#.utf8))
    #expect(line.isOdd == !isSame)
  }
}
