/// How much longer a head launch takes than a base launch of its stratum, with the interval that a rank test gives.
///
/// The estimate is the shift at which the test sees no difference: within one stratum the median of all differences
/// between a head and a base launch. The interval holds all shifts that the test does not reject.
///
/// If all launches take equally long, no value varies at a shift of 0 and the test does not reject it; every other
/// shift puts all launches of one side before all of the other. Units enough reject that, and the interval is 0 … 0;
/// with three devices a side it may still be chance, and there are no bounds.
///
/// Source: Hodges and Lehmann, *Estimates of Location Based on Rank Tests* (1963).
struct ShiftEstimate: Equatable {
  /// Nanoseconds, positive if head takes longer; nil if no test is possible.
  let nanos: Int64?
  /// The bounds of the interval; nil if the launches do not bound it.
  let low, high: Int64?
  /// The chance that a head launch takes longer than a base launch of its stratum, a tie counting half.
  let superiority: Double
  /// Of the tests at a shift of 0 the one that is least against it, and the value of Student's t at which it rejects.
  let t, critical: Double
  let degreesOfFreedom: Int
  /// The probability of a difference at least as large if there is none; 1 if no test is possible.
  let p: Double

  /// The estimate with an interval that leaves out the true shift with the probability `alpha`.
  init(_ test: RankTest, alpha: Double) {
    let atZero = test.result()
    superiority = 0.5 + atZero.excess
    let middle = test.isPossible ? Self.middle(test) : nil
    guard !test.hasTooFewUnits else {
      nanos = middle
      low = nil
      high = nil
      t = 0
      critical = .infinity
      degreesOfFreedom = 0
      p = 1
      return
    }
    // Without a varying value there is no difference either.
    let decisive =
      atZero.tests.max { $0.p < $1.p } ?? StudentTest(t: 0, degreesOfFreedom: test.degreesOfFreedom)
    let limits = CriticalValues(alpha: alpha)
    critical = limits[decisive.degreesOfFreedom]
    t = decisive.t
    degreesOfFreedom = decisive.degreesOfFreedom
    p = decisive.p
    let range = test.range
    // The search begins at 0, so that the interval excludes it exactly when the test rejects. The lower bound is the
    // upper one of the opposite question: swapping the sides negates both, whatever the test does in between.
    let ratio = limits.ratio(of: atZero)
    let upper = FallingSearch(ratio < -1 ? -range...0 : 0...range, orEqual: true) { shift in
      limits.ratio(of: test.result(shift: shift)) + 1
    }.last
    let lower = FallingSearch(ratio > 1 ? -range...0 : 0...range, orEqual: true) { shift in
      1 - limits.ratio(of: test.result(shift: -shift))
    }.last
    // On a clock of few ticks the test may reject 0, and the next nanosecond the other way round: the interval is the
    // one nanosecond beyond 0.
    let isCrossed = upper < -lower
    let last = isCrossed && ratio > 0 ? -lower : upper
    let first = isCrossed && ratio < 0 ? upper : -lower
    high = upper >= range ? nil : last
    low = lower >= range ? nil : first
    nanos = middle.map { isCrossed ? first : $0 }
  }

  /// The shift at which the test sees no difference.
  private static func middle(_ test: RankTest) -> Int64 {
    let range = test.range
    // The largest shift at which head still takes longer, and the smallest at which base does.
    let above = FallingSearch(-range...range, orEqual: false) { test.excess(shift: $0) }
    // Mostly the next shift is beyond 0 already.
    let next = above.last + 1
    let isBeyond = next > range || test.excess(shift: next) < 0
    let atLeast = isBeyond ? above : FallingSearch(next...range, orEqual: true) { test.excess(shift: $0) }
    return half(of: above.last + atLeast.last + 1)
  }

  /// Half of a number, rounded to even.
  private static func half(of value: Int64) -> Int64 {
    let (quotient, rest) = value.quotientAndRemainder(dividingBy: 2)
    return rest == 0 || quotient.isMultiple(of: 2) ? quotient : quotient + rest
  }
}

/// The values of Student's t at which tests reject, each computed once.
private final class CriticalValues {
  private let alpha: Double
  private var values: [Int: Double] = [:]

  init(alpha: Double) { self.alpha = alpha }

  subscript(degreesOfFreedom: Int) -> Double {
    if let known = values[degreesOfFreedom] { return known }
    let value = StudentDistribution.critical(degreesOfFreedom: degreesOfFreedom, alpha: alpha)
    values[degreesOfFreedom] = value
    return value
  }

  /// The t of the test nearest to 0, over the value at which it rejects: beyond -1 and 1 all tests reject.
  func ratio(of result: RankTest.Result) -> Double {
    let ratios = result.tests.map { $0.t / self[$0.degreesOfFreedom] }
    return ratios.min { $0.magnitude < $1.magnitude } ?? 0
  }
}

/// The search for the last whole number at which a falling function is not below 0 yet.
///
/// Each call of the function passes over all launches, so a straight line between the ends proposes where to look next,
/// which for many launches finds the point in some ten calls. Every third step halves the range, so that it never takes
/// more than three times as many as bisection. Source: the Illinois method of Dowell and Jarratt, *A Modified Regula
/// Falsi Method for Computing the Root of an Equation* (1971).
private struct FallingSearch {
  /// The number that was searched; at least the first of the range.
  let last: Int64

  /// Searches a range, at whose first number the non-rising function is assumed to be above 0, or 0 if `orEqual`.
  init(_ range: ClosedRange<Int64>, orEqual: Bool, _ function: (Int64) -> Double) {
    func holds(_ value: Double) -> Bool { orEqual ? value >= 0 : value > 0 }
    var low = range.lowerBound
    var high = range.upperBound
    var highValue = function(high)
    if holds(highValue) || low == high {
      last = high
      return
    }
    var lowValue = function(low)
    var step = 0
    while high - low > 1 {
      step += 1
      var middle = low + (high - low) / 2
      if !step.isMultiple(of: 3), lowValue > highValue {
        let part = lowValue / (lowValue - highValue) * Double(high - low)
        middle = low + min(max(Int64(part), 1), high - low - 1)
      }
      let value = function(middle)
      // The end that stays counts half, or else it might stay for ever.
      if holds(value) {
        low = middle
        lowValue = value
        highValue /= 2
      } else {
        high = middle
        highValue = value
        lowValue /= 2
      }
    }
    last = low
  }
}
