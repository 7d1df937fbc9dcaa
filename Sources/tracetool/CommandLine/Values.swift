import TraceAnalyzer
import TraceIngest
import TraceModel
import TraceReport

/// Readers for the values of options; each error says what would be right.
enum Values {
  static func choice<Value>(_ text: String, _ all: [(String, Value)]) throws -> Value {
    if let found = all.first(where: { $0.0 == text }) { return found.1 }
    let names = all.map(\.0)
    let hint = Suggestion.hint(text, among: names)
    let isListed = areFew(names) || hint.isEmpty && names.count <= 24
    let mistake: Sentence = isListed ? "none of \(name: names.joined(separator: ", "))" : "an unknown name"
    throw Failure.usage("'\(name: text)' is \(mistake)\(hint)")
  }

  /// True if people read all names rather than the nearest one.
  static func areFew(_ names: [String]) -> Bool { names.count <= 12 }

  static func name(_ text: String, among names: [String]) throws -> String { try choice(text, names.map { ($0, $0) }) }

  static func choice<Value: CaseIterable & RawRepresentable<String>>(
    _ text: String, _ all: [Value] = Array(Value.allCases)
  ) throws -> Value { try choice(text, all.map { ($0.rawValue, $0) }) }

  static func list<Value>(_ text: String, _ read: (String) throws -> Value) throws -> [Value] {
    try text.split(separator: ",", omittingEmptySubsequences: false).map { try read(String($0)) }
  }

  static func pair(_ text: String, _ form: String) throws -> (String, String) {
    let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let isPair = halves.count == 2 && !halves[0].isEmpty && !halves[1].isEmpty
    return try needed(isPair ? (String(halves[0]), String(halves[1])) : nil, form, text)
  }

  /// A name or word in a log, and the one that it stands for.
  ///
  /// An event may have a condition, and an end its reason: `app_up=process.start`, `APP_CRASH=process.exit:crash`,
  /// `Opened[properties.from_background=true]=app.willEnterForeground`, and for a word `reason:speicher=memoryLimit`.
  static func renaming(_ text: String) throws -> Renaming {
    let form = "OLD=NAME, OLD[KEY=VALUE]=NAME or FIELD:WORD=NAME"
    let mark = try needed(text.lastIndex(of: "="), form, text)
    let subject = String(text[..<mark])
    let name = String(text[text.index(after: mark)...])
    if subject.isEmpty || name.isEmpty { throw Failure.usage("needs \(name: form), not '\(name: text)'") }
    return try renaming(subject, to: name)
  }

  /// A renaming from the subject before the last `=` of `--rename` and the name behind it.
  static func renaming(_ subject: String, to name: String) throws -> Renaming {
    let renaming = Renaming(subject: subject, to: name)
    if let words = renaming.words { _ = try self.name(name, among: words) } else { _ = try eventName(renaming.name) }
    return renaming
  }

  /// What keys are mapped to: fields, and parts of a record of a whole launch.
  static let mappings = Field.allCases.map { ($0.name, $0) } + IngestOptions.otherMappings.map { ($0.key, $0.value) }

  /// A field and its key, for a clock with the unit of its numbers, as in `duration=dur_ms:ms`.
  static func mapping(_ text: String) throws -> (name: String, field: Field, key: String, form: KeyForm) {
    let (name, key) = try pair(text, "FIELD=KEY")
    let field = try choice(name, mappings)
    let location = try mapping(name, field, key) { "--map \(name)=\($0)" }
    return (name, field, location.key, location.form)
  }

