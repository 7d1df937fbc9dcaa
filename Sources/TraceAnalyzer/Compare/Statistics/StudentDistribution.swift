/// Student's t distribution.
enum StudentDistribution {
  /// The probability of a value at least as far from 0 as `t`, on either side.
  ///
  /// Source: Abramowitz and Stegun, 26.7.1.
  static func twoSided(_ t: Double, degreesOfFreedom: Int) -> Double {
    twoSided(t, Double(degreesOfFreedom), beta(Double(degreesOfFreedom)))
  }

  /// The value beyond which, on both sides together, there is the probability `alpha`.
  static func critical(degreesOfFreedom: Int, alpha: Double) -> Double {
    let degrees = Double(degreesOfFreedom)
    let beta = beta(degrees)
    return SpecialFunctions.crossing(of: { twoSided($0, degrees, beta) }, below: alpha)
  }

  private static func beta(_ degrees: Double) -> IncompleteBeta { IncompleteBeta(degrees / 2, 0.5) }

  private static func twoSided(_ t: Double, _ degrees: Double, _ beta: IncompleteBeta) -> Double {
    let square = t * t
    return beta.value(at: degrees / (degrees + square), rest: square / (degrees + square))
  }
}
