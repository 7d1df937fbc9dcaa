/// How many launches each unit of a side has, stratum by stratum.
struct StratifiedUnits {
  /// By stratum, the launches of its units, which are numbered anew in each.
  let strata: [Int: UnitCounts]
  /// The launches of all units, of any stratum.
  let all: UnitCounts
  /// Each unit of each stratum once, in order, and by stratum where its units begin.
  private let draws: [LaunchDraw]
  private let starts: [Int: Int]

  init(_ all: [LaunchDraw]) {
    var draws: [LaunchDraw] = []
    var starts: [Int: Int] = [:]
    var strata: [Int: UnitCounts] = [:]
    var members: [Int: [Int]] = [:]
    for draw in all { members[draw.stratum, default: []].append(draw.unit) }
    // By unit, its number in the stratum at hand.
    var numbers = [Int](repeating: -1, count: all.reduce(0) { max($0, $1.unit + 1) })
    for (stratum, units) in members.sorted(by: { $0.key < $1.key }) {
      var distinct: [Int] = []
      for unit in units where numbers[unit] < 0 {
        numbers[unit] = 0
        distinct.append(unit)
      }
      distinct.sort()
      starts[stratum] = draws.count
      for (number, unit) in distinct.enumerated() {
        numbers[unit] = number
        draws.append(LaunchDraw(stratum: stratum, unit: unit))
      }
      strata[stratum] = UnitCounts(units: units.map { numbers[$0] })
      for unit in distinct { numbers[unit] = -1 }
    }
    self.all = UnitCounts(units: all.map(\.unit))
    self.draws = draws
    self.starts = starts
    self.strata = strata
  }

  /// The strata with launches enough on both sides, in order, each with its portion of base's launches there; empty if
  /// they hold less than half of a side's launches.
  static func weights(base: StratifiedUnits, head: StratifiedUnits) -> [(stratum: Int, weight: Double)] {
    let fewest = AlikeLaunches.fewest
    let shared = base.strata.keys.sorted().filter { stratum in
      [base, head].allSatisfy { $0.strata[stratum].map { $0.launches >= fewest } ?? false }
    }
    for side in [base, head] {
      let count = shared.reduce(0) { $0 + (side.strata[$1]?.launches ?? 0) }
      if count * 2 < side.all.launches { return [] }
    }
    let count = Double(shared.reduce(0) { $0 + (base.strata[$1]?.launches ?? 0) })
    return shared.map { ($0, Double(base.strata[$0]?.launches ?? 0) / count) }
  }

  /// How many of these launches, which were all counted, each unit has, by stratum and by its number there.
  func hits(_ launches: [LaunchDraw]) -> [Int: [Int: Int]] {
    var hits: [Int: [Int: Int]] = [:]
    for draw in launches {
      guard let start = starts[draw.stratum] else { continue }
      hits[draw.stratum, default: [:]][index(of: draw) - start, default: 0] += 1
    }
    return hits
  }

  private func index(of draw: LaunchDraw) -> Int {
    var low = 0
    var high = draws.count
    while low < high {
      let middle = (low + high) / 2
      if draws[middle] < draw { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// The share of launches that have a property, within strata that have weights of their own.
///
/// Other models or systems on one side change the share of all launches, though the share of each model is equal: so
/// both sides get the strata of base.
struct StratifiedShare {
  let share: Double
  /// How many independent launches would show the share as exactly; no more than there are.
  var effectiveSize: Double
  /// In the order of the weights.
  let ofStrata: [Double]
  private let launches: Int
  /// As `UnitCounts.sizeFactor`.
  private let sizeFactor: Double

  /// The share of the launches of a side; `hits` are by stratum and unit, and `weights`, together 1, of its strata.
  init(hits: [Int: [Int: Int]], units: StratifiedUnits, weights: [(stratum: Int, weight: Double)]) {
    var share = 0.0
    var variance = 0.0
    // The inverse of the effective size if all launches are alike: they only show that each unit has one value.
    var inverse = 0.0
    var launches = 0
    ofStrata = weights.map { stratum, weight in
      guard let counts = units.strata[stratum] else { return 0 }
      let portion = counts.share(hits[stratum] ?? [:])
      share += weight * portion.share
      variance += weight * weight * portion.variance
      inverse += weight * weight / Double(counts.units)
      launches += counts.launches
      return portion.share
    }
    self.share = min(1, share)
    self.launches = launches
    sizeFactor = units.all.sizeFactor
    let isMixed = variance > 0 && share < 1
    let size = isMixed ? share * (1 - share) / variance : inverse > 0 ? 1 / inverse : 0
    effectiveSize = min(Double(launches), size) * sizeFactor
  }

  /// Takes over how much units differ on the other side, if no launch shows that on this one.
  mutating func vary(as other: StratifiedShare) {
    if other.share >= 1 || other.launches == 0 { return }
    effectiveSize = Double(launches) * other.effectiveSize / Double(other.launches) * sizeFactor
  }
}

extension UnitCounts {
  /// The share of the launches that have something, and its variance; `hits` are by unit, without units that have none.
  ///
  /// Units without a hit are counted together: there may be a million, and few with one.
  fileprivate func share(_ hits: [Int: Int]) -> (share: Double, variance: Double) {
    let count = Double(launches)
    let hitCount = hits.values.reduce(0, +)
    let share = Double(hitCount) / count
    if hitCount == 0 || hitCount == launches { return (share, 0) }
    // One unit does not show how units differ: the largest possible spread is assumed.
    if units == 1 { return (share, 0.25) }
    var variance = sumOfCorrectedSquares
    // In the order of their numbers, so that the sum is always equal.
    var sum = 0.0
    for (unit, hit) in hits.sorted(by: { $0.key < $1.key }) {
      let size = Double(counts[unit])
      let spread = spread(ofUnitOf: counts[unit])
      variance -= size * size / spread
      let residual = Double(hit) - size * share
      sum += residual * residual / spread
    }
    variance = variance * share * share + sum
    return (share, variance * (count - 1) / (count * count * count))
  }
}
