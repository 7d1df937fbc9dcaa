import TraceAnalyzer
import TracePipeline

/// One side of a comparison as it was read and judged, with what is left to be asked of it.
struct ReadSide: Sendable {
  let side: ComparedSide
  /// The exit code that reading it asks for.
  let exitCode: ExitCode
  /// Why details of its launches could not be read, asked for once they were compared.
  let failure: @Sendable () -> (any Error)?

  /// Some of the launches of `dataset` under a name, and the payloads of MetricKit that `selection` asks for.
  init(
    _ name: String, _ dataset: LaunchDataset, _ launches: [Launch], _ comparison: CompareOptions,
    _ selection: Selection = Selection()
  ) {
    let overBudget = comparison.measures.contains(.share(.overBudget)) ? dataset.overBudget(launches) : []
    side = ComparedSide(
      name: name, launches: launches, findings: dataset.compared(launches), overBudget: overBudget,
      payloads: dataset.metricPayloads(selection))
    exitCode = dataset.exitCode
    failure = dataset.launches.detailsFailure
  }
}
