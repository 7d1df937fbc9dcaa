/// One recorded fact, as a plain value of fixed size; its texts are numbers in `Symbols`.
///
/// Times are in nanoseconds; a number that the record lacks is `Event.absent`.
package struct Event: Sendable, Equatable {
  /// What a number is when the record does not hold it.
  @inlinable package static var absent: Int64 { .min }

  /// Wall clock, nanoseconds since 1970, UTC.
  package var time = Event.absent
  /// Monotonic nanoseconds that also count while the device sleeps (`mach_continuous_time`).
  package var uptime = Event.absent
  /// Position in the launch's log, counted by the recorder.
  package var seq = Event.absent
  /// How long the callback took that ended at this event.
  package var duration = Event.absent
  /// Physical footprint in bytes.
  package var memory = Event.absent
  package var stream = StreamID(rawValue: 0)
  package var context = ContextID(rawValue: 0)
  package var signature = SignatureID(rawValue: 0)
  package var scene = TextID.none
  package var sceneInstance = TextID.none
  package var viewInstance = TextID.none
  package var task = TextID.none
  /// All that the record holds beside the fields: one JSON object, keys sorted, no white space.
  package var attributes = TextID.none
  package var source = SourceID(rawValue: 0)
  /// 1-based, in its source.
  package var line: Int32 = 0
  /// How many lines of the source were rejected since the last event, none with a readable `seq`.
  package var lost: Int32 = 0

  /// An event with nothing in it.
  package init() {}

  /// Where it is said that this happened: enough to find the line again.
  package var place: Place {
    var place = Place()
    (place.time, place.uptime, place.seq) = (time, uptime, seq)
    (place.source, place.line) = (source, line)
    return place
  }
}

/// Where an event stands: its clocks, its number and its line.
package struct Place: Sendable, Equatable {
  package var time = Event.absent
  package var uptime = Event.absent
  package var seq = Event.absent
  package var source = SourceID(rawValue: 0)
  /// 1-based, in its source.
  package var line: Int32 = 0

  /// A place nowhere.
  package init() {}
}

/// Who told an event (`source` in the record); `unknown` drives the machines but proves no model.
package enum Teller: UInt8, Sendable, CaseIterable {
  case unknown, delegate, notification, system, swiftui, app

  @inlinable package static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }
  @inlinable package static func != (a: Self, b: Self) -> Bool { a.rawValue != b.rawValue }

  /// The word in the record.
  package var name: String { "\(self)" }
}

/// Whether a callback was entered, returned, or is told as an instant.
package enum CallbackPhase: UInt8, Sendable {
  case instant, begin, end

  @inlinable package static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }
  @inlinable package static func != (a: Self, b: Self) -> Bool { a.rawValue != b.rawValue }
}

/// What events of many launches have in common: the part of an event that repeats.
package struct Signature: Hashable, Sendable {
  package var kind = EventKind.unknown
  /// The name of an event that is not in the vocabulary.
  package var unknownName = TextID.none
  package var teller = Teller.unknown
  package var phase = CallbackPhase.instant
  /// `main`, or any other name.
  package var thread = TextID.none
  package var reason = TextID.none
  package var view = TextID.none
  package var name = TextID.none
  /// `kind` of a task or of work.
  package var taskKind = TextID.none
  package var sceneRole = TextID.none
  package var success: Bool?
  package var prewarmed: Bool?

  /// Its texts, but for the unknown name.
  package static let texts: [any WritableKeyPath<Self, TextID> & Sendable] = [
    \.thread, \.reason, \.view, \.name, \.taskKind, \.sceneRole,
  ]

  /// An unknown event without a name.
  package init() {}

  /// What tells most signatures apart, in few words: it is asked for every event.
  package func hash(into hasher: inout Hasher) {
    let kinds = Int(kind.rawValue) << 32 | Int(phase.rawValue) << 40 | Int(teller.rawValue) << 48
    hasher.combine(kinds | Int(unknownName.rawValue))
    hasher.combine(Int(view.rawValue) << 32 | Int(name.rawValue))
    hasher.combine(Int(thread.rawValue) << 32 | Int(reason.rawValue))
  }
}

/// What a record says of the process and the device it ran on.
package struct Context: Hashable, Sendable {
  package var device = TextID.none
  package var deviceModel = TextID.none
  package var osVersion = TextID.none
  package var platform = TextID.none
  package var processKind = TextID.none
  package var app = TextID.none
  package var appVersion = TextID.none
  package var appBuild = TextID.none
  package var sdkVersion = TextID.none
  package var boot = TextID.none
  /// Names of kinds, joined with commas.
  package var records = TextID.none
  /// The input format that the record came in, `canonical` for the project's own.
  package var format = TextID.none
  package var pid = Event.absent
  package var simulator: Bool?
  package var debugger: Bool?

  /// Its texts.
  package static let texts: [any WritableKeyPath<Self, TextID> & Sendable] = [
    \.device, \.deviceModel, \.osVersion, \.platform, \.processKind, \.app, \.appVersion,
    \.appBuild, \.sdkVersion, \.boot, \.records, \.format,
  ]

  /// A context that says nothing.
  package init() {}
}

/// What names a stream: a launch; else device, app, boot and process id; else the source.
package struct StreamKey: Hashable, Sendable {
  package var launch = TextID.none
  package var device = TextID.none
  package var app = TextID.none
  package var boot = TextID.none
  package var pid = Event.absent
  /// The source's identity, where nothing else is known.
  package var source = TextID.none

  /// A key that names nothing yet.
  package init() {}

  /// Whether the record named its launch; such a stream is one launch.
  package var isLaunch: Bool { !launch.isNone }
}
