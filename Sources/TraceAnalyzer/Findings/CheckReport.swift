import TraceModel

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
  /// How the accepted findings were used; nil where there is no list of them.
  package var acceptance: AcceptanceReport? {
    didSet { summary.accepted = acceptance == nil ? nil : findings.acceptedCount }
  }
  /// The findings, worst first, accepted ones among them.
  package var findings: Findings

  /// A report of these findings, worst first.
  init(coverage: Coverage, findings: Findings) {
    self.coverage = coverage
    self.findings = findings
    var counts = [Int](repeating: 0, count: Severity.allCases.count)
    var fingerprints: Set<Fingerprint> = []
    var launches = LaunchCounter()
    var last: Fingerprint?
    for finding in findings.numbers where !findings.isAccepted(finding) {
      counts[Int(finding.severity.rawValue)] += 1
      launches.add(finding.launch)
      // Those with one fingerprint stand together.
      if finding.fingerprint == last { continue }
      last = finding.fingerprint
      fingerprints.insert(finding.fingerprint)
    }
    func count(_ severity: Severity) -> Int { counts[Int(severity.rawValue)] }
    summary = Summary(
      error: count(.error), warning: count(.warning), note: count(.note), quirk: count(.quirk),
      fingerprints: fingerprints.count, launchesWithFindings: launches.count)
  }

  /// The report with only the findings that are not accepted.
  package var withoutAccepted: CheckReport {
    if acceptance == nil { return self }
    var report = self
    report.findings = findings.counting
    return report
  }

  /// The report with those findings alone that the filter lets pass; the coverage stays that of the whole.
  package func selecting(_ filter: RuleFilter) -> CheckReport {
    CheckReport(coverage: coverage, findings: findings.choosing { filter.contains($0.rule) })
  }
}
