/// Student's t distribution.
enum StudentDistribution {
  /// The probability of a value at least as far from 0 as `t`, on either side.
  ///
  /// Source: Abramowitz and Stegun, 26.7.1.
  static func twoSided(_ t: Double, degreesOfFreedom: Int) -> Double {
    let degrees = Double(degreesOfFreedom)
    let square = t * t
    return SpecialFunctions.incompleteBeta(
      degrees / 2, 0.5, at: degrees / (degrees + square), rest: square / (degrees + square))
  }

  /// The value beyond which, on both sides together, there is the probability `alpha`.
  static func critical(degreesOfFreedom: Int, alpha: Double) -> Double {
    SpecialFunctions.crossing(of: { twoSided($0, degreesOfFreedom: degreesOfFreedom) }, below: alpha)
  }
}
