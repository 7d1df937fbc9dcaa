import TraceModel

/// The keys that identify a record: its name, its time, and the members that it inherits from the objects around it.
struct EnvelopeKeys: Sendable {
  /// The fields that a record inherits, with the keys of each in the objects around it.
  ///
  /// A key may be spread over two objects, as `deviceid` in `{"device":{"id":"…"},"events":[…]}`.
  private static let identifying = UsualKeys.rows.filter(\.isInherited).map { (field: $0.field, names: $0.inherited) }
  /// The key under which a record gets the session of the objects around it, as `SourceKeys` takes it.
  private static let sessionKey = "session_id"
  /// Keys in the objects around records that hold a time, the likeliest first; the time of a server is the last resort.
  private static let times = [
    "time", "timestamp", "ts", "@timestamp", "_time", "date", "datetime", "eventtime", "at", "when", "createdat",
    "sentat", "receivedat", "ingestiontime",
  ]
  /// Keys that are likely to hold the time of a record, where no `--map` names its key.
  private static let likelyTimes: Set = ["eventtime", "eventtimestamp", "at", "datetime", "date", "when", "occurredat"]
  /// Keys that are likely to hold the name of a record, where no `--map` names its key.
  private static let likelyNames: Set = ["eventname", "eventtype", "type", "name", "what", "action", "kind"]

  /// For each field, the keys that hold it: those of `--map` first.
  private let keys: [Field: [String]]
  private let mapped: [Field: [String]]
  private let hasOffsets: Bool
  private let zoneOffsetSeconds: Int64

  init(_ options: IngestOptions) {
    var mapped: [Field: [String]] = [:]
    // An offset is no time without its base, which a record may inherit.
    for (field, key) in options.keyMap where field != .uptime || !options.offsetKeys.contains(key) {
      mapped[field, default: []].append(key)
    }
    var keys = mapped
    for field in Field.allCases { keys[field, default: []].append(field.name) }
    for (field, key) in LineScan.aliases { keys[field, default: []].append(key) }
    self.keys = keys
    zoneOffsetSeconds = options.zoneOffsetSeconds
    hasOffsets = !options.offsetKeys.isEmpty
    self.mapped = mapped
  }

  /// The value of a field in a record, under its own key or one of `--map`.
  func value(_ field: Field, in record: JSONValue) -> JSONValue? {
    for key in keys[field] ?? [] {
      if let value = Self.value(key, in: record), value.bytes?.isEmpty != true { return value }
    }
    return nil
  }

  /// The value under a key, which may lead into objects by dots.
  private static func value(_ key: String, in record: JSONValue) -> JSONValue? {
    record[key] ?? (key.contains(".") ? record[path: key] : nil)
  }

  /// True if a record has a name: a text that is no JSON.
  func isNamed(_ record: JSONValue) -> Bool {
    guard let name = value(.event, in: record)?.bytes else { return false }
    return name.first.map { !"{[".utf8.contains($0) } ?? false
  }

  /// True if a record has a name, and a value where its time is looked for.
  func isReadable(_ record: JSONValue) -> Bool { isNamed(record) && value(.time, in: record) != nil }

  /// True if a record has a time.
  func isTimed(_ record: JSONValue) -> Bool {
    value(.time, in: record)?.isInstant == true || value(.uptime, in: record) != nil
      || mapped[.time]?.isEmpty == false && value(.time, in: record) != nil
  }

  /// True if an object may be a record with keys of its own.
  func seemsRecord(_ object: JSONValue) -> Bool {
    object.members.contains { Self.likelyNames.contains(NameWords.plain($0.key)) && $0.value.string != nil }
  }

  /// True if an object, or an object within it, names a launch, an event of an app's life, or the end of a process,
  /// whether or not it can be read as a record.
  func tellsOfLife(_ object: JSONValue, depth: Int = 0) -> Bool {
    object.members.contains { key, value in
      if value.isObject { return depth < 3 && tellsOfLife(value, depth: depth + 1) }
      guard let name = value.string, name.utf8.count <= Self.longestName else { return false }
      let isOfName = Self.likelyNames.contains(NameWords.plain(key)) || keys[.event]?.contains(key) == true
      return isOfName && (RenameHint.isUnderstood(name) || RenameHint.mayBeLaunchOrEnd(name))
    }
  }
  private static let longestName = 80

  /// True if an object, or an object within it, holds a time.
  func holdsTime(_ object: JSONValue, depth: Int = 0) -> Bool {
    object.members.contains { key, value in
      value.isObject && depth < 3 ? holdsTime(value, depth: depth + 1) : isLikelyTime(key, value)
    }
  }

  private func isLikelyTime(_ key: String, _ value: JSONValue) -> Bool {
    let plain = NameWords.plain(key)
    let isNamed =
      Self.likelyTimes.contains(plain) || Self.times.prefix(4).contains(plain) || KeyRule.namesTime(key)
    return isNamed && value.isInstant
  }

