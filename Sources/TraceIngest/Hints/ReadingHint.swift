package import TraceModel

/// Suggests options that read a log of another tool, from its records that were not understood.
///
/// For `{"type":"APP_START","at":"2026-10-31T10:00:01Z","durMs":3.5}` they are `--map event=type`, `--map time=at`,
/// `--map duration=durMs:ms` and `--rename APP_START=process.start`.
package struct ReadingHint {
  /// Values for `--map` that are needed in addition to those given.
  package let mappings: [String]
  /// Keys that may hold the ids of launches, though nothing but a trial shows it.
  package let launchKeys: [String]
  /// The keys of the names of events and of the time; nil if none is likely.
  package let eventKey: String?
  package let timeKey: String?
  /// For names of the log's events, the renamings of each.
  package let renamings: [String: [Renaming]]
  /// Names of the log's events without a meaning, the most frequent first; empty if the key of names was read before.
  package let otherNames: [String]
  /// How many events have a name without a meaning, and how many have a name at all.
  package let otherCount: Int64
  package let nameCount: Int64
  /// True if a name without a meaning may be that of a launch or of the end of a process.
  package let mayLoseLaunches: Bool
  /// Keys that hold values, at any depth, with how often each came and its first value; the most frequent first.
  package let keys: [(key: String, count: Int64, example: String)]
  /// What a number is that lacks its unit; nil if there is none.
  package let unitless: Unitless?
  /// The key of the time, with a value, if its dates may have the day or the month first; nil if they do not.
  package let undecidedDay: (key: String, value: String)?
  /// Why no option reads the records, and the command that makes others of the file; nil if an option may.
  package let wayOut: (what: String, command: String)?
  /// The command that gives records a name, where they all tell of one event.
  package let naming: String
  /// Keys that should hold the time, and whose values cannot be read as times, each with a value.
  package let unreadableTimes: [(key: String, value: String)]

  /// The kinds that an analytics SDK records, where no others are known; empty without one.
  package let records: [String]
  /// The renamings of words in fields with fixed words.
  private let wordRenamings: [Renaming]
  /// Words in such fields of which it is not clear what they mean, with the field.
  package let otherWords: [(field: String, word: String)]

  /// The renamings of all names and words, in a fixed order.
  package var allRenamings: [Renaming] {
    renamings.values.joined().sorted { $0.text < $1.text } + wordRenamings.sorted { $0.text < $1.text }
  }

  /// Lists of mappings of which one is to be proposed, the likeliest first: they differ by the key of a launch's id.
  package var choices: [[String]] {
    let launch = "\(Field.launch.name)="
    let without = mappings.filter { !$0.hasPrefix(launch) }
    let own = without.count { $0.hasPrefix("\(Field.event.name)=") || $0.hasPrefix("\(Field.time.name)=") }
    let others = launchKeys.map { key -> [String] in
      var choice = without
      choice.insert(launch + key, at: own)
      return choice
    }
    return [mappings] + (without.count < mappings.count ? [without] : []) + others
  }

  /// A key that may hold the length of whole launches, or the time since the instant under `base`, with a value, where
  /// nothing says its unit, or what its commas are.
  package struct Unitless {
    package let key, value: String
    package var base: String?
    package var isUnclear = false
    /// The likeliest unit, as `--map` has it.
    package var unit = "ms"
    /// The key that says how launches were started, if one does.
    package var startTypeKey: String?
  }

  /// The hint for a log.
  ///
  /// - Parameters:
  ///   - seen: Records that were not understood.
  ///   - unknownNames: The names of its events that are in no vocabulary, with how often each came.
  ///   - recognized: The kinds of its events whose names are in the vocabulary.
  ///   - options: The options with which it was read.
  ///   - eventCount: How many events were read.
  package init(
    _ seen: SeenKeys, unknownNames: [String: Int64], recognized: Set<EventKind>, _ options: IngestOptions,
    eventCount: Int64 = 0
  ) {
    let table = KeyTable(seen.areMost ? seen.records : seen.unknownEvents)
    let likely = LikelyKeys(table, options)
    // If few names are recognized, the key that was read may be the wrong one.
    let isStrange = seen.areMost || 2 * unknownNames.values.reduce(0, +) > eventCount
    mappings = isStrange ? likely.mappings() : likely.launchLength?.mappings(options) ?? []
    let length = likely.launchLength
    launchKeys = likely.otherLaunchKeys
    eventKey = likely.eventKey
    timeKey = likely.timeKey
    if let length, length.form == nil, !options.launchKeys.contains(length.key) {
      unitless = Unitless(
        key: length.key, value: length.example, isUnclear: length.isUnclear,
        unit: KeyUnit.unit(ofKeysEnd: length.key) ?? LaunchLength.likelyUnit(of: length.example),
        startTypeKey: length.startTypeKey)
    } else if let offset = likely.offset, offset.form == nil {
      unitless = Unitless(key: offset.key, value: offset.example, base: offset.base)
    } else {
      unitless = nil
    }
    let isOtherKey = mappings.contains { $0.hasPrefix("\(Field.event.name)=") }
    var names = isOtherKey ? [:] : unknownNames
    var recognized = recognized
    if seen.areMost || isOtherKey {
      for (name, count) in likely.names {
        let name = options.renamings.first { $0.old == name && $0.condition == nil }?.name ?? name
        if let kind = EventNames.meaning(of: name)?.kind ?? LaunchSaying(ofName: name).map({ _ in .launchMeasured }) {
          recognized.insert(kind)
        } else {
          names[name, default: 0] += count
        }
      }
    }
    // A record of a launch's length is no callback, also where its unit is still to be said.
    let measured = length?.names ?? []
    if length?.form != nil, !measured.isEmpty { recognized.insert(.launchMeasured) }
    let lengths = names.filter { measured.contains($0.key) }
    names = names.filter { !measured.contains($0.key) }
    let conditions = ConditionHints(likely.table, names)
    var renamings: [String: [Renaming]] = [:]
    for name in names.keys { renamings[name] = conditions.renamings(of: name) }
    let conditional = Set(renamings.values.joined().compactMap { EventNames.meaning(of: $0.name)?.kind })
    let hints = RenameHints(names.filter { renamings[$0.key] == nil }, recognized: recognized.union(conditional))
    for name in names.keys {
      if let renaming = hints.renaming(of: name) { renamings[name] = [renaming] }
    }
    let given = options.renamings
    renamings = renamings.compactMapValues { all in
      let new = all.filter { !given.contains($0) }
      return new.isEmpty ? nil : new
    }
    self.renamings = renamings
    let isOfSDK = options.records == nil && recognized.isEmpty && conditions.areOfSDK(renamings.keys)
    // No SDK records each end.
    let steps = Set(renamings.values.joined().map(\.name)).subtracting([EventKind.processExit.name])
    records = isOfSDK ? steps.sorted() : []
    let words = likely.unknownWords.filter { found in
      !given.contains { $0.field == found.field && $0.old == found.word }
    }
    wordRenamings = words.compactMap { field, word in
      WordHint.meaning(of: word, in: field).map { Renaming(word, of: field, to: $0) }
    }
    otherWords = words.filter { WordHint.meaning(of: $0.word, in: $0.field) == nil }
    let others = names.filter { renamings[$0.key] == nil }.merging(length?.form == nil ? lengths : [:]) { $1 }
    otherNames = seen.areMost ? others.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key) : []
    otherCount = others.values.reduce(0, +)
    mayLoseLaunches = others.keys.contains(where: RenameHint.mayBeLaunchOrEnd)
    nameCount = eventCount + (seen.areMost ? likely.names.values.reduce(0, +) : 0)
    keys = table.uses.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
      .map { (key: $0.key, count: $0.value.count, example: $0.value.example) }
    unreadableTimes = likely.unreadableTimes
    let dates = likely.timeKey.flatMap { key in table.uses[key]?.dayOrder.map { (key: key, dates: $0) } }
    let isUndecided = options.isDayFirst == nil && dates.map { $0.dates.isDayFirst == nil } == true
    undecidedDay = isUndecided ? dates.map { ($0.key, $0.dates.example) } : nil
    let encoded = table.uses.keys.sorted().lazy.compactMap { key in
      EncodedText(table.uses[key]?.values.keys.min() ?? "").map {
        (what: "what stands under '\(key)' is base64: decode it first", command: $0.command)
      }
    }.first
    let split = seen.areMost ? Self.splitting(table) : nil
    let isNameless = seen.areMost && likely.eventKey == nil
    wayOut = encoded ?? split ?? (isNameless ? Self.crashes(table, seen.tableMark) : nil)
    naming = Self.naming(table, key: timeKey, seen.tableMark)
  }
}

