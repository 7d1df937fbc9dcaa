import TraceAnalyzer
import TraceIngest
import TraceModel

/// The events of logs in memory, by stream.
struct EventLog: Sendable {
  private var events: [Event] = []
  /// `seq` numbers of rejected records, by stream.
  private var fills: [StreamID: [Int64]] = [:]
  /// Indices of events, ordered by stream; stream n has those from `starts[n]` to `starts[n + 1]`.
  private var order: [Int32] = []
  private var starts: [Int] = [0]

  /// How many events were taken in, with those that are doubled.
  var count: Int { events.count }

  /// The streams that have events, in the order in which they first came; known once sorted.
  var streams: [StreamID] {
    (0..<starts.count - 1).filter { starts[$0] < starts[$0 + 1] }
      .map { StreamID(rawValue: Int32($0)) }
  }

  mutating func append(_ new: [Event], _ rejects: [Reject]) {
    events += new
    for reject in rejects where reject.seq != Event.absent {
      if let stream = reject.stream { fills[stream, default: []].append(reject.seq) }
    }
  }

  /// Forgets all but keeps the room for more.
  mutating func removeAll() {
    events.removeAll(keepingCapacity: true)
    fills = [:]
  }

  /// Puts the events of each of `count` streams together, as they came.
  mutating func sort(streams count: Int) {
    starts = [Int](repeating: 0, count: count + 1)
    for event in events { starts[Int(event.stream.rawValue) + 1] += 1 }
    for stream in 0..<count { starts[stream + 1] += starts[stream] }
    var next = starts
    order = [Int32](repeating: 0, count: events.count)
    for index in events.indices {
      let stream = Int(events[index].stream.rawValue)
      order[next[stream]] = Int32(index)
      next[stream] += 1
    }
  }

  /// The streams in stretches of so many events or a little more.
  func parts(of count: Int) -> [[StreamID]] {
    var parts: [[StreamID]] = []
    var end = 0
    for stream in streams {
      let start = starts[Int(stream.rawValue)]
      if parts.isEmpty || start >= end {
        parts.append([])
        end = start + count
      }
      parts[parts.count - 1].append(stream)
    }
    return parts
  }

  /// A stream's launches, each of its events taken once; `intake` counts what became of them.
  func launches(
    of stream: StreamID, _ analyzer: Analyzer, _ words: Words, _ symbols: Symbols,
    _ intake: inout Intake
  ) -> [ReplayedLaunch] {
    let number = Int(stream.rawValue)
    let told = order[starts[number]..<starts[number + 1]].map { events[Int($0)] }
    let telling = Telling(symbols: symbols, isLaunch: symbols.stream(stream).isLaunch)
    return analyzer.launches(
      of: stream, events: telling.resolved(told, &intake), fills: fills[stream, default: []],
      words: words, symbols: symbols)
  }

  /// How often each signature came, by number.
  func signatureCounts(_ symbols: Symbols) -> [Int64] {
    var counts = [Int64](repeating: 0, count: symbols.signatures.count)
    for event in events { counts[Int(event.signature.rawValue)] += 1 }
    return counts
  }
}