  /// The members that a record inherits from the objects around it, of which the last is the nearest: each with its
  /// value, and under the project's own key or that of `--map`.
  ///
  /// With `whole` a record inherits all members: one without a name or a time cannot be read yet, and its keys are shown.
  func inherited(by record: JSONValue, from outer: [JSONValue], whole: Bool) -> [(key: String, value: JSONValue)] {
    if outer.isEmpty { return [] }
    if whole { return missing(in: record, of: outer) }
    var members: [(String, JSONValue)] = []
    for (field, names) in Self.identifying where value(field, in: record) == nil {
      if record.members.contains(where: { names.contains(NameWords.plain($0.key)) }) { continue }
      // A session tells less than its process does.
      let namesProcess = [Field.launch, .pid].contains { field in
        value(field, in: record) != nil || members.contains { $0.0 == field.name }
      }
      if field == .origin, namesProcess { continue }
      if let found = outer.reversed().lazy.compactMap({ self.find(field, names, in: $0) }).first {
        members.append(found)
      }
    }
    if let time = inheritedTime(of: record, from: outer) { members.append(time) }
    return members
  }

  /// The time that a record inherits from the objects around it; nil if it has one of its own, or no object has one.
  func inheritedTime(of record: JSONValue, from outer: [JSONValue]) -> (key: String, value: JSONValue)? {
    if value(.time, in: record) != nil || value(.uptime, in: record) != nil { return nil }
    // A likely time in the record itself is the event's, and `--map` has to name it.
    let isBeside = record.members.contains { Self.likelyTimes.contains(NameWords.plain($0.key)) && $0.value.isInstant }
    if isBeside { return nil }
    guard let found = outer.reversed().lazy.compactMap({ self.time(in: $0) }).first else { return nil }
    // `offset_ms` says that the record came so long after the time around it.
    guard !hasOffsets, let base = found.1.instant(zoneOffsetSeconds: zoneOffsetSeconds),
      let offset = record.members.lazy.compactMap({ KeyRule.offset($0.key, $0.value) }).first,
      case let (sum, isOver) = base.addingReportingOverflow(offset), !isOver,
      let time = try? JSONValue(Array("\(sum)".utf8)[...])
    else { return found }
    return (found.0, time)
  }

  /// The members of a large object that identify the records within it: those under identifying keys, and small
  /// objects, if these are few.
  ///
  /// They are computed once for all members, so that the time to read an object grows with the number of its members
  /// only.
  func identity(of members: [(key: String, value: JSONValue)]) -> JSONValue? {
    let small = members.filter { !$0.value.isArray && $0.value.raw.count <= Self.smallBytes }
    let objects = small.count(where: \.value.isObject)
    let names = Set(Self.identifying.flatMap(\.names) + Self.times)
    let read = Set(keys.values.joined().map { String($0.prefix { $0 != "." }) })
    var text = JSONObjectText()
    for (key, value) in small {
      let isRecognized = read.contains(key) || names.contains(NameWords.plain(key)) || names.contains(key)
      let mayHold = value.isObject && objects <= Self.fewObjects
      if isRecognized || mayHold { text.set(key, raw: value.raw) }
    }
    return try? JSONValue(text.bytes[...])
  }
  private static let smallBytes = 1024
  private static let fewObjects = 16

  private func missing(in record: JSONValue, of outer: [JSONValue]) -> [(String, JSONValue)] {
    var members: [(String, JSONValue)] = []
    var seen = Set(record.members.map(\.key))
    for (key, value) in outer.reversed().flatMap(\.members) where seen.insert(key).inserted {
      members.append((key, value))
    }
    return members
  }

  private func find(_ field: Field, _ names: [String], in outer: JSONValue) -> (String, JSONValue)? {
    for key in mapped[field] ?? [] {
      // A key of `--map` may have dots in it.
      if let value = Self.value(key, in: outer) { return (key, value) }
    }
    let isWord = [.simulator, .debugger].contains(field)
    let isID = [.launch, .app, .appBuild, .device, .boot, .origin].contains(field)
    func fits(_ value: JSONValue) -> Bool {
      if field == .pid { return value.integer != nil }
      return isWord ? value.truth != nil : value.string?.isEmpty == false || isID && value.isNumber
    }
    let key = field == .origin ? Self.sessionKey : field.name
    if field != .origin, let value = value(field, in: outer), fits(value) { return (key, value) }
    for (other, value) in outer.members where !other.hasPrefix("_") {
      let plain = NameWords.plain(other)
      if names.contains(plain), fits(value) { return (key, value) }
      for (inner, value) in value.isObject ? value.members : [] where fits(value) {
        let last = NameWords.plain(inner)
        let isWhole = names.dropFirst().contains(last) && last.count > 7 || last == names.first
        if names.contains(plain + last) || isWhole && field != .platform { return (key, value) }
      }
    }
    return nil
  }

  private func time(in outer: JSONValue) -> (String, JSONValue)? {
    for key in mapped[.time] ?? [] {
      if let value = Self.value(key, in: outer) { return (key, value) }
    }
    let members = outer.members
    for name in Self.times {
      let found = members.first { ($0.key == name || NameWords.plain($0.key) == name) && $0.value.isInstant }
      if let found { return (Field.time.name, found.value) }
    }
    return nil
  }
}
