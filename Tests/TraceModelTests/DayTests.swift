import Testing
import TraceModel

/// Days in UTC.
@Suite(.tags(.small)) struct DayTests {
  @Test(
    arguments: [
      ("1970-01-01", 0), ("1969-12-31", -1), ("2024-02-29", 19_782), ("2027-01-31", 20_849),
    ] as [(String, Int64)])
  func `a day is read and written alike`(text: String, number: Int64) throws {
    let day = try #require(Day(text))
    #expect(day.number == number)
    #expect(day.text == text)
  }

  @Test(arguments: ["2027-02-30", "2026-02-29", "2027-1-31", "27-01-31", "2027-01-31T", "", "forever!!!"])
  func `another text is no day`(text: String) { #expect(Day(text) == nil) }

  @Test(arguments: [(-1, -1), (0, 0), (86_399_999_999_999, 0), (86_400_000_000_000, 1)] as [(Int64, Int64)])
  func `an instant lies in the day that began last`(instant: Int64, number: Int64) {
    #expect(Day(of: instant).number == number)
  }

  @Test(arguments: [(.min + 1, "1677-09-21"), (-1, "1969-12-31"), (.max, "2262-04-11")] as [(Int64, String)])
  func `the first and the last instant have days`(instant: Int64, text: String) {
    #expect(Day(of: instant).text == text)
  }
}
