import Foundation
import Testing
import TraceAnalyzer
import TraceIngest
import TraceModel

@testable import TracePipeline

/// A replay that shows each builder the events of its own kinds alone gives the same summaries as one that shows all events
/// to all builders, and one in the memory of other launches the same as one that has memory of its own.
///
/// Details that are not wanted may be left out by replay or afterwards.
@Suite(.tags(.medium)) struct ReplayBuildersTests {
  private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

  /// The launches of logs, replayed quickly, and by showing everything.
  private static func replays(_ paths: [String]) throws -> (quick: [LaunchSummary], slow: [LaunchSummary]) {
    var symbols = Symbols()
    symbols.sourceNames = [""]
    var log = StreamEvents()
    for path in try SourceList.expand(paths) {
      let spare = BatchReader.spareBatches()
      var batches = BatchReader([path], IngestOptions(), spare)
      guard (try? batches.nextSource()) != nil else { continue }
      let source = SourceID(rawValue: Int32(symbols.sourceNames.count))
      symbols.sourceNames.append(path.name)
      while let batch = try? batches.next(&symbols, source) {
        log.append(batch.events, batch.rejects)
        spare.send(batch)
      }
    }
    let words = InternedNames(&symbols)
    let both = [StreamReplay(), StreamReplay(showsAll: true)].map { analyzer in
      log.replay(log.streams, analyzer, words, symbols).flatMap(\.0).map { $0.summary(&symbols) }
    }
    #expect(inOneRoom(log, words, &symbols) == both[0] + both[0], "\(paths)")
    expectSameReduced(log, words, &symbols)
    return (both[0], both[1])
  }

  /// Holds launches whose details replay leaves out itself against those from which they are taken out afterwards.
  private static func expectSameReduced(_ log: StreamEvents, _ words: InternedNames, _ symbols: inout Symbols) {
    for nanos in [0, 5_000_000_000] as [Int64] {
      var details = JudgedDetails(leastNanos: nanos)
      details.holdsResumes = nanos == 0
      let both = [StreamReplay(), StreamReplay(wanted: details)].map { analyzer in
        log.replay(log.streams, analyzer, words, symbols, leaving: details).flatMap(\.0)
          .map { $0.summary(&symbols) }
      }
      #expect(both[0] == both[1])
    }
  }

  /// The launches of a log, replayed one after the other in the memory of the one before, all of them twice.
  private static func inOneRoom(_ log: StreamEvents, _ words: InternedNames, _ symbols: inout Symbols)
    -> [LaunchSummary]
  {
    let analyzer = StreamReplay()
    let lexicon = Lexicon(words, symbols)
    var storage = ReplayStorage()
    var counts = IngestCounts()
    var launches: [ReplayedLaunch] = []
    for stream in log.streams + log.streams {
      analyzer.add(stream, log.launches(of: stream, symbols, &counts), lexicon, to: &launches, in: &storage)
    }
    return launches.map { $0.summary(&symbols) }
  }

  @Test(arguments: [("Corpus", 250), ("Samples", 5), ("Formats", 20)])
  func `logs of the repository`(_ folder: String, _ least: Int) throws {
    let files = FileManager.default.enumerator(atPath: Self.tests.appendingPathComponent(folder).path)
    var count = 0
    for file in (files?.compactMap { $0 as? String } ?? []).sorted() {
      let (quick, slow) = try Self.replays([Self.tests.appendingPathComponent("\(folder)/\(file)").path])
      #expect(quick == slow, "\(folder)/\(file)")
      count += quick.count
    }
    #expect(count >= least)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `made traces`(_ number: UInt64) throws {
    let first = ProcessInfo.processInfo.environment["TRACETOOL_SEED"].flatMap { UInt64($0) } ?? 4711
    let seed = first &+ number
    let folder = Folder()
    let (quick, slow) = try Self.replays([try folder.write("made.jsonl", lines(40, seed: seed))])
    #expect(quick.count >= 40, "seed \(seed)")
    #expect(quick == slow, "seed \(seed)")
  }
}
