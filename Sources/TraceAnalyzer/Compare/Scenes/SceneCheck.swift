import TraceModel

/// One check that compares an app without scenes with the same app with scenes.
///
/// A new check is a case of `SceneRow.Check`, a type that conforms to this, and its entry in `SceneChecks.all`.
protocol SceneCheck: SendableMetatype {
  /// The rows that the check gives; none if nothing is wrong or worth knowing.
  static func rows(_ sides: SceneSides) -> [SceneRow]
}

/// A check of scenes that looks at the launches of one side alone, so that `tracetool check --scenes` has it, too.
protocol SceneSideCheck: SceneCheck {
  /// The rows that the check gives for an app that has adopted scenes.
  static func rows(of head: SceneSide) -> [SceneRow]
}

/// The checks of an app that adopts scenes, in the order of their rows.
enum SceneChecks {
  static let all: [any SceneCheck.Type] = [
    MissingAdoption.self, UnhandledMoves.self, LostEntries.self, RepeatedSetup.self, LateRegistrations.self,
    LateRestoration.self, BackgroundScenes.self, MovedPhases.self, RepeatedReturn.self, ReturnWorkAtLaunch.self,
  ]

  /// Those of them that look at the launches of one side alone.
  static let ofOneSide = all.compactMap { $0 as? any SceneSideCheck.Type }
}

/// Rows on the findings of one rule in head, with the launches of both sides that have them.
enum FoundByRule {
  /// A row for each fingerprint, in the order of the findings; with how often base had it, where there is a base.
  static func rows(
    _ check: SceneRow.Check, _ rule: RuleID, base: SceneSide?, head side: SceneSide, advice: String
  ) -> [SceneRow] {
    let head = launches(of: rule, side)
    var rows: [SceneRow] = []
    var known: Set<String> = []
    for group in side.side.findings where group.finding.rule == rule {
      let finding = group.finding
      guard known.insert(finding.fingerprint).inserted, let launches = head[finding.fingerprint] else { continue }
      var row = SceneRow(
        check, .found, finding.severity, finding.message,
        isCertain: finding.confidence == .certain, advice: advice)
      row.base = base.map { base in
        let launches = Self.launches(of: rule, base)[finding.fingerprint]
        return SceneRow.Share(launches?.count ?? 0, of: base.side.launches.count)
      }
      row.head = SceneRow.Share(launches.count, of: side.side.launches.count)
      rows.append(row)
    }
    return rows
  }

  /// The launches of a side that have findings of a rule, by fingerprint.
  private static func launches(of rule: RuleID, _ side: SceneSide) -> [String: Set<Int32>] {
    var launches: [String: Set<Int32>] = [:]
    for group in side.side.findings where group.finding.rule == rule {
      launches[group.finding.fingerprint, default: []].formUnion(group.launches)
    }
    return launches
  }
}
