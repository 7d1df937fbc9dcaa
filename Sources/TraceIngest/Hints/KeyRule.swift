import TraceModel

/// Decides which keys of a log may hold a field, by the keys' names and values.
struct KeyRule: Sendable {
  let field: Field
  /// Names of keys, the likeliest first, in lower case and without marks.
  let names: [String]
  /// Words of a key, or of keys around it, by which it belongs to something else.
  let avoided: Set<String>
  /// The families of events that can have the field; empty for all.
  let families: Set<Substring>
  /// True if the key must hold a text in most records.
  let isOfMost: Bool
  let isFitting: @Sendable (KeyUse) -> Bool

  /// The rule for a field, by its usual keys if none are given.
  init(
    _ field: Field, names: [String]? = nil, avoided: Set<String> = [], families: Set<Substring> = [],
    isOfMost: Bool = false, isFitting: @escaping @Sendable (KeyUse) -> Bool
  ) {
    self.field = field
    self.names = names ?? UsualKeys.row(field).all
    self.avoided = avoided
    self.families = families
    self.isOfMost = isOfMost
    self.isFitting = isFitting
  }

  /// Words in keys of versions that are not the app's, as in `sdk.version`.
  private static let others: Set = [
    "sdk", "os", "device", "runtime", "library", "lib", "system", "agent", "schema", "api", "format", "browser",
    "framework", "kernel", "telemetry", "protocol", "ios", "platform", "model", "engine", "plugin", "spec", "tracker",
    "collector", "transport", "firmware", "swift", "xcode", "min", "target", "log", "logger", "config", "previous",
    "host", "integration", "recorder", "tool", "service", "beat", "user", "ecs", "scope", "instrumentation",
  ]

  /// Keys of the version of a form of records, each with those beside which it is one.
  ///
  /// Source: Graylog, *GELF payload specification*; Elastic, Logstash's events; AWS, *EventBridge event structure*;
  /// Segment, *Spec: common fields*.
  private static let formats: [(key: String, beside: [String])] = [
    ("@version", []), ("version", ["short_message", "host"]), ("version", ["@timestamp", "@version"]),
    ("version", ["detail-type", "detail"]), ("version", ["messageId", "receivedAt"]),
  ]

  /// True if a key holds the version of the form of its records, by the keys beside it.
  static func isOfFormat(_ key: String, in table: KeyTable) -> Bool {
    let container = KeyTable.container(of: key)
    return formats.contains { form in
      key == container + form.key && form.beside.allSatisfy { table.uses[container + $0] != nil }
    }
  }

  /// The rule for the name of an event, where no name is recognized: its key holds a text in most records.
  static let event = KeyRule(
    .event,
    names: [
      "event", "eventname", "type", "name", "what", "action", "kind", "eventtype", "evt", "evtname", "msg", "message",
      "eventaction", "lifecycleevent", "activity", "operation", "shortmessage", "messagetype", "datatype", "recordtype",
    ],
    // The name of what has written the record.
    avoided: ["service", "notifier", "library", "sdk", "host", "agent", "logger"], isOfMost: true
  ) { use in use.texts > 0 && !use.isOfForm { systems.contains(NameWords.plain($0)) || isStartType($0) } }

  /// True if a key, by its name, holds the part of an app that records are about: Splunk's spans of the component
  /// `appstart` are not all starts (splunk-otel-ios, `OTelDestination.swift`).
  static func isOfGroup(_ key: String) -> Bool {
    let groups: Set = ["component", "category", "module", "subsystem", "scope", "library", "logger", "area", "feature"]
    return NameWords.words(of: key.split(separator: ".").last ?? "").last.map(groups.contains) ?? false
  }

  /// Words beside a record that say what it came from, not what happened.
  private static let systems: Set = ["ios", "ipados", "iphone", "ipad", "cocoa", "apple", "swift", "android", "mobile"]

  /// A word for how an app was started, and no more than that.
  private static func isStartType(_ text: String) -> Bool {
    ["cold", "warm", "hot", "prewarmed", "prewarm"].contains(NameWords.common(NameWords.words(of: text)).joined())
  }

  /// The rules of the other fields, in the order in which a hint lists them.
  static let all: [KeyRule] = [
    KeyRule(.app) { $0.isOfForm(isBundle) },
    KeyRule(.appVersion, avoided: others) { $0.isOfForm(isVersion) },
    KeyRule(.appBuild, avoided: others) { $0.isOfIDs && $0.texts > 0 },
    KeyRule(.osVersion, avoided: ["sdk", "app", "min", "target", "agent"]) { $0.isOfForm(isSystem) },
    KeyRule(.deviceModel) { $0.isOfForm(isModel) },
    KeyRule(.device) { $0.isOfIDs && $0.texts > 0 && !$0.isOfForm(isModel) },
    KeyRule(.scene, families: ["scene"]) { $0.isOfIDs && $0.texts > 0 },
    KeyRule(.task, families: ["task"]) { $0.isOfIDs },
    KeyRule(.name, families: ["task", "work"]) { $0.texts == $0.count },
    KeyRule(.view, families: ["view"]) { $0.texts == $0.count },
    KeyRule(.prewarmed) { $0.truths == $0.count },
    KeyRule(.simulator) { $0.truths == $0.count },
  ]

