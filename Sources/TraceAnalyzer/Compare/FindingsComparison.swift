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

  /// The comparison of both sides; launches are draws of their own if `areIndependent`.
  init(base: ComparedSide, head: ComparedSide, _ numbers: CompareNumbers, areIndependent: Bool) {
    let sides = [base, head]
    let found = sides.map { Self.found($0.findings) }
    let kinds = sides.map { side in side.launches.reduce(KindSet()) { $0.union($1.kinds) } }
    let tests = Self.tests(found, sides, numbers, areIndependent: areIndependent)
    // As many statements must all be true as there are findings that the version could have changed.
    let testCount = SideChances.testCount(tests.values.map(\.smallest), alpha: CompareOptions.alpha)
    let alpha = CompareOptions.alpha / Double(testCount)
    let changes = Set(found[0].keys).union(found[1].keys).compactMap { fingerprint in
      Self.change(found.map { $0[fingerprint] }, tests[fingerprint], sides, kinds, alpha: alpha)
    }
    self.changes = changes.sorted(by: Self.isBefore)
  }

  /// By fingerprint, the test of the launches that have it; without findings that are reported once.
  private static func tests(
    _ found: [[String: Found]], _ sides: [ComparedSide], _ numbers: CompareNumbers, areIndependent: Bool
  ) -> [String: LaunchesWithFinding.Test] {
    let counted = Set(found[0].keys).union(found[1].keys).filter { fingerprint in
      !found.contains { $0[fingerprint]?.isReportedOnce == true }
    }
    if counted.isEmpty { return [:] }
    let launches = LaunchesWithFinding(sides[0], sides[1], numbers, areIndependent: areIndependent)
    return Dictionary(
      uniqueKeysWithValues: counted.map { fingerprint in
        (fingerprint, launches.test(found.map { $0[fingerprint]?.launches ?? [] }))
      })
  }

  /// Compares the findings with one fingerprint; nil if they do not differ, as far as these launches show.
  ///
  /// `test` is nil for what is reported once, `alpha` the probability of a wrong answer.
  private static func change(
    _ found: [Found?], _ test: LaunchesWithFinding.Test?, _ sides: [ComparedSide], _ kinds: [KindSet], alpha: Double
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
package struct FindingChange: Sendable, Encodable {
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
  package var message: String
  /// The launches that have it, and all launches; nil for what is reported once, whatever launches have it.
  package var baseLaunches, baseOf, headLaunches, headOf: Int?
  /// The difference of both shares with its interval, if both sides have it.
  package var shareDifference, lowShare, highShare: Double?

  /// True if it is new and certain.
  package var isNewAndCertain: Bool { change == .new && confidence == .certain }
}

/// The launches of both sides with and without a finding.
struct LaunchesWithFinding {
  /// The launches of both sides with one fingerprint, and whether chance explains the difference.
  struct Test {
    var hits: [Int]
    /// The probability that only chance keeps it from the side that lacks it; 1 if both sides have it.
    var probability: Double
    /// The smallest probability that as many hits could have had, twice, as it may be of either side.
    var smallest: Double
    fileprivate var shares: [StratifiedShare]
    /// How many devices have it on the side where fewer have it.
    fileprivate var fewestUnits: Int

    /// The difference of both shares in the proportions of base's models, with an interval that misses the truth with
    /// the probability `alpha`; nil if too few launches are alike.
    ///
    /// Only devices that have it show how much devices vary, so Student's distribution of so few sets the width:
    /// Newcombe's own interval would differ without a change in one comparison of nine.
    func difference(alpha: Double) -> IntervalDifference? {
      if shares.isEmpty { return nil }
      let critical = StudentDistribution.critical(degreesOfFreedom: max(1, fewestUnits - 1), alpha: alpha)
      let intervals = shares.map { WilsonInterval(share: $0.share, size: $0.effectiveSize, critical: critical) }
      return IntervalDifference(base: intervals[0], head: intervals[1])
    }
  }

  private let units: [StratifiedUnits]
  private let draws: [[LaunchDraw]]
  private let chances: SideChances
  /// The strata with launches enough on both sides, in order, with their portions of base's launches there.
  private let weights: [(stratum: Int, weight: Double)]

  init(_ base: ComparedSide, _ head: ComparedSide, _ numbers: CompareNumbers, areIndependent: Bool) {
    self.init(
      draws: [base, head].enumerated().map { number, side in
        side.launches.enumerated().map { index, launch in
          numbers.draw(of: launch, side: number, index: index, areIndependent: areIndependent)
        }
      })
  }

  init(draws: [[LaunchDraw]]) {
    units = draws.map { StratifiedUnits($0) }
    self.draws = draws
    chances = SideChances(base: units[0], head: units[1])
    weights = StratifiedUnits.weights(base: units[0], head: units[1])
  }

  /// Tests what the launches at these indices of base and head have in common.
  func test(_ indices: [Set<Int32>]) -> Test {
    let hits = indices.indices.map { side in indices[side].map { draws[side][Int($0)] } }
    let byUnit = hits.indices.map { units[$0].hits(hits[$0]) }
    let counts = byUnit.map { $0.mapValues(\.count) }
    let together = counts[0].merging(counts[1], uniquingKeysWith: +)
    let smallest = (0...1).map { chances.probability(thatAllAreOf: $0, units: together) }.min() ?? 1
    let only = counts[0].isEmpty ? 1 : counts[1].isEmpty ? 0 : nil
    let shares =
      weights.isEmpty
      ? []
      : hits.indices.map { side in
        StratifiedShare(hits: byUnit[side], units: units[side], weights: weights)
      }
    return Test(
      hits: hits.map(\.count), probability: only.map { chances.probability(thatAllAreOf: $0, units: counts[$0]) } ?? 1,
      smallest: 2 * smallest, shares: shares,
      fewestUnits: counts.map { $0.values.reduce(0, +) }.min() ?? 0)
  }
}
