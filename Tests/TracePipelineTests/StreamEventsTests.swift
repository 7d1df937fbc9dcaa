import Testing
import TraceAnalyzer
import TraceIngest
import TraceModel

@testable import TracePipeline

/// What is replayed on all cores says what it says one stream after the other.
@Suite(.tags(.medium)) struct StreamEventsTests {
  @Test(arguments: [0, 1, 2, 63, 64, 65, 300])
  func `launches stand in the order of their streams, however many there are`(_ count: Int) {
    var symbols = Symbols()
    var log = StreamEvents()
    var events = [[Event]]()
    let words = InternedNames(&symbols)
    let kinds: [EventKind] = [
      .processStart, .appDidFinishLaunching, .sceneWillConnect, .appDidBecomeActive, .processExit,
    ]
    for number in 0..<count {
      var key = StreamKey()
      key.launch = symbols.texts.intern("launch \(number)")
      let stream = StreamID(rawValue: symbols.streams.intern(key))
      events.append(
        (0...number % 5).map { seq in
          var event = Event()
          var signature = Signature()
          signature.kind = kinds[seq]
          event.signature = SignatureID(rawValue: symbols.signatures.intern(signature))
          event.stream = stream
          event.seq = Int64(seq)
          event.time = Int64(1_000 * number + seq)
          return event
        })
    }
    if count > 0 { _ = symbols.contexts.intern(Context()) }
    // Of each stream first all events in a row, then all again, in turn with those of the others.
    for own in events { log.append(own, []) }
    log.append((0..<5).flatMap { seq in events.compactMap { seq < $0.count ? $0[seq] : nil } }, [])

    let parts = log.replay(log.streams, StreamReplay(), words, symbols)
    var whole = IngestCounts()
    var intake = IngestCounts()
    var expected = [LaunchSummary]()
    for part in parts { whole += part.1 }
    var storage = ReplayStorage()
    for stream in log.streams {
      let parts = log.launches(of: stream, symbols, &intake)
      var launches: [ReplayedLaunch] = []
      StreamReplay().add(stream, parts, Lexicon(words, symbols), to: &launches, in: &storage)
      expected += launches.map { $0.summary(&symbols) }
    }
    #expect(parts.flatMap(\.0).map { $0.summary(&symbols) } == expected)
    #expect(expected.map(\.stream) == log.streams)
    #expect(whole == intake)
    #expect(whole.duplicate == Int64(events.joined().count))
  }
}
