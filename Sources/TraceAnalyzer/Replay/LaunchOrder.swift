package import TraceModel

/// One event of a launch, with the instant it is ordered and measured by.
struct Moment: Sendable {
  var event: Event
  var signature: Signature
  /// Nanoseconds on the wall clock, reckoned from `uptime` where the event has no time.
  var instant: Int64
  /// Nanoseconds on the clock that its launch is measured by: `uptime` if each event carries it.
  var clock: Int64

  /// Whether the event has a `seq`.
  var isNumbered: Bool { event.seq != Event.absent }

  /// Whether nothing says which of the two comes first.
  func ties(with other: Moment) -> Bool { !isNumbered && !other.isNumbered && clock == other.clock }

  /// Whether both may be about one scene, view and task.
  func mayShareInstance(with other: Moment) -> Bool {
    event.scene.agrees(with: other.event.scene) && event.task.agrees(with: other.event.task)
      && event.viewInstance.agrees(with: other.event.viewInstance)
  }
}

/// Puts the events of a stream into the order in which they are replayed.
package enum LaunchOrder {
  /// The events with their instants, in replay order.
  ///
  /// Events with `seq` stand in its order, and one without goes before the first whose instant is
  /// later; without any `seq` the order is `uptime` if every event has it, else the instant. What
  /// ties stands by line. In a stream of several launches, where `seq` begins again with each,
  /// `usesSeq` is false.
  static func ordered(_ events: [Event], usesSeq: Bool, _ symbols: Symbols) -> [Moment] {
    let isOnUptime = events.allSatisfy { $0.uptime != Event.absent }
    let anchors = anchors(in: events)
    let moments = events.map { event in
      let instant = instant(of: event, anchors)
      return Moment(
        event: event, signature: symbols.signatures[event.signature.rawValue], instant: instant,
        clock: isOnUptime ? event.uptime : instant)
    }
    guard usesSeq, moments.contains(where: \.isNumbered) else { return byClock(moments) }
    let isRising = moments.indices.dropFirst().allSatisfy { moments[$0 - 1].event.seq < moments[$0].event.seq }
    if isRising, moments[0].isNumbered { return moments }
    var numbered = moments.filter(\.isNumbered)
    numbered.sort { ($0.event.seq, $0.event.line) < ($1.event.seq, $1.event.line) }
    return merge(byClock(moments.filter { !$0.isNumbered }), into: numbered)
  }

  /// The events in the order in which one file may tell them, so that they are replayed alike.
  ///
  /// Each source's stand by line, and the sources are merged by time: a clock that steps back from line to line does
  /// so here, and no other.
  package static func told(_ events: [Event], _ symbols: Symbols) -> [Event] {
    let events = ordered(events, usesSeq: true, symbols).map(\.event)
    var latest: [SourceID: Int64] = [:]
    let byLine = events.indices.sorted { (events[$0].line, $0) < (events[$1].line, $1) }
    let places = byLine.map { index in
      let (event, last) = (events[index], latest[events[index].source] ?? Event.absent)
      latest[event.source] = max(last, event.time)
      return (max(last, event.time), event.line, index)
    }
    return places.sorted(by: <).map { events[$0.2] }
  }

  private static func byClock(_ moments: [Moment]) -> [Moment] {
    // What lines of two sources say, where they tie: sources are numbered as they came in.
    func rank(_ moment: Moment) -> (Int32, UInt8, UInt8, UInt8) {
      let (line, signature) = (moment.event.line, moment.signature)
      return (line, signature.kind.rawValue, signature.phase.rawValue, signature.teller.rawValue)
    }
    return moments.sorted { $0.clock == $1.clock ? rank($0) < rank($1) : $0.clock < $1.clock }
  }

  /// Each of `others` goes before the first of `numbered` whose instant is later.
  private static func merge(_ others: [Moment], into numbered: [Moment]) -> [Moment] {
    var (merged, rest) = ([Moment](), others[...])
    for moment in numbered {
      let earlier = rest.prefix { $0.instant < moment.instant }
      merged += earlier
      merged.append(moment)
      rest = rest.dropFirst(earlier.count)
    }
    return merged + rest
  }

  /// The events with both clocks, by `uptime`, where some event has no time.
  private static func anchors(in events: [Event]) -> [Event] {
    guard events.contains(where: { $0.time == Event.absent }) else { return [] }
    return events.filter { $0.time != Event.absent && $0.uptime != Event.absent }.sorted {
      ($0.uptime, $0.time) < ($1.uptime, $1.time)
    }
  }

  /// An event without a time has the offset of the nearest event that has both clocks.
  private static func instant(of event: Event, _ anchors: [Event]) -> Int64 {
    guard event.time == Event.absent else { return event.time }
    let uptime = event.uptime
    let low = anchors.place { $0.uptime >= uptime }
    let neighbours = anchors[max(0, low - 1)..<min(anchors.count, low + 1)]
    func distance(_ event: Event) -> UInt64 { (event.uptime &- uptime).magnitude }
    let nearest = neighbours.min { distance($0) < distance($1) }
    return nearest.map { $0.time &+ (uptime &- $0.uptime) } ?? uptime
  }
}
