import TraceModel

/// Finds the key that holds the length of a whole launch, in records such as
/// `{"name":"app_start","duration_ms":612,"type":"cold"}`.
///
/// The name of the record or the key says that it is a launch, and the key that it is a length. The unit stands in the
/// key or beside it; a number without one is never guessed: as milliseconds or as seconds, both may be believable.
struct LaunchLength {
  /// The instants of begin and end, where records have them instead of a length.
  private(set) var instants: (begin: String, end: String)?
  /// The key, with the form of its numbers as `--map` has it behind the key; nil if something is still to be said.
  let key: String
  let form: String?
  /// True if it is to be said whether commas part thousands.
  let isUnclear: Bool
  /// The key's first value.
  let example: String
  /// The names of the records that are launches; empty if they have none.
  let names: Set<String>
  /// The key that says how the app was started; nil if none does.
  let startTypeKey: String?
  /// Other keys that hold it where this one does not, each with its form behind it.
  private let others: [String]

  /// The values of `--map` that it needs, beside those that were given; none without a unit.
  func mappings(_ options: IngestOptions) -> [String] {
    let type = startTypeKey.map { ["startType=\($0)"] } ?? []
    if let instants {
      return options.launchEndKeys.contains(instants.end) ? [] : ["launchEnd=\(instants.end)"] + type
    }
    guard let form else { return [] }
    let isGiven = options.launchKeys.contains(key)
    let hasType = options.keyMap.contains { $0.field == .reason }
    let lengths = ["\(key)\(form)"] + others
    return (isGiven ? [] : lengths.map { "launchDuration=\($0)" }) + (hasType ? [] : type)
  }

  /// The length of launches in the records of a table; nil if no key is likely to hold it.
  ///
  /// Where the likeliest key says no unit, one that does comes first.
  init?(_ table: KeyTable, timeKey: String?) {
    var found: [String: Candidate] = [:]
    let callbacks = Self.callbacks(table)
    table.forEachRecord { members in
      let name = table.name(of: members)
      let isOfLaunch = name.map { Self.isWholeLaunch($0) && !callbacks.contains($0) } ?? false
      for (key, value) in members where !table.nameKeys.contains(key) && key != timeKey {
        // A text such as `612 ms` is a length whatever its key is called.
        let isWhole = value.isWithUnit
        let isSaid = isOfLaunch && isWhole && value.string?.contains(":") == false
        let said = isSaid ? (rank: Self.valueRank - 1, unit: nil as String?) : nil
        guard let form = Self.form(of: key, isOfLaunch: isOfLaunch, in: table) ?? said, Self.isLength(value, form.unit)
        else {
          continue
        }
        let beside = form.unit == nil ? Self.unit(beside: key, in: members) : nil
        let unit = isWhole ? Candidate.ofValue : form.unit ?? beside
        found[key, default: Candidate(value, form.rank)].add(name, value, unit: unit, isOfLaunch: isOfLaunch)
      }
    }
    found = found.filter { !$0.value.isOfOthers }
    let best = found.min { a, b in a.value.order(a.key) < b.value.order(b.key) }
    // The instants of begin and end say more than a length without a unit, or one beside which no time stands.
    let isEnough = best.map { $0.value.unit != nil && timeKey != nil } ?? false
    if !isEnough, let between = Self.instants(table, timeKey, callbacks) {
      instants = (between.begin, between.end)
      key = between.end
      form = ""
      isUnclear = false
      example = ""
      names = between.names
      startTypeKey = Self.startTypeKey(table, names)
      others = []
      return
    }
    guard let (key, candidate) = best else { return nil }
    self.key = key
    let mark = table.uses[key]?.mark
    isUnclear = mark?.isUnclear ?? false
    form = isUnclear ? nil : candidate.unit.map { KeyForm(unitPower: KeyUnit.powers[$0], mark: mark?.needed).text }
    example = candidate.example
    names = candidate.names
    startTypeKey = Self.startTypeKey(table, names)
    others = Self.others(beside: key, found, table)
  }

