import TraceModel

/// A form of exports that `exports.txt` describes: how it is known, and which key is which field.
package struct ExportForm: Sendable {
  private(set) var name = ""
  private(set) var summary = ""
  /// The keys of the lists that hold records; empty if each object is a record.
  private(set) var lists: [String] = []
  /// The attribute that keeps a record.
  private(set) var keptName = "record"
  private var isWhole = false
  /// True if the time of a launch that was measured is that of its end.
  private(set) var isLate = false
  /// The head of a source must have all marks of one row.
  private var marks: [[Substring]] = []
  private var layers = ["."]
  private var times: [ExportKey] = []
  private var others: [ExportCondition] = []
  private var otherName = ""
  private var owner: String?
  private var stream: String?
  private var source: String?
  private var rows: [ExportRow] = []
  private(set) var eventNames: [String] = []
  /// The events that logs of this form can hold, as `EventLine.set(records:)` takes them.
  private var records = ""

  static let all = Dictionary(
    uniqueKeysWithValues: text.lines.split(separator: "").map { block in ExportForm(block.filter { !$0.hasPrefix("#") })
    }
    .filter { !$0.name.isEmpty }.map { ($0.name, $0) })

  private static var text: [UInt8] { PackageResources.exports_txt }

  /// The rows of all forms, each with the name of its form, as `tracetool explain formats` prints them.
  package static let allRows = text.lines.split(separator: "").flatMap { block in
    let lines = block.filter { !$0.hasPrefix("#") }
    return lines.dropFirst().filter { !$0.hasPrefix("summary ") }.map { (form: lines.first ?? "", row: $0) }
  }

  init(_ lines: [String]) {
    name = lines.first ?? ""
    for line in lines.dropFirst() {
      let words = line.split(separator: " ")
      let rest = line.dropFirst(words[0].count + 1)
      let keys = rest.split(separator: " | ").map(String.init)
      switch words[0] {
      case "summary": summary = String(rest)
      case "is": marks.append(Array(words.dropFirst()))
      case "whole": isWhole = true
      case "late": isLate = true
      case "each": lists = words.dropFirst().map(String.init)
      case "in": layers = keys
      case "time": times = keys.map { ExportKey($0[...]) }
      case "other": otherName = String(rest)
      case "not": others += ExportCondition.all(rest)
      case "id": owner = String(rest)
      case "stream": stream = String(rest)
      case "keep": keptName = String(rest)
      case "source": source = String(rest)
      default: rows += [ExportRow(line)].compactMap(\.self)
      }
    }
    eventNames = rows.compactMap { row in
      switch row.meaning {
      case .event(let name, _): name
      case .launch: EventKind.launchMeasured.name
      default: nil
      }
    }
    records = EventLine.records(eventNames)
  }

  /// True if each record is an object of its own, which an answer of a server may hold in a list.
  var isOfObjects: Bool { lists.isEmpty && !isWhole }

  func framing(_ head: LogHead) -> Framing? {
    func holds(_ mark: Substring) -> Bool {
      switch (mark.first, mark.last) {
      case ("\"", _): head.contains(String(mark))
      case ("!", _): !head.keys.contains(String(mark.dropFirst()))
      case ("^", _): head.keys.first.map { mark.dropFirst() == $0 } ?? false
      case (_, "*"): head.keys.contains { $0.hasPrefix(mark.dropLast()) }
      default: head.keys.contains(String(mark))
      }
    }
    let isOf = marks.contains { $0.allSatisfy { $0.split(separator: "|").contains(where: holds) } }
    return isOf ? isWhole ? .document : .objects : nil
  }

  /// The records of an object; empty if its lists for them are.
  func records(of value: JSONValue) -> [JSONValue] {
    let found = value[lists].compactMap(\.self)
    return found.isEmpty ? [value] : found.flatMap(\.items)
  }

  func record(_ value: JSONValue) -> ExportRecord {
    // An object may stand in a text.
    ExportRecord(
      value: value, layers: layers.compactMap { $0 == "." ? value : value[path: $0].map { $0.opened ?? $0 } })
  }

  /// The first time of a record that can be read, as it is written.
  func time(of record: ExportRecord) -> JSONValue? {
    times.lazy.compactMap { record[$0.path] }.first { $0.instant() != nil }
  }

  /// Without a time; a row gives the name and the source if they are nil, else the form does.
  ///
  /// `records` are the kinds of events that logs can hold, if they are more than those of rows.
  func event(
    _ name: String? = nil, of record: ExportRecord, source: String? = nil, records: String? = nil
  ) -> EventLine {
    var known: (name: String, source: String?)?
    if name == nil, case .event(let name, let source) = row(of: record)?.meaning { known = (name, source) }
    var event = EventLine(name ?? known?.name ?? record.text(otherName))
    event.set("source", source ?? known?.source ?? self.source)
    for row in rows {
      guard case .field(let name, let keys) = row.meaning, record.meets(row.conditions) else { continue }
      event.set(name, raw: keys.lazy.compactMap { $0.value(in: record) }.first)
    }
    event.set(records: records ?? self.records)
    event.set(stream: stream.map(record.text))
    return event
  }

  func isOfOthers(_ record: ExportRecord) -> Bool { others.contains { record.meets([$0]) } }

  /// The row that tells what a record is, if any.
  func row(of record: ExportRecord) -> ExportRow? {
    let isOther = isOfOthers(record)
    return rows.first { row in
      if case .field = row.meaning { return false }
      if case .event = row.meaning {} else if isOther { return false }
      return record.meets(row.conditions)
    }
  }

  /// What identifies the launch of a record, or a session that may hold several; nil if the form has no such key.
  func owner(of record: ExportRecord) -> String? { owner.map(record.text) }
}

