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

  /// The probability of at most so many successes.
  func atMost(_ successes: Int) -> Double {
    if successes < 0 { return 0 }
    if successes >= count { return 1 }
    if Double(successes) < Double(count) * share { return lowerTail(successes) }
    let opposite = BinomialDistribution(count: count, share: 1 - share)
    return 1 - opposite.lowerTail(count - successes - 1)
  }

  /// The probability of at least so many successes.
  func atLeast(_ successes: Int) -> Double {
    BinomialDistribution(count: count, share: 1 - share).atMost(count - successes)
  }

  /// The probability of at most so many successes, summed downwards from the largest term.
  private func lowerTail(_ successes: Int) -> Double {
    let odds = share / (1 - share)
    var term = probability(of: successes)
    var sum = 0.0
    for place in stride(from: successes, through: 0, by: -1) {
      let next = sum + term
      if next == sum { break }
      sum = next
      term *= Double(place) / (Double(count - place + 1) * odds)
    }
    return min(1, sum)
  }
}