  /// A mapping of a field and a key, as in `dur_ms:ms`; `written` shows how to give a key with its unit.
  static func mapping(
    _ name: String, _ field: Field, _ key: String, written: (String) -> String
  ) throws -> (key: String, form: KeyForm) {
    // An instant shows its unit by its size.
    guard [.time, .uptime, .duration].contains(field), name != "launchEnd" else { return (key, KeyForm()) }
    let pieces = key.split(separator: ":", omittingEmptySubsequences: false)
    if pieces.count > 1, let last = pieces.last, let form = KeyForm(last), pieces[0] != "" {
      return (String(key.dropLast(last.count + 1)), form)
    }
    if name != field.name {
      // Values may have their unit beside them, as in `612 ms`.
      if pieces.count == 1 { return (key, KeyForm()) }
      throw Failure.usage(
        "'\(name: pieces.last ?? "")' is no unit of a length, as in \(name: written("\(pieces[0]):ms")); the units are "
          + "ns, us, ms and s, and a decimal mark may precede them, as in \(name: written("\(pieces[0]):,ms"))")
    }
    // A number in another unit, read as nanoseconds, would give a wrong answer.
    if let unit = KeyUnit.unit(ofKey: key) {
      throw Failure.usage(
        "'\(name: key)' looks like \(name: unit): say so with \(name: written("\(key):\(unit)")); the units are ns, us, ms "
          + "and s")
    }
    return (key, KeyForm())
  }

  static func count(_ text: String) throws -> Int {
    try needed(Int(text).flatMap { $0 > 0 ? $0 : nil }, "a whole number from 1 on", text)
  }

  /// A duration with its unit, in nanoseconds.
  static func duration(_ text: String) throws -> Int64 {
    try needed(Unit.quantity(text, in: Unit.durations), "a duration with its unit, as in 400ms, 25s or 10min", text)
  }

  /// The limit of a budget, at least its `least`: of memory in bytes, else in nanoseconds.
  static func limit(of budget: BudgetID, _ text: String) throws -> Int64 {
    let limit = try amount(of: budget, text)
    let least = budget.definition.least
    if limit >= least { return limit }
    let floor = budget.text(of: least)
    throw Failure.usage(
      "'\(name: text)' is below \(name: floor), and durations of \(name: floor) or less are not kept for the budget "
        + "\(name: budget.name): set it to \(name: floor) or more")
  }

  /// A value for a budget: of memory in bytes, else in nanoseconds.
  static func amount(of budget: BudgetID, _ text: String) throws -> Int64 {
    switch budget.definition.unit {
    case .time: try duration(text)
    case .memory: try memory(text)
    }
  }

  /// In bytes.
  static func memory(_ text: String) throws -> Int64 {
    let form = "an amount of memory in MB, MiB, GB or GiB, as in 80MB"
    return try needed(Unit.quantity(text, in: Unit.amountsOfMemory), form, text)
  }

  static func percentile(_ text: String) throws -> Int {
    try needed(Int(text).flatMap { (1...99).contains($0) ? $0 : nil }, "a percentile from 1 to 99, as in 95", text)
  }

  /// A percentage, in millionths.
  static func share(_ text: String) throws -> Int64 {
    let number = text.last == "%" ? Double(text.dropLast()) : nil
    let isShare = number.map { (0...1000).contains($0) } ?? false
    return Int64((try needed(isShare ? number : nil, "a percentage, as in 5%", text) * 10_000).rounded())
  }

  static func text(share: Int64) -> String {
    share.isMultiple(of: 10_000) ? "\(share / 10_000)%" : "\(Double(share) / 10_000)%"
  }

  static func limit(_ text: String) throws -> Verdict.Limit {
    let isPercent = text.last == "%"
    let number = Double(isPercent ? text.dropLast() : text[...]).flatMap { $0 >= 0 ? $0 : nil }
    let needed = try needed(number, "a number or a percentage, as in 10 or 0.5%", text)
    return Verdict.Limit(number: needed, isPercent: isPercent)
  }

  static func text(limit: Verdict.Limit) -> String {
    let number = Int(exactly: limit.number).map { "\($0)" } ?? "\(limit.number)"
    return limit.isPercent ? "\(number)%" : number
  }

  static func key(_ path: String) throws -> [UInt8] {
    guard let key = Redaction.key(in: path) else {
      throw Failure(code: .inputOutput, sentence: "cannot read the key '\(name: path)'; check that it may be read")
    }
    return try needed(key.count < 16 ? nil : key, "a file of 16 bytes or more that cannot be guessed", path)
  }

