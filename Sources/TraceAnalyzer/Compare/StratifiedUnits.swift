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
    var units: [Int: [Int]] = [:]
    for draw in all.sorted() {
      if draw != draws.last {
        if draw.stratum != draws.last?.stratum { starts[draw.stratum] = draws.count }
        draws.append(draw)
      }
      units[draw.stratum, default: []].append(draws.count - 1 - (starts[draw.stratum] ?? 0))
    }
    self.all = UnitCounts(units: all.map(\.unit))
    self.draws = draws
    self.starts = starts
    strata = units.mapValues { UnitCounts(units: $0) }
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