/// A row of `exports.txt`: a record is an event, a measured launch, or the end of a process; or keys of it hold a
/// field.
struct ExportRow: Sendable {
  enum Meaning: Sendable, Equatable {
    case field(String, [ExportKey])
    case event(String, source: String?)
    case launch(LaunchMeasure, length: ExportKey, type: ExportKey?)
    case end(String)
  }

  let meaning: Meaning
  /// All must hold for the row to count.
  let conditions: [ExportCondition]

  init?(_ line: String) {
    let sides = line.split(separator: " if ", maxSplits: 1)
    let words = (sides.first ?? "").split(separator: " ", maxSplits: 2).map(String.init)
    guard words.count > 1 else { return nil }
    let last = words.count > 2 ? words[2] : nil
    conditions = sides.count > 1 ? ExportCondition.all(sides[1]) : []
    switch (words[0], last) {
    case ("field", let keys?): meaning = .field(words[1], keys.split(separator: " | ").map { ExportKey($0) })
    case ("event", let source): meaning = .event(words[1], source: source)
    case ("end", nil): meaning = .end(words[1])
    case ("launch", let keys?):
      let keys = keys.split(separator: " ").map { ExportKey($0) }
      guard let measure = LaunchMeasure.allCases.first(where: { $0.name == words[1] }) else { return nil }
      meaning = .launch(measure, length: keys[0], type: keys.count > 1 ? keys[1] : nil)
    default: return nil
    }
  }
}

/// A value that a record must have: `os.name=android`; capitals count as small letters.
struct ExportCondition: Sendable {
  let key: String
  let value: String

  static func all(_ text: Substring) -> [ExportCondition] {
    text.split(separator: " & ").map { condition in
      let sides = condition.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      return ExportCondition(key: sides[0], value: sides.count > 1 ? sides[1] : "")
    }
  }
}

/// A key of a record, with the unit of its values: `vital.duration:ns`.
struct ExportKey: Sendable, Equatable {
  let path: String
  private let unit: String?

  fileprivate var text: String { path + (unit.map { ":\($0)" } ?? "") }

  init(_ text: Substring) {
    let sides = text.split(separator: ":", maxSplits: 1).map(String.init)
    path = sides.first ?? ""
    unit = sides.count > 1 ? sides[1] : nil
  }

  /// In the unit of the project's own field; nil if the record has no value that fits.
  func value(in record: ExportRecord) -> [UInt8]? {
    guard let value = record[path] else { return nil }
    switch unit {
    case "not": return value.truth.map { Array("\(!$0)".utf8) }
    case "KiB": return value.integer.flatMap { Int64(exactly: Int128($0) * 1024) }.map { Array("\($0)".utf8) }
    case "last": return value.string?.split(separator: " ").last.map { Self.encoded(String($0)) }
    case let unit?: return KeyUnit.powers[unit].flatMap(value.scaled).map { Array("\($0)".utf8) }
    case nil: return value.truth == nil ? value.word.map(Self.encoded) : Array(value.raw)
    }
  }

