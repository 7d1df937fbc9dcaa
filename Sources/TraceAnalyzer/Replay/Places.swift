import TraceModel

extension Place {
  /// The time from here to a later place of the same launch, in nanoseconds.
  ///
  /// Read on `uptime` if both carry it, else on `time`; none where that steps back.
  func nanos(to later: Place) -> Int64? {
    let isOnUptime = uptime != Event.absent && later.uptime != Event.absent
    let (from, to) = isOnUptime ? (uptime, later.uptime) : (time, later.time)
    return from != Event.absent && to >= from ? to &- from : nil
  }
}

extension Event {
  /// How long the callback took that ended here, 0 where that is not recorded.
  var taken: Int64 { duration == Event.absent ? 0 : duration }

  /// Where the callback was entered that ended here.
  var entry: Place {
    var entry = place
    if time != Event.absent { entry.time = time &- taken }
    if uptime != Event.absent { entry.uptime = uptime &- taken }
    return entry
  }
}

/// A stretch of time on a launch's clock.
struct Span {
  var begin: Int64
  var end: Int64
}

/// Stretches in which something keeps the app running, asked for overlaps.
struct Cover {
  private let begins: [Int64]
  /// `reach[i]` is the latest end among the first `i + 1` stretches.
  private let reach: [Int64]

  init(_ spans: [Span]) {
    let sorted = spans.sorted { $0.begin < $1.begin }
    begins = sorted.map(\.begin)
    var latest = Int64.min
    reach = sorted.map { span in
      latest = max(latest, span.end)
      return latest
    }
  }

  /// Whether some stretch overlaps `span`.
  func overlaps(_ span: Span) -> Bool {
    let before = Search.first(in: begins.indices) { begins[$0] >= span.end }
    return before > 0 && reach[before - 1] > span.begin
  }
}

extension Array {
  /// The one element that there is, if there is one.
  init(_ element: Element?) { self = element.map { [$0] } ?? [] }
}

/// Binary search.
enum Search {
  /// The first place at which `isPast` holds, which is false before it and true after it.
  static func first(in places: Range<Int>, where isPast: (Int) -> Bool) -> Int {
    var low = places.lowerBound
    var high = places.upperBound
    while low < high {
      let middle = (low + high) / 2
      if isPast(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
