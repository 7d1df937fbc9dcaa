/// The result of a comparison.
package enum CompareVerdict: String, Sendable, CaseIterable, Encodable {
  case slower, faster
  /// Of a share of launches.
  case moreOften, lessOften
  case same, undecided

  /// The verdict on a difference in nanoseconds, positive if head takes longer.
  ///
  /// - Parameters:
  ///   - difference: Head less base.
  ///   - low: The lower bound of its interval; nil where there is none.
  ///   - high: The upper bound.
  ///   - margin: The least difference that matters.
  init(difference: Double, low: Double?, high: Double?, margin: Double) {
    if let low, low > 0, difference >= margin {
      self = .slower
    } else if let high, high < 0, -difference >= margin {
      self = .faster
    } else if let low, let high, low > -margin && high < margin || low == 0 && high == 0 {
      self = .same
    } else {
      self = .undecided
    }
  }

  /// The same of a share of launches, which is not slower or faster but comes more or less often.
  var ofShare: CompareVerdict {
    switch self {
    case .slower: .moreOften
    case .faster: .lessOften
    case .moreOften, .lessOften, .same, .undecided: self
    }
  }

  /// How many launches a side would show a difference as large as the margin, as a rule: with a chance of 80 %.
  ///
  /// - Parameters:
  ///   - launches: Those of the side that has fewer now.
  ///   - critical: The value of the test's distribution at which it rejects.
  ///   - width: The width of the interval in nanoseconds, or as a share.
  ///   - margin: The least difference that matters, in the same unit.
  /// - Returns: A number of two figures and zeros, rounded up; nil where it is more than a hundredfold.
  static func neededLaunches(launches: Int, critical: Double, width: Double, margin: Double) -> Int? {
    // The 80th percentile of the standard normal distribution.
    let power = 0.8416
    let factor = (1 + power / critical) * width / 2 / margin
    let needed = (Double(launches) * factor * factor).rounded(.up)
    guard needed <= Double(launches) * 100 else { return nil }
    return twoFigures(needed)
  }

  /// A count rounded up to two figures and zeros.
  static func twoFigures(_ number: Double) -> Int {
    var unit = 1
    var count = Int(number.rounded(.up))
    while count >= 100 {
      count = (count + 9) / 10
      unit *= 10
    }
    return count * unit
  }
}
