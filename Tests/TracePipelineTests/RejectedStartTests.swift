import Testing
import TraceIngest
import TraceStore

@testable import TracePipeline

/// A stream whose first line was rejected has the summaries that its events give.
@Suite(.tags(.medium)) struct RejectedStartTests {
  private func line(_ launch: String, _ seq: Int, broken: Bool = false) -> String {
    let event = seq == 0 ? "app.didFinishLaunching" : "app.didBecomeActive"
    let time = 1_760_000_000_000_000_000 + seq * 1_000_000
    return #"{"event":"\#(event)","time":\#(time),"launch":"\#(launch)","seq":\#(seq)\#(broken ? #","x":"# : "")}"#
  }

  /// `others` lines of other launches stand between the rejected line and the events.
  @Test(arguments: [0, 10_000]) func `its launches agree with its events`(_ others: Int) throws {
    let folder = Folder()
    var lines = [line("late", 0, broken: true)]
    for number in 0..<others { lines.append(line("other \(number / 50)", number % 50)) }
    lines += (1...20).map { line("late", $0) }
    let log = try folder.write("log.jsonl", lines)
    let store = try EventStore(path: folder.store, mode: .write)
    var run = IngestRun(into: store, options: IngestOptions())
    let result = try run.run([log])
    #expect(result.counts.new == Int64(others + 20))
    #expect(result.counts.rejected == 1)
    // Where it is read in a batch before, the stream has no event to begin from.
    #expect(try store.integer("SELECT count(*) FROM streams WHERE base = 0") == (others == 0 ? 0 : 1))
    let verification = try StoreVerification(store)
    #expect(verification.isSound)
    #expect(verification.comparedLaunches == Int64(others / 50 + 1))
  }
}
