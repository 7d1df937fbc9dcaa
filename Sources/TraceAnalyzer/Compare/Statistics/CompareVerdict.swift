/// The result of a comparison.
package enum CompareVerdict: String, Sendable, CaseIterable, Encodable {
  case slower, faster
  /// Of a share of launches.
  case moreOften, lessOften
  case same, undecided

  /// The verdict on a difference in nanoseconds, positive if head takes longer; a bound of its interval may be missing,
  /// and `margin` is the least difference that matters.
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

  var ofShare: CompareVerdict {
    switch self {
    case .slower: .moreOften
    case .faster: .lessOften
    case .moreOften, .lessOften, .same, .undecided: self
    }
  }

  /// How many launches a side would show a difference as large as the margin with a chance of 80 %.
  ///
  /// `launches` are those of the side that has fewer now; `critical` is the value of the test's distribution at which
  /// it rejects, and `width` that of the interval in the unit of `margin`. The number is rounded up to two figures; nil
  /// for more than a hundredfold.
  static func neededLaunches(launches: Int, critical: Double, width: Double, margin: Double) -> Int? {
    // The 80th percentile of the standard normal distribution.
    let power = 0.8416
    let factor = (1 + power / critical) * width / 2 / margin
    let needed = (Double(launches) * factor * factor).rounded(.up)
    guard needed <= Double(launches) * 100 else { return nil }
    return twoFigures(needed)
  }

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
