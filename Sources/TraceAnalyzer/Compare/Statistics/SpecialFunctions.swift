/// Logarithm, exponential and the functions made of them that the distributions of `compare` need.
///
/// They use the basic operations of IEEE 754 alone. The system's functions may round differently on another system, and
/// the same launches must give the same bytes everywhere.
enum SpecialFunctions {
  /// ln 2 in two parts: the first has so few bits that its product with an exponent is exact.
  ///
  /// Source: Sun Microsystems, *fdlibm*, `e_log.c`.
  private static let highLog2 = 6.93147180369123816490e-01
  private static let lowLog2 = 1.90821492927058770002e-10
  /// Half the logarithm of 2 π.
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
  /// Source: the Taylor series, after a multiple of ln 2 is taken off.
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
  static func continuedFraction(_ numerator: (_ place: Int) -> Double) -> Double {
    // It stands in for a denominator of 0, and cancels itself in the next step.
    let tiny = 1e-300
    var value = 1.0
    var upper = 1.0
    var lower = 0.0
    // It takes about as many steps as the root of the larger parameter.
    for place in 1...100_000 {
      let next = numerator(place)
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