  /// Keys like `app_start_warm` beside `app_start_cold`, of which a record has one, each with its form.
  private static func others(beside key: String, _ found: [String: Candidate], _ table: KeyTable) -> [String] {
    guard StartName.type(key) != nil else { return [] }
    let alike = found.filter { other, candidate in
      other != key && candidate.rank == 0 && StartName.type(other) != nil && candidate.unit != nil
        && KeyTable.container(of: other) == KeyTable.container(of: key)
    }
    var apart = Set(alike.keys)
    table.forEachRecord { members in
      let own = members.map(\.key).filter { $0 == key || apart.contains($0) }
      if own.count > 1 { apart.subtract(own) }
    }
    return apart.sorted().map { other in
      let mark = table.uses[other]?.mark
      return other + KeyForm(unitPower: KeyUnit.powers[alike[other]?.unit ?? ""], mark: mark?.needed).text
    }
  }

  /// What is known of a key that may hold the length.
  private struct Candidate {
    let example: String
    let rank: Int
    private(set) var names: Set<String> = []
    private var units: Set<String?> = []
    private var count = 0
    private var launches = 0
    /// True if a value is small enough for a count.
    private var mayCount = false

    init(_ value: JSONValue, _ rank: Int) {
      example = value.written
      self.rank = rank
    }

    mutating func add(_ name: String?, _ value: JSONValue, unit: String?, isOfLaunch: Bool) {
      if let name, isOfLaunch || LaunchLength.mayBeLaunch(name) { names.insert(name) }
      units.insert(unit)
      count += 1
      launches += isOfLaunch ? 1 : 0
      mayCount = mayCount || value.integer.map { $0 < Self.leastLength } ?? true
    }
    private static let leastLength = 50

    /// True if it stands beside too many names, as what a log repeats on each record; or if it is only called a value,
    /// and may as well be a count.
    var isOfOthers: Bool {
      let isCount = rank == LaunchLength.valueRank && unit == nil && (mayCount || launches < count)
      return isCount || names.count > 2 && launches < count
    }

    /// The unit that stands in each value.
    static let ofValue = "-"

    /// The unit of the values that have none beside them; nil if nothing says it.
    var unit: String? {
      let others = units.filter { $0 != Self.ofValue }
      return others.isEmpty ? Self.ofValue : others.count == 1 ? others.first ?? nil : nil
    }

    /// Orders the likeliest key first.
    func order(_ key: String) -> (Int, Int, Int, Int, String) {
      (unit == nil ? 1 : 0, rank, -launches, KeyRule.depth(key), key)
    }
  }
}

// MARK: - Names of records

extension LaunchLength {
  /// Two words that are written as one.
  private static let glued: Set = ["coldstart", "warmstart", "applaunch", "appstart"]
  private static let subjects: Set = ["app", "cold", "warm", "hot", "launch", "process"]
  /// Words beside those that leave a name the name of a whole launch.
  private static let others: Set = [
    "app", "cold", "warm", "hot", "time", "duration", "total", "ms", "metric", "measure", "measured", "perf",
    "performance", "finish", "type", "took", "length", "latency", "trace", "user", "full", "complete",
    "elapsed", "span", "stats", "info", "ready", "sec", "seconds", "dur", "prewarmed", "first", "metrics",
  ]

  /// True if a record with this name is a whole launch if it has a length: `app_start`, `cold_start`, `AppLaunch`,
  /// `launch_time`.
  ///
  /// A callback is none: `app.didFinishLaunching` has a length of its own.
  static func isWholeLaunch(_ name: String) -> Bool {
    if EventNames.meaning(of: name) != nil { return false }
    // What follows in parentheses is the app, or how it was started.
    let name = name.first == "(" ? name : String(name.prefix { $0 != "(" })
    return NameWords.behindDomain(name).contains(where: isWholeLaunch(itself:))
  }

  private static func isWholeLaunch(itself name: Substring) -> Bool {
    let words = NameWords.common(NameWords.words(of: name))
    if words.contains("ttid") || words.contains("ttfd") { return words.count < 4 }
    guard mentionsLaunch(NameWords.words(of: name)), !words.contains("process") else { return false }
    // `finish launch` is UIKit's callback, `launch finish` the end of a launch.
    if let end = words.firstIndex(of: "finish"), words[end...].contains(where: { $0 == "launch" || $0 == "start" }) {
      return false
    }
    return words.allSatisfy { $0 == "launch" || $0 == "start" || glued.contains($0) || others.contains($0) }
  }

  /// True if a name mentions a launch, as `app_start`, `coldStartMs` and `home ttid` do, and `video_start` does not.
  static func mentionsLaunch(_ name: String) -> Bool {
    let written = NameWords.words(of: name)
    return mentionsLaunch(written) || !Set(written).isDisjoint(with: ["ttid", "ttfd", "cold", "warm"])
  }