  /// The rule for the session, in a log that names neither launches nor processes.
  static let session = KeyRule(.origin) { $0.isOfIDs }

  /// The rank of a key by its name, 0 for the likeliest; nil if the name rules it out.
  func rank(of key: String) -> Int? {
    if !avoided.isEmpty, !avoided.isDisjoint(with: NameWords.words(of: key)) { return nil }
    // `os` may hold a version, and so may `os.version`; `app.name` may not.
    // The field's own name is read, unless it is one of another language.
    return UsualKeys.rank(of: ForeignWords.translated(key: key), in: names + [field.name.lowercased()])
  }

  /// How many objects are around a key.
  static func depth(_ key: String) -> Int { key.count { $0 == "." } }
}

// MARK: - Forms of values

extension KeyRule {
  private static func isVersion(_ text: String) -> Bool {
    let components = text.split(separator: ".", omittingEmptySubsequences: false)
    return (2...4).contains(components.count) && components.allSatisfy { $0.first?.isNumber == true }
      && components.dropLast().allSatisfy { $0.allSatisfy(\.isNumber) }
  }

  /// A version as `18.2`, or with the system's name in front.
  private static func isSystem(_ text: String) -> Bool {
    let words = text.split(separator: " ").map(String.init)
    return words.count < 3 && words.last.map(isVersion) == true && (words.count == 1 || words[0].allSatisfy(\.isLetter))
  }

  private static func isBundle(_ text: String) -> Bool {
    let components = text.split(separator: ".", omittingEmptySubsequences: false)
    let isOfWords = components.allSatisfy { component in
      !component.isEmpty && component.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    }
    return components.count > 1 && isOfWords && components[0].first?.isLetter == true
  }

  /// Models as `hw.machine` states them and as Apple writes them.
  private static func isModel(_ text: String) -> Bool {
    // Not a person's name of a device, as `Anna's iPhone`.
    ["iPhone", "iPad", "iPod", "Mac", "Watch", "Apple", "Reality", "arm64", "x86_64"].contains(where: text.contains)
      && !text.contains("'s ") && !text.contains("’s ")
  }

  /// An id that no two launches share by chance.
  static func isLongID(_ text: String) -> Bool {
    text.utf8.count >= 6 && text.contains(where: \.isNumber)
      && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
  }
}

// MARK: - Names of times, launches and lengths

extension KeyRule {
  private static let units: Set = [
    "ms", "millis", "milliseconds", "us", "micros", "microseconds", "ns", "nanos", "nanoseconds", "s", "sec", "secs",
    "seconds", "utc", "iso", "iso8601", "epoch", "unix", "rfc3339", "str", "string",
  ]
  private static let timeNames = [
    "eventtime", "eventtimestamp", "eventts", "messagetime", "time", "ts", "timestamp", "at", "datetime", "date",
    "when", "clienttime",
    "clientts", "clienttimestamp", "clienteventtime", "devicetime", "devicetimestamp", "originaltimestamp",
    "occurredat", "happenedat", "recordedat", "loggedat", "emittedat", "createdat", "",
  ]
  private static let timeWords: Set = ["time", "ts", "timestamp", "at", "date", "clock", "when", "tstamp", "instant"]
  /// Words in keys of other times: of a server, of the app's first use.
  private static let otherTimes: Set = [
    "server", "received", "receive", "ingested", "ingest", "ingestion", "upload", "uploaded", "processed", "processing",
    "sent", "install", "installed", "updated", "modified", "first", "last", "previous", "expires", "expiry", "birth",
    "build", "start", "end", "session", "index", "insert", "export", "load", "published", "user", "engagement",
  ]
  private static let serverWords: Set = ["server", "received", "ingested", "ingestion"]
  private static let ownersOfTimes: Set = ["user", "account", "install", "session", "build", "server"]
  /// From this rank on, a key holds the time of something else, unless it is beside the event's name.
  static let ownedTimeRank = 500
  /// From this rank on, a key's name only mentions a time.
  private static let vagueTimeRank = 100
  /// The rank of a key whose name does not suggest a time.
  static let unnamedTimeRank = 1_000

  private static let offsets: Set = ["offset", "off", "since", "elapsed", "delta", "relative", "rel"]
  private static let bases: Set = [
    "start", "started", "begin", "began", "begun", "base", "origin", "launch", "launched", "reference", "epoch", "zero",
  ]

  /// True if a key, by its name, holds the time since an instant.
  static func isOffset(_ key: String) -> Bool {
    let words = ForeignWords.translated(NameWords.words(of: key.split(separator: ".").last ?? ""))
    if !offsets.isDisjoint(with: words) { return true }
    return words.first { !units.contains($0) } == "t" || namesTime(key)
  }