  /// In nanoseconds; nil without a unit of time.
  func nanos(in record: ExportRecord) -> Int64? {
    unit.flatMap { KeyUnit.powers[$0] }.flatMap { record[path]?.scaled(by: $0) }
  }

  private static func encoded(_ text: String) -> [UInt8] {
    var encoded: [UInt8] = []
    JSONText.encode(Array(text.utf8)[...], to: &encoded)
    return encoded
  }
}

/// A record of an export, and the objects in which its keys are looked up, the nearest first.
struct ExportRecord {
  let value: JSONValue
  fileprivate let layers: [JSONValue]

  /// The value at a path, which may hold `{KEY}`.
  subscript(path: String) -> JSONValue? {
    let path = path.contains("{") ? text(path) : path
    return layers.lazy.compactMap { $0[column: path] }.first
  }

  func meets(_ conditions: [ExportCondition]) -> Bool {
    conditions.allSatisfy { self[$0.key]?.written.lowercased() == $0.value.lowercased() }
  }

  /// A text with each `{KEY|KEY|word}` replaced by the first value that the record has, or else by the word.
  func text(_ template: String) -> String {
    template.split(separator: "{", omittingEmptySubsequences: false).enumerated().map { index, piece in
      guard index > 0, let end = piece.firstIndex(of: "}") else { return String(piece) }
      let keys = piece[..<end].split(separator: "|").map(String.init)
      let found = keys.lazy.compactMap { self[$0]?.word }.first
      return (found ?? (keys.count > 1 ? keys.last : nil) ?? "") + piece[piece.index(after: end)...]
    }.joined()
  }
}

/// A row in a configuration: keys that hold a field, what names an event, or a word of a field with fixed words.
///
/// `field duration took_ms:ms`; `event process.start if what=APP_UP`, where `what` is the key of names, and further
/// conditions are on other values of the record; `end crash if what=APP_CRASH`; `word memoryLimit if reason=speicher`.
package enum OwnRow: Sendable, Equatable {
  case field(String, keys: [String])
  case event(Renaming, nameKey: String)
  case word(Renaming)

  /// Nil for any other text.
  package init?(_ text: String) {
    if let renaming = Self.word(text) {
      self = .word(renaming)
      return
    }
    guard let row = ExportRow(text) else { return nil }
    switch (row.meaning, row.conditions.count) {
    case (.field(let name, let keys), 0): self = .field(name, keys: keys.map(\.text))
    case (.event(let name, source: nil), 1...2):
      let other = row.conditions.dropFirst().first.map { Renaming.Condition(key: $0.key, value: $0.value) }
      self = .event(Renaming(row.conditions[0].value, when: other, to: name), nameKey: row.conditions[0].key)
    case (.end(let word), 1...2):
      guard let reason = ExitReason(word) else { return nil }
      let other = row.conditions.dropFirst().first.map { Renaming.Condition(key: $0.key, value: $0.value) }
      let exit = Renaming(row.conditions[0].value, when: other, to: EventKind.processExit.name, reason: reason)
      self = .event(exit, nameKey: row.conditions[0].key)
    default: return nil
    }
  }

  /// The row as a configuration holds it.
  package var text: String {
    switch self {
    case .field(let name, let keys): return "field \(name) \(keys.joined(separator: " | "))"
    case .event(let renaming, let nameKey):
      let other = renaming.condition.map { " & \($0.key)=\($0.value)" } ?? ""
      let meaning = renaming.reason.map { "end \($0.name)" } ?? "event \(renaming.name)"
      return "\(meaning) if \(nameKey)=\(renaming.old)\(other)"
    case .word(let renaming): return "word \(renaming.name) if \(renaming.field ?? "")=\(renaming.old)"
    }
  }

  private static func word(_ text: String) -> Renaming? {
    let sides = text.split(separator: " if ", maxSplits: 1)
    guard sides.count == 2, sides[0].hasPrefix("word "), let own = ExportCondition.all(sides[1]).first,
      Renaming.fields[own.key] != nil, !own.value.isEmpty
    else { return nil }
    return Renaming(own.value, of: own.key, to: String(sides[0].dropFirst(5)))
  }
}
