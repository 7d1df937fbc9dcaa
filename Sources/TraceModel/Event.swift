/// One recorded fact: a plain value of fixed size, whose texts are numbers in `Symbols`.
///
/// Times are in nanoseconds; a number that the record lacks is `Event.absent`.
public struct Event: Sendable, Hashable {
  /// The value of an absent number: `Int64.min`, which no real clock shows.
  @inlinable public static var absent: Int64 { .min }

  /// Wall clock, nanoseconds since 1970, UTC.
  public var time = Event.absent
  /// Monotonic nanoseconds that also count while the device sleeps (`mach_continuous_time`).
  public var uptime = Event.absent
  /// Position in the launch's log, counted by the recorder.
  public var seq = Event.absent
  /// How long the callback took that ended at this event.
  public var duration = Event.absent
  /// Physical footprint in bytes.
  public var memory = Event.absent
  public var stream = StreamID(rawValue: 0)
  public var context = ContextID(rawValue: 0)
  public var signature = SignatureID(rawValue: 0)
  public var scene = TextID.none
  public var sceneInstance = TextID.none
  public var viewInstance = TextID.none
  public var task = TextID.none
  /// The members of the record that are no fields: one JSON object, keys sorted, no white space.
  public var attributes = TextID.none
  public var source = SourceID(rawValue: 0)
  /// 1-based, in its source; negative in a source with the newest line first, so that lines always rise with time.
  ///
  /// `EventLocation.lineNumber` is the number to show.
  public var line: Int32 = 0
  /// How many lines without a readable `seq` were rejected since the last event of the source.
  public var lost: Int32 = 0
  /// True if another record of its stream has the same `seq` and describes another event.
  public var isContradicted = false
  /// True if it comes from the record of the event before it, as some formats hold two events in a record.
  public var isFurther = false

  /// An event without values.
  public init() {}

  /// The clocks, number and line of this event, by which it is found in its log.
  @inlinable public var location: EventLocation {
    var location = EventLocation()
    location.time = time
    location.uptime = uptime
    location.seq = seq
    location.source = source
    location.line = line
    return location
  }
}

extension [Event] {
  /// The ranges of consecutive events of one stream.
  package var runs: [Range<Int>] {
    var runs: [Range<Int>] = []
    var start = 0
    for end in 1..<count + 1 where end == count || self[end].stream != self[start].stream {
      runs.append(start..<end)
      start = end
    }
    return runs
  }
}

/// The location of an event: its clocks, its number and its line.
public struct EventLocation: Sendable, Equatable {
  public var time = Event.absent
  public var uptime = Event.absent
  public var seq = Event.absent
  public var source = SourceID(rawValue: 0)
  /// As `Event.line`.
  public var line: Int32 = 0

  /// The line in the source, from 1; 0 without one.
  public var lineNumber: Int { Int(line.magnitude) }

  /// The 1-based line for a line as in an event; `Event.absent` stays.
  public static func lineNumber(_ line: Int64) -> Int64 { line == Event.absent ? line : abs(line) }

  /// A location without a clock, a number or a line.
  @inlinable public init() {}
}
