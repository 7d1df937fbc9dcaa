import Testing
import TraceModel

@testable import TraceReport

@Suite(.tags(.small)) struct UnitsTests {
  @Test(
    arguments: [
      (0, "0 ms"), (412, "0.000 ms"), (123_456, "0.123 ms"), (1_000_000, "1.00 ms"),
      (9_994_999, "9.99 ms"), (9_995_000, "10.0 ms"), (41_250_000, "41.3 ms"),
      (999_499_999, "999 ms"), (999_500_000, "1.00 s"), (1_234_000_000, "1.23 s"),
      (59_949_999_999, "59.9 s"), (59_950_000_000, "1 min"), (60_499_999_999, "1 min"), (61_600_000_000, "1 min 2 s"),
      (725_000_000_000, "12 min 5 s"), (600_000_000_000, "10 min"), (3_599_400_000_000, "59 min 59 s"),
      (3_599_500_000_000, "1 h"), (7_500_000_000_000, "2 h 5 min"), (86_400_000_000_000, "24 h"),
      (-2_500_000, "-2.50 ms"), (-90_000_000_000, "-1 min 30 s"), (.max, "2562047 h 47 min"),
      (.min, "-2562047 h 47 min"),
    ] as [(Int64, String)])
  func `a duration has three significant digits, and from a minute on minutes`(_ nanos: Int64, _ text: String) {
    #expect(DurationText.of(nanos) == text)
  }

  @Test(arguments: [
    (0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567"), (100_000, "100,000"),
  ])
  func `a count has a comma between each three digits`(_ count: Int, _ text: String) {
    #expect(Units.count(count) == text)
  }

  @Test(
    arguments: [
      (0, 10, nil), (1, 0, nil), (1, 3000, "under 0.1 %"), (3, 1000, "0.3 %"), (99, 1000, "9.9 %"), (315, 1000, "32 %"),
      (314, 1000, "31 %"), (999, 1000, "over 99 %"), (1, 3, "33 %"), (2, 3, "67 %"), (1, 1500, "0.1 %"),
      (997, 10_000, "10 %"), (104_499, 1_000_000, "10 %"), (994, 1000, "99 %"), (7, 7, "100 %"), (.max, 1, "100 %"),
    ] as [(Int64, Int64, String?)])
  func `a share is rounded, as precisely as people want to know it`(_ part: Int64, _ all: Int64, _ text: String?) {
    #expect(Units.share(part, of: all) == text)
  }

  @Test(arguments: [
    (0, "step", "0 steps"), (1, "launch", "1 launch"), (1200, "launch", "1,200 launches"),
  ])
  func `one thing is reported in the singular`(_ count: Int, _ thing: String, _ text: String) {
    #expect(Units.count(count, thing) == text)
  }
}