  /// The unit in the key of a time since an instant, as `ms` in `offset_ms` and in `ms_since_launch`; nil without one.
  static func offsetUnit(of key: String) -> String? {
    let first = NameWords.words(of: key.split(separator: ".").last ?? "").first
    return KeyUnit.unit(ofKeysEnd: key) ?? first.flatMap(WrittenNumber.unit(named:))
  }

  /// The time since an instant, in nanoseconds, if the name of its key says so in so many words, with its unit.
  static func offset(_ key: String, _ value: JSONValue) -> Int64? {
    guard value.isNumber else { return nil }
    // First the test that is fast: each record in an envelope is asked.
    let lower = key.lowercased()
    guard lower.contains("offset") || lower.contains("since"),
      NameWords.words(of: key).contains(where: { $0 == "offset" || $0 == "since" }), let unit = offsetUnit(of: key),
      let power = KeyUnit.powers[unit]
    else { return nil }
    return value.scaled(by: power)
  }

  /// True if a key, by its name, holds the instant from which others are counted.
  static func isBase(_ key: String) -> Bool {
    let words = NameWords.words(of: key.split(separator: ".").last ?? "")
    return !bases.isDisjoint(with: ForeignWords.translated(words))
  }

  /// The rank of a key as that of the time, by its name, 0 for the likeliest; nil if it holds another time.
  static func timeRank(of key: String) -> Int? {
    let components = key.split(separator: ".")
    let words = ForeignWords.translated(NameWords.words(of: components.last ?? ""))
    if !otherTimes.isDisjoint(with: words) { return nil }
    let named = words.filter { !units.contains($0) }
    // The object of a user or a session has times of its own, unless the event is in it as well.
    let around = components.dropLast().last.map { NameWords.words(of: $0) } ?? []
    let distance = ownersOfTimes.isDisjoint(with: around) ? 0 : ownedTimeRank
    if let rank = timeNames.firstIndex(of: named.joined()) { return distance + rank }
    return timeWords.isDisjoint(with: words) ? unnamedTimeRank : distance + vagueTimeRank
  }

  /// True if a key's name is one of a time, and does more than mention one.
  static func namesTime(_ key: String) -> Bool { timeRank(of: key).map { $0 < vagueTimeRank } ?? false }

  /// True if a key, by its name, holds the time at which a server got the record.
  static func isTimeOfServer(_ key: String) -> Bool {
    let words = NameWords.words(of: key.split(separator: ".").last ?? "")
    return !serverWords.isDisjoint(with: words)
      && words.allSatisfy { serverWords.contains($0) || timeWords.contains($0) || units.contains($0) }
  }

  private static let idWords: Set = [
    "id", "uuid", "guid", "identifier", "key", "app", "current", "token", "instance", "ref", "hash", "cold",
  ]

  /// The rank of a key as that of the launch's id, by its name, 0 for the likeliest; nil if the name rules it out.
  ///
  /// The id of a session is none: a session may span several launches, and a launch several sessions.
  static func launchRank(of key: String) -> Int? {
    let names = UsualKeys.row(.launch).all
    if let rank = UsualKeys.rank(of: key, in: names) { return rank }
    let components = key.split(separator: ".")
    var words = NameWords.words(of: components.last ?? "")
    if words.allSatisfy(idWords.contains), components.count > 1 {
      words = NameWords.words(of: components[components.count - 2]) + words
    }
    let subjects = words.filter { !idWords.contains($0) }
    return subjects.count == 1 ? names.firstIndex(of: subjects[0]) : nil
  }

  /// True if a key, by its name, holds the id of something other than a launch.
  static func isOtherID(_ key: String) -> Bool {
    let others: Set = [
      "device", "user", "install", "installation", "account", "anonymous", "customer", "bundle", "trace", "span",
      "message", "event", "insert", "request", "order", "scene", "window", "view", "task", "thread", "build", "version",
      "record", "log", "time", "ts", "timestamp", "date", "session", "sid", "duration", "dur", "length", "took",
      "elapsed", "latency", "host", "hostname", "client", "udid", "phone",
    ]
    return !others.isDisjoint(with: NameWords.words(of: key))
  }

  /// Beginnings of keys that hold a duration; the unit may follow.
  private static let durations = ["duration", "dur", "elapsed", "took", "length"]

  /// True if a key, by the beginning of its name, holds a duration.
  static func isOfDuration(_ key: String) -> Bool {
    let name = NameWords.plain(ForeignWords.translated(key: key).split(separator: ".").last ?? "")
    guard let start = durations.first(where: name.hasPrefix) else { return false }
    let rest = String(name.dropFirst(start.count))
    return rest.isEmpty || WrittenNumber.unit(named: rest) != nil
  }

  /// The unit in the key of a duration, as `ms` in `durMs`; nil if the key is of no duration, or names no unit.
  static func durationUnit(of key: String) -> String? {
    let name = NameWords.plain(ForeignWords.translated(key: key).split(separator: ".").last ?? "")
    guard let start = durations.first(where: name.hasPrefix) else { return nil }
    return WrittenNumber.unit(named: String(name.dropFirst(start.count)))
  }
}
