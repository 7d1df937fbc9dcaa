/// How much longer a head launch takes than a base launch of its stratum, with the interval that a rank test gives.
///
/// The estimate is the shift at which the test sees no difference: within one stratum the median of all differences
/// between a head and a base launch. The interval holds all shifts that the test does not reject.
///
/// Source: Hodges and Lehmann, *Estimates of Location Based on Rank Tests* (1963).
struct ShiftEstimate: Equatable {
  /// Nanoseconds, positive if head takes longer; nil if nothing can be tested.
  let nanos: Int64?
  /// The bounds of the interval; nil where the launches do not bound it.
  let low, high: Int64?
  /// The chance that a head launch takes longer than a base launch of its stratum, a tie counting half.
  let superiority: Double
  /// The test at a shift of 0, and the value of Student's t at which it rejects.
  let t, critical: Double
  let degreesOfFreedom: Int
  /// The probability of a difference at least as large if there is none; 1 if nothing can be tested.
  let p: Double

  /// The estimate with an interval that leaves out the true shift with the probability `alpha`.
  init(_ test: RankTest, alpha: Double) {
    let atZero = test.result()
    superiority = 0.5 + atZero.excess
    degreesOfFreedom = test.degreesOfFreedom
    guard atZero.hasVariance, test.degreesOfFreedom >= 1 else {
      nanos = nil
      low = nil
      high = nil
      t = 0
      critical = .infinity
      p = 1
      return
    }
    let critical = StudentDistribution.critical(degreesOfFreedom: test.degreesOfFreedom, alpha: alpha)
    self.critical = critical
    t = atZero.t
    p = StudentDistribution.twoSided(atZero.t.magnitude, degreesOfFreedom: test.degreesOfFreedom)
    let range = test.range
    // The largest shift at which head still takes longer, and the smallest at which base does.
    let above = FallingSearch(-range...range, orEqual: false) { test.excess(shift: $0) }
    // Mostly the next shift is beyond 0 already.
    let next = above.last + 1
    let isBeyond = next > range || test.excess(shift: next) < 0
    let atLeast = isBeyond ? above : FallingSearch(next...range, orEqual: true) { test.excess(shift: $0) }
    nanos = Self.half(of: above.last + atLeast.last + 1)
    // The search begins at 0, so that the interval excludes it exactly when the test rejects. The lower bound is the
    // upper one of the opposite question: swapping the sides negates both, whatever the test does in between.
    let isAbove = atZero.t > critical
    let isBelow = atZero.t < -critical
    let upper = FallingSearch(isBelow ? -range...0 : 0...range, orEqual: true) { shift in
      test.result(shift: shift).t + critical
    }.last
    let lower = FallingSearch(isAbove ? -range...0 : 0...range, orEqual: true) { shift in
      critical - test.result(shift: -shift).t
    }.last
    high = upper >= range ? nil : upper
    low = lower >= range ? nil : -lower
  }

  /// Half of a number, to even where that is no whole number.
  private static func half(of value: Int64) -> Int64 {
    let (quotient, rest) = value.quotientAndRemainder(dividingBy: 2)
    return rest == 0 || quotient.isMultiple(of: 2) ? quotient : quotient + rest
  }
}
