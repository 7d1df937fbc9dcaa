/// A rank test of two sides within strata, in which the launches of one unit count as one draw.
///
/// The launches of a device resemble each other, so a test that treats them as independent finds differences where
/// there are none. Here the variance is that of sums over whole devices, and a difference must hold in up to four
/// tests:
///
/// - In the first, units vary around the mean of both sides, as in the usual test of ranks.
/// - In the second, if a unit has several launches, units vary around the mean of their own side. A side that has most
///   of the launches pulls the mean of both to its own, and would seem not to vary at all.
/// - In the third, if there are many strata of few units, each unit's distance from the mean of its stratum is made
///   larger by as much as the unit itself has pulled that mean. Of two devices alone in a stratum the mean lies in the
///   middle, and the first test would see half of their variance.
/// - In the fourth, if each stratum is a device and there are six or more, devices vary in how much longer head takes
///   on them. Between two versions a device fills up, or is updated: that is no difference of the versions, and the
///   launches of one side do not show how much it makes.
///
/// Sources: van Elteren, *On the Combination of Independent Two-Sample Tests of Wilcoxon* (1960), for the weights of
/// strata; Rosner, Glynn and Lee, *Incorporation of Clustering Effects for the Wilcoxon Rank Sum Test* (2003), for sums
/// over clusters; Carter, Schnepel and Steigerwald, *Asymptotic Behavior of a t-Test Robust to Cluster Heterogeneity*
/// (2017), for the effective number of clusters; Bell and McCaffrey, *Bias Reduction in Standard Errors for Linear
/// Regression with Multi-Stage Samples* (2002), for the third test; Satterthwaite (1946) for the degrees of freedom of
/// the later tests.
struct RankTest {
  /// The test after some time is subtracted from each head launch.
  struct Result {
    /// How much more often than in half of all pairs a head launch takes longer than a base launch; a tie counts half.
    var excess: Double
    /// The tests of the excess, which must all reject; empty if all values are equal.
    var tests: [StudentTest]
  }

  private let strata: [RankedStratum]
  private let weight: Double
  private let baseUnits, headUnits: UnitCounts
  /// The degrees of freedom of the third and the fourth test; nil if it is not asked.
  private let degreesWithinStrata, degreesBetweenStrata: Int?
  /// The difference of the longest and the shortest time of all, and 1 ns: no shift beyond it changes anything.
  let range: Int64

  private let isByDevice: Bool

  /// A test of the launches in strata that both sides have; each is a device if `isByDevice`.
  init(base: [Observation], head: [Observation], isByDevice: Bool = false) {
    let bases = Self.sides(base)
    let heads = Self.sides(head)
    let shared = bases.indices.filter { $0 < heads.count && !bases[$0].nanos.isEmpty && !heads[$0].nanos.isEmpty }
    strata = shared.map { RankedStratum(base: bases[$0], head: heads[$0]) }
    weight = strata.reduce(0) { $0 + $1.weight }
    baseUnits = UnitCounts(units: strata.flatMap(\.base.launchUnits))
    headUnits = UnitCounts(units: strata.flatMap(\.head.launchUnits))
    let isAsked = strata.count > Self.mostStrataAsOne
    let areThin = baseUnits.units + headUnits.units < strata.count * Self.fewUnitsOfStratum
    degreesWithinStrata = isAsked && areThin ? Self.degreesWithin(strata) : nil
    degreesBetweenStrata = isByDevice ? Self.degreesBetween(strata) : nil
    self.isByDevice = isByDevice
    let least = strata.map { min($0.base.nanos[0], $0.head.nanos[0]) }.min() ?? 0
    let most = strata.map { max($0.base.nanos.last ?? 0, $0.head.nanos.last ?? 0) }.max() ?? 0
    range = most - least + 1
  }

  /// The third test is not asked with so few strata, nor with so many units a stratum on the average: by trials without
  /// any change, the first test alone gives no more false alarms there than it should; this project's numbers.
  private static let mostStrataAsOne = 3
  private static let fewUnitsOfStratum = 50