extension ReadingHint {
  /// The command that adds the name NAME, or these members, to the records that have a key, or to the rows of a table.
  fileprivate static func naming(
    _ table: KeyTable, key: String?, _ mark: UInt8?, adding members: String = "\"event\": \"NAME\""
  ) -> String {
    if let mark { return DelimitedTable.command(mark, adding: members) }
    let key = key?.split(separator: ".").last.map(String.init) ?? "KEY"
    return "jq -c '.. | objects | select(has(\"\(key)\")) + {\(members)}' FILE > FILE.jsonl"
  }

  /// What makes events of records that all tell of crashes, as a key of theirs with a time says: `crash_datetime`.
  ///
  /// Source: AppMetrica, *Logs API: Crashes*.
  fileprivate static func crashes(_ table: KeyTable, _ mark: UInt8?) -> (what: String, command: String)? {
    let key = table.uses.keys.sorted().first { key in
      guard let use = table.uses[key], use.count == table.count, use.times == use.count else { return false }
      return NameWords.common(NameWords.words(of: key)).contains("crash") && !KeyRule.isTimeOfServer(key)
    }
    guard let key else { return nil }
    let members = "\"event\": \"\(EventKind.processExit.name)\", \"reason\": \"\(ExitReason.crash.name)\""
    return (
      "'\(key)' says that each record is a crash: add the event to it, and check FILE.jsonl",
      naming(table, key: key, mark, adding: members)
    )
  }

