import Testing

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
}
