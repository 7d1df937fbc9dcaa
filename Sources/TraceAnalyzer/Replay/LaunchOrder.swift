package import TraceModel

/// Puts the events of a stream into the order in which they are replayed.
package enum LaunchOrder {
  /// The events with their instants, in replay order.
  ///
  /// Events with `seq` stand in its order; an event without it goes before the first whose clock is later. Without any
  /// `seq` the clocks decide. A launch's clock is `uptime` if one of its events has it, as the wall clock may be set;
  /// an event without `uptime` has that of the nearest one with both. Without any `uptime` the clock is the instant.
  /// Ties stand by line. In a stream of several launches, where `seq` and perhaps `uptime` begin again with each,
  /// `usesSeq` is false, and `uptime` counts only if every event has it. `looksForEach` computes each position even if
  /// the events stand in order.
  static func ordered(_ events: [Event], usesSeq: Bool, _ symbols: Symbols, looksForEach: Bool = false)
    -> OrderedEvents
  {
    if usesSeq, !looksForEach, isInOrder(events) { return OrderedEvents(inOrder: events, symbols) }
    let isOnUptime = events.allSatisfy { $0.uptime != Event.absent }
    let anchors = anchors(in: events)
    let reckoner = usesSeq && !isOnUptime ? UptimeReckoner(events) : nil
    var entries: [OrderedEvents.Entry] = []
    entries.reserveCapacity(events.count)
    for index in events.indices {
      let time = events[index].time
      let instant = time == Event.absent ? instant(of: events[index], anchors) : time
      let clock = isOnUptime ? events[index].uptime : reckoner?.uptime(of: events[index]) ?? instant
      entries.append(OrderedEvents.Entry(index: index, instant: instant, clock: clock))
    }
    func isNumbered(_ entry: OrderedEvents.Entry) -> Bool { events[entry.index].seq != Event.absent }
    func inOrder(_ entries: [OrderedEvents.Entry]) -> OrderedEvents { OrderedEvents(events, symbols, entries) }
    guard usesSeq, entries.contains(where: isNumbered) else { return inOrder(byClock(entries, events, symbols)) }
    if isRising(events), isNumbered(entries[0]) { return inOrder(entries) }
    let numbered = entries.filter(isNumbered).sorted { a, b in
      (events[a.index].seq, events[a.index].line) < (events[b.index].seq, events[b.index].line)
    }
    let others = entries.filter { !isNumbered($0) }
    return inOrder(merge(byClock(others, events, symbols), into: numbered))
  }

  /// The least that a clock is set back by: lines that threads write at once may be out of order by less.
  private static let setBackNanos: Int64 = 1_000_000_000

  /// The events in the order of their lines, if the wall clock alone dates them and may have been set back once: they
  /// are of one source, and from one of its lines on the time lies a second or more before the line above.
  ///
  /// Lines of several sources, or that step back again and again, have no order of their own.
  static func setBack(_ events: [Event], _ symbols: Symbols) -> (events: OrderedEvents, step: Int)? {
    guard let place = events.first.map(LinePlace.init) else { return nil }
    let isOnWallClock = events.allSatisfy {
      LinePlace($0) == place && $0.seq == Event.absent && $0.uptime == Event.absent && $0.time != Event.absent
    }
    guard isOnWallClock else { return nil }
    let byLine = events.indices.sorted { (events[$0].line, $0) < (events[$1].line, $1) }
    let steps = byLine.indices.dropFirst().filter { events[byLine[$0]].time < events[byLine[$0 - 1]].time }
    guard let step = steps.first, steps.count == 1,
      events[byLine[step - 1]].time &- events[byLine[step]].time >= setBackNanos
    else { return nil }
    let entries = byLine.map {
      OrderedEvents.Entry(index: $0, instant: events[$0].time, clock: events[$0].time)
    }
    return (OrderedEvents(events, symbols, entries), step)
  }

  /// The events of one process that names no launch, in the order for cutting into launches: by clock, unless the
  /// process would then live before it begins.
  static func orderedForCutting(_ events: [Event], _ symbols: Symbols) -> OrderedEvents {
    let ordered = ordered(events, usesSeq: false, symbols)
    let isOfProcess = events.first.map { symbols.stream($0.stream).pid != Event.absent } ?? false
    guard isOfProcess, !LaunchCutter.entries.contains(ordered.kind(at: 0)), let setBack = setBack(events, symbols),
      LaunchCutter.entries.contains(setBack.events.kind(at: 0)),
      !LaunchCutter.entries.contains(setBack.events.kind(at: setBack.step)),
      setBack.events.clock(at: setBack.step) < setBack.events.clock(at: 0)
    else { return ordered }
    return setBack.events
  }

  private static func isRising(_ events: [Event]) -> Bool {
    for index in events.indices.dropFirst() {
      if events[index - 1].seq >= events[index].seq { return false }
    }
    return true
  }

  /// True if each event has a time and a higher `seq` than the one before, and none has `uptime`.
  static func isInOrder(_ events: some Sequence<Event>) -> Bool {
    var last = Event.absent
    for event in events {
      if event.seq <= last || event.time == Event.absent || event.uptime != Event.absent { return false }
      last = event.seq
    }
    return true
  }

  /// The events in an order in which one file may hold them, so that they are replayed alike: each source's by line,
  /// and the sources merged by time, so that only clocks that stepped back do so here.
  package static func fileOrder(_ events: [Event], _ symbols: Symbols) -> [Event] {
    let events = ordered(events, usesSeq: true, symbols).map(\.event)
    var latest: [SourceID: Int64] = [:]
    let byLine = events.indices.sorted { (events[$0].line, $0) < (events[$1].line, $1) }
    let keys = byLine.map { index in
      let event = events[index]
      let last = latest[events[index].source] ?? Event.absent
      latest[event.source] = max(last, event.time)
      return (max(last, event.time), event.line, index)
    }
    return keys.sorted(by: <).map { events[$0.2] }
  }

  private static func byClock(_ entries: [OrderedEvents.Entry], _ events: [Event], _ symbols: Symbols)
    -> [OrderedEvents.Entry]
  {
    // Mostly all are of one stream; the logs of one process stand in the order of their streams' names.
    let isOfOne = events.allSatisfy { $0.stream == events[0].stream }
    let names = isOfOne ? [] : Set(events.map(\.stream)).map { (symbols.streamName($0), $0) }.sorted { $0 < $1 }
    // Breaks ties between sources by content: sources are numbered as they came in.
    func rank(_ index: Int) -> (Int, Int32, UInt8, UInt8, UInt8) {
      let event = events[entries[index].index]
      let signature = symbols.signature(event)
      let stream = names.firstIndex { $0.1 == event.stream } ?? 0
      return (stream, event.line, signature.kind.rawValue, signature.phase.rawValue, signature.eventSource.rawValue)
    }
    let clocks = entries.map(\.clock)
    let order = clocks.indices.sorted { clocks[$0] == clocks[$1] ? rank($0) < rank($1) : clocks[$0] < clocks[$1] }
    return order.map { entries[$0] }
  }

  /// Puts each of `others` before the first of `numbered` whose clock is later.
  private static func merge(_ others: [OrderedEvents.Entry], into numbered: [OrderedEvents.Entry]) -> [OrderedEvents
    .Entry]
  {
    var merged = [OrderedEvents.Entry]()
    var rest = others[...]
    for entry in numbered {
      let earlier = rest.prefix { $0.clock < entry.clock }
      merged += earlier
      merged.append(entry)
      rest = rest.dropFirst(earlier.count)
    }
    return merged + rest
  }

  /// The events with both clocks, by `uptime`; empty if every event has a time.
  private static func anchors(in events: [Event]) -> [Event] {
    guard events.contains(where: { $0.time == Event.absent }) else { return [] }
    return events.filter { $0.time != Event.absent && $0.uptime != Event.absent }.sorted {
      ($0.uptime, $0.time) < ($1.uptime, $1.time)
    }
  }

  /// An event without a time has the offset of the nearest event with both clocks.
  private static func instant(of event: Event, _ anchors: [Event]) -> Int64 {
    let uptime = event.uptime
    let low = anchors.partitioningIndex { $0.uptime >= uptime }
    let neighbours = anchors[max(0, low - 1)..<min(anchors.count, low + 1)]
    func distance(_ event: Event) -> UInt64 { (event.uptime &- uptime).magnitude }
    let nearest = neighbours.min { distance($0) < distance($1) }
    return nearest.map { $0.time &+ (uptime &- $0.uptime) } ?? uptime
  }
}

