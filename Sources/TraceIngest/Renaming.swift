/// A name that a log gives an event, and the name of the vocabulary that it stands for; maybe under a condition.
///
/// *Application Opened* is sent at a launch and at a return:
/// `Application Opened[properties.from_background=true]=app.willEnterForeground` renames the second.
package struct Renaming: Sendable, Equatable {
  /// What a value of the record must be for the name to be replaced.
  package struct Condition: Sendable, Equatable {
    /// The key; a point leads into an object.
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
  /// Nil if the name always means the same.
  package var condition: Condition?
  /// A name of the vocabulary.
  package var name: String

  /// A renaming.
  package init(_ old: String, when condition: Condition? = nil, to name: String) {
    self.old = old
    self.condition = condition
    self.name = name
  }

  /// What is renamed, as `--rename` has it before the last `=`: `NAME` or `NAME[KEY=VALUE]`.
  package var subject: String { condition.map { "\(old)[\($0.key)=\($0.value)]" } ?? old }

  /// The whole, as `--rename` takes it.
  package var text: String { "\(subject)=\(name)" }

  /// The renaming of what stands before the last `=`.
  ///
  /// Brackets at its end are a condition if a `=` stands in them, so that `-[AppDelegate start]` is a name. They may hold
  /// other brackets, as the key `[Amplitude] From Background` does.
  package init(subject: String, to name: String) {
    self.init(subject, to: name)
    guard subject.last == "]" else { return }
    var depth = 0
    var start: String.Index?
    for place in subject.indices.reversed() where start == nil {
      depth += subject[place] == "]" ? 1 : subject[place] == "[" ? -1 : 0
      if depth == 0 { start = place }
    }
    guard let start, start > subject.startIndex else { return }
    let inside = subject[subject.index(after: start)...].dropLast()
    guard let mark = inside.lastIndex(of: "="), mark > inside.startIndex else { return }
    old = String(subject[..<start])
    condition = Condition(key: String(inside[..<mark]), value: String(inside[inside.index(after: mark)...]))
  }
}
