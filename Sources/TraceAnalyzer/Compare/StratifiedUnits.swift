/// How many launches each unit of a side has, stratum by stratum.
struct StratifiedUnits {
  /// By stratum, the launches of its units, which are numbered anew in each.
  let strata: [Int: UnitCounts]
  /// The launches of all units, whatever stratum they are in.
  let all: UnitCounts
  /// Each unit of each stratum once, in order, and by stratum where its units begin.
  private let draws: [LaunchDraw]
  private let starts: [Int: Int]

  /// The counts of launches that are of these draws.
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

  /// The strata that both sides have with launches enough, in order, each with its part of base's launches there; nothing
  /// if less than half of a side's launches are in them.
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

  /// By stratum and by the number of a unit there, how many of these launches it has.
  ///
  /// Each of the launches must be one of those that were counted.
  func hits(_ launches: [LaunchDraw]) -> [Int: [Int: Int]] {
    var hits: [Int: [Int: Int]] = [:]
    for draw in launches {
      guard let start = starts[draw.stratum] else { continue }
      hits[draw.stratum, default: [:]][place(of: draw) - start, default: 0] += 1
    }
    return hits
  }

  /// Where a draw stands among all, which are in order.
  private func place(of draw: LaunchDraw) -> Int {
    var low = 0
    var high = draws.count
    while low < high {
      let middle = (low + high) / 2
      if draws[middle] < draw { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
