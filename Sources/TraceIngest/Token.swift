/// A value where it stands in its line.
struct Token: Sendable {
  enum Kind: UInt8, Sendable { case string, escapedString, number, isTrue, isFalse, null, object, array }

  var kind = Kind.null
  var start = 0
  var end = 0
  /// Where the member begins that holds the value: at its key's quote.
  var member = 0
  /// A number that is written in digits alone and below 10^19; else the largest there is.
  var whole = UInt64.max

  /// All of its bytes, quotes included.
  var range: Range<Int> { start..<end }
  /// What stands between the quotes.
  var inner: Range<Int> { start + 1..<end - 1 }
  /// `null` and the empty string are as absent.
  var isAbsent: Bool { kind == .null || kind == .string && end - start == 2 }
}
