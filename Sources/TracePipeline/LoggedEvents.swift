import TraceAnalyzer
import TraceIngest
import TraceModel

/// The events of logs that were read into memory.
struct LoggedEvents: RecordedEvents {
  private let log: EventLog
  private let joins: ReportJoins
  private let symbols: Symbols

  /// The events of `log`, whose numbers are of `symbols`; by default of no log.
  init(_ log: EventLog = EventLog(), joins: ReportJoins? = nil, symbols: Symbols = Symbols()) {
    self.log = log
    self.joins = joins ?? ReportJoins([], symbols)
    self.symbols = symbols
  }

  func recording(of launch: Launch) -> Recording {
    Recording(
      of: launch, joins.launchAndReports(of: launch.summary).map { log.events(of: $0, symbols) }, symbols: symbols)
  }

  func handOver(_ launches: [Launch], to handler: EventHandler) throws {
    var symbols = symbols
    for group in ordinals(of: launches.flatMap { joins.launchAndReports(of: $0.summary) }) {
      // What became of each record was counted when the log was replayed.
      var counts = IngestCounts()
      let events = log.launches(of: group.stream, symbols, &counts)
      try handOver(events, ofLaunches: group.ordinals, in: group.stream, symbols: &symbols, to: handler)
    }
  }
}