  /// The degrees of freedom of the third test: one less than the units of each stratum; strata count by their variance
  /// if all units vary alike.
  private static func degreesWithin(_ strata: [RankedStratum]) -> Int {
    var sum = 0.0
    var sumOfSquares = 0.0
    for stratum in strata {
      let weight = stratum.weight
      let variance = weight * weight * (stratum.base.sumOfSquaredShares + stratum.head.sumOfSquaredShares)
      sum += variance
      sumOfSquares += variance * variance / Double(stratum.base.units.count + stratum.head.units.count - 1)
    }
    return max(1, Int(sum * sum / sumOfSquares + 1e-9))
  }

  /// Fewer devices show too little of how they differ: this project's number, as five would hardly ever show a
  /// difference.
  static let fewestDevices = 6

  /// The degrees of freedom of the fourth test, one less than the strata of equal weights that would show as much; nil
  /// if there are too few.
  private static func degreesBetween(_ strata: [RankedStratum]) -> Int? {
    let sum = strata.reduce(0) { $0 + $1.weight }
    let squares = strata.reduce(0) { $0 + $1.weight * $1.weight }
    return strata.count >= fewestDevices ? max(1, Int(sum * sum / squares - 1 + 1e-9)) : nil
  }

  /// The test by how much the strata differ in these portions of the excess; nil if they do not.
  private func testBetweenStrata(_ excess: Double, _ portions: [Double], degreesOfFreedom: Int) -> StudentTest? {
    var sum = 0.0
    var squares = 0.0
    for (stratum, portion) in zip(strata, portions) {
      let share = stratum.weight / weight
      sum += (portion - share * excess) * (portion - share * excess)
      squares += share * share
    }
    // The excess of all is nearer to that of each than the true one is.
    let variance = sum / (1 - squares)
    return variance > 0 ? StudentTest(t: excess / variance.squareRoot(), degreesOfFreedom: degreesOfFreedom) : nil
  }

  /// A test needs three units.
  var isPossible: Bool { baseUnits.units + headUnits.units > 2 }

  var hasTooFewUnits: Bool {
    if isByDevice, baseUnits.areTooFewRuns || headUnits.areTooFewRuns { return true }
    return baseUnits.areTooFew || headUnits.areTooFew || !isPossible
  }

  /// The degrees of freedom of the first test; above 0 if it is possible.
  var degreesOfFreedom: Int { baseUnits.units + headUnits.units - 2 }

  private var areClustered: Bool { baseUnits.areClustered || headUnits.areClustered }

  private static func sides(_ observations: [Observation]) -> [RankedSide] {
    let count = Int(observations.map(\.stratum).max() ?? -1) + 1
    var members = [[Observation]](repeating: [], count: count)
    for observation in observations { members[Int(observation.stratum)].append(observation) }
    return members.map { RankedSide($0) }
  }

  /// `Result.excess`, after `shift` nanoseconds are subtracted from each head launch.
  func excess(shift: Int64) -> Double {
    var none: [Int64] = []
    var alsoNone: [Int64] = []
    var sum = 0.0
    for stratum in strata {
      let rankSum = stratum.rankSum(shift: shift, baseSums: &none, headSums: &alsoNone)
      sum += Double(rankSum) / Double(2 * (stratum.size + 1))
    }
    return strata.isEmpty ? 0 : sum / weight
  }

