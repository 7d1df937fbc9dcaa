import TraceModel

/// How often something happened on both sides, within the models and systems that both have.
///
/// Head's models count in the proportions of base's, as in the rows on launch times and findings: an event of one model
/// alone becomes more frequent in all launches as soon as head has more of that model.
struct SceneShares {
  let base, head: SceneShare
  /// False if less than half of a side's launches are of models that the other side has: the intervals are then those
  /// of all launches, and do not depend on the version.
  let areAlike: Bool

  /// The shares of both sides, nil if no launch counts on one of them; `base` and `head` count within a launch.
  init?(
    _ sides: SceneSides, base: (SceneLaunch) -> SceneRow.Share, head: (SceneLaunch) -> SceneRow.Share
  ) {
    let first = Counts(sides.base.launches, base)
    let second = Counts(sides.head.launches, head)
    if first.draws.isEmpty || second.draws.isEmpty { return nil }
    let units = [first, second].map { StratifiedUnits($0.draws) }
    let weights = StratifiedUnits.weights(base: units[0], head: units[1])
    areAlike = !weights.isEmpty
    self.base = first.share(units[0], weights)
    self.head = second.share(units[1], weights)
  }

  /// The shares of both sides, counted alike.
  init?(_ sides: SceneSides, _ count: (SceneLaunch) -> SceneRow.Share) {
    self.init(sides, base: count, head: count)
  }

  var difference: IntervalDifference { IntervalDifference(base: base.interval, head: head.interval) }

  /// How often something could happen on one side, and how often it did, each time with its draw.
  private struct Counts {
    /// The draw of each time that counts, and of each time that it happened.
    var draws: [LaunchDraw] = []
    var hits: [LaunchDraw] = []

    init(_ launches: [SceneLaunch], _ count: (SceneLaunch) -> SceneRow.Share) {
      for launch in launches {
        let share = count(launch)
        draws += repeatElement(launch.draw, count: share.of)
        hits += repeatElement(launch.draw, count: share.count)
      }
    }

    func share(_ units: StratifiedUnits, _ weights: [(stratum: Int, weight: Double)]) -> SceneShare {
      let row = SceneRow.Share(hits.count, of: draws.count)
      if !weights.isEmpty {
        let share = StratifiedShare(hits: units.hits(hits), units: units, weights: weights)
        return SceneShare(row: row, interval: WilsonInterval(share: share.share, size: share.effectiveSize))
      }
      let byUnit = hits.reduce(into: [:]) { $0[$1.unit, default: 0] += 1 }
      let share = ClusteredShare(hits: byUnit, launches: units.all)
      return SceneShare(row: row, interval: WilsonInterval(share: share.share, size: share.effectiveSize))
    }
  }
}

extension SceneRow {
  /// Adds the shares of both sides; if `hasInterval`, with the difference and its interval.
  mutating func set(_ shares: SceneShares, hasInterval: Bool = true) {
    base = shares.base.row
    head = shares.head.row
    if !hasInterval { return }
    shareDifference = shares.difference.value
    lowShare = shares.difference.low
    highShare = shares.difference.high
  }

  /// A row on sides that ran on other models, which may have made the difference.
  static func cannotTell(_ check: Check, _ subject: String, unlike shares: SceneShares) -> SceneRow {
    var row = cannotTell(check, subject, advice: "record both versions on the same models and systems")
    row.set(shares, hasInterval: false)
    return row
  }
}

/// A share of launches or of openings on one side, with its interval at 95 %.
struct SceneShare {
  /// What it happened to, and all that it could have happened to, of any model.
  let row: SceneRow.Share
  /// The share within the models that both sides have, in the proportions of base's.
  let interval: WilsonInterval
}
