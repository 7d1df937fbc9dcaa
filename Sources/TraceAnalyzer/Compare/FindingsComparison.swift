import TraceModel

/// The findings of both sides, compared by their fingerprints, which are the same in every version of an app.
struct FindingsComparison {
  /// The findings with one fingerprint on one side.
  private struct Found {
    /// The first of them, which is the worst.
    var finding: Finding
    var launches: Set<String>
  }

  /// The findings that differ, in the order of changes, then the worst first.
  let changes: [FindingChange]

  /// The comparison of both sides, whose launches are draws of their own where `areIndependent`.
  init(base: ComparedSide, head: ComparedSide, _ numbers: CompareNumbers, areIndependent: Bool) {
    let found = [base, head].map { Self.found($0.report) }
    let kinds = [base, head].map { side in side.launches.reduce(KindSet()) { $0.union($1.kinds) } }
    let shared = Set(found[0].keys).intersection(found[1].keys)
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
        confidence: example.finding.confidence, fingerprint: fingerprint, message: example.finding.message,
        baseLaunches: found[0][fingerprint]?.launches.count ?? 0, baseOf: base.launches.count,
        headLaunches: found[1][fingerprint]?.launches.count ?? 0, headOf: head.launches.count)
      if let first = found[0][fingerprint], let second = found[1][fingerprint] {
        guard let baseUnits = units[0], let headUnits = units[1] else { continue }
        let difference = IntervalDifference(
          base: baseUnits.interval(of: first.launches, critical),
          head: headUnits.interval(of: second.launches, critical))
        guard let low = difference.low, let high = difference.high, low > 0 || high < 0 else { continue }
        change.change = low > 0 ? .moreOften : .lessOften
        change.shareDifference = difference.value
        change.lowShare = low
        change.highShare = high
      } else if found[0][fingerprint] == nil {
        let isRare = Self.isRare(change.headLaunches, of: change.headOf, among: change.baseOf)
        let isRecorded = Self.canShow(example.finding.rule, kinds[0])
        change.change = isRecorded ? isRare ? .inHeadOnly : .new : .notRecordedInBase
      } else {
        let isRare = Self.isRare(change.baseLaunches, of: change.baseOf, among: change.headOf)
        let isRecorded = Self.canShow(example.finding.rule, kinds[1])
        change.change = isRecorded ? isRare ? .inBaseOnly : .gone : .notRecordedInHead
      }
      changes.append(change)
    }
    self.changes = changes.sorted(by: Self.isBefore)
  }

  /// True if the launches of one side may well all lack what some launches of the other side have: with a chance of 5 %
  /// or more, were it as frequent.
  private static func isRare(_ hits: Int, of launches: Int, among others: Int) -> Bool {
    guard launches > 0, hits < launches else { return false }
    let lack = Double(others) * SpecialFunctions.logarithm(1 - Double(hits) / Double(launches))
    return SpecialFunctions.exponential(lack) >= CompareOptions.alpha
  }

  /// What only says how long launches took, by a measure of each side's own: the rows compare these times.
  private static let aboutTimes: Set<String> = [
    RuleID.`launch.slow`.name, RuleID.`launch.slow-phase`.name,
  ]

  private static func found(_ report: CheckReport) -> [String: Found] {
    var found: [String: Found] = [:]
    for finding in report.findings where !Self.aboutTimes.contains(finding.rule) {
      found[finding.fingerprint, default: Found(finding: finding, launches: [])].launches.formUnion(finding.launches)
    }
    return found
  }

  /// True if launches that hold events of these kinds could have shown a finding of the rule.
  private static func canShow(_ rule: String, _ kinds: KindSet) -> Bool {
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
      let device = numbers.entry(of: launch, nanos: 0, side: side, place: place).device
      return areIndependent || device < 0 ? numbers.deviceCount + place : Int(device)
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
