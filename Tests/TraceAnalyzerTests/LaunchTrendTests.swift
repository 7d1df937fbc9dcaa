import Testing
import TraceModel

@testable import TraceAnalyzer

/// The levels at which the rows of a trend are compared.
@Suite(.tags(.small)) struct LaunchTrendTests {
  // By hand, after Holm (1979): alpha over the number of tests that are left, until one is not below it.
  @Test(
    arguments: [
      ([0.01, 0.04, nil, 0.03], [0.05 / 3, 0.025, 0.05 / 3, 0.025]),
      ([0.02, 0.001, 0.04], [0.025, 0.05 / 3, 0.05]), ([0.9, 0.8], [0.025, 0.025]), ([0.04], [0.05]), ([], []),
    ] as [([Double?], [Double])])
  func `each p is held against what is left of the probability of an error`(_ p: [Double?], _ levels: [Double]) {
    #expect(LaunchTrend.levels(p) == levels)
  }

  @Test(arguments: [(Dimension.day, "2024-02-29"), (.week, "2026-W53"), (.week, "2027-W01"), (.month, "2025-12")])
  func `a step has a number, and a number a day of that step`(_ step: Dimension, _ value: String) throws {
    let number = try #require(step.number(ofStep: value))
    let day = step.day(ofStep: number)
    #expect([day.text, day.week, day.month].contains(value))
    #expect(step.number(ofStep: "unknown") == nil)
  }
}
