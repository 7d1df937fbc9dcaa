import Testing

@testable import TraceIngest
@testable import TraceModel

/// Numbers in texts: what they are in every language that writes them so, or that they may be two.
@Suite(.tags(.small)) struct WrittenNumberTests {
  /// A text, and the number in thousandths: with `ns` a length in nanoseconds; `?` if it is unclear, `-` for none.
  static let forms: [(text: String, said: String)] = [
    ("612", "612000"), ("0,612", "612"), ("0,6", "600"), ("12,3456", "12345"), ("1234,567", "1234567"),
    ("-0,5", "-500"),
    ("1.234,5", "1234500"), ("1,234.5", "1234500"), ("1 234,5", "1234500"), ("1\u{202F}234,5", "1234500"),
    ("1'234.5", "1234500"), ("1.234.567", "1234567000"), ("1,234,567", "1234567000"), ("1 234", "1234000"),
    ("1.234", "1234"), ("1,234", "?"), ("12,345 ms", "?"), ("012,345", "12345"),
    ("1,23,4", "-"), ("1.23.4", "-"), ("1,", "-"), (",5", "-"), ("1..2", "-"), ("", "-"), ("ms", "-"), ("1;2", "-"),
    ("612 ms", "612000000 ns"), ("612ms", "612000000 ns"), ("0,6 s", "600000000 ns"), ("1.2s", "1200000000 ns"),
    ("612.5 µs", "612500 ns"), ("612 μs", "612000 ns"), ("7ns", "7 ns"), ("0.612 seconds", "612000000 ns"),
    ("612 Millisekunden", "612000000 ns"), ("612 ミリ秒", "612000000 ns"), (" 0,6\u{A0}s ", "600000000 ns"),
    ("1m2.5s", "62500000000 ns"), ("1 min 2 s", "62000000000 ns"), ("1h0m0s", "3600000000000 ns"), ("2s1m", "-"),
    ("612 parsecs", "-"), ("612 ms ms", "-"), ("1 s 5", "-"), ("v1.2s", "-"),
    ("PT0.6S", "600000000 ns"), ("PT0,6S", "600000000 ns"), ("pt1m2.5s", "62500000000 ns"),
    ("P1DT2H", "93600000000000 ns"),
    ("PT1,234S", "1234000000 ns"), ("PT", "-"), ("P1Y", "-"), ("PT1S2M", "-"),
    ("00:00:00.6120000", "612000000 ns"), ("00:00:00,612", "612000000 ns"), ("1.02:03:04.5", "93784500000000 ns"),
    ("00:00.612", "612000000 ns"), ("12:40", "-"), ("00:61:00", "-"), ("00:00:60", "-"), ("2026-10-20T12:40:00Z", "-"),
  ]

  @Test(arguments: forms.indices)
  func `a text is read as the number that it is`(index: Int) {
    let (text, said) = Self.forms[index]
    let read =
      switch WrittenNumber(text) {
      case .plain(let number): "\(number.scaled(by: 3).integer(cutting: true) ?? 0)"
      case .length(let nanos, _): "\(nanos) ns"
      case .unclear: "?"
      case nil: "-"
      }
    #expect(read == said, "\(text)")
  }

  /// The texts of one key, the decimal mark that they show, and what `1,234` is then.
  static let columns: [(texts: [String], mark: DecimalMark?, number: Int64?)] = [
    (["1,234"], nil, nil), (["1,234", "5,678"], nil, nil), (["1,234", "0,6"], .comma, 1),
    (["1,234", "1.234,5"], .comma, 1),
    (["1,234", "12,5 ms"], .comma, 1), (["1,234", "12.5"], .point, 1234), (["1,234", "1,234.5"], .point, 1234),
    (["1,234", "1,234,567"], .point, 1234), (["1,234", "0,6", "0.6"], nil, nil), (["1,234", "12:40:00,5"], nil, nil),
  ]

  @Test(arguments: columns.indices)
  func `other texts of a key show what a comma is`(index: Int) {
    let (texts, mark, number) = Self.columns[index]
    #expect(DecimalMark(shownBy: texts) == mark && DecimalMark(shownBy: texts.reversed()) == mark)
    var read: Int64?
    if case .plain(let found) = WrittenNumber("1,234", mark: mark) { read = found.integer(cutting: true) }
    #expect(read == number)
  }

  @Test func `a known mark leaves the other one between thousands`() {
    func thousandths(_ text: String, _ mark: DecimalMark) -> Int64? {
      guard case .plain(let number) = WrittenNumber(text, mark: mark) else { return nil }
      return number.scaled(by: 3).integer()
    }
    #expect(thousandths("1.234", .comma) == 1_234_000 && thousandths("1.234", .point) == 1_234)
    #expect(thousandths("1.5", .comma) == nil && thousandths("1,5", .point) == nil)
  }
}
