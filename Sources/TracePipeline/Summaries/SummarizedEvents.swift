import TraceAnalyzer
import TraceModel

/// The events of launches of which the summaries alone were read, or kept: there are none.
struct SummarizedEvents: RecordedEvents {
  let symbols: Symbols

  func recording(of launch: Launch) -> Recording { Recording(of: launch, [], symbols: symbols) }

  func handOver(_ launches: [Launch], to handler: EventHandler) {}
}