  func result(shift: Int64 = 0) -> Result {
    var base = UnitTotals(baseUnits, correctsLeverage: degreesWithinStrata != nil)
    var head = UnitTotals(headUnits, correctsLeverage: degreesWithinStrata != nil)
    var sum = 0.0
    var portions: [Double] = []
    for stratum in strata {
      let rankSum = stratum.rankSum(shift: shift, baseSums: &base.sums, headSums: &head.sums)
      let portion = Double(rankSum) / Double(2 * (stratum.size + 1))
      sum += portion
      if degreesBetweenStrata != nil { portions.append(portion / weight) }
      // The stratum's weight n_b n_h / (n + 1), over 2 n n_b for a base launch and 2 n n_h for one of head.
      let common = 2 * Double(stratum.size + 1) * Double(stratum.size) * weight
      base.take(stratum.base, of: stratum, factor: Double(stratum.head.count) / common, sum: -rankSum)
      head.take(stratum.head, of: stratum, factor: Double(stratum.base.count) / common, sum: rankSum)
    }
    let excess = strata.isEmpty ? 0 : sum / weight
    // Each side is summed alone, so that swapping them swaps two equal numbers.
    let variance = base.variance + head.variance
    if variance <= 0 { return Result(excess: excess, tests: []) }
    var tests = [StudentTest(t: excess / variance.squareRoot(), degreesOfFreedom: degreesOfFreedom)]
    if areClustered, let own = Self.test(excess, base.ownVariance, head.ownVariance) { tests.append(own) }
    if let degreesWithinStrata {
      let corrected = base.correctedVariance + head.correctedVariance
      if corrected > 0 {
        tests.append(StudentTest(t: excess / corrected.squareRoot(), degreesOfFreedom: degreesWithinStrata))
      }
    }
    if let degreesBetweenStrata,
      let between = testBetweenStrata(excess, portions, degreesOfFreedom: degreesBetweenStrata)
    {
      tests.append(between)
    }
    return Result(excess: excess, tests: tests)
  }

  /// The test by the variances that each side has around its own mean; nil without one.
  private static func test(
    _ excess: Double, _ base: (variance: Double, degreesOfFreedom: Double),
    _ head: (variance: Double, degreesOfFreedom: Double)
  ) -> StudentTest? {
    let variance = base.variance + head.variance
    guard variance > 0 else { return nil }
    let parts =
      base.variance * base.variance / base.degreesOfFreedom + head.variance * head.variance / head.degreesOfFreedom
    // Rounded down: fewer degrees of freedom make a test that rejects less often.
    return StudentTest(
      t: excess / variance.squareRoot(), degreesOfFreedom: max(1, Int(variance * variance / parts + 1e-9)))
  }
}

/// The sums of ranks over the units of one side.
private struct UnitTotals {
  private let units: UnitCounts
  /// By unit, the sum of its launches in the present stratum, unweighted.
  var sums: [Int64]
  /// By unit, the weighted sum over all strata: around the middle rank, and around the mean rank of the side.
  private var totals, ownTotals: [Double]
  /// As `totals`, made larger by each unit's pull on the middle rank; empty if not asked.
  private var correctedTotals: [Double]

  init(_ units: UnitCounts, correctsLeverage: Bool) {
    self.units = units
    correctedTotals = [Double](repeating: 0, count: correctsLeverage ? units.counts.count : 0)
    sums = [Int64](repeating: 0, count: units.counts.count)
    totals = [Double](repeating: 0, count: units.counts.count)
    ownTotals = totals
  }

  mutating func take(_ side: RankedSide, of stratum: RankedStratum, factor: Double, sum: Int64) {
    let mean = Double(sum) / Double(side.count)
    for (unit, launches) in zip(side.units, side.unitLaunches) {
      let own = Double(sums[Int(unit)])
      totals[Int(unit)] += factor * own
      ownTotals[Int(unit)] += factor * (own - Double(launches) * mean)
      if !correctedTotals.isEmpty {
        correctedTotals[Int(unit)] += factor * own / stratum.spread(ofUnitOf: launches).squareRoot()
      }
      sums[Int(unit)] = 0
    }
  }

  var variance: Double { totals.reduce(0) { $0 + $1 * $1 } }
  var correctedVariance: Double { correctedTotals.reduce(0) { $0 + $1 * $1 } }

  /// The variance around the side's own mean, larger the fewer units there are, and its degrees of freedom.
  var ownVariance: (variance: Double, degreesOfFreedom: Double) {
    let effective = units.effectiveUnits
    let sum = ownTotals.reduce(0) { $0 + $1 * $1 }
    return effective > 1 ? (sum * effective / (effective - 1), effective - 1) : (sum, 1)
  }
}

