package import TraceModel

/// How logs are read where they differ from the event record.
package struct IngestOptions: Sendable {
  /// Fields that a log writes under keys of its own; a point leads into an object, as in `meta.ts`.
  package var keyMap: [(field: Field, key: String)] = []
  /// Those keys of `keyMap` that are mapped to `duration` and hold how long a whole launch took: `launchDuration`.
  package var launchKeys: Set<String> = []
  /// By a key of `keyMap`, the power of ten that makes nanoseconds of its numbers: 6 for milliseconds.
  package var unitPowers: [String: Int] = [:]
  /// Names of events that a log writes in its own way, each with a name or an alias of the vocabulary; of several for one
  /// name the first that holds counts, those with a condition before one without.
  package private(set) var renamings: [Renaming] = []
  /// The kinds that the recorder writes at all, instead of what the lines say.
  package var records: [String]?
  /// Seconds east of UTC of times without an offset.
  package var zoneOffsetSeconds: Int64 = 0
  /// The name of the format; nil to detect it from each source's first bytes.
  package var format: String?
  /// Whether events without a meaning in the life of an app are kept as well.
  package var keepsAll = true
  /// The day of the first time that has none, as the start of that day in UTC, in nanoseconds since 1970.
  package var day: Int64?
  /// Nanoseconds a tick of a device's clock: a ratio.
  ///
  /// Source: `mach_timebase_info` is 125/3 on devices and Apple silicon, 1/1 on Intel.
  package var timebase: (numerator: Int64, denominator: Int64) = Self.deviceTimebase
  private static let deviceTimebase: (numerator: Int64, denominator: Int64) = (125, 3)
  /// The longest line that is read, in bytes.
  package var lineLimit = 16 << 20
  /// Asked while a pipe is silent: true ends it there.
  package var isStopped: @Sendable () -> Bool
  /// The formats that sources are recognized as; tests add their own.
  var readers = LogFormat.readers
  /// The size of one read, in bytes: with 16 to 64 KiB cutting lines takes 0.9 times as long, with 1 MiB 1.15 times.
  var blockSize = 262_144

  /// What a mapping is called that is no field's: the length of a launch, which makes the record `launch.measured`, and how
  /// the app was started, which such a record has as its `reason`.
  package static let launchMappings: KeyValuePairs<String, Field> = ["launchDuration": .duration, "startType": .reason]

  /// What an entry of `keyMap` is called, as in `launchDuration`.
  package func mappingName(_ field: Field, _ key: String) -> String {
    field == .duration && launchKeys.contains(key) ? "launchDuration" : field.name
  }

  /// True if logs are to be read otherwise than they say themselves: a record that was rejected may be an event then.
  package var differ: Bool {
    !keyMap.isEmpty || !renamings.isEmpty || records != nil || zoneOffsetSeconds != 0 || format != nil || day != nil
      || timebase != Self.deviceTimebase
  }

  /// Adds a renaming, or replaces the one of the same name under the same condition.
  package mutating func add(_ renaming: Renaming) {
    renamings.removeAll { $0.subject == renaming.subject }
    renamings.append(renaming)
  }

  /// The event record as it is specified.
  package init(isStopped: @escaping @Sendable () -> Bool = { false }) { self.isStopped = isStopped }
}

extension IngestOptions {
  /// Keys that may hold an event's name, or the length of a launch, at the top of a record.
  var eventKeys: Set<String> {
    let keys = keyMap.filter { $0.field == .event }.map(\.key) + launchKeys
    return Set(keys + keys.map(Self.outermost) + [Field.event.name])
  }

  /// Whether an object has a key that may hold an event's name.
  func isRecord(_ object: [UInt8]) -> Bool { !eventKeys.isDisjoint(with: LogHead.keys(object.span, 0)) }

  private static func outermost(_ key: String) -> String { String(key.prefix { $0 != "." }) }
}

/// Units of time, as `--map FIELD=KEY:UNIT` accepts them and as keys end in them, as in `took_ms`.
package enum KeyUnit {
  /// By unit the power of ten that makes nanoseconds of a number.
  package static let powers = ["ns": 0, "us": 3, "ms": 6, "s": 9]

  /// Endings of keys that hold a number in a unit.
  private static let endings = [
    ("milliseconds", "ms"), ("Milliseconds", "ms"), ("_millis", "ms"), ("Millis", "ms"), ("_MILLIS", "ms"),
    ("_ms", "ms"), ("Ms", "ms"), ("MS", "ms"), ("microseconds", "us"), ("Microseconds", "us"), ("_micros", "us"),
    ("Micros", "us"), ("_us", "us"), ("_nanos", "ns"), ("Nanos", "ns"), ("nanoseconds", "ns"), ("_ns", "ns"),
    ("_seconds", "s"), ("Seconds", "s"), ("_secs", "s"), ("Secs", "s"), ("_sec", "s"), ("_s", "s"),
  ]

  /// The unit that the end of a key says, as `ms` of `took_ms`; nil if it says none.
  package static func unit(ofKey key: String) -> String? { endings.first { key.hasSuffix($0.0) }?.1 }

  /// The unit in which a number of this size says when something was, in the years from 1970 on: numbers of the four
  /// units never meet before the year 2255.
  static func unit(ofInstant number: DecimalNumber) -> String? {
    let whole = number.integer(cutting: true)?.magnitude
    return whole.map {
      $0 < 9_000_000_000 ? "s" : $0 < 9_000_000_000_000 ? "ms" : $0 < 9_000_000_000_000_000 ? "us" : "ns"
    }
  }
}
