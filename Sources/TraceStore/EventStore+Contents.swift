import TraceModel

extension EventStore {
  /// The streams that there are, to see later which came in.
  ///
  /// Summaries have to be up to date: what they lack would seem to have come in.
  package func markStreams() throws(StoreError) -> StreamMark {
    var mark = StreamMark()
    mark.last = try integer("SELECT max(id) FROM streams")
    return mark
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
        if formats[format] == nil { formats[format] = try formatName(format) }
        tally.add(row, isCanonical: formats[format] == InputFormat.canonical.name)
      }
    }
    return try contents(tally, formats)
  }

  /// What was counted, with its texts.
  private func contents(_ tally: ContentsTally, _ formats: [Int64: String]) throws(StoreError) -> StoreContents {
    var contents = StoreContents()
    contents.earlierLaunches = tally.earlierLaunches
    contents.deviceCount = Int64(tally.devices.count)
    contents.formats = Set(formats.values).sorted()
    for (key, version) in tally.versions.sorted(by: { ($0.key.app, $0.key.part) < ($1.key.app, $1.key.part) }) {
      contents.versions.append(
        VersionContents(
          app: try text(key.app), appVersion: try text(key.part), launches: version.launches,
          devices: Int64(version.devices.count), first: version.first, last: version.last))
    }
    contents.versions.sort { a, b in
      a.app == b.app ? Normalised.isOrdered(a.appVersion, b.appVersion) : Normalised.isOrdered(a.app, b.app)
    }
    var months: [[String]: (launches: Int64, events: Int64)] = [:]
    for (key, day) in tally.days {
      let month = [key.part?.month ?? "", try text(key.app)]
      months[month, default: (0, 0)].launches += day.launches
      months[month, default: (0, 0)].events &+= day.events
    }
    contents.months = months.map { MonthContents(app: $0[1], month: $0[0], launches: $1.launches, events: $1.events) }
    contents.months.sort { a, b in a.month == b.month ? a.app < b.app : a.month > b.month }
    return contents
  }

  /// The name of a format; that of the project's own is not written down.
  private func formatName(_ number: Int64) throws(StoreError) -> String {
    let name = try text(number)
    return name.isEmpty ? InputFormat.canonical.name : name
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

/// Streams into which something came since this was asked for, by their rows.
package struct StreamMark: Sendable {
  /// Streams with larger rows are new.
  var last: Int64 = 0
  /// Older streams that have got more events since.
  var changed: [Int64] = []

  /// A mark in an empty store.
  package init() {}
}
