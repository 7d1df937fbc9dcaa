package import TraceModel

/// How logs are read: where they differ from the event record as it is specified, and the limits of reading.
package struct IngestOptions: Sendable {
  /// The keys under which a log writes fields, where it has keys of its own.
  ///
  /// A dot leads into an object, as in `meta.ts`.
  package var keyMap: [(field: Field, key: String)] = []
  /// The keys of `keyMap` that hold the duration of a whole launch (`--map launchDuration=KEY`); their field is
  /// `duration`.
  package var launchKeys: Set<String> = []
  /// Those of them that hold the instant of its end instead (`--map launchEnd=KEY`): its time is that of its begin.
  package var launchEndKeys: Set<String> = []
  /// For a key of `keyMap`, the power of ten that converts its numbers to nanoseconds: 6 for milliseconds.
  package var unitPowers: [String: Int] = [:]
  /// A log's own names of events, each with a name or an alias of the vocabulary.
  ///
  /// If several renamings fit a record, the first with a condition counts, and one without only if there is none.
  package private(set) var renamings: [Renaming] = []
  /// The kinds of event that the recorder can write, in place of those that the log declares; nil to go by the log.
  package var records: [String]?
  /// The offset from UTC, in seconds east, of times that have none.
  package var zoneOffsetSeconds: Int64 = 0
  /// The name of the format; nil to detect it from each source's first bytes.
  package var format: String?
  /// True if events are kept as well that have no meaning in the life cycle of an app.
  package var keepsAll = true
  /// The day of the first time that has no date: its start in UTC, in nanoseconds since 1970.
  package var day: Int64?
  /// True if the day precedes the month in dates as `10/11/2026`, as another line of the source proves; nil without such
  /// dates.
  var isDayFirst: Bool?
  /// Nanoseconds per tick of a device's clock, as a ratio.
  ///
  /// Source: `mach_timebase_info` is 125/3 on devices and Apple silicon, 1/1 on Intel.
  package var timebase: (numerator: Int64, denominator: Int64) = Self.deviceTimebase
  private static let deviceTimebase: (numerator: Int64, denominator: Int64) = (125, 3)
  /// The longest line that is read, in bytes.
  package var lineLimit = 16 << 20
  /// Called while a pipe is silent; the pipe ends there if it returns true.
  package var isStopped: @Sendable () -> Bool
  /// The formats that sources are recognized as; tests add their own.
  var readers = LogFormat.readers
  /// The size of one read, in bytes: with 16 to 64 KiB cutting lines takes 0.9 times as long, with 1 MiB 1.15 times.
  var blockSize = 262_144

  /// Names that `--map` accepts beside those of fields: the duration or the end of a launch, which makes the record a
  /// `launch.measured`; how the app was started, which is the `reason` of such a record; and the id of a session, which
  /// parts the records of an app that name neither launch nor process.
  package static let otherMappings: KeyValuePairs<String, Field> = [
    "launchDuration": .duration, "launchEnd": .duration, "startType": .reason, session: .origin,
  ]
  private static let session = "session"

  /// Adds a key under which a log writes a field; `name` is that of the field, or one of `otherMappings`.
  package mutating func map(_ name: String, _ field: Field, _ key: String, unitPower: Int?) {
    keyMap.append((field, key))
    unitPowers[key] = unitPower
    if name != field.name, field == .duration { launchKeys.insert(key) }
    if name == "launchEnd" { launchEndKeys.insert(key) }
  }

  /// The name by which `--map` sets an entry of `keyMap`, as in `launchDuration`.
  package func mappingName(_ field: Field, _ key: String) -> String {
    guard field == .duration, launchKeys.contains(key) else { return Self.mappingName(field) }
    return launchEndKeys.contains(key) ? "launchEnd" : "launchDuration"
  }

  /// The name by which `--map` sets a field: its own, or the one under which logs know it.
  static func mappingName(_ field: Field) -> String { field == .origin ? session : field.name }

  /// True if an option changes how records are read: one that was rejected without it may be an event with it.
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
  /// Keys at the top of a record that may hold an event's name, or the duration of a launch.
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
  /// For each unit, the power of ten that converts a number to nanoseconds.
  package static let powers = ["ns": 0, "us": 3, "ms": 6, "s": 9]

  /// Endings of keys, each with the unit of the key's numbers.
  private static let endings = [
    ("milliseconds", "ms"), ("Milliseconds", "ms"), ("_millis", "ms"), ("Millis", "ms"), ("_MILLIS", "ms"),
    ("_ms", "ms"), ("Ms", "ms"), ("MS", "ms"), ("microseconds", "us"), ("Microseconds", "us"), ("_micros", "us"),
    ("Micros", "us"), ("_us", "us"), ("_nanos", "ns"), ("Nanos", "ns"), ("nanoseconds", "ns"), ("_ns", "ns"),
    ("_seconds", "s"), ("Seconds", "s"), ("_secs", "s"), ("Secs", "s"), ("_sec", "s"), ("_s", "s"),
  ]

  /// The unit that the end of a key names, as `ms` for `took_ms`; nil if it names none.
  package static func unit(ofKey key: String) -> String? { endings.first { key.hasSuffix($0.0) }?.1 }

  /// The unit of a number that is an instant from 1970 on, by its size: the ranges of the four units do not overlap
  /// before the year 2255.
  static func unit(ofInstant number: DecimalNumber) -> String? {
    let whole = number.integer(cutting: true)?.magnitude
    return whole.map {
      $0 < 9_000_000_000 ? "s" : $0 < 9_000_000_000_000 ? "ms" : $0 < 9_000_000_000_000_000 ? "us" : "ns"
    }
  }
}
