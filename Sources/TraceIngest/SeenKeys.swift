import TraceModel

/// The keys of records that are no events, as they lack a name or a time: what a person needs who reads a log with keys
/// of its own for the first time.
///
/// Of `{"type":"launch","at":"2026-10-31T10:00:01Z","durMs":3.5}` the `mappings` are `event=type`, `time=at` and
/// `duration=durMs:ms`.
package struct SeenKeys: Sendable {
  /// The greatest number of such records that are looked at: the rest hardly differs.
  private static let recordLimit: Int64 = 1_000
  /// How many different keys are counted: a log that has values in place of keys has no end of them.
  private static let keyLimit = 1_000

  /// Names that keys have which mean a field, the likeliest first; `_`, `-` and capitals aside.
  private static let likely: [(field: Field, names: [String])] = [
    (.event, ["event", "eventname", "type", "name", "what", "action", "kind", "msg", "message"]),
    (.time, ["time", "ts", "timestamp", "eventtime", "at", "datetime", "date", "when", "createdat"]),
    (.launch, ["launch", "launchid", "session", "sessionid", "run", "runid"]),
  ]
  /// The same of fields that say on which device and in which app a record was written, and hold texts.
  private static let likelyContext: [(field: Field, names: [String])] = [
    (.app, ["bundleid", "bundleidentifier", "bundle", "appid"]),
    (.appVersion, ["version", "appversion"]),
    (.appBuild, ["build", "buildnumber", "appbuild"]),
    (.osVersion, ["os", "osversion", "systemversion"]),
    (.deviceModel, ["model", "devicemodel"]),
    (.device, ["deviceid", "installationid"]),
  ]
  /// What the key of a length of time begins with; its unit stands behind that.
  private static let likelyDurations = ["duration", "dur", "elapsed", "took", "length"]
  /// Units of time as keys end in them, and as `--map FIELD=KEY:UNIT` takes them.
  private static let units: [(ending: String, unit: String)] = [
    ("milliseconds", "ms"), ("millis", "ms"), ("ms", "ms"), ("microseconds", "us"), ("micros", "us"), ("us", "us"),
    ("nanoseconds", "ns"), ("nanos", "ns"), ("ns", "ns"), ("seconds", "s"), ("secs", "s"), ("sec", "s"), ("s", "s"),
  ]

  /// How often a key came, and how often what stood there was a text, a number, or a time.
  private struct Use {
    var count: Int64 = 0
    var texts: Int64 = 0
    var numbers: Int64 = 0
    var times: Int64 = 0

    static func + (a: Use, b: Use) -> Use {
      Use(
        count: a.count + b.count, texts: a.texts + b.texts, numbers: a.numbers + b.numbers, times: a.times + b.times)
    }
  }

  private var uses: [String: Use] = [:]
  /// How many records were looked at.
  package private(set) var recordCount: Int64 = 0
  /// Records without a name, and those without a time alone.
  package private(set) var namelessCount: Int64 = 0
  package private(set) var timelessCount: Int64 = 0
  private var eventCount: Int64 = 0

  /// No keys.
  package init() {}

  /// Adds those of a batch that was scanned.
  package mutating func add(_ batch: EventBatch) {
    guard batch.format == LogFormat.canonical else { return }
    eventCount += Int64(batch.events.count)
    for reject in batch.rejects {
      switch reject.reason {
      case .noEvent: namelessCount += 1
      case .noTime: timelessCount += 1
      default: continue
      }
      // Of a longer one not all is kept.
      guard recordCount < Self.recordLimit, let record = try? JSONValue(reject.raw[...]) else { continue }
      recordCount += 1
      add(record, below: "")
    }
  }

  private mutating func add(_ record: JSONValue, below path: String) {
    for (key, value) in record.members {
      let name = path + key
      if uses[name] == nil, uses.count == Self.keyLimit { continue }
      var use = uses[name] ?? Use()
      use.count += 1
      use.texts += value.string?.isEmpty == false ? 1 : 0
      use.numbers += value.bytes == nil && DecimalNumber(value.raw.span) != nil ? 1 : 0
      use.times += value.isInstant ? 1 : 0
      uses[name] = use
      // Deeper than that nobody looks for a name.
      if path.isEmpty, value.isObject { add(value, below: name + ".") }
    }
  }

  /// Adds the keys of another source.
  package mutating func add(_ other: SeenKeys) {
    uses.merge(other.uses) { $0 + $1 }
    recordCount += other.recordCount
    namelessCount += other.namelessCount
    timelessCount += other.timelessCount
    eventCount += other.eventCount
  }

  /// True if two records or more have keys that say what happened and when, though not by the names of the fields.
  var areOfLog: Bool {
    let fields = mappings.compactMap { $0.split(separator: "=").first }
    let hasTime =
      fields.contains("time") || uses.contains { isKnown($0.key, as: .time) && 2 * $0.value.times > recordCount }
    return recordCount > 1 && areMost && fields.contains("event") && hasTime
  }

  /// True if a key is one that a field has without `--map`.
  private func isKnown(_ key: String, as field: Field) -> Bool {
    key == field.name || LineScan.aliases.contains { $0.field == field && $0.key == key }
  }

  /// True if most records were of this kind: then the log has keys of its own.
  package var areMost: Bool { namelessCount + timelessCount > eventCount }

  /// Keys, with a point between those of objects in objects, and how often each came; the most frequent first.
  package var counts: [(key: String, count: Int64)] {
    uses.map { (key: $0.key, count: $0.value.count) }.sorted { ($1.count, $0.key) < ($0.count, $1.key) }
  }

  /// What may be mapped, as in `event=type` or `duration=durMs:ms`: keys whose names mean a field, and that hold what it
  /// should; a name, a time and a launch in most records.
  ///
  /// Empty where it is not known which key holds the name or the time.
  package var mappings: [String] {
    let needed = Self.likely.compactMap { field, names in
      mapping(to: field, names) { 2 * (field == .time ? $0.times : $0.texts) > recordCount }
    }
    if needed.isEmpty { return [] }
    let context = Self.likelyContext.compactMap { field, names in
      mapping(to: field, names) { $0.texts > 0 && $0.texts == $0.count }
    }
    return needed + context + [durationMapping].compactMap(\.self)
  }

  /// The likeliest key for a field; nil if there is none, or one that is read as that field without an option.
  private func mapping(to field: Field, _ names: [String], where isFitting: (Use) -> Bool) -> String? {
    if field.rawValue >= Field.app.rawValue, uses.keys.contains(where: { isKnown($0, as: field) }) { return nil }
    let fitting = uses.filter { key, use in names.contains(Self.plain(key)) && isFitting(use) }.keys
    guard !fitting.contains(where: { isKnown($0, as: field) }) else { return nil }
    let best = fitting.min { a, b in Self.rank(a, names) < Self.rank(b, names) }
    return best.map { "\(field.name)=\($0)" }
  }

  /// The key of a length of time whose name says its unit, with that; nil if there is none, or several.
  private var durationMapping: String? {
    let found = uses.compactMap { key, use -> String? in
      let name = Self.plain(key)
      guard use.numbers == use.count, use.count > 0, let start = Self.likelyDurations.first(where: name.hasPrefix),
        let unit = Self.units.first(where: { name.dropFirst(start.count) == $0.ending })?.unit
      else { return nil }
      return "duration=\(key):\(unit)"
    }
    return found.count == 1 ? found[0] : nil
  }

  private static func rank(_ key: String, _ names: [String]) -> (Int, Int, String) {
    (key.count { $0 == "." }, names.firstIndex(of: plain(key)) ?? names.count, key)
  }

  /// The last part of a key, without what is a matter of taste.
  private static func plain(_ key: String) -> String {
    String((key.split(separator: ".").last ?? "").lowercased().filter { $0.isLetter || $0.isNumber })
  }
}

extension JSONValue {
  /// Whether it says when something was.
  fileprivate var isInstant: Bool {
    if let text = bytes { return Timestamp.parse(text.span) != nil || DecimalNumber(text.span)?.instant != nil }
    return DecimalNumber(raw.span)?.instant != nil
  }
}
