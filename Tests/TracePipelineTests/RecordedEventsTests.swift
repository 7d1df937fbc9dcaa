import Testing
import TraceAnalyzer
import TraceIngest
import TraceModel
import TraceStore

@testable import TracePipeline

/// The events of launches are the same wherever they are kept.
@Suite(.tags(.medium)) struct RecordedEventsTests {
  @Test func `logs in memory hand over what a store hands over`() throws {
    let folder = Folder()
    let log = try folder.write("a.jsonl", lines(5, seed: 7))
    try ingest(log, into: folder.store)
    var check = CheckRun(options: IngestOptions())
    let logged = try Self.events(of: check.run([log]))
    let stored = try Self.events(
      of: StoredLaunches.launches(ofStore: folder.store, .launches, busyTimeout: 100))
    #expect(logged.count > 100)
    #expect(logged == stored)
  }

  private static func events(of launches: Launches) throws -> [String] {
    var texts: [String] = []
    try launches.events.handOver(Launch.all(launches.summaries, launches.symbols)) { events, symbols in
      texts += events.map { event in
        "\(symbols.streamName(event.stream)) \(event.seq) \(event.time) \(symbols.signature(event).kind.name)"
      }
    }
    return texts
  }
}
