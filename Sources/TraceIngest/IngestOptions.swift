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
  /// The keys of `keyMap` that hold the time since an instant, which is the record's `time` (`--map offset=KEY`); their
  /// field is `uptime`.
  package var offsetKeys: Set<String> = []
  /// For a key of `keyMap`, the power of ten that converts its numbers to nanoseconds: 6 for milliseconds.
  package var unitPowers: [String: Int] = [:]
  /// For a key, the decimal mark of the numbers in its texts: of `--map`, or what the first records of a source show.
  package var decimalMarks: [String: DecimalMark] = [:]
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
  /// `launch.measured`; how the app was started, which is the `reason` of such a record; the time since the instant that
  /// `time` is; and the id of a session, which parts the records of an app that name neither launch nor process.
  package static let otherMappings: KeyValuePairs<String, Field> = [
    "launchDuration": .duration, "launchEnd": .duration, startType: .reason, offset: .uptime, session: .origin,
  ]
  private static let session = "session"
  static let offset = "offset"
  static let startType = "startType"

  /// Adds a key under which a log writes a field; `name` is that of the field, or one of `otherMappings`.
  package mutating func map(_ name: String, _ field: Field, _ key: String, _ form: KeyForm) {
    keyMap.append((field, key))
    unitPowers[key] = form.unitPower
    decimalMarks[key] = form.mark
    isDayFirst = form.isDayFirst ?? isDayFirst
    if name != field.name, field == .duration { launchKeys.insert(key) }
    if name == "launchEnd" { launchEndKeys.insert(key) }
    if name == Self.offset { offsetKeys.insert(key) }
  }

  /// How the numbers under a key are written, as far as an option or the source says it.
  package func form(ofKey key: String) -> KeyForm {
    let needsUnit = launchKeys.contains(key) && !launchEndKeys.contains(key) || offsetKeys.contains(key)
    return KeyForm(unitPower: unitPowers[key], mark: decimalMarks[key], needsUnit: needsUnit)
  }

  /// The forms of numbers, by their keys.
  var forms: [String: KeyForm] {
    let keys = hasForms ? Set(keyMap.map(\.key) + decimalMarks.keys) : []
    let forms = keys.map { ($0, form(ofKey: $0)) }.filter { $0.1 != KeyForm() }
    return Dictionary(uniqueKeysWithValues: forms)
  }

  /// True if the numbers under some key have a form of their own.
  var hasForms: Bool {
    !unitPowers.isEmpty || !decimalMarks.isEmpty || !launchKeys.isEmpty || !offsetKeys.isEmpty
  }

  /// How the fields and names of a log of one's own are read, as rows of a configuration: each with what it sets, which is
  /// a field, or a name with its condition.
  package var rows: [(row: OwnRow, subject: String)] {
    let nameKey = keyMap.first { $0.field == .event }?.key ?? Field.event.name
    let fields = keyMap.map { field, key -> (OwnRow, String) in
      let name = mappingName(field, key)
      var form = form(ofKey: key)
      if field == .time { form.isDayFirst = isDayFirst }
      return (.field(name, keys: [key + form.text]), name)
    }
    let others = renamings.map { renaming in
      (renaming.field == nil ? OwnRow.event(renaming, nameKey: nameKey) : .word(renaming), renaming.subject)
    }
    return fields + others
  }

  /// The name by which `--map` sets an entry of `keyMap`, as in `launchDuration`.
  package func mappingName(_ field: Field, _ key: String) -> String {
    if field == .uptime, offsetKeys.contains(key) { return Self.offset }
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

/// How the numbers under a key are written, as `--map duration=KEY:,ms` says it.
package struct KeyForm: Equatable, Sendable {
  /// The power of ten that converts them to nanoseconds; nil if the option names no unit.
  package var unitPower: Int?
  /// The mark before a fraction; nil if the number itself has to show it.
  package var mark: DecimalMark?
  /// True if the day precedes the month in dates such as `10/11/2026`; nil if the option does not say it.
  package var isDayFirst: Bool?
  /// True for a length of which nothing tells its unit but the value or the option.
  var needsUnit = false

  /// A form.
  package init(unitPower: Int? = nil, mark: DecimalMark? = nil) {
    self.init(unitPower: unitPower, mark: mark, needsUnit: false)
  }

  fileprivate init(unitPower: Int?, mark: DecimalMark?, needsUnit: Bool) {
    self.unitPower = unitPower
    self.mark = mark
    self.needsUnit = needsUnit
  }

  /// The form as it stands behind a key, as in `:,ms`; empty if it says nothing.
  package var text: String {
    let unit = KeyUnit.powers.first { $0.value == unitPower }?.key ?? ""
    let day = isDayFirst.map { $0 ? Self.dayFirst : Self.monthFirst } ?? ""
    let said = (mark.map { String($0.rawValue) } ?? "") + unit + day
    return said.isEmpty ? "" : ":\(said)"
  }

  /// Day, month and year in the order in which dates have them.
  package static let dayFirst = "dmy"
  package static let monthFirst = "mdy"

  /// The form that stands behind a key, as in `,ms`, `ms`, `,` or `dmy`; nil for any other text.
  package init?(_ text: some StringProtocol) {
    if text == Self.dayFirst || text == Self.monthFirst {
      self.init()
      isDayFirst = text == Self.dayFirst
      return
    }
    let mark = text.first.flatMap(DecimalMark.init(rawValue:))
    let unit = String(mark == nil ? text[...] : text.dropFirst())
    let power = KeyUnit.powers[unit]
    guard power != nil || unit.isEmpty && mark != nil else { return nil }
    self.init(unitPower: power, mark: mark)
  }
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

  /// The unit that the last word of a key means in any language, as `ms` for `launch.Dauer_Millisekunden`.
  package static func unit(ofKeysEnd key: String) -> String? {
    let last = NameWords.words(of: key.split(separator: ".").last ?? "").last
    return last.flatMap(WrittenNumber.unit(named:)) ?? unit(ofKey: key)
  }

  /// The unit of a number that is an instant from 1970 on, by its size: the ranges of the four units do not overlap
  /// before the year 2255.
  static func unit(ofInstant number: DecimalNumber) -> String? {
    let whole = number.integer(cutting: true)?.magnitude
    return whole.map {
      $0 < 9_000_000_000 ? "s" : $0 < 9_000_000_000_000 ? "ms" : $0 < 9_000_000_000_000_000 ? "us" : "ns"
    }
  }
}
