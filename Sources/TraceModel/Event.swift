/// One recorded fact, as a plain value of fixed size; its texts are numbers in `Symbols`.
///
/// Times are in nanoseconds; a number that the record lacks is `Event.absent`.
public struct Event: Sendable, Hashable {
  /// What a number is when the record does not hold it.
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
  /// All that the record holds beside the fields: one JSON object, keys sorted, no white space.
  public var attributes = TextID.none
  public var source = SourceID(rawValue: 0)
  /// 1-based, in its source.
  public var line: Int32 = 0
  /// How many lines of the source were rejected since the last event, none with a readable `seq`.
  public var lost: Int32 = 0
  /// Another record of its stream has its `seq` and says something else.
  public var isContradicted = false
  /// It comes from the same record as the event before it.
  public var isFurther = false

  /// An event with nothing in it.
  public init() {}

  /// Where it is said that this happened: enough to find the line again.
  @inlinable public var place: EventLocation {
    var place = EventLocation()
    place.time = time
    place.uptime = uptime
    place.seq = seq
    place.source = source
    place.line = line
    return place
  }
}

/// Where an event stands: its clocks, its number and its line.
public struct EventLocation: Sendable, Equatable {
  public var time = Event.absent
  public var uptime = Event.absent
  public var seq = Event.absent
  public var source = SourceID(rawValue: 0)
  /// 1-based, in its source.
  public var line: Int32 = 0

  /// A place nowhere.
  @inlinable public init() {}
}

/// Who told an event (`source` in the record); `unknown` drives the machines but proves no model.
public enum EventSource: UInt8, Named, Sendable, CaseIterable {
  case unknown, delegate, notification, system, swiftui, app

  @inlinable public static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }
  @inlinable public static func != (a: Self, b: Self) -> Bool { a.rawValue != b.rawValue }
}

/// Whether a callback was entered, returned, or is told as an instant; or in a word that nobody knows.
public enum CallbackPhase: UInt8, Sendable {
  case instant, begin, end, unknown

  @inlinable public static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }
  @inlinable public static func != (a: Self, b: Self) -> Bool { a.rawValue != b.rawValue }
}

/// What events of many launches have in common: the part of an event that repeats.
public struct Signature: Hashable, Sendable {
  public var kind = EventKind.unknown
  /// The name of an event that is not in the vocabulary.
  public var unknownName = TextID.none
  public var eventSource = EventSource.unknown
  public var phase = CallbackPhase.instant
  /// `main`, or any other name.
  public var thread = TextID.none
  public var reason = TextID.none
  public var view = TextID.none
  public var name = TextID.none
  /// `kind` of a task or of work.
  public var taskKind = TextID.none
  public var sceneRole = TextID.none
  public var success: Bool?
  public var prewarmed: Bool?

  /// Its texts, but for the unknown name.
  public static let texts: [any WritableKeyPath<Self, TextID> & Sendable] = [
    \.thread, \.reason, \.view, \.name, \.taskKind, \.sceneRole,
  ]

  /// An unknown event without a name.
  public init() {}

  /// What tells most signatures apart, in few words: it is asked for every event.
  public func hash(into hasher: inout Hasher) {
    let kinds = Int(kind.rawValue) << 32 | Int(phase.rawValue) << 40 | Int(eventSource.rawValue) << 48
    hasher.combine(kinds | Int(unknownName.rawValue))
    hasher.combine(Int(view.rawValue) << 32 | Int(name.rawValue))
    hasher.combine(Int(thread.rawValue) << 32 | Int(reason.rawValue))
  }
}

/// What a record says of the process and the device it ran on.
public struct Context: Hashable, Sendable {
  public var device = TextID.none
  public var deviceModel = TextID.none
  public var osVersion = TextID.none
  public var platform = TextID.none
  public var processKind = TextID.none
  public var app = TextID.none
  public var appVersion = TextID.none
  public var appBuild = TextID.none
  public var sdkVersion = TextID.none
  public var boot = TextID.none
  /// Names of kinds, joined with commas.
  public var records = TextID.none
  /// The input format that the record came in, `canonical` for the project's own.
  public var format = TextID.none
  public var pid = Event.absent
  public var simulator: Bool?
  public var debugger: Bool?

  /// Its texts.
  public static let texts: [any WritableKeyPath<Self, TextID> & Sendable] = [
    \.device, \.deviceModel, \.osVersion, \.platform, \.processKind, \.app, \.appVersion, \.appBuild, \.sdkVersion,
    \.boot, \.records, \.format,
  ]

  /// A context that says nothing.
  public init() {}
}

/// What names a stream: a launch; else device, app, boot and process id; else the source.
public struct StreamKey: Hashable, Sendable {
  public var launch = TextID.none
  public var device = TextID.none
  public var app = TextID.none
  public var boot = TextID.none
  public var pid = Event.absent
  /// The source's identity, where nothing else is known; beside other parts, the format of others that they are of.
  public var source = TextID.none

  /// A key that names nothing yet.
  public init() {}

  /// Whether the record named its launch; such a stream is one launch, unless several owners have one of that id.
  public var isLaunch: Bool { !launch.isNone }
}
