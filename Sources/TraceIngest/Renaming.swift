package import TraceModel

/// Replaces a log's own name of an event by one of the vocabulary, if need be by a condition; or its own word in a
/// field.
///
/// `reason:speicher=memoryLimit` replaces a word of the field `reason`. What stands before a colon is a field only if
/// that has fixed words (`Field.words`): `scene:shown` is the name of an event.
///
/// Apps send *Application Opened* at a launch and at a return.
/// `Application Opened[properties.from_background=true]=app.willEnterForeground` renames it at a return.
package struct Renaming: Sendable, Equatable {
  /// What a value of the record must be for the name to be replaced.
  package struct Condition: Sendable, Equatable {
    /// The key; a dot leads into an object.
    package var key: String
    /// The text of the value, as the record has it without quotes: `true`, `7` or `active`.
    package var value: String

    /// A condition.
    package init(key: String, value: String) {
      self.key = key
      self.value = value
    }
  }

  /// The field whose word it replaces, by its name in `--map`; nil if it replaces the name of an event.
  package private(set) var field: String?
  /// The name or the word in the log.
  package var old: String
  /// Nil if the name is always replaced.
  package var condition: Condition?
  /// A name of the vocabulary, or a word of the field.
  package var name: String
  /// Why the process ended, where the name says so and the record does not: `--rename APP_CRASH=process.exit:crash`.
  package private(set) var reason: ExitReason?

  init(_ old: String, of field: String, to name: String) {
    self.init(old, to: name)
    self.field = field
  }

  /// Replaces the name `old`.
  package init(_ old: String, when condition: Condition? = nil, to name: String, reason: ExitReason? = nil) {
    self.old = old
    self.condition = condition
    self.name = name
    self.reason = reason
  }

  /// The text before the last `=` of `--rename`: `NAME`, `NAME[KEY=VALUE]` or `FIELD:WORD`.
  package var subject: String {
    if let field { return "\(field):\(old)" }
    return condition.map { "\(old)[\($0.key)=\($0.value)]" } ?? old
  }

  /// The words allowed after the last `=`; nil for the names of events.
  package var words: [String]? { field.flatMap { Self.fields[$0] } }

  /// The fields with fixed words, by their names in `--map`, with these words.
  package static let fields: [String: [String]] = {
    let own = Field.allCases.filter { !$0.words.isEmpty }.map { ($0.name, $0.words) }
    let type = (IngestOptions.startType, StartType.allCases.map(\.name))
    return Dictionary(uniqueKeysWithValues: own + [type])
  }()

  static func words(_ renamings: [Renaming]) -> [Field: [String: [UInt8]]] {
    var words: [Field: [String: [UInt8]]] = [:]
    for renaming in renamings {
      guard let name = renaming.field else { continue }
      guard let field = name == IngestOptions.startType ? .reason : Field.allCases.first(where: { $0.name == name })
      else { continue }
      let isTruth = renaming.words == Field.truthWords
      words[field, default: [:]][renaming.old] = Array((isTruth ? renaming.name : "\"\(renaming.name)\"").utf8)
    }
    return words
  }

  /// The renaming as `--rename` accepts it.
  package var text: String { "\(subject)=\(name)" + (reason.map { ":\($0.name)" } ?? "") }

  /// Precedes the reason after the last `=` of `--rename`.
  private static let exit = EventKind.processExit.name + ":"

  /// Parses `subject`, the text before the last `=` of `--rename`.
  ///
  /// Brackets at its end are a condition if they contain `=`; else they belong to the name, as in `-[AppDelegate
  /// start]`. Brackets may be nested, as for the key `[Amplitude] From Background`.
  package init(subject: String, to name: String) {
    self.init(subject, to: name)
    if let colon = subject.firstIndex(of: ":"), Self.fields[String(subject[..<colon])] != nil {
      let word = subject[subject.index(after: colon)...]
      if word.isEmpty { return }
      field = String(subject[..<colon])
      old = String(word)
      return
    }
    if name.hasPrefix(Self.exit), let reason = ExitReason(String(name.dropFirst(Self.exit.count))) {
      self.name = EventKind.processExit.name
      self.reason = reason
    }
    guard subject.last == "]" else { return }
    var depth = 0
    var start: String.Index?
    for index in subject.indices.reversed() where start == nil {
      depth += subject[index] == "]" ? 1 : subject[index] == "[" ? -1 : 0
      if depth == 0 { start = index }
    }
    guard let start, start > subject.startIndex else { return }
    let inside = subject[subject.index(after: start)...].dropLast()
    guard let mark = inside.lastIndex(of: "="), mark > inside.startIndex else { return }
    old = String(subject[..<start])
    condition = Condition(key: String(inside[..<mark]), value: String(inside[inside.index(after: mark)...]))
  }
}

/// Finds the name of the vocabulary that replaces a log's own name of an event.
struct RenamingTable {
  private let names: [String: String]
  /// The renamings with a condition, by the log's name.
  private let conditional: [String: [Renaming]]
  /// The exit reasons of renamings without a condition, by the log's name.
  private let reasons: [String: ExitReason]

  init(_ renamings: [Renaming]) {
    let renamings = renamings.filter { $0.field == nil }
    let plain = renamings.filter { $0.condition == nil }
    names = Dictionary(plain.map { ($0.old, $0.name) }, uniquingKeysWith: { $1 })
    reasons = Dictionary(plain.compactMap { old in old.reason.map { (old.old, $0) } }, uniquingKeysWith: { $1 })
    conditional = Dictionary(grouping: renamings.filter { $0.condition != nil }, by: \.old)
  }

  var hasConditions: Bool { !conditional.isEmpty }

  var hasReasons: Bool { !reasons.isEmpty }

  func reason(_ name: String) -> ExitReason? { reasons[name] }

  func name(_ name: String) -> String { names[name] ?? name }

  /// The name that replaces `name` by the first condition that the record, a whole object, meets; nil if it meets none.
  func name(of name: String, _ record: Span<UInt8>) -> String? { renaming(of: name, record)?.name }

  func renaming(of name: String, _ record: Span<UInt8>) -> Renaming? {
    guard let candidates = conditional[name] else { return nil }
    var bytes: [UInt8] = []
    record.append(to: &bytes)
    guard let object = try? JSONValue(bytes[...]) else { return nil }
    return candidates.first { renaming in
      guard let condition = renaming.condition else { return false }
      return object.value(at: condition.key)?.written == condition.value
    }
  }
}
