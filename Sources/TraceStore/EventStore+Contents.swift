package import TraceModel

extension EventStore {
  /// The streams that there are, to see later which came in; what has no summaries up to date would seem to have come
  /// in.
  package func markStreams() throws(StoreError) -> StreamMark {
    StreamMark(last: try integer("SELECT max(id) FROM streams"))
  }

  /// Adds to `mark` the older streams into which events came, before their summaries are brought up to date.
  package func noteChanged(_ mark: inout StreamMark) throws(StoreError) {
    mark.changed = try numbers("SELECT id FROM streams WHERE changed AND id <= \(mark.last)")
  }

  /// What the store holds, or what came in since `mark`.
  package func contents(since mark: StreamMark? = nil) throws(StoreError) -> StoreContents {
    var formats: [Int64: String] = [:]
    var tally = ContentsTally()
    for condition in mark.map(Self.conditions) ?? ["TRUE"] {
      let row = try connection.prepare(
        """
        SELECT contexts.app, contexts.app_version, contexts.device, contexts.format,
          nature, marks, base, first, last, events, unknown
        FROM launches
          JOIN streams ON streams.id = launches.stream
          JOIN contexts ON contexts.id = coalesce(launches.context, streams.base_context)
        WHERE \(condition)
        """)
      while try row.step() {
        let format = row.integer(ContentsColumn.format)
        let name = if let known = formats[format] { known } else { try text(format) }
        formats[format] = InputFormat.isOwn(name) ? InputFormat.canonical.name : name
        tally.add(row, isCanonical: InputFormat.isOwn(name))
      }
    }
    var contents = StoreContents()
    contents.earlierLaunches = tally.earlierLaunches
    contents.deviceCount = Int64(tally.devices.count)
    contents.formats = Set(formats.values).sorted()
    for (key, var version) in tally.versions {
      version.app = try text(key.x)
      version.appVersion = try text(key.y)
      version.devices = Int64(tally.devicesOfVersions[key]?.count ?? 0)
      contents.versions.append(version)
    }
    contents.versions.sort(by: VersionContents.isBefore)
    var months: [[String]: (launches: Int64, events: Int64)] = [:]
    for (app, days) in tally.days {
      for (day, sum) in days {
        let month = [day?.month ?? "", try text(app)]
        months[month, default: (0, 0)].launches += sum.launches
        months[month, default: (0, 0)].events &+= sum.events
      }
    }
    contents.months = months.map { MonthContents(app: $0[1], month: $0[0], launches: $1.launches, events: $1.events) }
    contents.months.sort { a, b in a.month == b.month ? a.app < b.app : a.month > b.month }
    return contents
  }

  /// The text with a number in the store; empty if there is none.
  private func text(_ number: Int64) throws(StoreError) -> String {
    try connection.query("SELECT value FROM text_values WHERE id = ?", number).first { $0.string(0) } ?? ""
  }

  /// The rows of launches into whose streams something came since `mark`: those of new streams, and those of others.
  ///
  /// Two conditions, as SQLite would note each row that fits one of them with `OR`, which takes as long as to read it.
  private static func conditions(_ mark: StreamMark) -> [String] {
    // Numbers of the store's own.
    let changed = mark.changed.map { "\($0)" }.joined(separator: ",")
    let known = "launches.stream IN (SELECT value FROM json_each('[\(changed)]'))"
    return ["launches.stream > \(mark.last)"] + (changed.isEmpty ? [] : [known])
  }
}

/// What a store holds, counted in one pass over its launches.
///
/// For speed: a query each for versions, months, devices and formats took thirteen seconds for two million launches.
package struct StoreContents {
  /// The versions of apps that there are launches of, in the order of their names.
  ///
  /// What holds nothing but a system's messages about no app is no launch.
  package internal(set) var versions: [VersionContents] = []
  /// The months in which launches of each app began, the latest first; then those of no known day.
  package internal(set) var months: [MonthContents] = []
  /// How many devices the logs of all launches name.
  package internal(set) var deviceCount: Int64 = 0
  /// The formats in which launches came, in the order of their names.
  package internal(set) var formats: [String] = []
  /// How many launches there are of which no more is known than that they were.
  package internal(set) var earlierLaunches: Int64 = 0
}

/// Streams into which something came since this was asked for, by their rows.
package struct StreamMark: Sendable {
  /// Streams with larger rows are new.
  let last: Int64
  /// Older streams that have got more events since.
  var changed: [Int64] = []

  /// A mark in a store whose last stream is in this row; by default in an empty one.
  package init(last: Int64 = 0) { self.last = last }
}

/// Counts launches by their apps, versions and days; texts are the store's numbers.
private struct ContentsTally {
  /// By app and version, and how many devices have each.
  var versions: [SIMD2<Int64>: VersionContents] = [:]
  var devicesOfVersions: [SIMD2<Int64>: Set<Int64>] = [:]
  /// By app, how many launches began on each day, and how many events they have; nil for launches without a time of day.
  var days: [Int64: [Day?: (launches: Int64, events: Int64)]] = [:]
  var devices: Set<Int64> = []
  var earlierLaunches: Int64 = 0

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
    let day = first.map { Day(of: $0) }
    days[app, default: [:]][day, default: (0, 0)].launches += 1
    // Wrapping, as a store that was tampered with may hold any count.
    days[app, default: [:]][day, default: (0, 0)].events &+= events
    // What holds nothing but a system's messages is no launch.
    guard row.integer(ContentsColumn.unknown) < events || isCanonical else { return }
    let key = SIMD2(app, row.integer(ContentsColumn.appVersion))
    var version = versions[key] ?? VersionContents(app: "", appVersion: "", launches: 0)
    version.launches += 1
    if device != 0 { devicesOfVersions[key, default: []].insert(device) }
    if let first { version.first = min(version.first ?? first, first) }
    if let last = Self.instant(row, .last) { version.last = max(version.last ?? last, last) }
    versions[key] = version
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
private enum ContentsColumn: Int32, Column {
  case app, appVersion, device, format, nature, marks, base, first, last, events, unknown
}
