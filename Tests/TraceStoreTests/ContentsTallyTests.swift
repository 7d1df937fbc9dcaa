import Testing

@testable import TraceStore

/// Days are counted by their months, at both ends of time as well.
@Suite(.tags(.small)) struct ContentsTallyTests {
  @Test(arguments: [
    (0, "1970-01"), (-1, "1969-12"), (19_782, "2024-02"), (19_783, "2024-03"), (-106_752, "1677-09"),
    (106_751, "2262-04"),
    (ContentsTally.unknownDay, ""),
  ])
  func `each day has its month`(day: Int64, month: String) {
    #expect(ContentsTally.month(ofDay: day) == month)
  }
}
