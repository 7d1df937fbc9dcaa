import TraceModel

extension [Launch] {
  /// The times that count and have these ends.
  func times(_ anchors: Anchors?) -> [Int64] { compactMap { $0.nanos(anchors) } }

  /// Why launches do not count, and how many do not for it.
  var reasons: [String: Int] { lazy.compactMap { $0.time.notCounted?.name }.counts }

  /// The launches to be measured and what they cover, with the pair of anchors that most have, and all other pairs in
  /// their order.
  func measured() -> (
    launches: [Launch], coverage: LaunchCoverage, headline: Anchors?, others: [Anchors]
  ) {
    let ownReasons = reasons
    let excluded: [NotCounted] = [.simulator, .debugger].filter { ownReasons[$0.name] != nil }
    // Better a report under a heading of its own than one that says nothing.
    let isExcludedOnly = !excluded.isEmpty && !contains(where: \.isCounted)
    let launches = isExcludedOnly ? map { $0.withEveryEnvironment() } : self
    // Mostly all have the same: they are not hashed one by one.
    var counts: [Anchors: Int] = [:]
    var last = (anchors: Anchors?.none, count: 0)
    for launch in launches where launch.isCounted {
      if launch.time.anchors != last.anchors {
        if let anchors = last.anchors { counts[anchors, default: 0] += last.count }
        last = (launch.time.anchors, 0)
      }
      last.count += 1
    }
    if let anchors = last.anchors { counts[anchors, default: 0] += last.count }
    let headline = counts.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key
    let coverage = LaunchCoverage(
      launches: count, counted: counts.values.reduce(0, +), notCounted: isExcludedOnly ? launches.reasons : ownReasons,
      only: isExcludedOnly ? excluded.map(\.name) : nil, from: headline?.from.name, to: headline?.to.name)
    return (launches, coverage, headline, counts.keys.filter { $0 != headline }.sorted())
  }
}

extension Launch {
  var isCounted: Bool { time.notCounted == nil && time.nanos != nil }

  /// Its time, if that counts and has these ends.
  func nanos(_ anchors: Anchors?) -> Int64? { isCounted && time.anchors == anchors ? time.nanos : nil }
}