/// The launches of one side in one stratum, the fastest first.
struct RankedSide {
  let nanos: [Int64]
  let launchUnits: [Int32]
  /// The units with a launch here, each once, and how many it has.
  let units: [Int32]
  let unitLaunches: [Int]
  /// The sum over units of the square of their share in the launches.
  let sumOfSquaredShares: Double

  var count: Int { nanos.count }

  /// The observations of one side in one stratum, in any order.
  init(_ observations: [Observation]) {
    let sorted = observations.sorted { $0.nanos < $1.nanos }
    nanos = sorted.map(\.nanos)
    launchUnits = sorted.map(\.unit)
    var units: [Int32] = []
    var unitLaunches: [Int] = []
    for observation in Self.byUnit(observations) {
      if observation.unit == units.last {
        unitLaunches[unitLaunches.count - 1] += 1
      } else {
        units.append(observation.unit)
        unitLaunches.append(1)
      }
    }
    self.units = units
    self.unitLaunches = unitLaunches
    let sum = Double(max(1, sorted.count))
    sumOfSquaredShares = unitLaunches.reduce(0) { $0 + Double($1) * Double($1) } / (sum * sum)
  }

  /// The observations of each unit together; they often are already, as if each launch is a unit of its own.
  private static func byUnit(_ observations: [Observation]) -> [Observation] {
    var last: Int32 = -1
    for observation in observations {
      if observation.unit < last { return observations.sorted { $0.unit < $1.unit } }
      last = observation.unit
    }
    return observations
  }
}

/// The launches of base and head that may be compared with each other, in the order of their times.
private struct RankedStratum {
  let base, head: RankedSide

  var size: Int { base.count + head.count }

  /// The stratum's weight by van Elteren.
  var weight: Double { Double(base.count) * Double(head.count) / Double(size + 1) }

  /// The variance of the distance of a unit from the mean of the stratum, if the variance of units is 1: a unit pulls
  /// the mean to itself; of two with as many launches it is ½, of many units 1.
  func spread(ofUnitOf launches: Int) -> Double {
    let all = Double(size)
    let baseShare = Double(base.count) / all
    let headShare = Double(head.count) / all
    let squares = base.sumOfSquaredShares * baseShare * baseShare + head.sumOfSquaredShares * headShare * headShare
    return 1 - 2 * Double(launches) / all + squares
  }

  /// The exact sum over the head's launches of how far their ranks among all launches lie from the middle rank,
  /// doubled; that of the base is its opposite.
  ///
  /// The rank of a launch is the number of all that are faster, and half of that of all that took as long, so that
  /// doubled ranks are whole numbers. `shift` nanoseconds are subtracted from each head launch. Unless empty,
  /// `baseSums` and `headSums` get the sum of each unit.
  func rankSum(shift: Int64, baseSums: inout [Int64], headSums: inout [Int64]) -> Int64 {
    let sumsUnits = !baseSums.isEmpty
    let baseCount = base.nanos.count
    let headCount = head.nanos.count
    let all = Int64(size)
    var sum: Int64 = 0
    var below: Int64 = 0
    var b = 0
    var h = 0
    while b < baseCount || h < headCount {
      let next = min(b < baseCount ? base.nanos[b] : .max, h < headCount ? head.nanos[h] &- shift : .max)
      let firstBase = b
      let firstHead = h
      while b < baseCount, base.nanos[b] == next { b += 1 }
      while h < headCount, head.nanos[h] &- shift == next { h += 1 }
      let heads = Int64(h - firstHead)
      let run = Int64(b - firstBase) + heads
      let deviation = 2 * below + run - all
      sum += deviation * heads
      if sumsUnits {
        for index in firstBase..<b { baseSums[Int(base.launchUnits[index])] += deviation }
        for index in firstHead..<h { headSums[Int(head.launchUnits[index])] += deviation }
      }
      below += run
    }
    return sum
  }
}
