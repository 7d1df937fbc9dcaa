/// Logarithm, exponential and the functions made of them that the distributions of `compare` need.
///
/// They use the basic operations of IEEE 754 alone: another system's functions may round differently, and equal
/// launches must give equal bytes everywhere.
enum SpecialFunctions {
  /// ln 2 in two parts: the first has so few bits that its product with an exponent is exact.
  ///
  /// Source: Sun Microsystems, *fdlibm*, `e_log.c`.
  private static let highLog2 = 6.93147180369123816490e-01
  private static let lowLog2 = 1.90821492927058770002e-10
  static let halfLogOf2Pi = 0.918938533204672741780329736406

  /// The natural logarithm of a positive, finite number.
  ///
  /// Source: Abramowitz and Stegun, *Handbook of Mathematical Functions*, 4.1.27, after the number is brought
  /// between √½ and √2.
  static func logarithm(_ x: Double) -> Double {
    var exponent = Double(x.exponent)
    var significand = x.significand
    if significand > 1.4142135623730951 {
      significand /= 2
      exponent += 1
    }
    let fraction = doubleArtanh((significand - 1) / (significand + 1))
    return exponent * highLog2 + (fraction + exponent * lowLog2)
  }

  /// The natural logarithm of 1 + x, exact also where 1 + x would be rounded to 1.
  static func logarithm(onePlus x: Double) -> Double {
    x.magnitude < 0.25 ? doubleArtanh(x / (2 + x)) : logarithm(1 + x)
  }

  /// Twice the inverse hyperbolic tangent of a number between -0.2 and 0.2.
  private static func doubleArtanh(_ s: Double) -> Double {
    let square = s * s
    var sum = 0.0
    var odd = 25.0
    while odd >= 1 {
      sum = sum * square + 1 / odd
      odd -= 2
    }
    return 2 * s * sum
  }

  /// The exponential function; 0 and infinity where a `Double` cannot hold it.
  ///
  /// Source: the Taylor series, after a multiple of ln 2 is subtracted.
  static func exponential(_ x: Double) -> Double {
    if x < -745 { return 0 }
    if x > 709 { return .infinity }
    let count = (x / highLog2).rounded()
    let rest = (x - count * highLog2) - count * lowLog2
    var sum = 1.0
    var term = 15.0
    while term >= 1 {
      sum = 1 + sum * rest / term
      term -= 1
    }
    return Double(sign: .plus, exponent: Int(count), significand: sum)
  }

  /// The difference of ln Γ(x) and Stirling's formula (x − ½) ln x − x + ½ ln 2π, for x ≥ ½.
  ///
  /// Source: Abramowitz and Stegun, 6.1.41; below 10 by the recurrence Γ(x + 1) = x Γ(x).
  static func stirlingError(_ x: Double) -> Double {
    var error = 0.0
    var x = x
    while x < 10 {
      error += (x + 0.5) * (logarithm(x + 1) - logarithm(x)) - 1
      x += 1
    }
    let square = x * x
    var sum = 0.0
    for coefficient in stirlingCoefficients { sum = sum / square + coefficient }
    return error + sum / x
  }

  private static let stirlingCoefficients = [
    -691.0 / 360_360, 1.0 / 1188, -1.0 / 1680, 1.0 / 1260, -1.0 / 360, 1.0 / 12,
  ]

  /// The value of 1 + d₁ / (1 + d₂ / (1 + …)).
  ///
  /// Source: Thompson and Barnett, *Coulomb and Bessel Functions of Complex Arguments and Order* (1986), after Lentz.
  static func continuedFraction(_ numerator: (_ index: Int) -> Double) -> Double {
    // Stands in for a denominator of 0, and cancels itself in the next step.
    let tiny = 1e-300
    var value = 1.0
    var upper = 1.0
    var lower = 0.0
    // About as many steps as the root of the larger parameter.
    for index in 1...100_000 {
      let next = numerator(index)
      lower = 1 + next * lower
      if lower.magnitude < tiny { lower = tiny }
      lower = 1 / lower
      upper = 1 + next / upper
      if upper.magnitude < tiny { upper = tiny }
      value *= upper * lower
      if (upper * lower - 1).magnitude < 1e-15 { break }
    }
    return value
  }

  /// The smallest number from 0 on at which a falling function is at most `limit`, to the last bit or two.
  static func crossing(of function: (Double) -> Double, below limit: Double) -> Double {
    var low = 0.0
    var high = 1.0
    while function(high) > limit { high *= 2 }
    while true {
      let middle = (low + high) / 2
      if middle <= low || middle >= high { return high }
      if function(middle) > limit { low = middle } else { high = middle }
    }
  }
}