  /// What makes records of a document that holds many under keys that are ids, or a list for each column.
  fileprivate static func splitting(_ table: KeyTable) -> (what: String, command: String)? {
    guard table.count == 1, table.uses.count > 3 else { return nil }
    let pairs = table.uses.keys.map { (KeyTable.container(of: $0), $0.split(separator: ".").last ?? "") }
    if pairs.allSatisfy({ Int($0.1) != nil && !$0.0.isEmpty }) {
      return (
        "each key holds a column, by the numbers of rows: make each row a line",
        "jq -c '. as $d | [.[] | keys[]] | unique[] as $i | $d | map_values(.[$i])' FILE > FILE.jsonl"
      )
    }
    let names = Set(pairs.map(\.1))
    guard 2 * names.count <= pairs.count, pairs.allSatisfy({ $0.0.contains(".") }) else { return nil }
    return (
      "keys are ids of records: make each record a line, with its first key as its event and the second as its device",
      "jq -c 'path(.. | objects | select(any(.[]; scalars))) as $p | getpath($p) + {event: $p[0], device: $p[1]}' "
        + "FILE > FILE.jsonl"
    )
  }
}

/// Records in base64, compressed or not, as queues and Amazon's streams of logs carry them.
private struct EncodedText {
  /// The beginnings of such texts, each with the expression in Python that makes bytes of one: of gzip, of zlib, and of
  /// `{` with a quotation mark or a space, `{` with the end of a line, and `[{`.
  private static let forms = [
    ("H4sI", "gzip.decompress(d)"), ("eJ", "zlib.decompress(d)"), ("ey", "d"), ("ew", "d"), ("W3s", "d"),
  ]
  private static let shortest = 24

  private let form: (mark: String, expression: String)

  /// Nil for any other text.
  init?(_ text: String) {
    let isEncoded = text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "+/=".utf8.contains($0) }
    let found = Self.forms.first { text.hasPrefix($0.0) }
    guard let found, isEncoded, text.utf8.count >= Self.shortest else { return nil }
    form = found
  }

  /// What decodes all such texts of a file.
  var command: String {
    let texts = "re.findall(r\"\\\"(\(form.mark)[^\\\"]+)\", sys.stdin.read())"
    return "python3 -c 'import base64,gzip,re,sys,zlib; [print(\(form.expression).decode()) for d in "
      + "map(base64.b64decode, \(texts))]' < FILE > FILE.json"
  }
}
