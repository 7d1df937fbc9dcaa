package import TraceModel

/// Findings that are shown as one: a block of a check's first screen, a row of a table, or an alert of a platform.
package struct FindingGroup: Graded, Sendable {
  /// The properties that are equal in all findings of a group.
  package enum Sharing: Sendable {
    /// Rule, severity, confidence, cause, app, and the decision to accept them: what is mended at once.
    ///
    /// Medians over a budget are one group, whatever their version, kind and model; only one that stands out from the
    /// others is a group of its own.
    case cause
    /// Fingerprint, severity and confidence.
    case row
    /// The fingerprint alone; findings that count hide accepted ones.
    case alert
    /// As `row`, apart from findings that are reported once: how many launches have these is unknown.
    case comparison
  }

  /// The measures of all findings of the group: nanoseconds, or bytes if `isMemory`.
  package struct Spread: Sendable, Equatable {
    /// The least, the middle and the greatest value.
    package var shortest, median, longest: Int64
    /// From the least to the greatest budget: older systems grant more time.
    package var budgets: ClosedRange<Int64>
    /// True if the values are bytes, not nanoseconds.
    package var isMemory: Bool
  }

  /// The values that are equal in all findings of a group; ignored ones have their defaults.
  fileprivate struct Key: Hashable {
    var rule: RuleID?
    var severity: Severity?
    var confidence: Confidence?
    var cause: Int32 = -1
    var app = TextID.none
    var decision: Int32 = -1
    /// The index of a median that stands out.
    var outlier: Int?
    var isMedian = false
    var fingerprint: Fingerprint?
    var isReportedOnce = false
  }

  private let all: Findings
  /// The indices of the group's findings.
  package let indices: [Int]
  /// The shown finding: of a cause the one that measured most, of an alert the first certain one, else the first.
  package let worst: Finding
  /// How many launches have one; of medians, the launches over the budget.
  package let launches: Int
  /// True for a median that is 10 % and 20 ms over those of the app's other groups.
  package let standsOut: Bool

  /// The group of the findings at `indices`, at least one.
  fileprivate init(_ all: Findings, _ indices: [Int], by sharing: Sharing, standsOut: Bool) {
    let counting = sharing == .alert ? indices.filter { !all.isAccepted(all.numbers[$0]) } : indices
    let shown = counting.isEmpty ? indices : counting
    self.all = all
    self.indices = shown
    self.standsOut = standsOut
    launches = all.launchCount(at: shown)
    switch sharing {
    case .cause:
      // The first of those that measured most.
      let index = shown.reduce(shown[0]) { worst, index in
        max(all.numbers[index].measured, 0) > max(all.numbers[worst].measured, 0) ? index : worst
      }
      worst = all[index]
    case .row, .comparison: worst = all[shown[0]]
    case .alert: worst = all[shown.first { all.numbers[$0].doubts.isEmpty } ?? shown[0]]
    }
  }

  /// The rule of the findings.
  package var rule: RuleID { worst.rule }
  /// How bad they are.
  package var severity: Severity { worst.severity }
  /// How sure they are.
  package var confidence: Confidence { worst.confidence }
  /// The usual cause, as in the findings.
  package var cause: Sentence? { worst.cause }
  /// The decision to live with these findings; nil if they count.
  package var accepted: Acceptance? { worst.accepted }
  /// How many findings there are.
  package var count: Int { indices.count }

  /// How many different fingerprints they have: other names of tasks, states or events.
  package var fingerprints: Int {
    1 + zip(indices, indices.dropFirst()).count { all.numbers[$0].fingerprint != all.numbers[$1].fingerprint }
  }

  /// The groups of medians over their budget, each with its launches; else empty.
  package var medians: [MedianGroup] { indices.compactMap(all.median) }

  /// The indices of the launches that have one.
  var launchIndices: Set<Int32> { Set(indices.lazy.flatMap(all.launches).filter { $0 >= 0 }) }

  /// How many medians of the app are over their budget: those of the group, and those in groups of their own, as they
  /// stand out, are accepted, or have another severity.
  package var overMedians: Int {
    guard let first = indices.first else { return 0 }
    let app = all.numbers[first].app
    return all.indices.count { all.numbers[$0].app == app && all.median(at: $0) != nil }
  }

  /// The versions of the app, in the order of their numbers.
  package var appVersions: [String] { Set(indices.lazy.compactMap(all.appVersion)).sorted(by: Normalised.isOrdered) }

  /// The lines of the logs, each once, in the order of the findings.
  package var sources: [SourceLine] {
    var seen: Set<SourceLine> = []
    return indices.compactMap(all.source).filter { seen.insert($0).inserted }
  }

  /// True if a certain finding of the group that is not accepted is at least as bad as `severity`; false for nil.
  package func fails(on severity: Severity?) -> Bool {
    severity.map { all.fail(on: $0, at: indices) } ?? false
  }

  /// What was measured; nil if no finding has a measure.
  package var spread: Spread? {
    let measured = indices.map { all.numbers[$0] }.filter { $0.budget != nil }
    let sorted = measured.map(\.measured).sorted()
    let limits = measured.map(\.limit)
    guard let shortest = sorted.first, let longest = sorted.last, let least = limits.min(), let most = limits.max(),
      let median = Statistics(sorted).percentile(50)
    else { return nil }
    return Spread(
      shortest: shortest, median: median, longest: longest, budgets: least...most,
      isMemory: measured.contains { $0.budget?.definition.unit == .memory })
  }
}

