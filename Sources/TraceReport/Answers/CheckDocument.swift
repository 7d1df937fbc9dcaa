import TraceAnalyzer

/// The body of the `check` document: a report, and what was asked for beside it.
struct CheckDocument: Encodable {
  let report: CheckReport
  let scenes: SceneReadiness?
  let metrics: MetricReport?

  private enum CodingKeys: CodingKey { case scenes, metrics }

  func encode(to encoder: any Encoder) throws {
    try report.encode(to: encoder)
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encodeIfPresent(scenes, forKey: .scenes)
    try members.encodeIfPresent(metrics, forKey: .metrics)
  }
}
