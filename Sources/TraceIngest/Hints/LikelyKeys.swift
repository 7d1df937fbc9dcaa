import TraceModel

/// Finds the keys of a log that are likely to hold the fields of the event record: by the keys' names, their values,
/// and the keys beside them.
///
/// No key is better than a wrong one: `sdk.version` is not the version of the app, and a time outside of the record's
/// own object is not its time if that object has one.
struct LikelyKeys {
  private(set) var table: KeyTable
  private let options: IngestOptions
  /// The key that holds the time; nil if none is likely.
  private(set) var timeKey: String?
  /// The key that holds the length of whole launches; nil if none is likely.
  private(set) var launchLength: LaunchLength?
  /// The key that holds the time since another instant, which `timeKey` holds then; nil if none is likely.
  private(set) var offset: TimeOffset?
  /// True if the table has only the records that lack a name under the likeliest key.
  private var isOfRest = false

  /// The likely keys of a log that was read with `options`, which may map some already.
  init(_ table: KeyTable, _ options: IngestOptions) {
    self.table = table
    self.options = options
    self.table.nameKeys = findEventKeys()
    let table = self.table
    timeKey = findTimeKey()
    launchLength = LaunchLength(table, timeKey: timeKey)
    if let instants = launchLength?.instants { timeKey = instants.begin }
    if timeKey == nil, launchLength != nil { timeKey = LaunchLength.beginKey(table) }
    if options.offsetKeys.isEmpty, launchLength == nil {
      offset = TimeOffset(table, timeKey: timeKey)
    }
    // Without its unit, nothing tells the time; nor does the instant of a begin that many records share.
    if let offset { timeKey = offset.form == nil ? nil : offset.base }
    if let timeKey, offset == nil, options.offsetKeys.isEmpty, launchLength == nil, isSharedBase(timeKey) {
      self.timeKey = nil
    }
  }

  /// Values for `--map` beside those that were given, as in `event=type` or `duration=durMs:ms`.
  ///
  /// Empty if the name, the time and the launch need none, or no key is likely to hold them.
  func mappings() -> [String] {
    var needed: [String] = []
    // The first mapping counts, before the keys that are read without one.
    let end = table.nameKeys.lastIndex { !isRead($0, as: .event) } ?? -1
    needed += table.nameKeys.prefix(end + 1).map { "event=\($0)" }
    if let timeKey, !isRead(timeKey, as: .time) { needed.append("time=\(withUnit(timeKey))") }
    if let offset, let form = offset.form { needed.append("\(IngestOptions.offset)=\(offset.key)\(form)") }
    if readKey(.launch) == nil {
      if let launch = launchKey() {
        needed.append("launch=\(launch)")
      } else if readKey(.pid) == nil, readKey(.origin) == nil, let session = best(KeyRule.session) {
        needed.append("\(IngestOptions.mappingName(.origin))=\(session)")
      }
    }
    if needed.isEmpty, launchLength == nil { return [] }
    let kinds = Set(names.keys.compactMap { RenameHint.kind(of: $0)?.family })
    let context = KeyRule.all.compactMap { rule -> String? in
      if !rule.families.isEmpty, kinds.isDisjoint(with: rule.families) { return nil }
      if table.uses.keys.contains(where: { isRead($0, as: rule.field) }) { return nil }
      return best(rule).map { "\(rule.field.name)=\($0)" }
    }
    return needed + context + lengthMappings + reasonMapping
  }

  /// The mapping of the reason of an exit, if the log has exits.
  private var reasonMapping: [String] { newReasonKey.map { ["\(Field.reason.name)=\($0)"] } ?? [] }

  /// The usual keys of why a process ended.
  static let reasons = ["exitreason", "terminationreason", "reason", "why", "cause"]

  private static func mayHaveReason(_ name: String) -> Bool {
    RenameHint.kind(of: name).map { [.processExit, .appWillTerminate].contains($0) } ?? false
  }

