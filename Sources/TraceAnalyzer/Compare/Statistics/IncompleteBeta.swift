/// The regularized incomplete beta function I_x(a, b) of two parameters, both from ½ on.
///
/// What depends on the parameters alone is computed once: a critical value takes the function at some sixty places.
///
/// Sources: Abramowitz and Stegun, 26.5.4, a series, next to an end, and 26.5.8, a continued fraction, elsewhere; each
/// on the side on which it converges fast.
struct IncompleteBeta {
  private let a, b: Double
  /// The errors of Stirling's formula in the beta function of (a, b), and in that of (b, a), which may be rounded otherwise.
  private let corrections, swappedCorrections: Double

  /// The function of these parameters.
  init(_ a: Double, _ b: Double) {
    self.a = a
    self.b = b
    let ofSum = SpecialFunctions.stirlingError(a + b)
    let ofFirst = SpecialFunctions.stirlingError(a)
    let ofSecond = SpecialFunctions.stirlingError(b)
    corrections = ofSum - ofFirst - ofSecond
    swappedCorrections = ofSum - ofSecond - ofFirst
  }

  /// The function at a place.
  ///
  /// - Parameters:
  ///   - x: The place, from 0 to 1.
  ///   - rest: 1 − x, which the caller may know more exactly than the difference.
  /// - Returns: A probability.
  func value(at x: Double, rest: Double) -> Double {
    if x <= 0 { return 0 }
    if rest <= 0 { return 1 }
    let all = a + b
    let isNearEnd = min(x, rest) * all < 4
    let isUpper = isNearEnd ? rest < x : x > (a + 1) / (all + 2)
    if isUpper { return 1 - Self.lower(b, a, at: rest, rest: x, swappedCorrections, isSeries: isNearEnd) }
    return Self.lower(a, b, at: x, rest: rest, corrections, isSeries: isNearEnd)
  }

  /// The function on the side on which it is computed, as a series or as a continued fraction.
  private static func lower(
    _ a: Double, _ b: Double, at x: Double, rest: Double, _ corrections: Double, isSeries: Bool
  ) -> Double {
    let all = a + b
    // The logarithms of x (a + b) / a and (1 - x) (a + b) / b, of which the first is often next to 0.
    let excess = x * b - rest * a
    let power =
      a * SpecialFunctions.logarithm(onePlus: excess / a) + b * SpecialFunctions.logarithm(onePlus: -excess / b)
    let front =
      SpecialFunctions.exponential(power + corrections - SpecialFunctions.halfLogOf2Pi) * (a * b / all).squareRoot() / a
    if isSeries { return min(1, front * series(a, all: all, at: x)) }
    let fraction = SpecialFunctions.continuedFraction { place in
      let m = Double(place / 2)
      if place.isMultiple(of: 2) { return m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)) }
      return -(a + m) * (all + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
    }
    return min(1, front / fraction)
  }

  /// The sum of (a + b)ₙ / (a + 1)ₙ xⁿ from 0 on, of which no term is negative.
  private static func series(_ a: Double, all: Double, at x: Double) -> Double {
    var term = 1.0
    var sum = 1.0
    var place = 0.0
    while term > sum * 1e-17 {
      term *= x * (all + place) / (a + 1 + place)
      sum += term
      place += 1
    }
    return sum
  }
}
