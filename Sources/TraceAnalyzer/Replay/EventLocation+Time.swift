import TraceModel

extension EventLocation {
  /// The time from here to a later location of the same launch, in nanoseconds.
  ///
  /// Read on `uptime` if both carry it, else on `time`; none where that steps back.
  func nanos(to later: EventLocation) -> Int64? {
    let isOnUptime = uptime != Event.absent && later.uptime != Event.absent
    let (from, to) = isOnUptime ? (uptime, later.uptime) : (time, later.time)
    return from != Event.absent && to >= from ? to &- from : nil
  }
}

extension Event {
  /// How long the callback took that ended here, 0 where that is not recorded.
  var taken: Int64 { duration == Event.absent ? 0 : duration }

  /// Where the callback was entered that ended here.
  var entry: EventLocation {
    var entry = location
    if time != Event.absent { entry.time = time &- taken }
    if uptime != Event.absent { entry.uptime = uptime &- taken }
    return entry
  }
}

extension Array {
  /// The one element that there is, if there is one.
  init(_ element: Element?) { self = element.map { [$0] } ?? [] }
}
