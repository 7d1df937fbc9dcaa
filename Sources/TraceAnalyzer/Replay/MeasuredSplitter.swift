import TraceModel

/// Separates the launches that one launch id names by their lengths alone, and gives each the end of its process.
///
/// A session's id outlives the process: two records of one measure are two launches, and so are two that began at
/// different times. Two measures of one begin are one launch, as Datadog's `ttid` and `ttfd`; so are a length and the
/// events of a launch. An end belongs to the last launch that had begun.
enum MeasuredSplitter {
  /// How far apart two measures may place the begin of one launch.
  private static let tolerance = Inference.folded.nanos
  private static let kinds: KindSet = [.launchMeasured, .processExit, .unknown]

  /// True if there are two records of a launch's length, or one and an end; mostly no event has a duration.
  static func mayBeSeveral(_ events: some Sequence<Event>, _ symbols: Symbols) -> Bool {
    func kind(_ event: Event) -> EventKind { symbols.signature(event).kind }
    let count = events.count { $0.duration != Event.absent && kind($0) == .launchMeasured }
    return count > 1 || count == 1 && events.contains { kind($0) == .processExit }
  }

  /// The events of each launch, by time; one list if there are events of a launch as well.
  static func split(_ events: [Event], _ symbols: Symbols) -> [[Event]] {
    func kind(_ event: Event) -> EventKind { symbols.signature(event).kind }
    guard mayBeSeveral(events, symbols), events.allSatisfy({ kinds.contains(kind($0)) }) else { return [events] }
    let measured = events.filter { kind($0) == .launchMeasured }
    var launches: [(begin: Int64, events: [Event])] = []
    for event in LaunchOrder.ordered(measured, usesSeq: false, symbols).map(\.event) {
      let begin = instant(event) &- event.taken
      let index = launches.firstIndex { launch in
        let others = launch.events.filter { symbols.signature($0).taskKind == symbols.signature(event).taskKind }
        // Two exports may hold one record.
        let isCopy = others.contains { instant($0) == instant(event) && $0.duration == event.duration }
        return isCopy || others.isEmpty && (launch.begin &- begin).magnitude <= UInt64(tolerance)
      }
      if let index { launches[index].events.append(event) } else { launches.append((begin, [event])) }
    }
    launches.sort { $0.begin < $1.begin }
    var early: [Event] = []
    for event in events where kind(event) == .processExit {
      if let index = launches.lastIndex(where: { $0.begin <= instant(event) }) {
        launches[index].events.append(event)
      } else {
        early.append(event)
      }
    }
    launches[0].events += events.filter { kind($0) == .unknown }
    return (early.isEmpty ? [] : [early]) + launches.map(\.events)
  }

  private static func instant(_ event: Event) -> Int64 { event.time == Event.absent ? event.uptime : event.time }
}
