import TraceModel

/// The findings of both sides, compared by their fingerprints, which are the same in every version of an app.
struct FindingsComparison {
  /// The findings with one fingerprint on one side.
  private struct Found {
    /// The first of them, which is the worst.
    var finding: Finding
    var launches: Set<String>
    /// True if all of them are reported once, so that nothing is known of the share of launches.
    var isReportedOnce: Bool

    /// Adds one of them.
    mutating func add(_ other: Finding) {
      launches.formUnion(other.launches)
      isReportedOnce = isReportedOnce && other.isReportedOnce
    }
  }

  /// The findings that differ, in the order of changes, then the worst first.
  let changes: [FindingChange]

  /// The comparison of both sides, whose launches are draws of their own where `areIndependent`.
  init(base: ComparedSide, head: ComparedSide, _ numbers: CompareNumbers, areIndependent: Bool) {
    let found = [base, head].map { Self.found($0.report) }
    let kinds = [base, head].map { side in side.launches.reduce(KindSet()) { $0.union($1.kinds) } }
    let shared = Set(found[0].keys).intersection(found[1].keys).filter { fingerprint in
      !found.contains { $0[fingerprint]?.isReportedOnce == true }
    }
    let units = [base, head].enumerated().map { number, side in
      shared.isEmpty ? nil : LaunchUnits(side.launches, number, numbers, areIndependent: areIndependent)
    }
    // As many intervals hold together as there are findings that both sides have.
    let critical = NormalDistribution.critical(alpha: CompareOptions.alpha / Double(max(1, shared.count)))
    var changes: [FindingChange] = []
    for fingerprint in Set(found[0].keys).union(found[1].keys) {
      guard let example = found[1][fingerprint] ?? found[0][fingerprint] else { continue }
      var change = FindingChange(
        change: .new, rule: example.finding.rule, severity: example.finding.severity,
        confidence: example.finding.confidence, fingerprint: fingerprint, message: example.finding.message)
      let first = found[0][fingerprint]
      let second = found[1][fingerprint]
      let isReportedOnce = first?.isReportedOnce ?? false || second?.isReportedOnce ?? false
      // Nobody knows in how many launches it is, so neither chance nor a share is asked.
      let hits = [first?.launches.count ?? 0, second?.launches.count ?? 0]
      let counts = [base.launches.count, head.launches.count]
      if !isReportedOnce {
        change.baseLaunches = hits[0]
        change.baseOf = counts[0]
        change.headLaunches = hits[1]
        change.headOf = counts[1]
      }
      if let first, let second {
        if isReportedOnce { continue }
        guard let baseUnits = units[0], let headUnits = units[1] else { continue }
        let difference = IntervalDifference(
          base: baseUnits.interval(of: first.launches, critical),
          head: headUnits.interval(of: second.launches, critical))
        guard let low = difference.low, let high = difference.high, low > 0 || high < 0 else { continue }
        change.change = low > 0 ? .moreOften : .lessOften
        change.shareDifference = difference.value
        change.lowShare = low
        change.highShare = high
      } else if first == nil {
        let isRare = !isReportedOnce && Self.mayLackByChance(hits[1], of: counts[1], launches: counts[0])
        change.change = isRare ? .inHeadOnly : .new
        if !Self.canShow(example.finding.rule, kinds[0]) { change.change = .notRecordedInBase }
      } else {
        let isRare = !isReportedOnce && Self.mayLackByChance(hits[0], of: counts[0], launches: counts[1])
        change.change = isRare ? .inBaseOnly : .gone
        if !Self.canShow(example.finding.rule, kinds[1]) { change.change = .notRecordedInHead }
      }
      changes.append(change)
    }
    self.changes = changes.sorted(by: Self.isBefore)
  }

  /// True if so many launches lack with a chance of 5 % or more what `hits` of `all` launches of the other side have,
  /// though it is as frequent in them.
  private static func mayLackByChance(_ hits: Int, of all: Int, launches: Int) -> Bool {
    guard all > 0, hits < all else { return false }
    let logarithm = Double(launches) * SpecialFunctions.logarithm(1 - Double(hits) / Double(all))
    return SpecialFunctions.exponential(logarithm) >= CompareOptions.alpha
  }

  /// Rules that only find that launches are slow, beside others of their own side: the rows compare the times themselves.
  static let aboutTimes: Set<String> = [
    RuleID.`launch.slow`.name, RuleID.`launch.slow-phase`.name,
  ]

  private static func found(_ report: CheckReport) -> [String: Found] {
    var found: [String: Found] = [:]
    for finding in report.findings where !Self.aboutTimes.contains(finding.rule) {
      // In place: to take it out and put it back would copy its launches at each finding.
      found[finding.fingerprint, default: Found(finding: finding, launches: [], isReportedOnce: true)].add(finding)
    }
    return found
  }

  /// True if launches that hold events of these kinds could have shown a finding of the rule.
  static func canShow(_ rule: String, _ kinds: KindSet) -> Bool {
    guard let description = Catalogue.descriptions.first(where: { $0.id.name == rule }) else { return true }
    return description.neededKinds.allSatisfy { $0.intersects(kinds) }
  }

  private static func isBefore(_ a: FindingChange, _ b: FindingChange) -> Bool {
    let order = FindingChange.Change.allCases
    if a.change != b.change { return order.firstIndex(of: a.change) ?? 0 < order.firstIndex(of: b.change) ?? 0 }
    let first = Severity(a.severity) ?? .note
    let second = Severity(b.severity) ?? .note
    if first != second { return first > second }
    return a.rule == b.rule ? a.fingerprint < b.fingerprint : a.rule < b.rule
  }
}

/// The launches of one side by their names, with the units that they belong to.
private struct LaunchUnits {
  private let units: [String: Int]
  private let counts: UnitCounts

  init(_ launches: [Launch], _ side: Int, _ numbers: CompareNumbers, areIndependent: Bool) {
    let all = launches.enumerated().map { place, launch in
      numbers.unit(of: launch, side: side, place: place, areIndependent: areIndependent)
    }
    counts = UnitCounts(units: all)
    units = Dictionary(zip(launches.lazy.map(\.name), all), uniquingKeysWith: { first, _ in first })
  }

  /// The interval of the share of these launches.
  func interval(of names: Set<String>, _ critical: Double) -> WilsonInterval {
    var hits: [Int: Int] = [:]
    for name in names { if let unit = units[name] { hits[unit, default: 0] += 1 } }
    let share = ClusteredShare(hits: hits, launches: counts)
    return WilsonInterval(share: share.share, size: share.effectiveSize, critical: critical)
  }
}
