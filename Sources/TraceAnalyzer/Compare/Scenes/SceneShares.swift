import TraceModel

extension SceneSides {
  /// How often something happened on both sides, nil if no launch counts on one of them; `base` and `head` count within
  /// a launch.
  func shares(
    base: (SceneLaunch) -> SceneRow.Share, head: (SceneLaunch) -> SceneRow.Share
  ) -> ShareDifference? {
    let counts = [self.base.launches.map { ($0.draw, base($0)) }, self.head.launches.map { ($0.draw, head($0)) }]
    // The draw of each time that something could happen, and of each time that it did.
    let draws = counts.map { $0.flatMap { draw, share in repeatElement(draw, count: share.of) } }
    let hits = counts.map { $0.flatMap { draw, share in repeatElement(draw, count: share.count) } }
    return draws.contains { $0.isEmpty } ? nil : ShareTest(draws, isByDevice: isByDevice).difference(hits)
  }

  /// The shares of both sides, counted alike.
  func shares(_ count: (SceneLaunch) -> SceneRow.Share) -> ShareDifference? { shares(base: count, head: count) }
}

extension ShareDifference {
  /// The difference with its interval at 95 %: each check is a question of its own.
  var interval: IntervalDifference { interval(alpha: CompareOptions.alpha) }
}

extension SceneRow {
  /// Adds the shares of both sides; if `hasInterval`, with the difference and its interval.
  mutating func set(_ shares: ShareDifference, hasInterval: Bool = true) {
    base = Share(shares.base.hits, of: shares.base.launches)
    head = Share(shares.head.hits, of: shares.head.launches)
    if !hasInterval { return }
    let interval = shares.interval
    shareDifference = interval.value
    lowShare = interval.low
    highShare = interval.high
  }

  /// A row on sides that ran on other models, which may have made the difference.
  static func cannotTell(_ check: Check, _ subject: Sentence, unlike shares: ShareDifference) -> SceneRow {
    var row = cannotTell(check, subject, advice: "record both versions on the same models and systems")
    row.set(shares, hasInterval: false)
    return row
  }
}
