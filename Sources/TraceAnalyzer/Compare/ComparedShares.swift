import TraceModel

/// The launches of one side that have what `CompareShare` counts.
struct ComparedShares {
  private let overBudget: [Bool?]
  /// By the share, the places of the launches that have it.
  private let places: [CompareShare: Set<Int32>]
  private let unrecorded: Set<CompareShare>

  /// The shares of a side, of which only those that are asked for are counted.
  init(_ side: ComparedSide, _ measures: [CompareMeasure]) {
    let asked = measures.compactMap { measure -> CompareShare? in
      if case .share(let share) = measure { share } else { nil }
    }
    overBudget = side.overBudget
    let kinds = asked.isEmpty ? KindSet() : side.launches.reduce(KindSet()) { $0.union($1.kinds) }
    unrecorded = Set(
      asked.filter { share in share.rule.map { !FindingsComparison.canShow($0, kinds) } ?? false })
    var places: [CompareShare: Set<Int32>] = [:]
    for share in asked {
      let groups = side.findings.groups.filter { Self.counts($0.finding, for: share) }
      places[share] = groups.reduce(into: []) { $0.formUnion($1.launches) }
    }
    self.places = places
  }

  private static func counts(_ finding: Finding, for share: CompareShare) -> Bool {
    if let rule = share.rule { return finding.rule == rule }
    let isBad = finding.severity >= .warning
    return share == .findings && isBad && finding.accepted == nil && !finding.isReportedOnce
  }

  /// True if the side records what it takes to show the share.
  func isRecorded(_ share: CompareShare) -> Bool { !unrecorded.contains(share) }

  /// True if the launch at this place of the side has it; nil if the launch does not count for it.
  func isHit(_ share: CompareShare, _ launch: Launch, place: Int) -> Bool? {
    if !isRecorded(share) { return nil }
    switch share {
    case .overBudget: return place < overBudget.count ? overBudget[place] : nil
    case .abandoned:
      guard launch.isAwaited, launch.isSeenFromStart else { return nil }
    case .backgroundKilled: if !launch.wasInBackground { return nil }
    case .findings: break
    }
    return places[share]?.contains(Int32(place)) == true
  }
}