extension FindingGroup: Encodable {
  private enum CodingKeys: CodingKey { case count, launches, worst }

  /// A row of the `report` document of `Schemas/report.schema.json`.
  package func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(count, forKey: .count)
    try members.encode(launches, forKey: .launches)
    try members.encode(worst, forKey: .worst)
  }
}

extension CheckReport {
  /// A median is a group of its own if it exceeds the median of the others by these, in % of it and in nanoseconds:
  /// this project's numbers.
  private static let outlierPercent: Int64 = 110
  private static let outlierNanos: Int64 = 20_000_000

  /// The findings in groups, in the order of their first ones; by cause, the worst severity comes first, certain before
  /// possible, then what most launches have.
  package func groups(by sharing: FindingGroup.Sharing) -> [FindingGroup] {
    let outliers = sharing == .cause ? outliers : []
    var order: [FindingGroup.Key] = []
    var members: [FindingGroup.Key: [Int]] = [:]
    var start = 0
    var key: FindingGroup.Key?
    func close(at end: Int) {
      guard let key else { return }
      if members[key] == nil { order.append(key) }
      members[key, default: []] += start..<end
      start = end
    }
    // Mostly a finding is of the group of the one before it: they are compared, not hashed.
    for index in findings.indices {
      let next = self.key(index, sharing, outliers)
      if next == key { continue }
      close(at: index)
      key = next
    }
    close(at: findings.count)
    let groups = order.compactMap { key in
      members[key].map { FindingGroup(findings, $0, by: sharing, standsOut: key.outlier != nil) }
    }
    if sharing != .cause { return groups }
    return groups.enumerated().sorted { a, b in
      let first = a.element
      let second = b.element
      if first.severity != second.severity { return first.severity > second.severity }
      if first.confidence != second.confidence { return first.confidence > second.confidence }
      return (second.launches, a.offset) < (first.launches, b.offset)
    }.map(\.element)
  }

  private func key(_ index: Int, _ sharing: FindingGroup.Sharing, _ outliers: Set<Int>) -> FindingGroup.Key {
    let finding = findings.numbers[index]
    var key = FindingGroup.Key()
    if sharing != .cause { key.fingerprint = finding.fingerprint }
    if sharing == .alert { return key }
    key.severity = finding.severity
    key.confidence = finding.confidence
    if sharing == .comparison { key.isReportedOnce = finding.isReportedOnce }
    if sharing != .cause { return key }
    key.rule = finding.rule
    key.cause = finding.cause
    key.app = finding.app
    key.decision = findings.isAccepted(finding) ? finding.decision : -1
    key.outlier = outliers.contains(index) ? index : nil
    key.isMedian = findings.median(at: index) != nil
    return key
  }

  private var outliers: Set<Int> {
    let medians = findings.indices.filter { findings.median(at: $0) != nil }
    let apps = Dictionary(grouping: medians) { findings.numbers[$0].app }.values
    return Set(
      apps.flatMap { indices in
        let sorted = indices.map { findings.numbers[$0].measured }.sorted()
        return indices.filter { index in
          let nanos = findings.numbers[index].measured
          var others = sorted
          others.remove(at: sorted.firstIndex(of: nanos) ?? 0)
          guard let usual = Statistics.median(of: others) else { return false }
          return nanos - usual >= Self.outlierNanos && nanos * 100 >= usual * Self.outlierPercent
        }
      })
  }
}