  private var newReasonKey: String? {
    let rule = KeyRule(.reason, names: Self.reasons) { $0.texts == $0.count && $0.count > 0 }
    guard names.keys.contains(where: Self.mayHaveReason),
      !table.uses.keys.contains(where: { isRead($0, as: .reason) }), let key = best(rule)
    else { return nil }
    guard let startTypeKey = launchLength?.startTypeKey else { return key }
    // Both are the reason of a record: none may have the two.
    var haveBoth = false
    table.forEachRecord { members in
      haveBoth = haveBoth || [key, startTypeKey].allSatisfy { key in members.contains { $0.key == key } }
    }
    return haveBoth ? nil : key
  }

  /// Words that tracetool does not know, in fields with fixed words: the field, by the name that `--map` has for it, and
  /// the word.
  var unknownWords: [(field: String, word: String)] {
    let reason = table.uses.keys.filter { isRead($0, as: .reason) }.min() ?? newReasonKey
    let kind = table.uses.keys.filter { isRead($0, as: .kind) }.min()
    let measured = launchLength?.names ?? []
    let isTask = { (name: String) in RenameHint.kind(of: name)?.family == "task" }
    return words(of: Field.reason.name, under: reason, where: Self.mayHaveReason)
      + words(of: Field.kind.name, under: kind, where: isTask)
      + words(of: IngestOptions.startType, under: launchLength?.startTypeKey) {
        measured.isEmpty || measured.contains($0)
      }
  }

  private func words(
    of field: String, under key: String?, where isOfField: (String) -> Bool
  ) -> [(field: String, word: String)] {
    guard let key else { return [] }
    var words: Set<String> = []
    table.forEachRecord { members in
      let name = table.name(of: members) ?? ""
      guard isOfField(name), let word = members.first(where: { $0.key == key })?.value.written else { return }
      let isAsked = field == IngestOptions.startType && StartName.type(key, is: word) != nil
      if !isAsked, !WordHint.isKnown(word, of: field) { words.insert(word) }
    }
    // More are free text.
    return words.count > Self.wordLimit ? [] : words.sorted().map { (field, $0) }
  }
  private static let wordLimit = 24

  /// The mapping of the length of whole launches, or else of callbacks.
  var lengthMappings: [String] { launchLength?.mappings(options) ?? [durationMapping].compactMap(\.self) }

  /// The key that holds the names of events, of most if there are several; nil if none is likely.
  var eventKey: String? { table.nameKeys.first }

  /// How often each name of an event came.
  var names: [String: Int64] { table.names }

  /// Keys that should hold the time, and whose values cannot be read as times, each with a value.
  var unreadableTimes: [(key: String, value: String)] {
    let read = table.uses.keys.sorted().filter { isRead($0, as: .time) }
    let keys = read.isEmpty ? table.uses.keys.sorted().filter(KeyRule.namesTime) : read
    return keys.compactMap { key in
      guard timeKey == nil, let use = table.uses[key], use.times == 0, use.count > 0 else { return nil }
      return (key, use.example)
    }
  }

  // MARK: - What is read

  /// True if a key is read as a field without a further `--map`.
  private func isRead(_ key: String, as field: Field) -> Bool {
    key == field.name || LineScan.aliases.contains { $0.field == field && $0.key == key }
      || options.keyMap.contains { $0.field == field && $0.key == key }
  }

  /// The key that is read as a field, is in most records, and fits by its values.
  private func readKey(_ field: Field, where isFitting: (KeyUse) -> Bool = { _ in true }) -> String? {
    table.uses.filter { isRead($0.key, as: field) && table.isInMost($0.key) && isFitting($0.value) }.keys.min()
  }

  // MARK: - The name

  /// How many keys of names are proposed: the lists of one upload may each have another.
  private static let nameKeyLimit = 4

  /// The key of names, and those that hold them in records without it, the likeliest first.
  private func findEventKeys() -> [String] {
    var keys: [String] = []
    var rest = self
    while keys.count < Self.nameKeyLimit, let key = rest.findEventKey() {
      if let first = keys.first, !rest.holdsKnownNames(key), table.isInherited(key, beside: first) { break }
      keys.append(key)
      rest.table = rest.table.lacking(key)
      rest.isOfRest = true
    }
    return keys
  }

  /// True if a name very likely means an event, or is that of a launch.
  private static func isKnown(_ name: String) -> Bool {
    RenameHint.isUnderstood(name) || LaunchLength.isWholeLaunch(name) || LaunchSaying(ofName: name) != nil
  }

