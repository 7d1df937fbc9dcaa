import TraceAnalyzer
import TraceIngest
import TraceModel

/// The events of logs in memory, by stream.
struct EventLog: Sendable {
  /// So many parts are replayed at most: enough that no core waits long for the last.
  private static let parts = 64

  /// By `StreamID`, as they came.
  private var events: [[Event]] = []
  /// `seq` numbers of rejected records, by stream.
  private var fills: [StreamID: [Int64]] = [:]
  /// How many events were taken in, with those that are doubled.
  private(set) var count = 0

  /// The streams that have events, in the order in which they first came.
  var streams: [StreamID] { events.indices.filter { !events[$0].isEmpty }.map { StreamID(rawValue: Int32($0)) } }

  mutating func append(_ new: [Event], _ rejects: [Reject]) {
    count += new.count
    var rest = new[...]
    while let stream = rest.first?.stream {
      while Int(stream.rawValue) >= events.count { events.append([]) }
      // Mostly a launch's events follow each other: they need room once.
      let run = rest.prefix { $0.stream == stream }
      events[Int(stream.rawValue)] += run
      rest = rest.dropFirst(run.count)
    }
    for reject in rejects where reject.seq != Event.absent {
      if let stream = reject.stream { fills[stream, default: []].append(reject.seq) }
    }
  }

  /// A stream's events, each taken once, and the places in `seq` that its rejects fill; `intake`
  /// counts what became of them.
  func events(of stream: StreamID, _ symbols: Symbols, _ intake: inout Intake) -> (events: [Event], fills: [Int64]) {
    var telling = Telling(symbols: symbols, isLaunch: symbols.stream(stream).isLaunch)
    let kept = telling.resolved(events[Int(stream.rawValue)], &intake)
    return (kept, fills[stream, default: []])
  }

  /// The events of one launch.
  func part(_ launch: LaunchKey, _ symbols: Symbols) -> LaunchEvents {
    var intake = Intake()
    let (events, fills) = events(of: launch.stream, symbols, &intake)
    return Analyzer.parts(of: launch.stream, events, fills, symbols)[Int(launch.ordinal)]
  }

  /// Replays streams on all cores, in parts; the order of the result is theirs.
  func replay(_ streams: [StreamID], _ analyzer: Analyzer, _ words: Words, _ symbols: Symbols) -> [(
    [ReplayedLaunch], Intake
  )] {
    let count = min(streams.count, Self.parts)
    return concurrently(
      (0..<count).map { part in
        {
          var (launches, intake) = ([ReplayedLaunch](), Intake())
          for stream in streams[part * streams.count / count..<(part + 1) * streams.count / count] {
            let (events, fills) = events(of: stream, symbols, &intake)
            launches += analyzer.launches(of: stream, events: events, fills: fills, words: words, symbols: symbols)
          }
          return (launches, intake)
        }
      })
  }
}