  /// True for a name that may be that of a launch, with its length perhaps: `cold_start`, `launched`, and
  /// `launch finished in 1912 ms`, but not `launch_screen_tapped`.
  static func mayNameLaunch(_ name: String) -> Bool {
    NameWords.behindDomain(name).contains { name in
      let words = NameWords.common(NameWords.words(of: name))
        .filter { Int($0) == nil && WrittenNumber.unit(named: $0) == nil }
      return mentionsLaunch(String(name))
        && words.allSatisfy {
          around.contains($0) || glued.contains($0) || lengths.contains($0) || others.contains($0)
            || ["ttid", "ttfd"].contains($0)
        }
    }
  }

  /// True for a word that may stand between a launch and its length in a sentence: the 5 s of `app start: waits 5 s` are
  /// no launch's.
  static func mayStand(beside word: String) -> Bool {
    around.contains(word) || glued.contains(word) || lengths.contains(word) || others.contains(word)
      || ["after", "about", "only", "within", "approximately"].contains(word) || Int(word) != nil
  }

  private static func mentionsLaunch(_ written: [String]) -> Bool {
    let written = ForeignWords.translated(written)
    let words = NameWords.common(written)
    let isStart = words.contains("start") && !subjects.isDisjoint(with: words)
    // `startup` alone is a launch; `start` alone is anything's.
    return words.contains("launch") || isStart || written.contains { $0 == "startup" || glued.contains($0) }
  }

  /// Names that may be a launch or one of its callbacks, in a log that has a launch's other events: there they are
  /// callbacks, and a length beside them is that of the callback.
  private static func callbacks(_ table: KeyTable) -> Set<String> {
    let names = table.names.keys
    let launches = names.filter(isWholeLaunch)
    let others = Set(names.filter { !launches.contains($0) }.compactMap { RenameHint.kind(of: $0) })
    let steps: Set<EventKind> = [.processStart, .processMain, .launchFirstFrame, .sceneWillConnect, .sceneDidActivate]
    return others.isDisjoint(with: steps) ? [] : Set(launches.filter { RenameHint.guess($0) != nil })
  }

  /// True if nothing in a name contradicts that its record is a launch, where the key says so.
  static func mayBeLaunch(_ name: String) -> Bool { EventNames.meaning(of: name) == nil }
}

// MARK: - Keys and values

extension LaunchLength {
  private static let lengths: Set = [
    "duration", "dur", "elapsed", "took", "latency", "taken", "length", "delta", "total",
  ]
  /// Units that may end a word, the longest first.
  private static let gluedUnits = [
    "milliseconds", "microseconds", "nanoseconds", "seconds", "millis", "micros", "nanos", "secs", "ms", "us", "ns",
    "s",
  ]
  /// Words of numbers that are no length.
  private static let counts: Set = [
    "count", "number", "index", "at", "ts", "timestamp", "date", "offset", "uptime", "since", "id", "age", "memory",
    "interval", "timeout", "budget", "limit", "threshold", "percent", "version", "build", "code", "epoch", "sample",
    "rate", "score", "battery", "size", "bytes", "session", "engagement", "visit", "spent", "foreground", "background",
    "launches", "starts",
  ]
  /// The rank of a key whose name says no more than that it holds a value.
  fileprivate static let valueRank = 3

  /// The unit that an SDK documents of a key that does not say it.
  ///
  /// Source: Sentry's conventions, https://getsentry.github.io/relay/relay_conventions/attributes/ (`app_start_cold` and
  /// `app_start_warm`, in milliseconds); Elastic Common Schema, *Event fields* (`event.duration`, in nanoseconds, beside
  /// `@timestamp`); Dynatrace, *Semantic Dictionary* (`duration`, in nanoseconds, beside keys in `dt.rum`) and *USQL*
  /// (`useraction.duration`, in milliseconds); countly-sdk-ios, `CountlyPerformanceMonitoring.m` (`apm_metrics.duration`);
  /// raygun4apple, `RaygunRealUserMonitoring.m` (`timing.duration` beside `timing.type`); Microsoft, *Application Insights
  /// data model: page view* (`duration` beside `performanceBucket`); faro-flutter-sdk (`values.appStartDuration`), all in
  /// milliseconds.
  private static func documentedUnit(of key: String, in table: KeyTable) -> String? {
    let end = key.split(separator: ".").suffix(2).joined(separator: ".")
    if ["measurements.app_start_cold", "measurements.app_start_warm"].contains(end) { return "ms" }
    func has(_ other: String) -> Bool { table.uses.keys.contains { $0 == other || $0.hasSuffix("." + other) } }
    if end == "event.duration", has("@timestamp") { return "ns" }
    if end == "useraction.duration" || end == "apm_metrics.duration" { return "ms" }
    if end == "timing.duration", has("timing.type") { return "ms" }
    if end == "values.appStartDuration" { return "ms" }
    if key == "duration", has("performanceBucket") { return "ms" }
    return key == "duration" && ["dt.rum.session.id", "dt.rum.application.entity"].contains(where: has) ? "ns" : nil
  }

