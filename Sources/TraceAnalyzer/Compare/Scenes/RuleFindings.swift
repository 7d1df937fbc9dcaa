import TraceModel

/// What rules find in head that an app does wrong as it adopts scenes, with how often base had it.
enum RuleFindings: SceneSideCheck {
  private static let rules: [(check: SceneRow.Check, rule: RuleID)] = [
    (.model, .`order.no-scenes`), (.registration, .`background.late-registration`),
  ]

  static func rows(_ sides: SceneSides) -> [SceneRow] { rows(base: sides.base, head: sides.head) }

  static func rows(of head: SceneSide) -> [SceneRow] { rows(base: nil, head: head) }

  private static func rows(base: SceneSide?, head: SceneSide) -> [SceneRow] {
    rules.flatMap { check, rule in
      var known: Set<String> = []
      let findings = head.side.findings.map(\.finding).filter { finding in
        finding.rule == rule && known.insert(finding.fingerprint).inserted
      }
      return findings.map { row(check, $0, base: base, head: head, isAlone: findings.count == 1) }
    }
  }

  private static func row(
    _ check: SceneRow.Check, _ finding: Finding, base: SceneSide?, head: SceneSide, isAlone: Bool
  ) -> SceneRow {
    var row = SceneRow(
      check, .found, finding.severity, finding.message, isCertain: finding.confidence == .certain,
      advice: "\(name: Catalogue.description(of: finding.rule).remedy)")
    row.base = base.map { share(of: finding, $0, isAlone: isAlone) }
    row.head = share(of: finding, head, isAlone: isAlone)
    return row
  }

  private static func share(of finding: Finding, _ side: SceneSide, isAlone: Bool) -> SceneRow.Share {
    let launches = side.side.launches
    if finding.isReportedOnce, isAlone {
      // Reported in one launch of a version, whichever others show it.
      let count = launches.count { launch in launch.candidates.contains { $0.rule == finding.rule } }
      return SceneRow.Share(count, of: launches.count)
    }
    let same = side.side.findings.filter { $0.finding.fingerprint == finding.fingerprint }
    return SceneRow.Share(Set(same.flatMap(\.launches)).count, of: launches.count)
  }
}
