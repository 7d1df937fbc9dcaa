/// The standard normal distribution.
enum NormalDistribution {
  /// The probability of a value at least as far from 0 as `z` ≥ 0, on either side.
  ///
  /// Source: Abramowitz and Stegun, *Handbook of Mathematical Functions*, 26.2.11 and, from 2.5 on, 26.2.14.
  static func twoSided(_ z: Double) -> Double {
    let density = SpecialFunctions.exponential(-z * z / 2 - SpecialFunctions.halfLogOf2Pi)
    if z >= 2.5 {
      return 2 * density / (z * SpecialFunctions.continuedFraction { Double($0) / (z * z) })
    }
    var term = z
    var sum = z
    var odd = 3.0
    while term > sum * 1e-17 {
      term *= z * z / odd
      sum += term
      odd += 2
    }
    return 1 - 2 * density * sum
  }

  /// The value beyond which, on both sides together, there is the probability `alpha`: 1.96 for 0.05.
  static func critical(alpha: Double) -> Double { SpecialFunctions.crossing(of: twoSided, below: alpha) }
}