/// The regularized incomplete beta function I_x(a, b) of two parameters, both from ½ on.
///
/// What depends on the parameters alone is computed once: a critical value evaluates the function at some sixty points.
///
/// Sources: Abramowitz and Stegun, 26.5.4, a series, next to an end, and 26.5.8, a continued fraction, elsewhere; each
/// on the side on which it converges fast.
private struct IncompleteBeta {
  private let a, b: Double
  /// The errors of Stirling's formula in the beta functions of (a, b) and of (b, a), which may be rounded otherwise.
  private let corrections, swappedCorrections: Double

  init(_ a: Double, _ b: Double) {
    self.a = a
    self.b = b
    let ofSum = SpecialFunctions.stirlingError(a + b)
    let ofFirst = SpecialFunctions.stirlingError(a)
    let ofSecond = SpecialFunctions.stirlingError(b)
    corrections = ofSum - ofFirst - ofSecond
    swappedCorrections = ofSum - ofSecond - ofFirst
  }

  /// The function at a point from 0 to 1; `rest` is 1 − x, which the caller may know more exactly than the difference.
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
    let fraction = SpecialFunctions.continuedFraction { index in
      let m = Double(index / 2)
      if index.isMultiple(of: 2) { return m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)) }
      return -(a + m) * (all + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
    }
    return min(1, front / fraction)
  }

  /// The sum of (a + b)ₙ / (a + 1)ₙ xⁿ from 0 on; all terms are 0 or more.
  private static func series(_ a: Double, all: Double, at x: Double) -> Double {
    var term = 1.0
    var sum = 1.0
    var step = 0.0
    while term > sum * 1e-17 {
      term *= x * (all + step) / (a + 1 + step)
      sum += term
      step += 1
    }
    return sum
  }
}

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

/// The binomial distribution of `count` trials that each succeed with the probability `share`.
struct BinomialDistribution {
  let count: Int
  /// Between 0 and 1, both excluded.
  let share: Double

  /// The probability of exactly `successes`, from 0 to `count`.
  ///
  /// Source: Loader, *Fast and Accurate Computation of Binomial Probabilities* (2000).
  func probability(of successes: Int) -> Double {
    let n = Double(count)
    let failures = count - successes
    if successes == 0 { return SpecialFunctions.exponential(n * SpecialFunctions.logarithm(1 - share)) }
    if failures == 0 { return SpecialFunctions.exponential(n * SpecialFunctions.logarithm(share)) }
    let x = Double(successes)
    let y = Double(failures)
    let corrections =
      SpecialFunctions.stirlingError(n) - SpecialFunctions.stirlingError(x) - SpecialFunctions.stirlingError(y)
    let deviance = Self.deviance(x, from: n * share) + Self.deviance(y, from: n * (1 - share))
    let power = corrections - deviance - SpecialFunctions.halfLogOf2Pi
    return SpecialFunctions.exponential(power) * (n / (x * y)).squareRoot()
  }

  /// x ln(x / mean) + mean − x, without the cancellation where the two are close.
  private static func deviance(_ x: Double, from mean: Double) -> Double {
    if (x - mean).magnitude >= 0.1 * (x + mean) {
      return x * SpecialFunctions.logarithm(x / mean) + mean - x
    }
    let v = (x - mean) / (x + mean)
    var sum = (x - mean) * v
    var term = 2 * x * v
    var odd = 3.0
    while true {
      term *= v * v
      let next = sum + term / odd
      if next == sum { return sum }
      sum = next
      odd += 2
    }
  }

  func atMost(_ successes: Int) -> Double {
    if successes < 0 { return 0 }
    if successes >= count { return 1 }
    if Double(successes) < Double(count) * share { return lowerTail(successes) }
    let opposite = BinomialDistribution(count: count, share: 1 - share)
    return 1 - opposite.lowerTail(count - successes - 1)
  }

  func atLeast(_ successes: Int) -> Double {
    BinomialDistribution(count: count, share: 1 - share).atMost(count - successes)
  }

  /// Summed downwards from the largest term.
  private func lowerTail(_ successes: Int) -> Double {
    let odds = share / (1 - share)
    var term = probability(of: successes)
    var sum = 0.0
    for number in stride(from: successes, through: 0, by: -1) {
      let next = sum + term
      if next == sum { break }
      sum = next
      term *= Double(number) / (Double(count - number + 1) * odds)
    }
    return min(1, sum)
  }
}

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

struct StudentTest: Equatable {
  let t: Double
  let degreesOfFreedom: Int

  /// The probability of a value at least as far from 0 if there is no difference.
  var p: Double { StudentDistribution.twoSided(t.magnitude, degreesOfFreedom: degreesOfFreedom) }
}
