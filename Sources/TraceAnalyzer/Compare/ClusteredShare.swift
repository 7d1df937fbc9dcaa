/// The share of launches that have a property, in which those of one device may resemble each other.
struct ClusteredShare {
  let share: Double
  /// How many independent launches would show the share as exactly; no more than there are.
  let effectiveSize: Double
  /// The variance of the share; 0 where no launch differs from another.
  let variance: Double

  /// The share of the launches of all units.
  ///
  /// Units without a hit are counted together: there may be a million, and few that have one.
  ///
  /// - Parameters:
  ///   - hits: By unit, how many of its launches have the property; units without are left out.
  ///   - launches: By unit, how many launches it has.
  init(hits: [Int: Int], launches: UnitCounts) {
    let count = Double(launches.launches)
    let hitCount = hits.values.reduce(0, +)
    let share = count > 0 ? Double(hitCount) / count : 0
    self.share = share
    var variance = launches.sumOfCorrectedSquares
    // In the order of their numbers, so that the sum is always the same.
    var sum = 0.0
    for (unit, hit) in hits.sorted(by: { $0.key < $1.key }) {
      let size = Double(launches.counts[unit])
      let spread = launches.spread(ofUnitOf: launches.counts[unit])
      variance -= size * size / spread
      let residual = Double(hit) - size * share
      sum += residual * residual / spread
    }
    variance = variance * share * share + sum
    // One unit shows nothing of how units differ: the largest spread that there can be.
    let spread = launches.units > 1 ? variance * (count - 1) / (count * count * count) : 0.25
    let isMixed = hitCount > 0 && hitCount < launches.launches
    // Where units do not differ at all, nothing is known but that each of them shows the same.
    let size = isMixed && spread > 0 ? min(count, share * (1 - share) / spread) : Double(launches.units)
    effectiveSize = size * launches.sizeFactor
    self.variance = isMixed && size > 0 ? share * (1 - share) / size : 0
  }
}