/// Lines are in order within one stream of one source; an export may hold several logs of one process, each a stream.
struct LinePlace: Hashable {
  private let source: SourceID
  private let stream: StreamID

  init(_ event: Event) {
    source = event.source
    stream = event.stream
  }
}

/// Computes the `uptime` of events of one launch that do not carry it, from those that carry both clocks.
///
/// A wall clock that was set moves away from `uptime`, so the nearest event with both clocks counts: of the event's
/// source if that has one, else of any.
///
/// ```
/// line 1: time 100.0 s, uptime 5.0 s
/// line 2: time 100.1 s                    uptime 5.1 s, from line 1
/// line 3: time  70.3 s, uptime 5.3 s      the wall clock was set back by half a minute
/// line 4: time  70.4 s                    uptime 5.4 s, from line 3
/// ```
struct UptimeReckoner {
  /// The events with both clocks: of each source by line, and all by time.
  private var bySource: [LinePlace: [Event]] = [:]
  private let byTime: [Event]

  /// A reckoner for the events of a launch; nil if none carries both clocks.
  init?(_ events: [Event]) {
    guard events.contains(where: Self.hasBoth) else { return nil }
    let anchors = events.filter(Self.hasBoth)
    byTime = anchors.sorted { ($0.time, $0.uptime) < ($1.time, $1.uptime) }
    for anchor in anchors { bySource[LinePlace(anchor), default: []].append(anchor) }
    for source in bySource.keys { bySource[source]?.sort { ($0.line, $0.uptime) < ($1.line, $1.uptime) } }
  }

  private static func hasBoth(_ event: Event) -> Bool { event.time != Event.absent && event.uptime != Event.absent }

  /// The `uptime` of an event in nanoseconds, reckoned if it has none.
  func uptime(of event: Event) -> Int64 {
    if event.uptime != Event.absent { return event.uptime }
    let own = bySource[LinePlace(event)] ?? []
    let nearest =
      own.isEmpty
      ? Self.nearest(to: event, in: byTime, at: byTime.partitioningIndex { $0.time >= event.time })
      : Self.nearest(to: event, in: own, at: own.partitioningIndex { $0.line >= event.line })
    return nearest.uptime &+ (event.time &- nearest.time)
  }

  /// Of the neighbours at an index of a list that is not empty, the one nearer in time to the event.
  private static func nearest(to event: Event, in anchors: [Event], at index: Int) -> Event {
    let before = anchors[max(0, index - 1)]
    let after = anchors[min(anchors.count - 1, index)]
    let isBefore = (event.time &- before.time).magnitude <= (event.time &- after.time).magnitude
    return isBefore ? before : after
  }
}
