import Testing

@testable import TraceAnalyzer

/// Holds the method against answers that were computed without this program: by NumPy 2.4 and SciPy 1.17 where they have
/// it, else by a second program in Python.
@Suite(.tags(.small)) struct CompareKnownAnswerTests {
  private func sample(_ observations: [Observation]) -> WeightedSample { WeightedSample(observations) }

  @Test(
    "quantiles of even weights are NumPy's",
    arguments: [(50, 367.5, 394.5), (90, 421.7, 466.8), (95, 438.35, 488.4)])
  func quantiles(percent: Int, base: Double, head: Double) {
    #expect(sample(CompareExample.base).quantile(percent: percent) == (base * 1_000_000).rounded())
    #expect(sample(CompareExample.head).quantile(percent: percent) == (head * 1_000_000).rounded())
  }

  @Test("weights move a quantile as weighted type 7 says", arguments: [(50, 361.0), (90, 409.2)])
  func weightedQuantiles(percent: Int, expected: Double) {
    let weights: [Double] = [1, 2, 1, 1, 3, 1, 1, 2, 1, 1]
    let weighted = WeightedSample(CompareExample.base) { weights[Int($0.unit)] }
    #expect(weighted.quantile(percent: percent).isNear(expected * 1_000_000, within: 1e-12))
  }

  @Test("the rank test gives the chance, t, degrees of freedom and p that are known")
  func rankTest() {
    let test = RankTest(base: CompareExample.base, head: CompareExample.head)
    let shift = ShiftEstimate(test, alpha: 0.05)
    #expect(shift.superiority.isNear(0.67, within: 1e-14))
    #expect(shift.t.isNear(1.3184634483601176, within: 1e-13))
    #expect(shift.degreesOfFreedom == 18)
    #expect(shift.p.isNear(0.20387977084452824, within: 1e-12))
    #expect(shift.nanos == 27_500_000)
    #expect(shift.low == -16_999_999)
    #expect(shift.high == 75_999_999)
  }

  @Test("ties share their ranks: U is that of Mann and Whitney")
  func ties() {
    let base = CompareExample.independent([100, 100, 110, 120, 120, 120, 130])
    let head = CompareExample.independent([110, 120, 120, 130, 140, 140, 150, 150])
    let test = RankTest(base: base, head: head)
    // U is the number of pairs in which head takes longer, a tie counting half.
    #expect(((test.excess(shift: 0) + 0.5) * 56).isNear(46, within: 1e-14))
    #expect(
      ((RankTest(base: CompareExample.base, head: CompareExample.head).excess(shift: 0) + 0.5) * 100)
        .isNear(67, within: 1e-14))
  }

  @Test("strata and devices: the shift within models, where the mix of models has shifted")
  func mixedShift() {
    let shift = ShiftEstimate(RankTest(base: CompareExample.mixedBase, head: CompareExample.mixedHead), alpha: 0.05)
    #expect(shift.superiority.isNear(0.8701578192252509, within: 1e-14))
    #expect(shift.t.isNear(2.7095173911018207, within: 1e-13))
    #expect(shift.degreesOfFreedom == 16)
    #expect(shift.p.isNear(0.01546743383773554, within: 1e-12))
    #expect(shift.nanos == 25_000_000)
    #expect(shift.low == 10_000_000)
    #expect(shift.high == 49_999_999)
  }

  @Test("the difference of medians has the interval of MOVER")
  func medianDifference() {
    let base = sample(CompareExample.base).quantile(percent: 50, alpha: 0.05)
    let head = sample(CompareExample.head).quantile(percent: 50, alpha: 0.05)
    #expect([base.low, base.high, head.low, head.high] == [335e6, 418e6, 358e6, 462e6])
    #expect(base.effectiveSize.isNear(10, within: 1e-12))
    let difference = IntervalDifference(base: base, head: head)
    #expect(difference.value == 27_000_000)
    #expect(difference.low?.isNear(-35309710.31869752, within: 1e-13) == true)
    #expect(difference.high?.isNear(101916620.31885849, within: 1e-13) == true)
  }

  @Test("ten launches do not bound a 90th percentile")
  func unboundedDifference() {
    let base = sample(CompareExample.base).quantile(percent: 90, alpha: 0.05)
    let head = sample(CompareExample.head).quantile(percent: 90, alpha: 0.05)
    #expect([base.low, head.low] == [389e6, 417e6])
    #expect(base.high == nil && head.high == nil)
    let difference = IntervalDifference(base: base, head: head)
    #expect(difference.value.isNear(45_100_000, within: 1e-13))
    #expect(difference.low == nil && difference.high == nil)
  }

  @Test("as many independent launches as a percentile needs bound it, whatever their times are")
  func independentLaunchesCountFully() {
    let launches = CompareExample.independent((1...36).map { $0 * $0 })
    let quantile = sample(launches).quantile(percent: 90, alpha: 0.05)
    #expect(quantile.effectiveSize.isNear(36, within: 1e-12))
    #expect(quantile.low != nil && quantile.high != nil)
  }

  @Test("head in the proportions of base: what is left of a difference that models alone make")
  func standardised() {
    let base = sample(CompareExample.mixedBase)
    let plain = IntervalDifference(
      base: base.quantile(percent: 50, alpha: 0.05),
      head: sample(CompareExample.mixedHead).quantile(percent: 50, alpha: 0.05))
    #expect(plain.value == 320_000_000)
    #expect(plain.low?.isNear(-132769256.90687084, within: 1e-13) == true)
    #expect(plain.high?.isNear(370_000_000, within: 1e-13) == true)
    let head = WeightedSample(CompareExample.mixedHead, inProportionsOf: base).quantile(percent: 50, alpha: 0.05)
    let difference = IntervalDifference(base: base.quantile(percent: 50, alpha: 0.05), head: head)
    #expect(difference.value.isNear(33_437_500, within: 1e-8))
    #expect(difference.low?.isNear(-280966207.6852786, within: 1e-8) == true)
    #expect(difference.high?.isNear(341464392.34261674, within: 1e-8) == true)
    #expect([head.low, head.high] == [311e6, 670e6])
  }

  @Test("Wilson's interval, and Newcombe's of a difference")
  func shares() {
    let wilson = WilsonInterval(share: 0.6, size: 80)
    #expect(wilson.low.isNear(0.4904546500516039, within: 1e-13))
    #expect(wilson.high.isNear(0.7003817240412906, within: 1e-13))
    // The published interval is 0.0524 to 0.3339.
    let published = IntervalDifference(base: wilson, head: WilsonInterval(share: 0.8, size: 70))
    #expect(published.low?.isNear(0.05243147240236498, within: 1e-12) == true)
    #expect(published.high?.isNear(0.333872654036906, within: 1e-12) == true)
    let none = IntervalDifference(base: WilsonInterval(share: 0, size: 40), head: WilsonInterval(share: 0.06, size: 50))
    #expect(none.low?.isNear(-0.03606625607875298, within: 1e-12) == true)
    #expect(none.high?.isNear(0.16217091688838173, within: 1e-12) == true)
  }

  @Test("the interval of shares of independent launches is Newcombe's, and of launches alike that of their devices")
  func shareIntervals() {
    func draws(_ count: Int, of unit: (Int) -> Int) -> [LaunchDraw] {
      (0..<count).map { LaunchDraw(stratum: 0, unit: unit($0)) }
    }
    let independent = [draws(80) { $0 }, draws(70) { 80 + $0 }]
    let found = ShareTest(independent, isByDevice: false)
      .difference([Array(independent[0].prefix(48)), Array(independent[1].prefix(56))]).interval(alpha: 0.05)
    #expect(found.low?.isNear(0.05243147240236498, within: 1e-9) == true)
    #expect(found.high?.isNear(0.333872654036906, within: 1e-9) == true)
    let alike = [draws(400) { $0 % 40 }, draws(400) { 40 + $0 % 40 }]
    let none = ShareTest(alike, isByDevice: false).difference([[], []]).shares(alpha: 0.05)
    #expect(none.base.low == 0 && none.base.high.isNear(WilsonInterval(share: 0, size: 40).high, within: 1e-9))
  }

  @Test("a share comes more or less often, and is neither slower nor faster")
  func shareVerdicts() {
    #expect(
      CompareVerdict.allCases.map(\.ofShare) == [
        .moreOften, .lessOften, .moreOften, .lessOften, .same, .undecided,
      ])
    #expect(CompareOptions.standardMargin.share(of: 0.1) == 0.01)
    #expect(CompareOptions.standardMargin.share(of: 0.5) == 0.025)
  }

  @Test(
    "a verdict rests on the interval and the margin alone",
    arguments: [
      (41, 22, 60, 21, .slower), (-41, -60, -22, 21, .faster), (1, -4, 6, 10, .same), (15, 12, 18, 21, .same),
      (20, 12, 28, 21, .undecided), (58, -31, 150, 35, .undecided), (50, 1, nil, 21, .slower),
      (0, nil, nil, 10, .undecided), (-30, nil, -1, 10, .faster), (0, -10, 9, 10, .undecided),
      (0, 0, 0, 10, .same), (0, 0, 0, 0, .same), (21, 0, 42, 21, .undecided),
    ] as [(Double, Double?, Double?, Double, CompareVerdict)])
  func verdict(difference: Double, low: Double?, high: Double?, margin: Double, expected: CompareVerdict) {
    #expect(CompareVerdict(difference: difference, low: low, high: high, margin: margin) == expected)
  }

  @Test("the margin is a part of the base's time, and never less than some nanoseconds")
  func margins() {
    let margin = Margin(partsPerMillion: 50_000, leastNanos: 10_000_000)
    #expect(margin.nanos(of: 418_000_000) == 20_900_000)
    #expect(margin.nanos(of: 100_000_000) == 10_000_000)
  }

  @Test(
    "the launches that would decide are rounded up to two figures, and not promised beyond a hundredfold",
    arguments: [
      (389, 1.96, 181e6, 35e6, 5400), (10, 2.1, 93e6, 18.375e6, 130), (5, 2.3, 10e6, 10e6, 3),
      (10, 2.1, 1e12, 1e6, nil),
    ] as [(Int, Double, Double, Double, Int?)])
  func needed(launches: Int, critical: Double, width: Double, margin: Double, expected: Int?) {
    let needed = CompareVerdict.neededLaunches(launches: launches, critical: critical, width: width, margin: margin)
    #expect(needed == expected)
  }
}
