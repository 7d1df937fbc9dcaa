import Testing
import TraceModel

@testable import TraceStore

@Suite(.tags(.medium)) struct IdentityTests {
  /// A record that comes after `event(seq: 3, scene: "s", attributes: "{}")`, and what it is.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var change: @Sendable (inout Maker) -> Event
    var outcome: Outcome

    enum Outcome: Equatable, Sendable {
      case new, duplicate
      case refused(Reject.Reason)
    }

    init(
      _ name: String, _ outcome: Outcome, _ change: @escaping @Sendable (inout Maker) -> Event
    ) {
      testDescription = name
      self.outcome = outcome
      self.change = change
    }
  }

  static let numbered: [Case] = [
    Case("the same", .duplicate) { $0.event(seq: 3, scene: "s", attributes: "{}") },
    Case("another seq", .new) { $0.event(seq: 4, scene: "s", attributes: "{}") },
    Case("another launch", .new) { $0.event(launch: "M", seq: 3, scene: "s", attributes: "{}") },
    Case("other attributes", .refused(.duplicateWithOtherFields)) {
      $0.event(seq: 3, scene: "s", attributes: "{\"a\":1}")
    },
    Case("another name", .refused(.duplicateWithOtherFields)) {
      $0.event(seq: 3, scene: "s", name: "n", attributes: "{}")
    },
    Case("another time", .refused(.conflict)) {
      $0.event(time: 5, seq: 3, scene: "s", attributes: "{}")
    },
    Case("another event", .refused(.conflict)) {
      $0.event(.appWillTerminate, seq: 3, scene: "s", attributes: "{}")
    },
    Case("another scene", .refused(.conflict)) { $0.event(seq: 3, scene: "t", attributes: "{}") },
    Case("no scene", .refused(.conflict)) { $0.event(seq: 3, attributes: "{}") },
  ]

  @Test(arguments: numbered, [false, true])
  func `a numbered event is known by its number`(_ sample: Case, inOneBatch: Bool) throws {
    let folder = Folder()
    let store = try EventStore(path: folder.store, mode: .write)
    var maker = Maker()
    let first = maker.event(seq: 3, scene: "s", attributes: "{}")
    let second = sample.change(&maker)
    let outcome = try outcome(of: second, after: first, store, maker.symbols, inOneBatch)
    #expect(outcome == sample.outcome)
  }

  static let unnamed: [Case] = [
    Case("the same", .duplicate) { $0.event(launch: nil, seq: 0) },
    Case("its seq at another time", .new) { $0.event(launch: nil, time: 9_000_000, seq: 0) },
    Case("its time with another seq", .new) { $0.event(launch: nil, seq: 1) },
    Case("other fields", .refused(.duplicateWithOtherFields)) {
      $0.event(launch: nil, seq: 0, name: "n")
    },
    Case("another event", .new) { $0.event(.appWillTerminate, launch: nil, seq: 0) },
  ]

  @Test(arguments: unnamed, [false, true])
  func `where no launch is named, a number begins anew`(_ sample: Case, inOneBatch: Bool) throws {
    let folder = Folder()
    let store = try EventStore(path: folder.store, mode: .write)
    var maker = Maker()
    let first = maker.event(launch: nil, seq: 0)
    let second = sample.change(&maker)
    let outcome = try outcome(of: second, after: first, store, maker.symbols, inOneBatch)
    #expect(outcome == sample.outcome)
  }

  private func outcome(
    of second: Event, after first: Event, _ store: EventStore, _ symbols: Symbols,
    _ inOneBatch: Bool
  ) throws -> Case.Outcome {
    var counts: AppendCounts
    if inOneBatch {
      counts = try store.add([first, second], symbols)
      counts.newEvents -= 1
    } else {
      _ = try store.add([first], symbols)
      counts = try store.add([second], symbols)
    }
    if let refusal = counts.refused.first { return .refused(refusal.reason) }
    return counts.newEvents == 1 ? .new : .duplicate
  }

  /// Whose launch a record is of that has the id and the number of `event(seq: 3)` of device `A`, and what it is.
  static let owners: [(device: String, changesName: Bool, outcome: Case.Outcome)] = [
    ("A", false, .duplicate), ("a", false, .duplicate), ("", false, .duplicate), ("B", false, .new),
    ("A", true, .refused(.conflict)), ("", true, .refused(.conflict)), ("B", true, .new),
  ]

  @Test(arguments: owners, [false, true])
  func `a launch id and a number name an event only together with the device`(
    _ sample: (device: String, changesName: Bool, outcome: Case.Outcome), inOneBatch: Bool
  ) throws {
    let folder = Folder()
    let store = try EventStore(path: folder.store, mode: .write)
    var maker = Maker()
    func event(_ kind: EventKind, _ device: String, source: Int32) -> Event {
      var event = maker.event(kind, seq: 3)
      var context = Context()
      context.device = maker.symbols.texts.intern(device)
      event.context = ContextID(rawValue: maker.symbols.contexts.intern(context))
      event.source = SourceID(rawValue: source)
      return event
    }
    let first = event(.processStart, "A", source: 1)
    let second = event(sample.changesName ? .processMain : .processStart, sample.device, source: 2)
    let outcome = try outcome(of: second, after: first, store, maker.symbols, inOneBatch)
    #expect(outcome == sample.outcome)
    guard outcome == .new else { return }
    #expect(try store.integer("SELECT count(*) FROM event WHERE seq = 3") == 2)
    // Found again, whichever is reported first, and by a process that knows nothing of it.
    for reported in [first, second] {
      store.startGeneration()
      #expect(try store.add([reported], maker.symbols).known.count == 1)
    }
  }

  /// How often each of two files holds one record without a number, and how many events that makes.
  @Test(arguments: [(1, 1, 1), (2, 1, 2), (1, 2, 2), (2, 3, 3), (3, 3, 3)])
  func `two files hold as many equals as the fuller one`(
    first: Int, second: Int, total: Int
  ) throws {
    let folder = Folder()
    let store = try EventStore(path: folder.store, mode: .write)
    var maker = Maker()
    for (path, count) in [("a", first), ("b", second), ("c", 1)] {
      maker.source = try store.addSource(path)
      maker.line = 0
      let batch = (0..<count).map { _ in maker.event(launch: nil) }
      _ = try store.add(batch, maker.symbols)
    }
    #expect(try store.count("events") == Int64(total))
  }

  /// Copies of one record, others of one instant, and others that all say they are the first: comparing each with all before
  /// it would take minutes.
  @Test(arguments: 0..<3) func `of one instant there may be any number of records`(sort: Int) throws {
    let folder = Folder()
    let store = try EventStore(path: folder.store, mode: .write)
    var maker = Maker()
    let count = 8000
    for path in ["a", "b"] {
      maker.source = try store.addSource(path)
      maker.line = 0
      var counts = AppendCounts()
      for start in stride(from: 0, to: count, by: 1000) {
        let batch = (start..<start + 1000).map { number in
          maker.event(
            launch: nil, seq: sort == 2 ? 0 : nil, scene: sort == 2 ? "\(number)" : "",
            attributes: sort == 1 ? "{\"i\":\(number)}" : "")
        }
        let added = try store.add(batch, maker.symbols)
        counts.newEvents += added.newEvents
        counts.known += added.known
      }
      #expect((counts.newEvents, counts.known.count) == (path == "a" ? (count, 0) : (0, count)))
      #expect(try store.integer("SELECT max(position) - min(position) + 1 FROM events") == Int64(count))
    }
  }

  @Test func `thousands of launches may share an id and its numbers`() throws {
    let folder = Folder()
    let store = try EventStore(path: folder.store, mode: .write)
    var maker = Maker()
    let devices = 2000
    for path in ["a", "b"] {
      maker.source = try store.addSource(path)
      maker.line = 0
      var events: [Event] = []
      for seq in 0..<4 as Range<Int64> {
        for device in 0..<devices {
          var context = Context()
          context.device = maker.symbols.texts.intern("device \(device)")
          var event = maker.event(seq: seq)
          event.context = ContextID(rawValue: maker.symbols.contexts.intern(context))
          events.append(event)
        }
      }
      var counts = AppendCounts()
      for part in [events[..<3000], events[3000...]] {
        let added = try store.add(Array(part), maker.symbols)
        counts.newEvents += added.newEvents
        counts.known += added.known
      }
      #expect((counts.newEvents, counts.known.count) == (path == "a" ? (4 * devices, 0) : (0, 4 * devices)))
    }
    #expect(try store.integer("SELECT max(position) >> 40 FROM events") == Int64(devices - 1))
  }

  @Test func `a source that holds a record twice reports two events, wherever its lines stand`() throws {
    let folder = Folder()
    let store = try EventStore(path: folder.store, mode: .write)
    var maker = Maker()
    // Lines are kept as differences to the first one of the stream, which is far behind those of the second source.
    maker.source = try store.addSource("a")
    maker.line = 100
    _ = try store.add([maker.event(launch: nil, time: 5)], maker.symbols)
    maker.source = try store.addSource("b")
    maker.line = 2
    for _ in 0..<2 { #expect(try store.add([maker.event(launch: nil)], maker.symbols).newEvents == 1) }
  }

  @Test func `a number that no recorder counts to is a field like any other`() throws {
    let folder = Folder()
    let store = try EventStore(path: folder.store, mode: .write)
    var maker = Maker()
    let number = StreamIdentity.slotSize + 3
    func event(_ device: String, _ seq: Int64) -> Event {
      var event = maker.event(seq: seq)
      var context = Context()
      context.device = maker.symbols.texts.intern(device)
      event.context = ContextID(rawValue: maker.symbols.contexts.intern(context))
      event.source = SourceID(rawValue: device == "A" ? 1 : 2)
      return event
    }
    // Two launches of one id: the second's number 3 stands in a slot, where that number would be a position.
    for sample in [("A", 3), ("B", 3), ("A", number), ("B", number)] as [(String, Int64)] {
      #expect(try store.add([event(sample.0, sample.1)], maker.symbols).newEvents == 1, "\(sample)")
      #expect(try store.add([event(sample.0, sample.1)], maker.symbols).known.count == 1, "\(sample)")
    }
    var stored = try StoredSymbols(of: store)
    let seqs = try store.readStream(1, into: &stored).events.map(\.seq)
    #expect(seqs.sorted() == [3, 3, number, number])
  }

  @Test(arguments: [true, false], [1, 100])
  func `a pipe that is fed again adds nothing`(hasSeq: Bool, batch: Int) throws {
    let folder = Folder()
    let store = try EventStore(path: folder.store, mode: .write)
    var maker = Maker()
    // A file reports half of it first, so that the pipe's own events lie between others'.
    maker.source = try store.addSource("file")
    var reported = events(&maker, hasSeq)
    reported.removeSubrange(3...)
    _ = try store.add(reported, maker.symbols)
    let pipe = try store.addSource("-", isPipe: true)
    var reject = Reject()
    reject.source = pipe
    reject.line = 7
    reject.raw = [0, 0xff]
    let tables = ["events", "streams", "sources", "rejects"]
    var first: [Int64] = []
    for turn in 0..<3 {
      maker.source = pipe
      maker.line = 0
      let all = events(&maker, hasSeq)
      try store.begin()
      try store.clearClaims(of: pipe)
      for start in stride(from: 0, to: all.count, by: batch) {
        let part = Array(all[start..<min(start + batch, all.count)])
        _ = try store.append(part, symbols: maker.symbols)
      }
      #expect(try store.append([reject], symbols: maker.symbols) == (turn == 0 ? 1 : 0))
      try store.clearClaims(of: pipe)
      try store.commit()
      if turn == 0 { first = try tables.map(store.count) }
      #expect(try tables.map(store.count) == first)
    }
    #expect(first[0] == (hasSeq ? 4 : 6))
  }

  /// Four events, the second of them three times.
  private func events(_ maker: inout Maker, _ hasSeq: Bool) -> [Event] {
    let numbers: [Int64] = [0, 1, 1, 2, 1, 3]
    var events: [Event] = []
    for number in numbers {
      events.append(maker.event(time: 1_000_000 + number, seq: hasSeq ? number : nil))
    }
    return events
  }

  @Test func `no seq is stored twice and order of arrival does not matter`() throws {
    var generator = SeededGenerator(state: 11)
    var results: [[Int64]] = []
    for _ in 0..<4 {
      let folder = Folder()
      let store = try EventStore(path: folder.store, mode: .write)
      var maker = Maker()
      var all = (0..<500).map { maker.event(time: Int64($0) * 1000, seq: Int64($0 % 400)) }
      all.shuffle(using: &generator)
      var refused = 0
      for start in stride(from: 0, to: 500, by: 77) {
        let part = Array(all[start..<min(start + 77, 500)])
        refused += try store.add(part, maker.symbols).refused.count
      }
      #expect(refused == 100)
      var stored = try StoredSymbols(of: store)
      let stream = try store.readStream(store.allStreams()[0], into: &stored)
      results.append(stream.events.map(\.seq))
    }
    #expect(results.allSatisfy { $0 == Array(0..<400) })
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6])
  func `overlapping exports in any order give one set of events`(seed: UInt64) throws {
    var generator = SeededGenerator(state: seed)
    var maker = Maker()
    // Times tie often, so that places have to be looked for.
    var all: [Event] = []
    for index in 0..<300 {
      let attributes = index % 2 == 0 ? "{\"i\":\(index % 11)}" : ""
      let kind = EventKind.allCases[1 + index % 5]
      let time = Int64(index / 7) * 2
      all.append(maker.event(kind, launch: nil, time: time, attributes: attributes))
    }
    let ranges: [Range<Int>] = [0..<200, 100..<300, 50..<250]
    let files: [[Event]] = ranges.map { Array(all[$0]) }
    var results: Set<[String]> = []
    for _ in 0..<3 {
      let folder = Folder()
      let store = try EventStore(path: folder.store, mode: .write)
      for file in files.shuffled(using: &generator) {
        let source = try store.addSource("f")
        var events = file
        for index in events.indices {
          events[index].source = source
          events[index].line = Int32(index + 1)
        }
        _ = try store.add(events, maker.symbols)
      }
      var stored = try StoredSymbols(of: store)
      let stream = try store.readStream(store.allStreams()[0], into: &stored)
      results.insert(
        stream.events.map { event in
          let name = stored.symbols.signature(event).kind.name
          return "\(event.time) \(name) \(stored.symbols.texts.string(event.attributes))"
        }.sorted())
    }
    #expect(results.count == 1, "seed \(seed)")
  }
}
