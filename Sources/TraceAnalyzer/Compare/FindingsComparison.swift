package import TraceModel

/// The findings of both sides, compared by their fingerprints, which do not depend on the app's version.
struct FindingsComparison {
  /// The findings with one fingerprint on one side.
  private struct Found {
    /// The first and worst of the findings.
    var finding: Finding
    var launches: Set<Int32>
    /// True if all are reported once, so that the share of launches is not known.
    var isReportedOnce: Bool

    mutating func add(_ group: ComparedFinding) {
      launches.formUnion(group.launches)
      isReportedOnce = isReportedOnce && group.finding.isReportedOnce
    }
  }

  /// In the order of changes, then the worst first.
  let changes: [FindingChange]

  /// The comparison of both sides, whose launches are drawn so.
  init(base: ComparedSide, head: ComparedSide, _ draws: LaunchDraws) {
    let sides = [base, head]
    let found = sides.map { Self.found($0.findings) }
    let kinds = sides.map { side in side.launches.reduce(KindSet()) { $0.union($1.kinds) } }
    let tests = Self.tests(found, draws)
    // As many statements must all be true as there are findings that the version could have changed.
    let testCount = SideChances.testCount(tests.values.map(\.smallestChance), alpha: CompareOptions.alpha)
    let alpha = CompareOptions.alpha / Double(testCount)
    let changes = Set(found[0].keys).union(found[1].keys).compactMap { fingerprint in
      Self.change(found.map { $0[fingerprint] }, tests[fingerprint], kinds, alpha: alpha)
    }
    self.changes = changes.sorted(by: Self.isBefore)
  }

  /// By fingerprint, the test of the launches that have it; without findings that are reported once.
  private static func tests(_ found: [[String: Found]], _ draws: LaunchDraws) -> [String: ShareDifference] {
    let counted = Set(found[0].keys).union(found[1].keys).filter { fingerprint in
      !found.contains { $0[fingerprint]?.isReportedOnce == true }
    }
    if counted.isEmpty { return [:] }
    let test = ShareTest(draws.sides, isByDevice: draws.isByDevice)
    return Dictionary(
      uniqueKeysWithValues: counted.map { fingerprint in
        let launches = found.map { $0[fingerprint]?.launches ?? [] }
        let hits = zip(launches, draws.sides).map { launches, draws in launches.map { draws[Int($0)] } }
        return (fingerprint, test.difference(hits))
      })
  }

  /// Compares the findings with one fingerprint; nil if they do not differ, as far as these launches show.
  ///
  /// `test` is nil for what is reported once, `alpha` the probability of a wrong answer.
  private static func change(
    _ found: [Found?], _ test: ShareDifference?, _ kinds: [KindSet], alpha: Double
  ) -> FindingChange? {
    guard let finding = (found[1] ?? found[0])?.finding else { return nil }
    var change = FindingChange(
      change: .new, rule: finding.rule, severity: finding.severity, confidence: finding.confidence,
      fingerprint: finding.fingerprint, message: finding.message)
    if let test {
      change.baseLaunches = test.base.hits
      change.baseOf = test.base.launches
      change.headLaunches = test.head.hits
      change.headOf = test.head.launches
    }
    let difference = test.flatMap { $0.areAlike ? $0.interval(alpha: alpha) : nil }
    if !found.contains(where: { $0 == nil }) {
      guard let difference, difference.isReal else { return nil }
      change.change = difference.value > 0 ? .moreOften : .lessOften
      change.shareDifference = difference.value
      change.lowShare = difference.low
      change.highShare = difference.high
      return change
    }
    let isInHead = found[1] != nil
    let isByChance = test != nil && difference?.isReal != true
    if !canShow(finding.rule, kinds[isInHead ? 0 : 1]) {
      change.change = isInHead ? .notRecordedInBase : .notRecordedInHead
    } else if isByChance {
      change.change = isInHead ? .inHeadOnly : .inBaseOnly
    } else {
      change.change = isInHead ? .new : .gone
    }
    return change
  }

  private static func found(_ findings: [ComparedFinding]) -> [String: Found] {
    var found: [String: Found] = [:]
    for group in findings {
      let first = Found(finding: group.finding, launches: [], isReportedOnce: true)
      found[group.finding.fingerprint, default: first].add(group)
    }
    return found
  }

  /// True if launches with events of these kinds could have shown a finding of the rule.
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

/// Findings with one fingerprint on both sides of a comparison, if they differ.
///
/// Encoded as it stands it is an element of `findings` of `Schemas/compare.schema.json`.
package struct FindingChange: Sendable, Encodable, Graded {
  /// How head differs from base, the most important first.
  package enum Change: String, Sendable, CaseIterable, Encodable {
    /// Head has it, and base does not, though base has enough launches to show it if it were as frequent there.
    case new
    /// Both sides have it, head in a greater share of its launches.
    case moreOften
    /// Head has it, and base has too few launches to show something so rare.
    case inHeadOnly
    /// Head has it, and base does not record the events to find it.
    case notRecordedInBase
    /// Both sides have it, head in a smaller share of its launches.
    case lessOften
    /// Base has it, and head does not, though head has enough launches to show it if it were as frequent there.
    case gone
    /// Base has it, and head has too few launches to show something so rare.
    case inBaseOnly
    /// Base has it, and head does not record the events to find it.
    case notRecordedInHead
  }

  /// How head differs from base.
  package var change: Change
  /// The rule that found them.
  package var rule: RuleID
  /// How bad they are.
  package var severity: Severity
  /// How sure they are.
  package var confidence: Confidence
  /// The fingerprint of all of them.
  package var fingerprint: String
  /// The sentence of the worst of them, of head if that has any.
  package var message: Sentence
  /// The launches that have it, and all launches; nil for what is reported once, whatever launches have it.
  package var baseLaunches, baseOf, headLaunches, headOf: Int?
  /// The difference of both shares with its interval, if both sides have it.
  package var shareDifference, lowShare, highShare: Double?

  /// True if it is new, certain and at least as bad as `severity`: it fails a comparison that findings may fail; false
  /// for nil.
  package func fails(on severity: Severity?) -> Bool {
    change == .new && severity.map { isFailing(on: $0) } ?? false
  }
}
