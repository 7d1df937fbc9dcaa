import TraceModel

/// Separates the launches that one launch id names by their lengths alone.
///
/// A key such as `session_id`, mapped to `launch`, outlives the process: then two records of one measure are two launches.
/// Records of two measures are one launch, as Datadog's `ttid` and `ttfd`; so are a length and the events of a launch.
enum MeasuredSplitter {
  /// True if there are two records of a launch's length by one measure; mostly no event has a duration.
  static func mayBeSeveral(_ events: some Sequence<Event>, _ symbols: Symbols) -> Bool {
    var first: [TextID] = []
    for event in events where event.duration != Event.absent {
      let signature = symbols.signature(event)
      guard signature.kind == .launchMeasured else { continue }
      if first.contains(signature.taskKind) { return true }
      first.append(signature.taskKind)
    }
    return false
  }

  /// The events of each launch, in the order of time; all of them if there are events of a launch as well.
  static func split(_ events: [Event], _ symbols: Symbols) -> [[Event]] {
    func kind(_ event: Event) -> EventKind { symbols.signature(event).kind }
    guard mayBeSeveral(events, symbols), events.allSatisfy({ [.launchMeasured, .unknown].contains(kind($0)) }) else {
      return [events]
    }
    var launches: [[Event]] = []
    // By measure, how many different records of it came.
    var counts: [TextID: Int] = [:]
    var earlier: [TextID: Event] = [:]
    let measured = events.filter { kind($0) == .launchMeasured }
    for event in LaunchOrder.ordered(measured, usesSeq: false, symbols).map(\.event) {
      let measure = symbols.signature(event).taskKind
      // Two exports may hold one record.
      let isCopy = earlier[measure].map { $0.time == event.time && $0.duration == event.duration } ?? false
      let index = max(counts[measure, default: 0] - (isCopy ? 1 : 0), 0)
      counts[measure] = index + 1
      earlier[measure] = event
      if index == launches.count { launches.append([]) }
      launches[index].append(event)
    }
    launches[0] += events.filter { kind($0) == .unknown }
    return launches
  }
}