  /// How likely a key holds a length, 0 for the likeliest, and the unit that its name says; nil if it does not.
  static func form(of key: String, isOfLaunch: Bool, in table: KeyTable) -> (rank: Int, unit: String?)? {
    // What is read as an id is no length: `"launch": "7"`.
    if key == Field.launch.name { return nil }
    let last = key.split(separator: ".").last.map(String.init) ?? key
    let written = ForeignWords.translated(NameWords.words(of: last))
    let unit = KeyUnit.unit(ofKeysEnd: last) ?? documentedUnit(of: key, in: table)
    var words = written.filter { WrittenNumber.unit(named: $0) == nil && $0 != "in" }
    // `tookms` is one word.
    let glued = Self.gluedUnits.first { unit != nil && words.last?.hasSuffix($0) == true }
    if let end = words.last, let glued, end != glued {
      let stem = String(end.dropLast(glued.count))
      if lengths.contains(stem) || NameWords.common([stem]) == ["launch"] { words[words.count - 1] = stem }
    }
    if !counts.isDisjoint(with: words) { return nil }
    if saysLaunch(words) { return (0, unit) }
    guard isOfLaunch else { return nil }
    if !lengths.isDisjoint(with: words) { return words.count < 3 ? (1, unit) : nil }
    if words == ["time"] || words.isEmpty && unit != nil { return (2, unit) }
    let isValue = ["value", "val", "v"].contains(words.last) && words.dropLast().allSatisfy(valueWords.contains)
    if isValue { return (valueRank, unit) }
    return nil
  }

  private static let valueWords: Set = ["metric", "event", "custom"]

  /// Words beside those of a launch that leave it one.
  private static let around: Set = ["launch", "start", "app", "cold", "warm", "hot", "time", "finish"]

  /// True if the words of a key say that it holds the length of a launch: `launchMs`, `app_start_cold`, `ttid`.
  private static func saysLaunch(_ written: [String]) -> Bool {
    let words = NameWords.common(written)
    if ["ttid", "ttfd"].contains(words.first) { return words.count == 1 }
    let instants = ["first frame", "initial display", "full display", "interactive"]
    if instants.contains(where: { words.joined(separator: " ") == "time \($0)" }) { return true }
    guard mentionsLaunch(written), !words.contains("process") else { return false }
    return words.allSatisfy { around.contains($0) || glued.contains($0) || lengths.contains($0) }
  }

  /// True if a value can be a length: a number above 0 that is no instant; in nanoseconds it may look like one.
  private static func isLength(_ value: JSONValue, _ unit: String?) -> Bool {
    switch value.quantity() {
    case .length(let nanos, _): return nanos > 0
    case .plain(let number):
      return (unit == "ns" || !value.isInstant) && number.scaled(by: 9).integer(cutting: true) ?? 0 > 0
    case .unclear: return true
    case nil: return false
    }
  }

  /// The unit that a number under a length's key has most likely: one with decimals is no millisecond, if it is small,
  /// and no launch takes minutes.
  static func likelyUnit(of value: String) -> String {
    guard case .plain(let number)? = WrittenNumber(value), let whole = number.integer(cutting: true) else {
      return "ms"
    }
    if number.integer() == nil, whole < longestSeconds { return "s" }
    return whole < longestMillis ? "ms" : whole < 1000 * longestMillis ? "us" : "ns"
  }
  private static let longestSeconds = 20
  private static let longestMillis = 100_000

  /// True if a time under a key is the begin of the length beside it: the key says so, or the SDK does of its record.
  ///
  /// Source: Firebase, *Performance Monitoring: BigQuery schema* (`event_timestamp` of a trace, as `_app_start`).
  static func isBegin(_ key: String, ofRecord name: String) -> Bool {
    let last = key.split(separator: ".").last ?? ""
    if last == "event_timestamp" { return name == "_app_start" }
    let words = NameWords.words(of: last)
    return !begins.isDisjoint(with: words) && words.allSatisfy { begins.contains($0) || instantWords.contains($0) }
  }

