import TraceModel

/// The findings of both sides, compared by their fingerprints, which are the same in every version of an app.
struct FindingsComparison {
  /// The findings with one fingerprint on one side.
  private struct Found {
    /// The first of them, which is the worst.
    var finding: Finding
    var launches: Set<Int32>
    /// True if all of them are reported once, so that nothing is known of the share of launches.
    var isReportedOnce: Bool

    /// Adds a group of them.
    mutating func add(_ group: FoundGroup) {
      launches.formUnion(group.launches)
      isReportedOnce = isReportedOnce && group.finding.isReportedOnce
    }
  }

  /// The findings that differ, in the order of changes, then the worst first.
  let changes: [FindingChange]

  /// The comparison of both sides, whose launches are draws of their own where `areIndependent`.
  init(base: ComparedSide, head: ComparedSide, _ numbers: CompareNumbers, areIndependent: Bool) {
    let sides = [base, head]
    let found = sides.map { Self.found($0.findings) }
    let kinds = sides.map { side in side.launches.reduce(KindSet()) { $0.union($1.kinds) } }
    let tests = Self.tests(found, sides, numbers, areIndependent: areIndependent)
    // As many statements hold together as there are findings that could be other than they are by the version.
    let testCount = SideChances.testCount(tests.values.map(\.smallest), alpha: CompareOptions.alpha)
    let alpha = CompareOptions.alpha / Double(testCount)
    let changes = Set(found[0].keys).union(found[1].keys).compactMap { fingerprint in
      Self.change(found.map { $0[fingerprint] }, tests[fingerprint], sides, kinds, alpha: alpha)
    }
    self.changes = changes.sorted(by: Self.isBefore)
  }

  /// By fingerprint, the test of the launches that have it; none of findings that are reported once, as nobody knows in how
  /// many launches those are.
  private static func tests(
    _ found: [[String: Found]], _ sides: [ComparedSide], _ numbers: CompareNumbers, areIndependent: Bool
  ) -> [String: FoundLaunches.Test] {
    let counted = Set(found[0].keys).union(found[1].keys).filter { fingerprint in
      !found.contains { $0[fingerprint]?.isReportedOnce == true }
    }
    if counted.isEmpty { return [:] }
    let launches = FoundLaunches(sides[0], sides[1], numbers, areIndependent: areIndependent)
    return Dictionary(
      uniqueKeysWithValues: counted.map { fingerprint in
        (fingerprint, launches.test(found.map { $0[fingerprint]?.launches ?? [] }))
      })
  }

  /// Compares the findings with one fingerprint.
  ///
  /// - Parameters:
  ///   - found: The findings of base and of head, of which one side may have none.
  ///   - test: The test of the launches that have them; nil for what is reported once.
  ///   - sides: Both sides.
  ///   - kinds: The kinds of events that each side holds.
  ///   - alpha: The probability that the answer is wrong.
  /// - Returns: How they differ; nil if they do not, as far as these launches show.
  private static func change(
    _ found: [Found?], _ test: FoundLaunches.Test?, _ sides: [ComparedSide], _ kinds: [KindSet], alpha: Double
  ) -> FindingChange? {
    guard let finding = (found[1] ?? found[0])?.finding else { return nil }
    var change = FindingChange(
      change: .new, rule: finding.rule, severity: finding.severity, confidence: finding.confidence,
      fingerprint: finding.fingerprint, message: finding.message)
    if let test {
      change.baseLaunches = test.hits[0]
      change.baseOf = sides[0].launches.count
      change.headLaunches = test.hits[1]
      change.headOf = sides[1].launches.count
    }
    if !found.contains(where: { $0 == nil }) {
      guard let difference = test?.difference(alpha: alpha), let low = difference.low, let high = difference.high,
        low > 0 || high < 0
      else { return nil }
      change.change = low > 0 ? .moreOften : .lessOften
      change.shareDifference = difference.value
      change.lowShare = low
      change.highShare = high
      return change
    }
    let isInHead = found[1] != nil
    // Twice, as it may be of either side.
    let isByChance = test.map { 2 * $0.probability > alpha } ?? false
    if !canShow(finding.rule, kinds[isInHead ? 0 : 1]) {
      change.change = isInHead ? .notRecordedInBase : .notRecordedInHead
    } else if isByChance {
      change.change = isInHead ? .inHeadOnly : .inBaseOnly
    } else {
      change.change = isInHead ? .new : .gone
    }
    return change
  }

  private static func found(_ findings: ComparedFindings) -> [String: Found] {
    var found: [String: Found] = [:]
    for group in findings.groups {
      let first = Found(finding: group.finding, launches: [], isReportedOnce: true)
      found[group.finding.fingerprint, default: first].add(group)
    }
    return found
  }

  /// True if launches that hold events of these kinds could have shown a finding of the rule.
  static func canShow(_ rule: RuleID, _ kinds: KindSet) -> Bool {
    Catalogue.description(of: rule).neededKinds.allSatisfy { $0.intersects(kinds) }
  }

  private static func isBefore(_ a: FindingChange, _ b: FindingChange) -> Bool {
    let order = FindingChange.Change.allCases
    if a.change != b.change { return order.firstIndex(of: a.change) ?? 0 < order.firstIndex(of: b.change) ?? 0 }
    if a.severity != b.severity { return a.severity > b.severity }
    return a.rule == b.rule ? a.fingerprint < b.fingerprint : a.rule.name < b.rule.name
  }
}
