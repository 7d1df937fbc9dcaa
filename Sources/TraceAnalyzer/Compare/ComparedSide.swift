/// One side of a comparison: launches under a name.
package struct ComparedSide: Sendable {
  /// As the user called it: a version, a path or a selection.
  package var name: String
  /// In their total order.
  package var launches: [Launch]
  /// The findings in them.
  package var findings: ComparedFindings
  /// By the launches' places, as `LaunchOverruns` has them; empty where shares are not asked for.
  package var overBudget: [Bool?]
  /// What MetricKit counted.
  package var payloads: [MetricPayload]

  /// A side with its launches and findings.
  package init(
    name: String, launches: [Launch], findings: ComparedFindings, overBudget: [Bool?] = [],
    payloads: [MetricPayload] = []
  ) {
    self.name = name
    self.launches = launches
    self.findings = findings
    self.overBudget = overBudget
    self.payloads = payloads
  }

  /// A side with its launches and what a check found in them.
  package init(name: String, launches: [Launch], report: CheckReport) {
    self.init(name: name, launches: launches, findings: ComparedFindings(report.findings, in: launches))
  }
}
