import TraceAnalyzer
import TraceModel

extension CheckAnswer {
  /// How paths are written in outputs for other systems.
  var paths: OutputPaths { OutputPaths(workingDirectory: run.workingDirectory) }

  /// One alert a fingerprint, the loudest level first, then what most launches have, then in the order of the findings.
  var alerts: [Alert] {
    let all = report.groups(by: .alert).map { Alert($0, self) }
    return AlertLevel.allCases.reversed().flatMap { level in
      all.filter { $0.level == level }.enumerated().sorted { a, b in
        (b.element.group.launches, a.offset) < (a.element.group.launches, b.offset)
      }.map(\.element)
    }
  }

  /// The alerts on findings that count.
  var countedAlerts: [Alert] { alerts.filter { $0.group.accepted == nil } }

  /// The rules that this check applied.
  var appliedRules: [RuleDescription] {
    let off = Set(report.coverage.rulesOff ?? [])
    return Catalogue.descriptions.filter { !off.contains($0.id.name) && ruleFilter?.contains($0.id) ?? true }
  }

  /// The verdict on what counts in one line, and what the exit code adds to it.
  var conclusion: Sentence {
    var counted = self
    counted.report.findings = report.findings.counting
    let verdict = counted.verdictText(counted.report.groups(by: .cause))
    return run.lacksInput ? "\(verdict); a log could not be read: the exit code is \(run.exitCode)" : verdict
  }

  /// How many findings count and how many are accepted.
  var acceptedCount: Int { report.findings.acceptedCount }

  /// As in `3 accepted findings are not listed`; nil if there are none.
  var acceptedText: Sentence? {
    let count = acceptedCount
    if count == 0 { return nil }
    return "\(count: count, "accepted finding") \(count == 1 ? "is" : "are") not listed"
  }
}
