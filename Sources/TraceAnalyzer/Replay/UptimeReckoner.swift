import TraceModel

/// Reckons the `uptime` of events of one launch that do not carry it, from those that carry both clocks.
///
/// A wall clock that was set moves away from `uptime`: so the nearest event with both clocks counts, of its source if that
/// has one, else of any.
///
/// ```
/// line 1: time 100.0 s, uptime 5.0 s
/// line 2: time 100.1 s                    uptime 5.1 s, from line 1
/// line 3: time  70.3 s, uptime 5.3 s      the wall clock was set back by half a minute
/// line 4: time  70.4 s                    uptime 5.4 s, from line 3
/// ```
struct UptimeReckoner {
  /// The events with both clocks: of each source by line, and all by time.
  private var bySource: [SourceID: [Event]] = [:]
  private let byTime: [Event]

  /// A reckoner for the events of a launch; nil if none of them carries both clocks.
  init?(_ events: [Event]) {
    // Mostly no event has `uptime`.
    guard events.contains(where: Self.hasBoth) else { return nil }
    let anchors = events.filter(Self.hasBoth)
    byTime = anchors.sorted { ($0.time, $0.uptime) < ($1.time, $1.uptime) }
    for anchor in anchors { bySource[anchor.source, default: []].append(anchor) }
    for source in bySource.keys { bySource[source]?.sort { ($0.line, $0.uptime) < ($1.line, $1.uptime) } }
  }

  private static func hasBoth(_ event: Event) -> Bool { event.time != Event.absent && event.uptime != Event.absent }

  /// The `uptime` of an event in nanoseconds, reckoned where it has none.
  func uptime(of event: Event) -> Int64 {
    if event.uptime != Event.absent { return event.uptime }
    let own = bySource[event.source] ?? []
    let nearest =
      own.isEmpty
      ? Self.nearest(to: event, in: byTime, at: byTime.partitioningIndex { $0.time >= event.time })
      : Self.nearest(to: event, in: own, at: own.partitioningIndex { $0.line >= event.line })
    return nearest.uptime &+ (event.time &- nearest.time)
  }

  /// The one of two neighbours in a list, which is not empty, whose time is nearer to that of the event.
  private static func nearest(to event: Event, in anchors: [Event], at place: Int) -> Event {
    let before = anchors[max(0, place - 1)]
    let after = anchors[min(anchors.count - 1, place)]
    let isBefore = (event.time &- before.time).magnitude <= (event.time &- after.time).magnitude
    return isBefore ? before : after
  }
}
