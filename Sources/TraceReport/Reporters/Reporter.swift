/// An output format: writes what a command hands over.
///
/// A new format is one file with a type that conforms, and its entry in `Reporters.all`, from which the command line
/// takes the values of `--format` and their list in help.
package protocol Reporter: SendableMetatype {
  /// Its name in `--format`, as in `json`.
  static var name: String { get }

  /// True if people read it: long texts may then be cut, and a terminal's width and colors count.
  static var isForPeople: Bool { get }

  /// True if a system for continuous integration reads it: one run then often writes several formats (`--also`).
  static var isForCI: Bool { get }

  /// True if a browser shows it: on a terminal it is not readable.
  static var isForBrowser: Bool { get }

  /// True if it is JSON, in which control characters can be written as `\u001B` with one meaning.
  static var isJSON: Bool { get }

  /// How much of a report one output holds.
  static var capacity: ReportCapacity { get }

  /// True if it can write answers of this type; a command offers the formats that can write its own.
  static func writes(_ answer: any Answer.Type) -> Bool

  /// Writes the answer, which is of a type that it `writes`, piece by piece to `put`.
  ///
  /// A format asks for the values it needs by type, as in `try readable(answer, as: CheckAnswer.self)`; only formats
  /// for people use `drawing`.
  ///
  /// - Throws: What `put` throws, `UnwritableAnswer` for an answer of another type, or `EncodingError`.
  static func write(_ answer: any Answer, _ drawing: Drawing, to put: (String) throws -> Void) throws
}

extension Reporter {
  package static var isForPeople: Bool { false }
  package static var isForCI: Bool { false }
  package static var isForBrowser: Bool { false }
  package static var isJSON: Bool { false }
  package static var capacity: ReportCapacity { .document }
}

/// How much of a report one output of a format holds.
package enum ReportCapacity: Sendable {
  /// Any number of sections, one below the other.
  case parts
  /// One section.
  case document
  /// One section that is one table.
  case table
}

/// A format was asked for an answer of a type that it does not write: a command offered what `Reporter.writes` denies.
package struct UnwritableAnswer: Error, CustomStringConvertible {
  /// The format's name.
  package var format: String
  /// The type of the answer.
  package var answer: String

  package var description: String { "the format '\(format)' cannot write a \(answer)" }
}

extension Reporter {
  /// The answer as the type that the format reads; throws `UnwritableAnswer` for any other.
  static func readable<Value>(_ answer: any Answer, as type: Value.Type = Value.self) throws -> Value {
    guard let value = answer as? Value else {
      throw UnwritableAnswer(format: name, answer: "\(Swift.type(of: answer))")
    }
    return value
  }
}
