import TraceModel

/// Counts launches by their apps, versions, days and formats; texts are the store's numbers.
struct ContentsTally {
  /// An app, and its version or a day.
  struct Key<Part: Hashable>: Hashable {
    let app: Int64
    let part: Part
  }

  /// What there is of one version.
  struct Version {
    var launches: Int64 = 0
    var devices: Set<Int64> = []
    var first: Int64?
    var last: Int64?

    /// Counts a launch; 0 for an unknown device.
    mutating func add(_ device: Int64, _ begin: Int64?, _ end: Int64?) {
      launches += 1
      if device != 0 { devices.insert(device) }
      if let begin { first = min(first ?? begin, begin) }
      if let end { last = max(last ?? end, end) }
    }
  }

  private(set) var versions: [Key<Int64>: Version] = [:]
  /// How many launches began on each day, and how many events they have; nil for launches without a time of day.
  private(set) var days: [Key<Day?>: (launches: Int64, events: Int64)] = [:]
  private(set) var devices: Set<Int64> = []
  private(set) var earlierLaunches: Int64 = 0

  /// Counts the launch of a row; `isCanonical` is true for the project's own format.
  mutating func add(_ row: Statement, isCanonical: Bool) {
    if row.integer(ContentsColumn.nature) == 4 {
      earlierLaunches += 1
      return
    }
    let app = row.integer(ContentsColumn.app)
    let device = row.integer(ContentsColumn.device)
    let events = row.integer(ContentsColumn.events)
    let first = Self.instant(row, .first)
    if device != 0 { devices.insert(device) }
    let day = Key(app: app, part: first.map { Day(of: $0) })
    days[day, default: (0, 0)].launches += 1
    // Wrapping, as a store that was tampered with may hold any count.
    days[day, default: (0, 0)].events &+= events
    guard row.integer(ContentsColumn.unknown) < events || isCanonical else { return }
    let version = Key(app: app, part: row.integer(ContentsColumn.appVersion))
    versions[version, default: Version()].add(device, first, Self.instant(row, .last))
  }

  /// The instant of a launch's first or last event; nil if it has none, or none on the wall clock.
  private static func instant(_ row: Statement, _ column: ContentsColumn) -> Int64? {
    let offset = row.optional(column)
    if offset == .min || row.integer(ContentsColumn.marks) & 8 != 0 { return nil }
    let instant = row.integer(ContentsColumn.base) &+ offset
    return instant == Event.absent ? nil : instant
  }
}

/// The columns of the query by which the launches of a store are counted.
enum ContentsColumn: Int32, Column {
  case app, appVersion, device, format, nature, marks, base, first, last, events, unknown
}
