import TraceModel

/// Counts launches by their apps, versions, days and formats; texts are the store's numbers.
struct ContentsTally {
  /// An app, and its version or a day.
  struct Key: Hashable {
    let app: Int64
    let part: Int64
  }

  /// What there is of one version.
  struct Version {
    var launches: Int64 = 0
    var devices: Set<Int64> = []
    var first: Int64?
    var last: Int64?
  }

  /// What began on one day.
  struct Day {
    var launches: Int64 = 0
    var events: Int64 = 0
  }

  private static let nanosecondsOfDay: Int64 = 86_400_000_000_000
  /// Stands for the day of launches without a time of day.
  static let unknownDay = Int64.min

  private(set) var versions: [Key: Version] = [:]
  private(set) var days: [Key: Day] = [:]
  private(set) var devices: Set<Int64> = []
  private(set) var formats: Set<Int64> = []
  private(set) var earlierLaunches: Int64 = 0

  /// Counts the launch of a row; `isCanonical` is true for the number of the project's own format.
  mutating func add(_ row: Statement, isCanonical: (_ format: Int64) -> Bool) {
    let format = row.integer(ContentsColumn.format)
    formats.insert(format)
    if row.integer(ContentsColumn.nature) == 4 {
      earlierLaunches += 1
      return
    }
    let app = row.integer(ContentsColumn.app)
    let device = row.integer(ContentsColumn.device)
    let events = row.integer(ContentsColumn.events)
    let isTimed = row.integer(ContentsColumn.marks) & 8 == 0
    let first = isTimed ? Self.instant(row, .first) : nil
    if device != 0 { devices.insert(device) }
    days[Key(app: app, part: first.map(Self.day) ?? Self.unknownDay), default: Day()].add(events)
    guard row.integer(ContentsColumn.unknown) < events || isCanonical(format) else { return }
    let last = isTimed ? Self.instant(row, .last) : nil
    let key = Key(app: app, part: row.integer(ContentsColumn.appVersion))
    versions[key, default: Version()].add(device, first, last)
  }

  /// The instant of a launch's first or last event; nil if it has none.
  private static func instant(_ row: Statement, _ column: ContentsColumn) -> Int64? {
    let offset = row.optional(column)
    if offset == .min { return nil }
    let instant = row.integer(ContentsColumn.base) &+ offset
    return instant == Event.absent ? nil : instant
  }

  /// The days from 1970 to an instant, in UTC.
  private static func day(_ instant: Int64) -> Int64 {
    let days = instant / nanosecondsOfDay
    return instant % nanosecondsOfDay < 0 ? days - 1 : days
  }

  /// The month of a day, as in `2026-11`; empty if the day is unknown.
  static func month(ofDay day: Int64) -> String {
    if day == unknownDay { return "" }
    // Noon, wrapping on the way: midnight of the first day that there is lies before the first instant.
    return String(Timestamp.rfc3339(day &* nanosecondsOfDay &+ nanosecondsOfDay / 2).prefix(7))
  }
}

extension ContentsTally.Version {
  fileprivate mutating func add(_ device: Int64, _ begin: Int64?, _ end: Int64?) {
    launches += 1
    if device != 0 { devices.insert(device) }
    if let begin { first = min(first ?? begin, begin) }
    if let end { last = max(last ?? end, end) }
  }
}

extension ContentsTally.Day {
  fileprivate mutating func add(_ count: Int64) {
    launches += 1
    // Wrapping, as a store that was tampered with may hold any count.
    events &+= count
  }
}

/// The columns of the query by which the launches of a store are counted.
enum ContentsColumn: Int32, Column {
  case app, appVersion, device, format, nature, marks, base, first, last, events, unknown

  /// The first ones are those of the context: a stream has some of the same names.
  static let list = allCases.map { column in
    column.rawValue <= format.rawValue ? "contexts.\(column.name)" : column.name
  }.joined(separator: ", ")
}
