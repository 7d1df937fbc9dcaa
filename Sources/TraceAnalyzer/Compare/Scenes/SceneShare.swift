/// A share of launches or of openings on one side, with its interval at 95 %.
struct SceneShare {
  let hits, all: Int
  let interval: WilsonInterval

  /// The share as it stands in a row.
  var row: SceneRow.Share { SceneRow.Share(hits, of: all) }

  /// The share of all launches of a side; nil if nothing counts.
  ///
  /// - Parameters:
  ///   - launches: The launches.
  ///   - count: How many hits a launch has, of how many that count.
  init?(_ launches: [SceneLaunch], _ count: (SceneLaunch) -> SceneRow.Share) {
    var hits: [Int: Int] = [:]
    var units: [Int] = []
    for launch in launches {
      let share = count(launch)
      if share.of == 0 { continue }
      units += repeatElement(launch.unit, count: share.of)
      if share.count > 0 { hits[launch.unit, default: 0] += share.count }
    }
    if units.isEmpty { return nil }
    let clustered = ClusteredShare(hits: hits, launches: UnitCounts(units: units))
    self.hits = hits.values.reduce(0, +)
    all = units.count
    interval = WilsonInterval(share: clustered.share, size: clustered.effectiveSize)
  }
}

extension SceneRow {
  /// Adds the shares of both sides, with the difference and its interval where `hasInterval`.
  mutating func set(_ base: SceneShare, _ head: SceneShare, hasInterval: Bool = true) {
    self.base = base.row
    self.head = head.row
    if !hasInterval { return }
    let difference = IntervalDifference(base: base.interval, head: head.interval)
    shareDifference = difference.value
    lowShare = difference.low
    highShare = difference.high
  }
}
