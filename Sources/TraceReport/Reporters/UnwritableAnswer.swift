/// A format was asked for an answer of a type that it does not write: a command offered what `Reporter.writes` denies.
package struct UnwritableAnswer: Error, CustomStringConvertible {
  /// The format's name.
  package var format: String
  /// The type of the answer.
  package var answer: String

  package var description: String { "the format '\(format)' cannot write a \(answer)" }
}

extension Reporter {
  /// The answer as the type that the format reads.
  ///
  /// - Throws: `UnwritableAnswer` if it is of no such type.
  static func readable<Value>(_ answer: any Answer, as type: Value.Type = Value.self) throws -> Value {
    guard let value = answer as? Value else {
      throw UnwritableAnswer(format: name, answer: "\(Swift.type(of: answer))")
    }
    return value
  }
}
