import Testing
import TraceIngest

@testable import TracePipeline
@testable import TraceStore

/// Events go into the store a transaction at a time, and nothing is lost of a record that it refuses then.
@Suite(.tags(.medium)) struct WholeTransactionTests {
  /// What names the stream of a record.
  enum Naming: CaseIterable, Sendable {
    case launch
    case process
  }

  private static func line(_ stream: Int, _ seq: Int, _ naming: Naming = .launch, note: String = "") -> String {
    let time = 1_760_000_000_000_000_000 + seq * 1_000_000
    let name =
      naming == .launch ? #""launch":"launch \#(stream)""# : #""device":"phone","boot":"b","pid":\#(stream + 1)"#
    let more = note.isEmpty ? "" : #","note":"\#(note)""#
    return #"{"event":"app.didBecomeActive","time":\#(time),\#(name),"seq":\#(seq)\#(more)}"#
  }

  /// Lines of streams in turn, as in a log that is sorted by time; then one that contradicts each hundredth of them.
  private static func log(streams: Int, events: Int, _ naming: Naming = .launch) -> (
    lines: [String], contradicting: [String]
  ) {
    let lines = (0..<events).flatMap { seq in (0..<streams).map { line($0, seq, naming) } }
    let contradicting = stride(from: 0, to: streams, by: 100).map { line($0, events / 2, naming, note: "other") }
    return (lines, contradicting)
  }

  /// How far the line that is contradicted lies before the other one.
  enum Distance: CaseIterable, Sendable {
    case file
    case run
    case lines
  }

  @Test(arguments: Distance.allCases, Naming.allCases)
  func `the bytes of a record that contradicts another one are kept`(_ distance: Distance, _ naming: Naming) throws {
    let folder = Folder()
    let (lines, contradicting) = Self.log(streams: 500, events: 10, naming)
    let store = try EventStore(path: folder.store, mode: .write)
    var paths: [String] = []
    switch distance {
    case .lines: paths = [try folder.write("a.jsonl", lines + contradicting)]
    case .file, .run: paths = [try folder.write("a.jsonl", lines), try folder.write("b.jsonl", contradicting)]
    }
    if distance == .run {
      var first = IngestRun(into: store, options: IngestOptions())
      _ = try first.run([paths[0]])
      paths = [paths[1]]
    }
    var run = IngestRun(into: store, options: IngestOptions())
    let result = try run.run(paths)
    #expect(result.counts.rejected == Int64(contradicting.count) && result.counts.addsUp)
    let file = folder.path + (distance == .lines ? "/a.jsonl" : "/b.jsonl")
    let rows = try store.connection.prepare("SELECT raw FROM rejects ORDER BY line")
    var raw: [String] = []
    while try rows.step() { raw.append(String(decoding: rows.bytes(0), as: UTF8.self)) }
    #expect(raw == contradicting)
    #expect(result.diagnostics.rejects.map(\.file) == [file])
    #expect(result.diagnostics.rejects.map(\.rejected) == [Int64(contradicting.count)])
    #expect(result.diagnostics.rejects.first?.first?.line == (distance == .lines ? 5001 : 1))
    #expect(try StoreVerification(store).isSound)
  }

  @Test func `rows of launches that alternate stand in order, and none is missing`() throws {
    let folder = Folder()
    let (lines, _) = Self.log(streams: 300, events: 40)
    let store = try EventStore(path: folder.store, mode: .write)
    var run = IngestRun(into: store, options: IngestOptions())
    let result = try run.run([try folder.write("a.jsonl", lines)])
    #expect(result.counts.new == 12_000)
    #expect(try store.integer("SELECT count(*) FROM launches WHERE events = 40") == 300)
    #expect(try StoreVerification(store).isSound)
  }
}