  private func holdsKnownNames(_ key: String) -> Bool {
    table.uses[key]?.values.keys.contains(where: Self.isKnown) == true
  }

  private func findEventKey() -> String? {
    let read = readKey(.event) { 2 * $0.texts > table.count }
    if let read, options.keyMap.contains(where: { $0.field == .event && $0.key == read }) { return read }
    func order(_ key: String, _ use: KeyUse, _ isInMost: Bool) -> (Int, Int64, Int, Int, String)? {
      guard isInMost ? 2 * use.texts > table.count : use.texts > 0 else { return nil }
      let hits = use.values.reduce(0 as Int64) { sum, name in
        sum + (Self.isKnown(name.key) ? name.value : 0)
      }
      // A key of fewer records must not hold mostly something else.
      guard hits > 0, isInMost || 2 * hits >= use.texts else { return nil }
      return (KeyRule.isOfGroup(key) ? 1 : 0, -hits, isRead(key, as: .event) ? 0 : 1, KeyRule.depth(key), key)
    }
    let found = [true, false].lazy.compactMap { isInMost in
      table.uses.compactMap { order($0.key, $0.value, isInMost) }.min { $0 < $1 }
    }.first
    return found?.4 ?? read ?? best(KeyRule.event)
  }

  // MARK: - The time

  private func findTimeKey() -> String? {
    let present = readKey(.time) { 2 * $0.times > table.count }
    let container = eventKey.map(KeyTable.container) ?? ""
    let isRead = eventKey.map { self.isRead($0, as: .event) } ?? true
    if let present, isRead || options.keyMap.contains(where: { $0.field == .time && $0.key == present }) {
      return present
    }
    func order(_ key: String) -> (Int, Int, Int, String) {
      (
        -KeyTable.sharedDepth(KeyTable.container(of: key), container), KeyRule.timeRank(of: key) ?? .max,
        KeyRule.depth(key), key
      )
    }
    let fitting = table.uses.filter { key, use in
      guard 2 * use.times > table.count, key != eventKey, key != present, let rank = KeyRule.timeRank(of: key) else {
        return false
      }
      if present != nil, rank >= KeyRule.ownedTimeRank, KeyTable.container(of: key) != container { return false }
      // A number counts as a time only if its key's name suggests one.
      return rank < KeyRule.unnamedTimeRank || use.texts == use.count
    }
    let best = fitting.keys.min { order($0) < order($1) }
    guard let present, let best else { return best ?? present ?? serverTimeKey }
    // Prefer the time beside the event's name, or nearer to it than the outermost one, unless it changes less often.
    // Members that a record inherits follow its own keys.
    let depth = KeyTable.sharedDepth(KeyTable.container(of: best), container)
    let isBefore = (table.uses[best]?.index ?? 0) < (table.uses[present]?.index ?? 0)
    let isNamed = (KeyRule.timeRank(of: best) ?? .max) < KeyRule.ownedTimeRank
    let isNearer = depth > 0 || container.isEmpty && isBefore && isNamed
    let isFiner = (table.uses[best]?.values.count ?? 0) >= (table.uses[present]?.values.count ?? 0)
    return isNearer && isFiner ? best : present
  }

  /// The key of a server's time, where records have no other.
  private var serverTimeKey: String? {
    table.uses.filter { 2 * $0.value.times > table.count && KeyRule.isTimeOfServer($0.key) }.keys
      .min { (KeyRule.depth($0), $0) < (KeyRule.depth($1), $1) }
  }

  /// True if a key, by its name, holds the instant of a begin, and most records have that of the record before.
  private func isSharedBase(_ key: String) -> Bool {
    guard let use = table.uses[key], use.count > 2, KeyRule.isBase(key), !isRead(key, as: .time) else { return false }
    return 2 * Int64(use.values.count) <= use.count
  }

  /// A key with the unit of its numbers, if its name ends in what looks like another unit.
  private func withUnit(_ key: String) -> String {
    guard KeyUnit.unit(ofKey: key) != nil, let value = table.uses[key]?.example,
      case .plain(let number) = WrittenNumber(value.filter { $0 != "\"" }),
      let unit = KeyUnit.unit(ofInstant: number)
    else { return key }
    return "\(key):\(unit)"
  }

