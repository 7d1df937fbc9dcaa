import TraceModel

/// One event of a launch, with the instant it is ordered and measured by.
struct Moment: Sendable {
  var event: Event
  var signature: Signature
  /// Nanoseconds on the wall clock, reckoned from `uptime` where the event has no time.
  var instant: Int64
}

/// Puts the events of a stream into the order in which they are replayed.
enum LaunchOrder {
  /// The events with their instants, in replay order.
  ///
  /// Events with `seq` stand in its order, and one without goes before the first whose instant is
  /// later; without any `seq` the order is `uptime` if every event has it, else the instant. What
  /// ties stands by line. In a stream of several launches, where `seq` begins again with each,
  /// `usesSeq` is false.
  static func ordered(
    _ events: some Sequence<Event>, usesSeq: Bool, _ signatures: InternTable<Signature>
  ) -> [Moment] {
    var moments = events.map { event in
      Moment(event: event, signature: signatures[event.signature.rawValue], instant: event.time)
    }
    reckonInstants(&moments)
    guard usesSeq, moments.contains(where: { $0.event.seq != Event.absent }) else {
      return byClock(moments)
    }
    if isRising(moments) { return moments }
    var numbered = moments.filter { $0.event.seq != Event.absent }
    numbered.sort { ($0.event.seq, $0.event.line) < ($1.event.seq, $1.event.line) }
    let others = byClock(moments.filter { $0.event.seq == Event.absent })
    return others.isEmpty ? numbered : merge(others, into: numbered)
  }

  private static func isRising(_ moments: [Moment]) -> Bool {
    var last = Event.absent
    for moment in moments {
      if moment.event.seq <= last { return false }
      last = moment.event.seq
    }
    return true
  }

  private static func byClock(_ moments: [Moment]) -> [Moment] {
    let isUptime = moments.allSatisfy { $0.event.uptime != Event.absent }
    func key(_ moment: Moment) -> Int64 { isUptime ? moment.event.uptime : moment.instant }
    // What lines of two sources say, where they tie: sources are numbered as they came in.
    func rank(_ moment: Moment) -> (UInt8, UInt8, UInt8) {
      let signature = moment.signature
      return (signature.kind.rawValue, signature.phase.rawValue, signature.teller.rawValue)
    }
    return moments.sorted { a, b in
      if key(a) != key(b) { return key(a) < key(b) }
      return a.event.line != b.event.line ? a.event.line < b.event.line : rank(a) < rank(b)
    }
  }

  /// Each of `others` goes before the first of `numbered` whose instant is later.
  private static func merge(_ others: [Moment], into numbered: [Moment]) -> [Moment] {
    var result: [Moment] = []
    result.reserveCapacity(numbered.count + others.count)
    var next = 0
    for moment in numbered {
      while next < others.count, others[next].instant < moment.instant {
        result.append(others[next])
        next += 1
      }
      result.append(moment)
    }
    return result + others[next...]
  }

  /// Gives an event without a time the offset of the nearest event that has both clocks.
  private static func reckonInstants(_ moments: inout [Moment]) {
    guard moments.contains(where: { $0.event.time == Event.absent }) else { return }
    let anchors = moments.map(\.event)
      .filter { $0.time != Event.absent && $0.uptime != Event.absent }
      .sorted { ($0.uptime, $0.time) < ($1.uptime, $1.time) }
    for index in moments.indices where moments[index].event.time == Event.absent {
      let uptime = moments[index].event.uptime
      guard let anchor = nearest(uptime, in: anchors) else {
        moments[index].instant = uptime
        continue
      }
      moments[index].instant = anchor.time &+ (uptime &- anchor.uptime)
    }
  }

  private static func nearest(_ uptime: Int64, in anchors: [Event]) -> Event? {
    let low = Search.first(in: anchors.indices) { anchors[$0].uptime >= uptime }
    let neighbours = anchors[max(0, low - 1)..<min(anchors.count, low + 1)]
    return neighbours.min { distance($0, uptime) < distance($1, uptime) }
  }

  private static func distance(_ event: Event, _ uptime: Int64) -> UInt64 {
    (event.uptime &- uptime).magnitude
  }
}
