import TraceModel

extension Sentence {
  /// The greatest lengths, in characters, of a sentence, and of a name or a path, where other systems show them.
  static let mostOfSentence = 1000
  static let mostOfName = 300

  /// A name alone, cut.
  static func name(_ text: String, limit: Int = mostOfName) -> Sentence { ("\(name: text)" as Sentence).cut(to: limit) }
}