  // MARK: - The launch

  /// Keys of ids that are in most records, and in several with each value; few records do not show it.
  private var idKeys: [String: KeyUse] {
    table.uses.filter { key, use in
      guard use.isOfIDs, table.isInMost(key), key != eventKey, key != timeKey else { return false }
      return table.count < 4 || 2 * Int64(use.values.count) <= use.count
    }
  }

  /// Keys that hold ids of which nothing says what they name, the likeliest first: a trial shows whether it is launches.
  var otherLaunchKeys: [String] {
    if table.uses.keys.contains(where: { isRead($0, as: .launch) }) { return [] }
    let keys = idKeys.filter { key, use in
      let words = NameWords.words(of: key.split(separator: ".").last ?? "")
      let isID = words.count > 1 && ["id", "uuid", "guid", "key"].contains(words[words.count - 1])
      // An id that no two records share is that of a record.
      let isOfSeveral = use.values.count > 1 && use.values.count < Int(use.count)
      return isOfSeveral && (isID || use.isOfForm(KeyRule.isLongID)) && !KeyRule.isOtherID(key)
        && KeyRule.launchRank(of: key) == nil
    }
    let ordered = keys.keys.sorted { (KeyRule.depth($0), $0) < (KeyRule.depth($1), $1) }
    return Array(ordered.prefix(Self.trialLimit))
  }
  private static let trialLimit = 3

  private func launchKey() -> String? {
    let fitting = idKeys
    let named = fitting.keys.compactMap { key in KeyRule.launchRank(of: key).map { (rank: $0, key: key) } }
      .sorted { ($0.rank, KeyRule.depth($0.key), $0.key) < ($1.rank, KeyRule.depth($1.key), $1.key) }
    if let best = named.first(where: { startsOnce($0.key) }) { return best.key }
    // The id of a boot is that of a launch in a log that calls the launch of its app a boot, and else says nothing of it.
    if named.contains(where: { !UsualKeys.isOfBoot($0.key) }) { return nil }
    // An id whose key does not suggest one: it has about as many values as launches begin.
    let starts = startNames.reduce(0) { $0 + (names[$1] ?? 0) }
    guard starts > 2 else { return nil }
    return fitting.keys.sorted().first { key in
      guard let use = table.uses[key], use.count == table.count, !KeyRule.isOtherID(key) else { return false }
      let distance = (Int64(use.values.count) - starts).magnitude
      return use.holdsForRuns && use.isOfForm(KeyRule.isLongID) && 5 * distance <= starts.magnitude && startsOnce(key)
    }
  }

  /// The names of the log's events that begin a process.
  private var startNames: [String] {
    let names = self.names.keys.sorted()
    let starts = names.filter { RenameHint.kind(of: $0) == .processStart }
    if !starts.isEmpty { return starts }
    return names.filter { RenameHint.kind(of: $0) == .appDidFinishLaunching }
  }

  /// True if a process begins at most once for each value of a key: the id of a session may span several launches.
  private func startsOnce(_ key: String) -> Bool {
    let starting = Set(startNames)
    guard !starting.isEmpty else { return true }
    var begun: Set<String> = []
    var isOnce = true
    table.forEachRecord { members in
      guard isOnce, let name = table.name(of: members), starting.contains(name),
        let id = members.first(where: { $0.key == key })?.value.written
      else { return }
      // Count each name of a start separately.
      if !begun.insert("\(id) \(name)").inserted { isOnce = false }
    }
    return isOnce
  }

  // MARK: - The others