  /// A day, or an instant as RFC 3339, in nanoseconds since 1970.
  static func instant(_ text: String) throws -> Int64 {
    let whole = text.utf8.count == 10 ? text + "T00:00:00Z" : text
    let instant = Timestamp.parse(Array(whole.utf8).span)
    let need = "a day or a time, as in 2026-11-20 or 2026-11-20T10:00:00Z"
    return try needed(instant, need, text).nanoseconds
  }

  /// A time in a launch: an instant, or a duration since its first event.
  static func moment(_ text: String) throws -> LaunchTimePoint {
    if text.contains(":") {
      // A time of day without its day, and perhaps without seconds.
      let clock = text.split(separator: ":").count == 2 ? "\(text):00" : text
      let time = Timestamp.parse(Array("1970-01-01T\(clock)Z".utf8).span)
      return try time.map { .timeOfDay($0.nanoseconds) } ?? .instant(instant(text))
    }
    let need = "a time since the launch's first event or a time of day, as in 3.2s or 2026-11-20T10:00:00Z"
    return .offset(try needed(offset(text), need, text))
  }

  /// A duration of one unit or of several, as in `3.2s`, `7min30s` or `8 min 16 s`; nil for other texts.
  private static func offset(_ text: String) -> Int64? {
    let units = Unit.durations + [Unit(name: "h", scale: 3_600_000_000_000)]
    var rest = text.filter { $0 != " " }[...]
    var sum: Int64 = 0
    repeat {
      let number = rest.prefix { $0.isNumber || $0 == "." }
      let unit = rest.dropFirst(number.count).prefix { $0.isLetter }
      guard let term = Unit.quantity("\(number)\(unit)", in: units) else { return nil }
      rest = rest.dropFirst(number.count + unit.count)
      sum += term
    } while !rest.isEmpty
    return sum
  }

  /// A day, as its start in UTC, in nanoseconds since 1970.
  static func day(_ text: String) throws -> Int64 {
    try needed(text.utf8.count == 10 ? try? instant(text) : nil, "a day, as in 2026-11-20", text)
  }

  static func term(_ text: String) throws -> AcceptanceTerm {
    if text == "forever" { return .forever }
    return .until(try needed(Day(text), "the last day, as in 2027-01-31, or 'forever'", text))
  }

  static func ratio(_ text: String) throws -> (numerator: Int64, denominator: Int64) {
    let numbers = text.split(separator: "/").map { Int32($0) ?? 0 }
    let isRatio = numbers.count == 2 && numbers.allSatisfy { $0 > 0 }
    let ratio = isRatio ? (numerator: Int64(numbers[0]), denominator: Int64(numbers[1])) : nil
    return try needed(ratio, "a ratio, as in 125/3", text)
  }

  /// In seconds east of UTC.
  static func zone(_ text: String) throws -> Int64 {
    let isZone = text.utf8.count == 6 && "+-".contains(text.prefix(1))
    let instant = Timestamp.parse(Array("1970-01-02T00:00:00\(text)".utf8).span)
    let need = "an offset from UTC, as in +02:00"
    return try 86_400 - needed(isZone ? instant : nil, need, text).nanoseconds / 1_000_000_000
  }

  static func text(zone seconds: Int64) -> String {
    let minutes = Int(seconds.magnitude / 60)
    let digits = [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return (seconds < 0 ? "-" : "+") + digits.joined(separator: ":")
  }

  /// The name of a rule, or the beginning of one and `*`.
  static func rulePattern(_ text: String) throws -> String {
    if RuleID.allCases.contains(where: RuleFilter(patterns: [text]).contains) { return text }
    let hint = Suggestion.hint(text, among: RuleID.allCases.map(\.name))
    let advice: Sentence = hint.isEmpty ? "; 'tracetool explain' lists the rules" : hint
    throw Failure.usage("no rule is called '\(name: text)'\(advice)")
  }

  /// The name of an event, or one of its aliases.
  static func eventName(_ text: String) throws -> String { try name(text, among: EventNames.meanings.keys.sorted()) }

  private static func needed<T>(_ value: T?, _ need: String, _ text: String) throws -> T {
    if let value { return value }
    throw Failure.usage("needs \(name: need), not '\(name: text)'")
  }
}
