/// How probable it is that one side alone has something that does not depend on the side.
///
/// Without a difference an event is as likely on a device or in a launch of one side as of the other. So the
/// probability that all units that have it are of one side is the product over these units of the side's portion in
/// their stratum. How often it comes does not count: one faulty device of base or head tells nothing, however many
/// launches it has, and neither does a model that one side alone ran on.
struct SideChances {
  /// The logarithm of the portion of each side in each stratum.
  private let logarithms: [[Int: Double]]

  init(base: StratifiedUnits, head: StratifiedUnits) {
    logarithms = [(base, head), (head, base)].map { own, other in
      var logarithms: [Int: Double] = [:]
      for (stratum, counts) in own.strata {
        guard let others = other.strata[stratum] else { continue }
        // Devices' faults come by the number of devices, launches' by that of launches: the larger portion counts.
        let ofUnits = Double(counts.units) / Double(counts.units + others.units)
        let ofLaunches = Double(counts.launches) / Double(counts.launches + others.launches)
        logarithms[stratum] = SpecialFunctions.logarithm(max(ofUnits, ofLaunches))
      }
      return logarithms
    }
  }

  /// The probability that all of these units, which are counted by stratum, are of one side: 0 for base, 1 for head.
  func probability(thatAllAreOf side: Int, units: [Int: Int]) -> Double {
    // In the order of strata, so that the sum is always equal.
    let sum = units.sorted { $0.key < $1.key }.reduce(0.0) { sum, next in
      sum + Double(next.value) * (logarithms[side][next.key] ?? 0)
    }
    return SpecialFunctions.exponential(sum)
  }

  /// How many tests share in the probability `alpha` of an error, of tests whose smallest possible p-values are known.
  ///
  /// A test of an event too rare to be significant does not lower the level of the others. Source: Tarone, *A Modified
  /// Bonferroni Method for Discrete Data* (1990).
  static func testCount(_ smallest: [Double], alpha: Double) -> Int {
    let sorted = smallest.sorted()
    var count = 1
    while count < sorted.count, sorted[count] <= alpha / Double(count) { count += 1 }
    return count
  }
}