  /// The likeliest key of a rule; nil if there is none.
  private func best(_ rule: KeyRule) -> String? {
    let isToldApart = table.uses.contains { $0.value.values.count > 1 && ConditionHints.tellsApart($0.key) }
    let container = eventKey.map(KeyTable.container) ?? ""
    func order(_ key: String) -> (Int, Int, Int, String) {
      (
        rule.rank(of: key) ?? .max, -KeyTable.sharedDepth(KeyTable.container(of: key), container), KeyRule.depth(key),
        key
      )
    }
    let fitting = table.uses.filter { key, use in
      guard key != eventKey, key != timeKey, rule.isFitting(use), !KeyRule.isOfFormat(key, in: table) else {
        return false
      }
      // A key that always says the same does not tell what happened, unless a state stands beside it, as `from_background`.
      let isConstant = table.count > 1 && use.values.count == 1 && !isToldApart && !isOfRest
      return rule.rank(of: key) != nil && (!rule.isOfMost || 2 * use.texts > table.count && !isConstant)
    }
    return fitting.keys.min { order($0) < order($1) }
  }

  /// The mapping of a duration whose key names its unit; nil if no key does, or several do.
  private var durationMapping: String? {
    let found = table.uses.compactMap { key, use -> String? in
      guard !isRead(key, as: .duration), key != offset?.key, KeyRule.isOfDuration(key), use.areQuantities,
        !use.mark.isUnclear,
        let unit = KeyRule.durationUnit(of: key) ?? (use.haveUnits ? "" : nil)
      else { return nil }
      return "duration=\(key)\(KeyForm(unitPower: KeyUnit.powers[unit], mark: use.mark.needed).text)"
    }
    return found.count == 1 ? found[0] : nil
  }
}

/// The keys of some records that hold values, at any depth, with statistics of the values.
///
/// The key of a member of an object is the path to it, with dots between the keys: `event.info.name`; a text that is an
/// object in JSON counts as that object. Lists are skipped: their items have no keys.
struct KeyTable {
  /// How deep objects are searched, and how many keys are counted: a log that has values as keys has new ones without
  /// end.
  private static let depthLimit = 12
  private static let keyLimit = 2_000

  /// The keys that hold the names of events: of a record with several, the first counts.
  var nameKeys: [String] = []
  private(set) var uses: [String: KeyUse] = [:]
  private(set) var count: Int64 = 0
  /// The members of each record, at any depth.
  private var records: [[(key: String, value: JSONValue)]] = []

  /// The table of records; those that are no objects are left out.
  init(_ records: [[UInt8]]) {
    for bytes in records {
      guard let record = try? JSONValue(bytes[...]), record.isObject else { continue }
      var members: [(key: String, value: JSONValue)] = []
      Self.addMembers(of: record, below: "", depth: 0, to: &members)
      add(members)
    }
  }

  private mutating func add(_ members: [(key: String, value: JSONValue)]) {
    records.append(members)
    count += 1
    for (index, (key, value)) in members.enumerated() where uses[key] != nil || uses.count < Self.keyLimit {
      uses[key, default: KeyUse(index: index)].add(value)
    }
  }

  /// The table of the records without a text under a key, without what stands in all records alike.
  func lacking(_ key: String) -> KeyTable {
    let shared = Set(count > 1 ? uses.filter { $0.value.count == count && $0.value.values.count == 1 }.keys : [:].keys)
    var rest = KeyTable([])
    for members in records where !members.contains(where: { $0.key == key && $0.value.string?.isEmpty == false }) {
      rest.add(members.filter { !shared.contains($0.key) })
    }
    return rest
  }

  /// True if a record has a key from the objects around it, as it follows the record's own `first`: the object that has
  /// it would be a record with that key as its name, and hold no others.
  func isInherited(_ key: String, beside first: String) -> Bool {
    guard Self.container(of: key) == Self.container(of: first) else { return false }
    return records.contains { members in
      guard let own = members.firstIndex(where: { $0.key == first }) else { return false }
      return members[own...].contains { $0.key == key }
    }
  }

  /// The name of a record, under the first key of names that it has; nil if it has none.
  func name(of members: [(key: String, value: JSONValue)]) -> String? {
    nameKeys.lazy.compactMap { key in members.first { $0.key == key }?.value.written }.first
  }

  /// How often each name came.
  var names: [String: Int64] {
    var names: [String: Int64] = [:]
    for members in records { if let name = name(of: members) { names[name, default: 0] += 1 } }
    return names
  }

  /// Calls `body` with the keys of each record and their values.
  func forEachRecord(_ body: ([(key: String, value: JSONValue)]) -> Void) {
    for members in records { body(members) }
  }

