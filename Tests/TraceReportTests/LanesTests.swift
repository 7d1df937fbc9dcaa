import Testing

@testable import TraceReport

@Suite(.tags(.small)) struct LanesTests {
  @Test(
    arguments: [
      ([0..<10, 2..<5, 4..<12], [0, 0, 1]), ([0..<10, 0..<10], [0, 0]), ([0..<5, 5..<9], [0, 0]),
      // The longest of those that begin together is placed first.
      ([0..<5, 0..<10], [0, 0]), ([0..<10, 5..<10, 6..<11], [0, 0, 1]), ([3..<3, 0..<3], [0, 0]), ([], []),
    ] as [([Range<Int64>], [Int])])
  func `a span goes to the first lane in which it nests`(_ spans: [Range<Int64>], _ lanes: [Int]) {
    #expect(Lanes.numbers(of: spans) == lanes)
  }

  @Test func `on each lane any two spans nest or do not overlap`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededRandom(state: seed)
    for _ in 0..<10_000 {
      let spans = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        let begin = Int64.random(in: 0...40, using: &random)
        return begin..<begin + Int64.random(in: 0...20, using: &random)
      }
      let numbers = Lanes.numbers(of: spans)
      for (a, laneOfA) in zip(spans, numbers) {
        for (b, laneOfB) in zip(spans, numbers) where laneOfA == laneOfB {
          let isApart = a.upperBound <= b.lowerBound || b.upperBound <= a.lowerBound
          let nests = a.lowerBound <= b.lowerBound && b.upperBound <= a.upperBound
          let isWithin = b.lowerBound <= a.lowerBound && a.upperBound <= b.upperBound
          #expect(isApart || nests || isWithin, "seed \(seed): \(spans) on \(numbers)")
        }
      }
    }
  }

  @Test(arguments: [
    (Int64(0), "0.000"), (1, "0.001"), (1_000_001, "1000.001"), (-1, "-0.001"),
    (2_207_520_000_000_000_001, "2207520000000000.001"),
  ])
  func `times keep their nanoseconds`(_ nanos: Int64, _ text: String) {
    #expect(ChromeReporter.microseconds(nanos) == text)
  }

  @Test(arguments: [
    ("a\"b\\c", #""a\"b\\c""#), ("</script>", #""</script>""#), ("a\u{0}b", #""a\\u{0}b""#),
    ("\u{202E}x", #""\\u{202E}x""#), ("é漢", #""é漢""#),
  ])
  func `what steers or cuts a text is written out in names`(_ text: String, _ quoted: String) {
    #expect(ChromeReporter.quoted(text) == quoted)
  }
}