  private static let begins: Set = ["start", "started", "begin", "began", "from", "stz", "starttime"]

  /// The key in most records that holds the instant of a begin, where no key holds the time; nil if there is none.
  static func beginKey(_ table: KeyTable) -> String? {
    table.uses.filter { key, use in use.times == use.count && table.isInMost(key) && isBegin(key, ofRecord: "") }.keys
      .min { (KeyRule.depth($0), $0) < (KeyRule.depth($1), $1) }
  }

  /// Countly's traces have `stz` and `etz`.
  private static let ends: Set = [
    "end", "ended", "finish", "finished", "stop", "stopped", "completed", "to", "etz", "endtime",
  ]

  /// The keys of the two instants between which launches lie, and the names of these; nil if there are none.
  private static func instants(
    _ table: KeyTable, _ timeKey: String?, _ callbacks: Set<String>
  ) -> (begin: String, end: String, names: Set<String>)? {
    var pairs: [String: (begin: String, names: Set<String>)] = [:]
    table.forEachRecord { members in
      guard let name = table.name(of: members), isWholeLaunch(name), !callbacks.contains(name) else { return }
      func key(_ words: Set<String>) -> String? {
        members.filter { key, value in
          value.isInstant && !words.isDisjoint(with: NameWords.words(of: key.split(separator: ".").last ?? ""))
        }.map(\.key).min { (KeyRule.depth($0), $0) < (KeyRule.depth($1), $1) }
      }
      guard let end = key(ends) else { return }
      let time = timeKey.flatMap { isEnd(end, of: $0) ? $0 : nil }
      guard let begin = key(begins) ?? time, begin != end else { return }
      pairs[end, default: (begin, [])].names.insert(name)
    }
    return pairs.min { $0.key < $1.key }.map { ($0.value.begin, $0.key, $0.value.names) }
  }

  /// True if a key beside that of the time holds the end of what began then, as `end` and `finished_at`, and not that of
  /// something else, as `session_end`.
  private static func isEnd(_ end: String, of time: String) -> Bool {
    let container = KeyTable.container(of: end)
    let words = NameWords.words(of: end.dropFirst(container.count)).filter { !ends.contains($0) }
    return container == KeyTable.container(of: time) && words.allSatisfy { instantWords.contains($0) }
  }
  private static let instantWords: Set = [
    "at", "time", "ts", "timestamp", "date", "launch", "app", "ms", "us", "mus", "ns", "utc",
  ]

  /// The unit that a key beside says, as `unit` beside `value`.
  private static func unit(beside key: String, in members: [(key: String, value: JSONValue)]) -> String? {
    let container = KeyTable.container(of: key)
    let said = members.first { other in
      guard KeyTable.container(of: other.key) == container else { return false }
      let words = NameWords.words(of: other.key.dropFirst(container.count))
      return ["unit", "units", "uom"].contains(words.last)
    }
    return said.flatMap { WrittenNumber.unit(named: $0.value.written) }
  }

  private static let typeNames = ["starttype", "launchtype", "startkind", "launchkind", "startmode", "type", "kind"]

  /// The key whose values, in the records of launches, are words for cold and warm, or which asks whether it was cold.
  private static func startTypeKey(_ table: KeyTable, _ names: Set<String>) -> String? {
    var fits: [String: Bool] = [:]
    table.forEachRecord { members in
      if !names.isEmpty {
        guard let name = table.name(of: members), names.contains(name) else { return }
      }
      for (key, value) in members where !table.nameKeys.contains(key) && fits[key] != false {
        let isWord = value.string.map { $0.utf8.count < 30 && isStartType($0) } ?? false
        fits[key] = isWord || StartName.type(key, is: value.written) != nil
      }
    }
    func isStartType(_ word: String) -> Bool {
      StartType(written: word) != nil || WordHint.meaning(of: word, in: IngestOptions.startType) != nil
    }
    func rank(_ key: String) -> Int {
      let plain = NameWords.plain(key.split(separator: ".").last ?? "")
      return typeNames.firstIndex(of: plain) ?? typeNames.count
    }
    return fits.filter(\.value).keys.min { (rank($0), KeyRule.depth($0), $0) < (rank($1), KeyRule.depth($1), $1) }
  }
}