  private static func addMembers(
    of object: JSONValue, below path: String, depth: Int, to members: inout [(key: String, value: JSONValue)]
  ) {
    for (key, value) in object.members {
      if let inner = value.opened {
        if depth < depthLimit { addMembers(of: inner, below: path + key + ".", depth: depth + 1, to: &members) }
      } else if !value.isArray, !value.isNull {
        members.append((path + key, value))
      }
    }
  }

  /// Whether a key is in more than half of the records.
  func isInMost(_ key: String) -> Bool { 2 * (uses[key]?.count ?? 0) > count }

  /// The path to the object around a key, with a dot at its end; empty for a key at the top.
  static func container(of key: String) -> Substring {
    key.lastIndex(of: ".").map { key[...$0] } ?? ""
  }

  /// How many keys two paths have in common, from the outermost on.
  static func sharedDepth(_ a: Substring, _ b: Substring) -> Int {
    zip(a.split(separator: "."), b.split(separator: ".")).prefix { $0 == $1 }.count
  }
}

/// Statistics of the values of one key: how many, of which types, and which.
struct KeyUse {
  /// How many different values are counted at most.
  private static let valueLimit = 20_000

  /// The index of the key among those of the first record that has it.
  let index: Int
  private(set) var count: Int64 = 0
  /// How often the value was a text that is not empty, a number, a whole number, true or false, a time.
  private(set) var texts: Int64 = 0
  private(set) var numbers: Int64 = 0
  private(set) var integers: Int64 = 0
  private(set) var truths: Int64 = 0
  private(set) var times: Int64 = 0
  /// The first value as JSON, without escapes of characters that need none.
  private(set) var example = ""
  /// How often each value came; texts are without quotes.
  private(set) var values: [String: Int64] = [:]
  /// How often the value differed from that of the record before.
  private(set) var changes: Int64 = 0
  private var last: String?

  /// A key at an index among those of its record, without values yet.
  init(index: Int) { self.index = index }

  /// Counts a value.
  mutating func add(_ value: JSONValue) {
    let text = value.written
    count += 1
    if count == 1 { example = value.shown }
    if let string = value.string {
      texts += string.isEmpty ? 0 : 1
    } else if let number = DecimalNumber(value.raw.span) {
      numbers += 1
      integers += number.integer() == nil ? 0 : 1
    }
    truths += value.truth == nil ? 0 : 1
    times += value.isInstant ? 1 : 0
    if last != text { changes += 1 }
    last = text
    if values.count < Self.valueLimit || values[text] != nil { values[text, default: 0] += 1 }
  }

  /// True if all values are texts or whole numbers, as ids are.
  var isOfIDs: Bool { count > 0 && texts + integers == count }

  /// The values without the empty texts that a table has in cells without one.
  private var filled: [String] { values.keys.filter { !$0.isEmpty } }

  /// True if all values are numbers or lengths, also as texts.
  var areQuantities: Bool {
    numbers + texts > 0 && (numbers == count || filled.allSatisfy { WrittenNumber($0) != nil })
  }

  /// True if all values are lengths with their units.
  var haveUnits: Bool {
    filled.allSatisfy { if case .length = WrittenNumber($0) { true } else { false } }
  }

  /// The decimal mark that has to be said, where a value alone does not show it; unclear if nothing shows it.
  var mark: (needed: DecimalMark?, isUnclear: Bool) {
    let isAsked = values.keys.contains { if case .unclear = WrittenNumber($0) { true } else { false } }
    if !isAsked { return (nil, false) }
    let shown = DecimalMark(shownBy: values.keys)
    return (shown, shown == nil)
  }

  /// Which number of dates such as `10/11/2026` is the day, as the values show it; nil if they are no such dates.
  var dayOrder: (example: String, isDayFirst: Bool?)? { WrittenTime.dayOrder(in: values.keys.sorted()) }

  /// True if equal values follow each other in several records, as the id of a launch does and the id of a record does
  /// not; true if there are too few records to see.
  var holdsForRuns: Bool { count < 4 || 2 * changes <= count }

  /// Whether all values have a form.
  func isOfForm(_ form: (String) -> Bool) -> Bool { !values.isEmpty && values.keys.allSatisfy(form) }
}
