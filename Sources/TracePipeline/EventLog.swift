import TraceModel

/// The events of logs in memory, each once, by the identity rules of the store.
struct EventLog {
  private var events: [Event] = []
  /// `seq` numbers of rejected records, by stream.
  private var fills: [StreamID: [Int64]] = [:]

  /// How many events were taken in, with those that are doubled.
  var count: Int { events.count }

  mutating func append(_ new: [Event], _ rejects: [Reject]) {
    events += new
    for reject in rejects where reject.seq != Event.absent {
      if let stream = reject.stream { fills[stream, default: []].append(reject.seq) }
    }
  }

  /// Hands out each stream's events, each event once, in the order in which streams first came.
  mutating func forEachStream(
    _ symbols: Symbols, _ intake: inout Intake, _ body: (StreamID, [Event], [Int64]) -> Void
  ) {
    var starts = [Int](repeating: 0, count: symbols.streams.count + 1)
    for event in events { starts[Int(event.stream.rawValue) + 1] += 1 }
    for stream in 1..<max(1, starts.count) { starts[stream] += starts[stream - 1] }
    var next = starts
    var order = [Int32](repeating: 0, count: events.count)
    for index in events.indices {
      let stream = Int(events[index].stream.rawValue)
      order[next[stream]] = Int32(index)
      next[stream] += 1
    }
    for stream in 0..<max(0, starts.count - 1) where starts[stream] < starts[stream + 1] {
      let own = order[starts[stream]..<starts[stream + 1]].map { events[Int($0)] }
      let id = StreamID(rawValue: Int32(stream))
      let told = Telling(symbols, isLaunch: symbols.stream(id).isLaunch).resolved(own, &intake)
      body(id, told, fills[id, default: []])
    }
  }
}

/// Tells the events of one stream apart from their repetitions.
private struct Telling {
  /// An event that is kept, and the sources that have told it.
  private struct Kept {
    var event: Event
    var claims: [SourceID]
  }

  private let symbols: Symbols
  private let isLaunch: Bool

  init(_ symbols: Symbols, isLaunch: Bool) {
    self.symbols = symbols
    self.isLaunch = isLaunch
  }

  /// The events that are kept, in the order in which they came.
  func resolved(_ events: [Event], _ intake: inout Intake) -> [Event] {
    if isRising(events) {
      intake.new += Int64(events.count)
      return events
    }
    var kept: [Kept] = []
    var places: [Position: [Int]] = [:]
    for event in events {
      let position = Position(event, isLaunch: isLaunch)
      switch place(of: event, among: places[position, default: []], &kept) {
      case .same: intake.duplicate += 1
      case .sameWithOtherFields: intake.rejected += 1
      case .different where position.isSeq && places[position] != nil: intake.rejected += 1
      case .different:
        intake.new += 1
        places[position, default: []].append(kept.count)
        kept.append(Kept(event: event, claims: [event.source]))
      }
    }
    return kept.map(\.event)
  }

  /// Each event after the one before, by `seq`: nothing can be told twice.
  private func isRising(_ events: [Event]) -> Bool {
    var last = Event.absent
    for event in events {
      guard isLaunch, event.seq > last else { return false }
      last = event.seq
    }
    return true
  }

  /// How an event relates to those at its position; a repetition claims the one that it repeats.
  private func place(of event: Event, among places: [Int], _ kept: inout [Kept]) -> Identity {
    for place in places {
      let identity = Identity.of(event, kept[place].event, symbols)
      let isClaimed = event.seq == Event.absent && kept[place].claims.contains(event.source)
      if identity == .different || isClaimed { continue }
      if identity == .same, !kept[place].claims.contains(event.source) {
        kept[place].claims.append(event.source)
      }
      return identity
    }
    return .different
  }

  /// What only one event can have, or events that differ otherwise: `seq`, else a clock.
  private struct Position: Hashable {
    var isSeq: Bool
    var value: Int64

    init(_ event: Event, isLaunch: Bool) {
      isSeq = isLaunch && event.seq != Event.absent
      value = isSeq ? event.seq : event.time != Event.absent ? event.time : event.uptime
    }
  }
}
