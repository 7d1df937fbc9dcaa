import Foundation
import Testing
import TraceAnalyzer
import TraceModel

@testable import TracePipeline
@testable import TraceStore
@testable import tracemaker

/// A launch that is replayed piece by piece says what it says if all of its events are there at once.
@Suite(.tags(.medium)) struct LongLaunchTests {
  private static let formats = "\(SampleLogs.project)/Tests/Formats"
  /// The tables of what is derived, in the order of their rows.
  private static let tables = EventStore.projections.map { "SELECT * FROM \($0) ORDER BY 1, 2, 3" }

  @Test(arguments: [1, 2, 3, 7, 50])
  func `pieces of any size give the same launches`(_ pieceEvents: Int) throws {
    let first = ProcessInfo.processInfo.environment["TRACETOOL_SEED"].flatMap { UInt64($0) } ?? 36_201
    let seed = first &+ UInt64(pieceEvents)
    let folder = Folder()
    var options = Options()
    options.faults = Fault.allCases
    // In order and in none, with ids and without.
    try ingest(
      folder.write("a.jsonl", lines(40, seed: seed, options)), "\(Self.formats)/unified-log", "\(Self.formats)/otlp",
      "\(Self.formats)/metrickit/english.json", "\(SampleLogs.project)/Tests/Samples", into: folder.store)
    let whole = try derived(folder.store)
    #expect(try derived(folder.store, pieceEvents) == whole, "seed \(seed)")
    #expect(whole.allSatisfy { !$0.isEmpty })
  }

  /// What a store derives anew, in pieces of so many events.
  private func derived(_ path: String, _ pieceEvents: Int? = nil) throws -> [[[String]]] {
    var projector = StoredLaunches(try EventStore(path: path, mode: .write))
    if let pieceEvents { projector.pieceEvents = pieceEvents }
    try projector.rebuild()
    let store = try EventStore(path: path, mode: .read)
    return try Self.tables.map { try store.query($0, as: { "\($0 as Any)" }).rows }
  }
}
