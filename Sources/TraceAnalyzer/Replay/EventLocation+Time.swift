import TraceModel

extension EventLocation {
  /// The nanoseconds from here to a later location of the same launch, on `uptime` if both carry it, else on `time`;
  /// nil if the clock steps back.
  func nanos(to later: EventLocation) -> Int64? {
    let isOnUptime = uptime != Event.absent && later.uptime != Event.absent
    let (from, to) = isOnUptime ? (uptime, later.uptime) : (time, later.time)
    return from != Event.absent && to >= from ? to &- from : nil
  }
}

extension Event {
  /// How long the callback took that ended here, in nanoseconds; 0 if unknown.
  var taken: Int64 { duration == Event.absent ? 0 : duration }

  var entry: EventLocation {
    var entry = location
    if time != Event.absent { entry.time = time &- taken }
    if uptime != Event.absent { entry.uptime = uptime &- taken }
    return entry
  }
}

extension Array {
  /// An array of one element, or of none.
  init(_ element: Element?) { self = element.map { [$0] } ?? [] }
}
