import Foundation
import Testing
import TraceIngest
import TraceModel

@testable import TracePipeline

/// Events that were packed are those that they were.
@Suite(.tags(.medium)) struct PackedEventsTests {
  private static let seed =
    UInt64(ProcessInfo.processInfo.environment["TRACETOOL_SEED"] ?? "") ?? UInt64.random(in: 1...99_999)
  private static let numbers: [Int64] = [Event.absent, .min + 1, -65, -64, -1, 0, 1, 63, 64, 8_191, .max - 1, .max]
  private static let ids: [Int32] = [.min, -1, 0, 1, 63, 64, .max]

  /// An event each of whose fields may hold anything.
  private static func anyEvent(_ random: inout SeededRandom) -> Event {
    func number() -> Int64 {
      numbers.randomElement(using: &random) ?? 0
    }
    func id() -> Int32 { ids.randomElement(using: &random) ?? 0 }
    var event = Event()
    event.time = number()
    event.uptime = number()
    event.seq = number()
    event.duration = number()
    event.memory = number()
    event.stream.rawValue = id()
    event.context.rawValue = id()
    event.signature.rawValue = id()
    event.scene.rawValue = id()
    event.sceneInstance.rawValue = id()
    event.viewInstance.rawValue = id()
    event.task.rawValue = id()
    event.attributes.rawValue = id()
    event.source.rawValue = id()
    event.line = id()
    event.lost = id()
    event.isContradicted = Bool.random(using: &random)
    event.isFurther = Bool.random(using: &random)
    return event
  }

  @Test(arguments: [0, 1, 2, 500])
  func `events come back as they were`(count: Int) throws {
    print("seed \(Self.seed)")
    var random = SeededRandom(state: Self.seed &+ UInt64(count))
    let events = (0..<count).map { _ in Self.anyEvent(&random) }
    let parts = [events.prefix(count / 3), events.dropFirst(count / 3)]
    var packed = PackedEvents()
    let stream = StreamID(rawValue: 3)
    let other = StreamID(rawValue: 0)
    for part in parts {
      packed.append(Array(part), to: stream)
      // Those of another stream stand between them.
      packed.append(events, to: other)
    }
    #expect(packed.events(of: stream) == events && packed.isEmpty(stream) == events.isEmpty, "seed \(Self.seed)")
    #expect(packed.events(of: other) == events + events && packed.first(of: other) == events.first, "seed \(Self.seed)")
    let size = packed.byteCount
    #expect(size == packed.usedBytes && size == packed.byteCount(of: stream) + packed.byteCount(of: other))
    // Without what goes, where they are and after they were moved.
    packed.removeAll(of: other)
    #expect(packed.isEmpty(other) && packed.usedBytes == packed.byteCount(of: stream) && packed.byteCount == size)
    let compacted = packed.compacted()
    #expect(compacted.events(of: stream) == events && compacted.byteCount <= packed.usedBytes, "seed \(Self.seed)")
    // Some in a file, some behind them in memory, and all in a file.
    let file = try MovedWords()
    packed = PackedEvents()
    for part in parts {
      packed.append(Array(part), to: stream)
      #expect(packed.events(of: stream) == Array(events[..<part.endIndex]))
      try packed.move(to: file)
      let isSame = packed.events(of: stream) == Array(events[..<part.endIndex])
      #expect(isSame && packed.byteCount == 0, "seed \(Self.seed)")
    }
    packed.removeAll(of: stream)
    #expect(packed.isEmpty(stream) && packed.byteCount == 0 && packed.usedBytes == 0 && file.failure == nil)
    // Whoever adds a field to an event adds it to `PackedEvents` and to `anyEvent`.
    #expect(Mirror(reflecting: Event()).children.count == 18)
  }

  @Test func `a made log takes a fifth of its room`() throws {
    let folder = Folder()
    let path = try folder.write("a.jsonl", lines(20, seed: 4_711))
    var run = FollowRun([path], options: IngestOptions(), isFromEnd: false)
    _ = run.poll()
    _ = run.launches()
    let streams = run.log.streams
    let whole = run.log.byteCount
    let received = streams.map(run.log.received)
    var log = run.log
    log.packAll()
    #expect(log.byteCount * 5 < whole, "\(log.byteCount) of \(whole) bytes")
    #expect(log.unpackedBytes == 0 && run.log.unpackedBytes == whole)
    #expect(log.streams == streams && streams.map(log.received) == received)
    // What comes late stands behind what was packed, and is packed with it.
    let late = received[3][0]
    log.append([late], [])
    #expect(log.received(streams[3]) == received[3] + [late])
    log.pack(streams[3])
    #expect(log.received(streams[3]) == received[3] + [late] && log.events[Int(streams[3].rawValue)].isEmpty)
    // What came from a source goes, whether it was packed or not.
    log.append([late], [])
    #expect(log.forget(late.source) == Set(streams) && log.streams.isEmpty)
  }

  /// Lines of several launches in turn, so that each is packed in many pieces.
  @Test func `a check that packs events after each batch has the same launches`() throws {
    let folder = Folder()
    let groups = Dictionary(grouping: lines(120, seed: 4_713)) { $0.firstMatch(of: /"launch":"[^"]*"/)?.output ?? "" }
    let logs = groups.sorted { $0.key < $1.key }.map(\.value)
    let longest = logs.map(\.count).max() ?? 0
    let mixed = (0..<longest).flatMap { place in logs.compactMap { $0.indices.contains(place) ? $0[place] : nil } }
    let path = try folder.write("a.jsonl", mixed)
    var run = CheckRun(options: IngestOptions())
    run.packingLimit = 0
    let packed = try FollowRunTests.words(run.run([path]))
    #expect(run.log.unpackedBytes == 0 && run.log.streams.count { !run.log.packed.isEmpty($0) } == 120)
    #expect(try packed == FollowRunTests.checked(path))
  }

  private static func eventCount(of launches: FollowedLaunches?) -> Int {
    launches?.summaries.reduce(0) { $0 + Int($1.eventCount) } ?? 0
  }

  @Test(arguments: [0, 1 << 30]) func `a late line counts in a launch whose events were packed`(memory: Int64) throws {
    let folder = Folder()
    let all = lines(6, seed: 4_712)
    let path = try folder.write("a.jsonl", all)
    let expected = try FollowRunTests.checked(path)
    // The first launch ends later than all others.
    let first = try #require(all.first?.firstMatch(of: /"launch":"[^"]*"/)).output
    let own = all.filter { $0.contains(first) }
    let others = all.filter { !$0.contains(first) }
    _ = try folder.write("a.jsonl", own.dropLast(2) + others)
    var run = FollowRun([path], options: IngestOptions(), isFromEnd: false, memory: memory)
    run.packingLimit = 0
    _ = run.poll()
    let early = run.launches()
    #expect(run.log.streams.count == 6 && run.log.unpackedBytes == 0 && run.launches() == nil)
    #expect((run.log.byteCount == 0) == (memory == 0), "\(run.log.byteCount)")
    _ = try folder.write("a.jsonl", own.dropLast(2) + others + own.suffix(2))
    _ = run.poll()
    let late = run.launches()
    #expect(late?.changed.count == 1)
    #expect(Self.eventCount(of: late) == Self.eventCount(of: early) + 2 && Self.eventCount(of: late) == all.count)
    // The lines stand elsewhere than in the log that was checked.
    let places = { (text: String) in text.replacing(/"line":\d+/, with: "") }
    #expect(try places(FollowRunTests.words(run.finish())) == places(expected))
  }
}
