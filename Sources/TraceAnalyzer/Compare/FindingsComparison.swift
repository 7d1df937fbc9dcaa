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
    let fingerprints = Set(found[0].keys).union(found[1].keys)
    let counted = fingerprints.filter { fingerprint in
      !found.contains { $0[fingerprint]?.isReportedOnce == true }
    }
    let launches =
      counted.isEmpty
      ? nil
      : FoundLaunches(
        base, head,
        found.map { side in
          side.values.reduce(into: []) { $0.formUnion($1.launches) }
        }, numbers, areIndependent: areIndependent)
    let tests = counted.compactMap { fingerprint in
      launches.map { (fingerprint, $0.test(found.map { $0[fingerprint]?.launches ?? [] })) }
    }
    let testsByFingerprint = Dictionary(uniqueKeysWithValues: tests)
    // As many statements hold together as there are findings that could be other than they are by the version.
    let testCount = SideChances.testCount(tests.map(\.1.smallest), alpha: CompareOptions.alpha)
    let alpha = CompareOptions.alpha / Double(testCount)
    var changes: [FindingChange] = []
    for fingerprint in fingerprints {
      guard let example = found[1][fingerprint] ?? found[0][fingerprint] else { continue }
      var change = FindingChange(
        change: .new, rule: example.finding.rule, severity: example.finding.severity,
        confidence: example.finding.confidence, fingerprint: fingerprint, message: example.finding.message)
      let first = found[0][fingerprint]
      let second = found[1][fingerprint]
      // Nobody knows in how many launches a finding is that is reported once, so neither chance nor a share is asked.
      let test = testsByFingerprint[fingerprint]
      if let test {
        change.baseLaunches = test.hits[0]
        change.baseOf = base.launches.count
        change.headLaunches = test.hits[1]
        change.headOf = head.launches.count
      }
      if first != nil, second != nil {
        guard let difference = test?.difference(alpha: alpha), let low = difference.low, let high = difference.high,
          low > 0 || high < 0
        else { continue }
        change.change = low > 0 ? .moreOften : .lessOften
        change.shareDifference = difference.value
        change.lowShare = low
        change.highShare = high
      } else {
        let isInHead = second != nil
        // Twice, as it may be of either side.
        let isByChance = test.map { 2 * $0.probability > alpha } ?? false
        let canShow = Self.canShow(example.finding.rule, kinds[isInHead ? 0 : 1])
        change.change =
          if !canShow { isInHead ? .notRecordedInBase : .notRecordedInHead } else if isByChance {
            isInHead ? .inHeadOnly : .inBaseOnly
          } else { isInHead ? .new : .gone }
      }
      changes.append(change)
    }
    self.changes = changes.sorted(by: Self.isBefore)
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
