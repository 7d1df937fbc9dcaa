package import TraceModel

extension EventStore {
  /// A mark of the present streams; those without current summaries would later count as added.
  package func markStreams() throws(StoreError) -> StreamMark {
    StreamMark(last: try integer("SELECT max(id) FROM streams"))
  }

  /// Adds to `mark` the older streams that have got events, before their summaries are renewed.
  package func noteChanged(_ mark: inout StreamMark) throws(StoreError) {
    mark.changed = try numbers("SELECT id FROM streams WHERE changed AND id <= \(mark.last)")
  }

  /// The contents of the store, or what came in since `mark`.
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

  /// Empty if there is no such row.
  private func text(_ number: Int64) throws(StoreError) -> String {
    try connection.query("SELECT value FROM text_values WHERE id = ?", number).first { $0.string(0) } ?? ""
  }

  /// Conditions for the launches in new streams, and in older streams that have changed since `mark`.
  ///
  /// There are two, as with `OR` SQLite would note each row that it finds, which takes as long as reading it.
  private static func conditions(_ mark: StreamMark) -> [String] {
    // Row numbers, not texts from outside.
    let changed = mark.changed.map { "\($0)" }.joined(separator: ",")
    let known = "launches.stream IN (SELECT value FROM json_each('[\(changed)]'))"
    return ["launches.stream > \(mark.last)"] + (changed.isEmpty ? [] : [known])
  }
}

/// What a store holds, counted in one pass over its launches.
///
/// For speed: a query each for versions, months, devices and formats took thirteen seconds for two million launches.
package struct StoreContents {
  /// The versions of apps with launches, by name.
  ///
  /// A stream with only a system's messages about no app is not a launch.
  package internal(set) var versions: [VersionContents] = []
  /// The months in which launches of each app began, the latest first; launches without a known day come last.
  package internal(set) var months: [MonthContents] = []
  /// The number of devices that the logs name.
  package internal(set) var deviceCount: Int64 = 0
  /// The formats in which launches came, in the order of their names.
  package internal(set) var formats: [String] = []
  /// The number of launches of which only the existence is known.
  package internal(set) var earlierLaunches: Int64 = 0
}

/// The streams of a store at one moment, to find those that change after it.
package struct StreamMark: Sendable {
  let last: Int64
  /// Older streams that have got events since.
  var changed: [Int64] = []

  /// A mark at the stream in this row; 0 for an empty store.
  package init(last: Int64 = 0) { self.last = last }
}

/// Counts launches by app, version and day; texts are row numbers of the store.
private struct ContentsTally {
  var versions: [SIMD2<Int64>: VersionContents] = [:]
  var devicesOfVersions: [SIMD2<Int64>: Set<Int64>] = [:]
  /// By app: launches begun and events on each day; nil is the day of launches without a wall clock.
  var days: [Int64: [Day?: (launches: Int64, events: Int64)]] = [:]
  var devices: Set<Int64> = []
  var earlierLaunches: Int64 = 0

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
    // A stream with only a system's messages is not a launch.
    guard row.integer(ContentsColumn.unknown) < events || isCanonical else { return }
    let key = SIMD2(app, row.integer(ContentsColumn.appVersion))
    var version = versions[key] ?? VersionContents(app: "", appVersion: "", launches: 0)
    version.launches += 1
    if device != 0 { devicesOfVersions[key, default: []].insert(device) }
    if let first { version.first = min(version.first ?? first, first) }
    if let last = Self.instant(row, .last) { version.last = max(version.last ?? last, last) }
    versions[key] = version
  }

  /// Nil without an event on the wall clock.
  private static func instant(_ row: Statement, _ column: ContentsColumn) -> Int64? {
    let offset = row.optional(column)
    if offset == .min || row.integer(ContentsColumn.marks) & 8 != 0 { return nil }
    let instant = row.integer(ContentsColumn.base) &+ offset
    return instant == Event.absent ? nil : instant
  }
}

private enum ContentsColumn: Int32, Column {
  case app, appVersion, device, format, nature, marks, base, first, last, events, unknown
}
