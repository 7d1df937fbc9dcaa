import TraceModel

/// What a check found, and how much it could judge.
///
/// Encoded as it stands it is the body of the `check` document of `Schemas/check.schema.json`.
package struct CheckReport: Sendable, Encodable {
  /// The numbers of counted findings, by severity, and of accepted ones.
  package struct Summary: Sendable, Encodable {
    /// The numbers of findings.
    package let tally: FindingTally
    /// The numbers of different fingerprints, and of launches with a finding.
    package var fingerprints, launchesWithFindings: Int
    /// The number of accepted findings; nil if there is no list of accepted findings.
    package var accepted: Int?

    private enum CodingKeys: CodingKey {
      case error, warning, note, quirk, fingerprints, launchesWithFindings, accepted
    }

    package func encode(to encoder: any Encoder) throws {
      var members = encoder.container(keyedBy: CodingKeys.self)
      try members.encode(tally[.error], forKey: .error)
      try members.encode(tally[.warning], forKey: .warning)
      try members.encode(tally[.note], forKey: .note)
      try members.encode(tally[.quirk], forKey: .quirk)
      try members.encode(fingerprints, forKey: .fingerprints)
      try members.encode(launchesWithFindings, forKey: .launchesWithFindings)
      try members.encodeIfPresent(accepted, forKey: .accepted)
    }
  }

  /// The verdict of a check; nil for findings of another command.
  package var verdict: Verdict?
  /// How much of what was recorded could be judged.
  package var coverage: Coverage
  /// The numbers of findings, without accepted ones.
  package var summary: Summary
  /// How the accepted findings were used; nil without a list of them.
  package var acceptance: AcceptanceReport? {
    didSet { summary.accepted = acceptance == nil ? nil : findings.acceptedCount }
  }
  /// The findings, worst first, accepted ones among them.
  package var findings: Findings
  /// How many findings are not among them; nil if all are.
  package private(set) var leftOut: LeftOut?

  init(coverage: Coverage, findings: Findings) {
    self.coverage = coverage
    self.findings = findings
    let counting = findings.indices.lazy.filter { !findings.isAccepted(findings.numbers[$0]) }
    summary = Summary(
      tally: FindingTally(counting.map { findings.numbers[$0] }),
      fingerprints: findings.fingerprintCount(at: counting), launchesWithFindings: findings.launchCount(at: counting))
  }

  /// The report with only the findings that are not accepted.
  package var withoutAccepted: CheckReport {
    if acceptance == nil { return self }
    var report = self
    report.findings = findings.counting
    return report
  }

  /// The report with at most `limit` findings; its counts and its verdict stay those of all.
  ///
  /// One finding of each cause comes before a second one of any, the one that measured most first. Causes come in the
  /// order of `groups(by:)`: of one severity, what most launches have comes first.
  package func limited(to limit: Int) -> CheckReport {
    if findings.count <= limit { return self }
    let causes = groups(by: .cause).map { group in
      group.indices.sorted { a, b in
        (findings.numbers[b].measured, a) < (findings.numbers[a].measured, b)
      }
    }
    var chosen: [Int] = []
    var turn = 0
    while chosen.count < limit {
      chosen += causes.filter { turn < $0.count }.prefix(limit - chosen.count).map { $0[turn] }
      turn += 1
    }
    var report = self
    report.findings = findings.only(chosen.sorted())
    report.summary = summary
    report.leftOut = LeftOut(findings: findings.count - limit)
    return report
  }

  /// The report with only the findings that the filter lets pass; the coverage stays that of the whole.
  package func selecting(_ filter: RuleFilter) -> CheckReport {
    CheckReport(coverage: coverage, findings: findings.choosing { filter.contains($0.rule) })
  }
}
