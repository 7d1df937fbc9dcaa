package import TraceModel

/// Findings of one rule with one cause in one app: what the first screen of a check shows as one block.
///
/// Medians over a budget are one group, whatever their version, kind and model; only one that stands out from the others
/// is a group of its own.
package struct FindingGroup: Sendable {
  /// What was measured, of all findings of the group: nanoseconds, or bytes if `isMemory`.
  package struct Spread: Sendable, Equatable {
    /// The least, the middle and the greatest value.
    package var shortest, median, longest: Int64
    /// From the least to the greatest budget: older systems grant more time.
    package var budgets: ClosedRange<Int64>
    /// True if the values are bytes, not nanoseconds.
    package var isMemory: Bool
  }

  /// The parts that are equal in all findings of a group.
  fileprivate struct Key: Hashable {
    var severity: Severity
    var confidence: Confidence
    var rule: RuleID
    var cause, app: String?
    var accepted: Acceptance?
    /// The place of a median that stands out.
    var outlier: Int?
    var isMedian: Bool
  }

  /// The rule of the findings.
  package let rule: RuleID
  /// How bad they are.
  package let severity: Severity
  /// How sure they are.
  package let confidence: Confidence
  /// The usual cause, as in the findings.
  package let cause: String?
  /// The decision to live with these findings; nil where they count.
  package let accepted: Acceptance?
  /// How many findings there are.
  package let count: Int
  /// Launches that a finding is about; of medians, those that are over the budget themselves.
  package let launches: Int
  /// How many different fingerprints they have: other names of tasks, states or events.
  package let fingerprints: Int
  /// The finding that measured most, else the first.
  package let worst: Finding
  /// Nothing where no finding has a measure.
  package let spread: Spread?
  /// Of medians over their budget, each with its launches; else empty.
  package let medians: [MedianGroup]
  /// True for a median that is 10 % and 20 ms over those of the app's other groups.
  package let standsOut: Bool

  /// The group of the findings at `places`, in the order of `all`: there, those with one fingerprint stand together.
  fileprivate init(_ key: Key, _ places: [Int], of all: [Finding]) {
    rule = key.rule
    severity = key.severity
    confidence = key.confidence
    cause = key.cause
    accepted = key.accepted
    count = places.count
    medians = places.compactMap { all[$0].median }
    launches = all.launchCount(at: places)
    fingerprints = 1 + zip(places, places.dropFirst()).count { all[$0].fingerprint != all[$1].fingerprint }
    // The first of those that measured most.
    let worst = places.reduce(places[0]) { worst, place in
      all[place].measuredNanos ?? 0 > all[worst].measuredNanos ?? 0 ? place : worst
    }
    self.worst = all[worst]
    spread = Spread(places, of: all)
    standsOut = key.outlier != nil
  }
}

extension FindingGroup.Spread {
  /// The spread of the findings at `places`; nothing if none has a measure and a budget.
  fileprivate init?(_ places: [Int], of all: [Finding]) {
    let measured = places.filter { all[$0].measuredNanos != nil && all[$0].budgetNanos != nil }
    let sorted = measured.compactMap { all[$0].measuredNanos }.sorted()
    let budgets = measured.compactMap { all[$0].budgetNanos }
    guard let shortest = sorted.first, let longest = sorted.last, let least = budgets.min(), let most = budgets.max(),
      let median = Statistics(sorted).percentile(50)
    else { return nil }
    self.shortest = shortest
    self.median = median
    self.longest = longest
    self.budgets = least...most
    isMemory = places.contains { all[$0].budget?.hasSuffix("memory") == true }
  }
}

extension CheckReport {
  /// A median is a group of its own if it exceeds the median of the others by these, in % of it and in nanoseconds: this
  /// project's numbers.
  private static let outlierPercent: Int64 = 110
  private static let outlierNanos: Int64 = 20_000_000

  /// The findings in groups: the worst severity first, what is certain before what is possible, then what most
  /// launches have.
  package var groups: [FindingGroup] {
    let outliers = outliers
    var places: [FindingGroup.Key: [Int]] = [:]
    // Mostly a finding is of the group of the one before it: they are compared, not hashed.
    let findings = findings
    var start = 0
    for place in findings.indices {
      let isLast = place + 1 == findings.count
      if !isLast, Finding.areAlike(findings, place, place + 1), !outliers.contains(place), !outliers.contains(place + 1)
      {
        continue
      }
      places[key(start, outliers), default: []] += start...place
      start = place + 1
    }
    let groups = places.map { (first: $1[0], group: FindingGroup($0, $1, of: findings)) }
    return groups.sorted { a, b in
      if a.group.severity != b.group.severity { return a.group.severity > b.group.severity }
      if a.group.confidence != b.group.confidence { return a.group.confidence > b.group.confidence }
      return (b.group.launches, a.first) < (a.group.launches, b.first)
    }.map(\.group)
  }

  /// The values that the finding at a place shares with the others of its group.
  private func key(_ place: Int, _ outliers: Set<Int>) -> FindingGroup.Key {
    FindingGroup.Key(
      severity: findings[place].severity, confidence: findings[place].confidence, rule: findings[place].rule,
      cause: findings[place].cause, app: findings[place].app, accepted: findings[place].accepted,
      outlier: outliers.contains(place) ? place : nil, isMedian: findings[place].median != nil)
  }

  /// The places of medians that stand out from those of the app's other groups.
  private var outliers: Set<Int> {
    let medians = findings.indices.filter { findings[$0].median != nil }
    let apps = Dictionary(grouping: medians) { findings[$0].app }.values
    return Set(
      apps.flatMap { places in
        let sorted = places.map { findings[$0].measuredNanos ?? 0 }.sorted()
        return places.filter { place in
          let nanos = findings[place].measuredNanos ?? 0
          var others = sorted
          others.remove(at: sorted.firstIndex(of: nanos) ?? 0)
          guard let usual = Statistics(others).percentile(50) else { return false }
          return nanos - usual >= Self.outlierNanos && nanos * 100 >= usual * Self.outlierPercent
        }
      })
  }
}

extension Finding {
  /// True if the findings at two places belong to one group, unless one of them stands out.
  ///
  /// They are compared in their places: a finding that is handed on is copied, with its many texts.
  fileprivate static func areAlike(_ all: [Finding], _ a: Int, _ b: Int) -> Bool {
    if all[a].severity != all[b].severity || all[a].confidence != all[b].confidence { return false }
    if all[a].rule != all[b].rule || all[a].cause != all[b].cause || all[a].app != all[b].app { return false }
    return all[a].accepted == all[b].accepted && (all[a].median == nil) == (all[b].median == nil)
  }
}
