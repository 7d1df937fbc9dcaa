import Foundation
import Testing
import TraceIngest
import TraceModel

@testable import TracePipeline
@testable import TraceStore

/// Made logs that repeat, contradict and overlap each other give the same events in a store as in memory, however they
/// are cut into transactions.
@Suite(.tags(.medium)) struct IdentityPropertyTests {
  /// What became of events, and what is kept, in words that name no number of a table.
  struct Answer: Equatable {
    var new = 0
    var duplicates = 0
    var refused = 0
    /// In any order.
    var events: [String] = []
  }

  private static let seeds: [UInt64] = {
    let given = ProcessInfo.processInfo.environment["TRACETOOL_SEED"].flatMap(UInt64.init)
    return given.map { [$0] } ?? Array(1...24)
  }()

  @Test(arguments: seeds) func `a store holds what memory does, in whatever transactions`(_ seed: UInt64) throws {
    var made = MadeLogs(seed: seed)
    let all = made.logs.flatMap(\.self)
    let expected = made.expected(all)
    #expect(expected.new + expected.duplicates + expected.refused == all.count, "seed \(seed)")
    #expect(Self.inMemory(all, made.symbols) == expected, "seed \(seed), in memory")
    #expect(try stored([all], made.symbols) == expected, "seed \(seed), at once")
    for turn in 0..<3 {
      let parts = made.parts(of: all)
      #expect(try stored(parts, made.symbols, reopens: turn == 2) == expected, "seed \(seed), in \(parts.count) parts")
    }
  }

  @Test(arguments: seeds) func `the order of logs that do not contradict each other does not matter`(_ seed: UInt64)
    throws
  {
    var made = MadeLogs(seed: seed, hasContradictions: false)
    let all = made.logs.flatMap(\.self)
    let first = made.expected(all)
    for _ in 0..<2 {
      let logs = made.shuffledLogs().flatMap(\.self)
      let answers = [
        made.expected(logs), Self.inMemory(logs, made.symbols), try stored(made.parts(of: logs), made.symbols),
      ]
      for answer in answers {
        let counts = [answer.new, answer.duplicates, answer.refused]
        #expect(counts == [first.new, first.duplicates, first.refused], "seed \(seed)")
        #expect(Self.contents(answer) == Self.contents(first), "seed \(seed)")
      }
    }
  }

  /// The events without the lines that reported them.
  private static func contents(_ answer: Answer) -> [String] {
    answer.events.map { String($0.prefix { $0 != "@" }) }.sorted()
  }

  private static func inMemory(_ events: [Event], _ symbols: Symbols) -> Answer {
    var log = StreamEvents()
    log.append(events, [])
    var counts = IngestCounts()
    var answer = Answer()
    for stream in log.streams {
      for event in log.launches(of: stream, symbols, &counts).flatMap(\.events) {
        answer.events.append(MadeLogs.words(event, symbols))
      }
    }
    answer.new = Int(counts.new)
    answer.duplicates = Int(counts.duplicate)
    answer.refused = Int(counts.rejected)
    answer.events.sort()
    return answer
  }

  /// What a new store holds of events that are added part by part, several of them in a transaction.
  private func stored(_ parts: [[Event]], _ symbols: Symbols, reopens: Bool = false) throws -> Answer {
    let folder = Folder()
    var store = try EventStore(path: folder.store, mode: .write)
    var answer = Answer()
    for (number, part) in parts.enumerated() {
      if number % 3 == 0 { try store.begin() }
      let counts = try store.append(part, symbols: symbols)
      answer.new += counts.newEvents
      answer.duplicates += counts.known.count
      answer.refused += counts.refused.count
      for refusal in counts.refused { #expect(part.indices.contains(refusal.index)) }
      if number % 3 < 2, number + 1 < parts.count { continue }
      try store.commit()
      if reopens { store = try EventStore(path: folder.store, mode: .write) }
    }
    for row in try store.streamRows() {
      var stored = try StoredSymbols(of: store)
      let events = try store.readStream(row, into: &stored).events
      answer.events += events.map { MadeLogs.words($0, stored.symbols) }
    }
    answer.events.sort()
    return answer
  }
}
