import TraceModel

/// Rows on the findings of one rule in head, with the launches of both sides that have them.
enum FoundByRule {
  /// A row for each fingerprint, in the order of the findings.
  static func rows(_ check: SceneRow.Check, _ rule: RuleID, _ sides: SceneSides, advice: String) -> [SceneRow] {
    let base = launches(of: rule, sides.base.side.report)
    let head = launches(of: rule, sides.head.side.report)
    var rows: [SceneRow] = []
    var known: Set<String> = []
    for finding in sides.head.side.report.findings where finding.rule == rule.name {
      guard known.insert(finding.fingerprint).inserted, let launches = head[finding.fingerprint] else { continue }
      var row = SceneRow(
        check, .found, Severity(finding.severity) ?? .note, finding.message,
        isCertain: finding.confidence == Confidence.certain.name, advice: advice)
      row.base = SceneRow.Share(base[finding.fingerprint]?.count ?? 0, of: sides.base.side.launches.count)
      row.head = SceneRow.Share(launches.count, of: sides.head.side.launches.count)
      rows.append(row)
    }
    return rows
  }

  /// The launches that have findings of a rule, by fingerprint.
  private static func launches(of rule: RuleID, _ report: CheckReport) -> [String: Set<String>] {
    var launches: [String: Set<String>] = [:]
    for finding in report.findings where finding.rule == rule.name {
      launches[finding.fingerprint, default: []].formUnion(finding.launches)
    }
    return launches
  }
}
