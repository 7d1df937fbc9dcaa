/// Replaces a log's own name of an event by one of the vocabulary, perhaps under a condition.
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

  /// The name in the log.
  package var old: String
  /// Nil if the name is always replaced.
  package var condition: Condition?
  /// A name of the vocabulary.
  package var name: String

  /// A renaming.
  package init(_ old: String, when condition: Condition? = nil, to name: String) {
    self.old = old
    self.condition = condition
    self.name = name
  }

  /// What `--rename` has before its last `=`: `NAME` or `NAME[KEY=VALUE]`.
  package var subject: String { condition.map { "\(old)[\($0.key)=\($0.value)]" } ?? old }

  /// The renaming as `--rename` accepts it.
  package var text: String { "\(subject)=\(name)" }

  /// Parses `subject`, the text that `--rename` has before its last `=`.
  ///
  /// Brackets at its end are a condition if they contain `=`; else they belong to the name, as in `-[AppDelegate
  /// start]`. They may hold other brackets, as the key `[Amplitude] From Background` does.
  package init(subject: String, to name: String) {
    self.init(subject, to: name)
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
  /// By the log's name, the renamings with a condition.
  private let conditional: [String: [Renaming]]

  init(_ renamings: [Renaming]) {
    let plain = renamings.filter { $0.condition == nil }
    names = Dictionary(plain.map { ($0.old, $0.name) }, uniquingKeysWith: { $1 })
    conditional = Dictionary(grouping: renamings.filter { $0.condition != nil }, by: \.old)
  }

  /// True if a renaming depends on other values of the record.
  var hasConditions: Bool { !conditional.isEmpty }

  /// The name that replaces `name` in every record; `name` itself if none does.
  func name(_ name: String) -> String { names[name] ?? name }

  /// The name that replaces `name`, by the first condition that the record meets; nil if it meets none.
  ///
  /// - Parameters:
  ///   - name: The name as the record has it.
  ///   - record: The bytes of the record, which is a whole object.
  /// - Returns: A name of the vocabulary.
  func name(of name: String, _ record: Span<UInt8>) -> String? {
    guard let candidates = conditional[name] else { return nil }
    var bytes: [UInt8] = []
    record.append(to: &bytes)
    guard let object = try? JSONValue(bytes[...]) else { return nil }
    return candidates.first { renaming in
      guard let condition = renaming.condition else { return false }
      return object.value(at: condition.key)?.written == condition.value
    }?.name
  }
}
