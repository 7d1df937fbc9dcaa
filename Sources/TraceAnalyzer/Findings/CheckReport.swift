package import TraceModel

/// What a check found, and how much it could judge.
///
/// Encoded as it stands it is the body of the `check` document of `Schemas/check.schema.json`.
package struct CheckReport: Sendable, Encodable {
  /// How many findings count, of each severity, and how many were accepted.
  package struct Summary: Sendable, Encodable {
    /// The numbers of findings of each severity.
    package var error, warning, note, quirk: Int
    /// The numbers of different fingerprints, and of launches with a finding.
    package var fingerprints, launchesWithFindings: Int
    /// The number of accepted findings; nil if there is no list of accepted findings.
    package var accepted: Int?
  }

  /// The verdict of a check; nil for findings of another command.
  package var verdict: Verdict?
  /// How much of what was recorded could be judged.
  package var coverage: Coverage
  /// The numbers of findings, without accepted ones.
  package var summary: Summary
  /// How the accepted findings were used; nothing where there is no list of them.
  package var acceptance: AcceptanceReport? {
    didSet { summary.accepted = acceptance == nil ? nil : findings.count { $0.accepted != nil } }
  }
  /// The findings, worst first, accepted ones among them.
  package var findings: [Finding]

  /// A report of these findings, worst first.
  init(coverage: Coverage, findings: [Finding]) {
    self.coverage = coverage
    self.findings = findings
    // Places, as findings are large; those with one fingerprint stand together.
    var counts = [Int](repeating: 0, count: Severity.allCases.count)
    var fingerprints: Set<String> = []
    var launches = LaunchCounter()
    var last = ""
    let all = findings.span
    for place in all.indices where all[place].accepted == nil {
      counts[Int(all[place].severity.rawValue)] += 1
      if let launch = all[place].launch { launches.add(all[place].numbers, name: launch) }
      if all[place].fingerprint == last { continue }
      last = all[place].fingerprint
      fingerprints.insert(last)
    }
    func count(_ severity: Severity) -> Int { counts[Int(severity.rawValue)] }
    summary = Summary(
      error: count(.error), warning: count(.warning), note: count(.note), quirk: count(.quirk),
      fingerprints: fingerprints.count, launchesWithFindings: launches.count)
  }

  /// The report with those findings alone that nobody accepted.
  package var withoutAccepted: CheckReport {
    if acceptance == nil { return self }
    var report = self
    report.findings.removeAll { $0.accepted != nil }
    return report
  }

  /// One row for each fingerprint, worst first.
  package var rows: [Row] {
    let places = Dictionary(grouping: findings.indices) { place in
      [findings[place].fingerprint, findings[place].severity.name, findings[place].confidence.name]
    }
    return places.values.sorted { $0[0] < $1[0] }.map { places in
      Row(count: places.count, launches: findings.launchCount(at: places), worst: findings[places[0]])
    }
  }

  /// Findings with one fingerprint.
  package struct Row: Sendable, Encodable {
    /// The number of findings.
    package var count: Int
    /// The number of launches that have one; of medians, those that are over the budget themselves.
    package var launches: Int
    /// The first of the findings.
    package var worst: Finding
  }

  /// True if a certain finding that nobody accepted is at least as bad as `severity`.
  package func fails(on severity: Severity) -> Bool { findings.contains { $0.fails(on: severity) } }
}
