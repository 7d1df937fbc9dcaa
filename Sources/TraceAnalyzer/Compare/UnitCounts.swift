/// How many launches each unit of a side has.
struct UnitCounts {
  /// By unit.
  private(set) var counts: [Int]
  private(set) var launches: Int
  /// Units that have a launch.
  private(set) var units: Int
  private(set) var sumOfSquares: Double
  /// As `sumOfSquares`, each square over the unit's `spread`.
  private(set) var sumOfCorrectedSquares: Double
  /// The number of units with equally many launches that would show as much, smaller if some have most of them: Kish,
  /// *Survey Sampling* (1965).
  let effectiveUnits: Double

  init<Unit: FixedWidthInteger>(units all: [Unit]) {
    var counts = [Int](repeating: 0, count: all.max().map { Int($0) + 1 } ?? 0)
    for unit in all { counts[Int(unit)] += 1 }
    self.counts = counts
    launches = all.count
    units = counts.count { $0 > 0 }
    sumOfSquares = counts.reduce(0) { $0 + Double($1) * Double($1) }
    effectiveUnits = sumOfSquares > 0 ? Double(launches) * Double(launches) / sumOfSquares : 0
    sumOfCorrectedSquares = 0
    sumOfCorrectedSquares = counts.reduce(0) { $0 + Double($1) * Double($1) / spread(ofUnitOf: $1) }
  }

  /// The variance of the distance of a unit of so many launches from the mean of all, if the variance of units is 1.
  ///
  /// A unit pulls the mean to itself, the more the more launches it has. Source: Bell and McCaffrey, *Bias Reduction in
  /// Standard Errors for Linear Regression with Multi-Stage Samples* (2002).
  func spread(ofUnitOf count: Int) -> Double {
    // A single unit has no such distance.
    if units < 2 { return 1 }
    let all = Double(launches)
    return 1 - 2 * Double(count) / all + sumOfSquares / (all * all)
  }

  var areClustered: Bool { units < launches }

  /// Fewer effective units do not show how units differ: this project's number, by trials without any change, in which
  /// 2 units of 200 launches against 30 of 3 gave a false alarm four times as often as they should.
  private static let fewestEffectiveUnits = 2.5

  /// True if the launches are of too few units to show how much units differ.
  var areTooFew: Bool { areClustered && effectiveUnits < Self.fewestEffectiveUnits }

  /// True if runs of launches, which are the units if each device is compared with itself, are too few.
  ///
  /// There are twelve runs or more; if they show as much as fewer than six equal ones, a few launches have most of the
  /// resumes. In trials without any change three such devices gave a false alarm four times as often as they should.
  var areTooFewRuns: Bool { areClustered && effectiveUnits < Self.enoughEffectiveUnits }

  /// From so many effective units on, the variance between them is known well enough: this project's number.
  private static let enoughEffectiveUnits = 6.0

  /// The factor for an effective size, as few units show little of how much they differ: 1 for many, less for few.
  ///
  /// Source: Korn and Graubard, *Confidence Intervals for Proportions with Small Expected Number of Positive Counts
  /// Estimated from Survey Data* (1998): the ratio of the squares of Student's t.
  var sizeFactor: Double {
    guard areClustered, effectiveUnits < Self.enoughEffectiveUnits else { return 1 }
    let alpha = 0.05
    let ideal = StudentDistribution.critical(degreesOfFreedom: launches - 1, alpha: alpha)
    let real = StudentDistribution.critical(degreesOfFreedom: max(1, Int(effectiveUnits) - 1), alpha: alpha)
    return (ideal / real) * (ideal / real)
  }
}
