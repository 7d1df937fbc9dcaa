import TraceAnalyzer
import TraceModel

extension CheckAnswer {
  /// How paths are written in outputs for other systems.
  var paths: OutputPaths { OutputPaths(workingDirectory: run.workingDirectory) }

  /// The rows of findings that count, the loudest level first.
  var countedRows: [FindingRow] { report.fingerprintRows.filter { !$0.isAccepted } }

  /// The place of a row's finding in the repository.
  func place(of row: FindingRow) -> FindingPlace { FindingPlace(row.representative, owners: owners, in: paths) }

  /// A row's finding in plain text.
  func text(of row: FindingRow) -> FindingText { FindingText(row: row, paths: paths) }

  /// The rules that this check applied.
  var appliedRules: [RuleDescription] {
    let off = Set(report.coverage.rulesOff ?? [])
    return Catalogue.descriptions.filter { !off.contains($0.id.name) && ruleFilter?.contains($0.id) ?? true }
  }

  /// The verdict on what counts in one line, and what the exit code adds to it.
  var conclusion: String {
    var counted = self
    counted.report.findings.removeAll { $0.accepted != nil }
    let verdict = FindingText.shown(counted.verdictText(counted.report.groups), limit: FindingText.mostOfSentence)
    return run.lacksInput ? "\(verdict); a log could not be read: the exit code is \(run.exitCode)" : verdict
  }

  /// How many findings count and how many are accepted.
  var acceptedCount: Int { report.findings.count { $0.accepted != nil } }

  /// As in `3 accepted findings are not listed`; nil if there are none.
  var acceptedText: String? {
    let count = acceptedCount
    if count == 0 { return nil }
    return "\(Units.count(count, "accepted finding")) \(count == 1 ? "is" : "are") not listed"
  }
}
