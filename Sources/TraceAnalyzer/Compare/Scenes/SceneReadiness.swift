import TraceModel

/// How ready an app with scenes is to be released, as far as its launches show: what is wrong, and what was not tried.
///
/// Encoded as it stands it is the member `scenes` of the `check` document of `Schemas/check.schema.json`.
package struct SceneReadiness: Sendable, Encodable {
  /// The numbers of all launches, of those with the app delegate alone, and of those with scenes.
  package var launches, appBased, sceneBased: Int
  /// The rows of the checks that look at one version alone (`SceneChecks.ofOneSide`).
  package var rows: [SceneRow]
  /// All situations, each with the number of launches that were in it: 0 if it was not tried.
  package var situations: [SceneAdoption.Situation]

  /// The situations that no launch was in.
  package var notExercised: [SceneSituation] { situations.filter { $0.count == 0 }.map(\.situation) }

  /// The readiness of an app, by its launches and the findings in them.
  package init(_ launches: [Launch], _ report: CheckReport) {
    // The table asks about these two rules alone.
    let rules: [RuleID] = [.`order.no-scenes`, .`background.late-registration`]
    var asked = report
    asked.findings = report.findings.choosing { rules.contains($0.rule) }
    let compared = ComparedSide(name: "", launches: launches, report: asked)
    let side = SceneSide(compared, compared.launches.indices.map { LaunchDraw(stratum: 0, unit: $0) })
    self.launches = compared.launches.count
    let models = ModelCounts(compared.launches)
    appBased = models.appBased
    sceneBased = models.sceneBased
    rows = SceneChecks.ofOneSide.flatMap { $0.rows(of: side) }
    situations = SceneAdoption.Situation.all(in: side)
  }
}
