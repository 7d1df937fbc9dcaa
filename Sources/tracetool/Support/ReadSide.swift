import TraceAnalyzer
import TracePipeline

/// One side of a comparison, read and judged, with what is asked of it later.
struct ReadSide: Sendable {
  let side: ComparedSide
  /// The exit code that reading it asks for.
  let exitCode: ExitCode
  /// The exit code if no finding fails the comparison.
  let judgedCode: ExitCode

  /// Launches of `dataset` under a name, and the payloads of MetricKit that `selection` fits.
  init(
    _ name: String, _ dataset: LaunchDataset, _ launches: [Launch], _ comparison: CompareOptions,
    _ selection: Selection = Selection()
  ) {
    var side = ComparedSide(name: name, launches: launches, payloads: dataset.metricPayloads(selection))
    if comparison.measures.contains(.share(.overBudget)) {
      side.overBudget = side.launches.map(dataset.judgement.isOverBudget)
    }
    side.judge(by: dataset.compared(side.launches))
    self.side = side
    exitCode = dataset.exitCode
    judgedCode = dataset.judgedCode
  }
}
