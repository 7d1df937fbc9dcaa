/// One JSON document, as the schemas in `Schemas/` describe it.
enum JSONReporter: Reporter {
  static let name = "json"
  static let isJSON = true

  static func writes(_ answer: any Answer.Type) -> Bool { answer is any DocumentAnswer.Type }

  static func write(_ answer: any Answer, _ drawing: Drawing, to put: (String) throws -> Void) throws {
    let answer = try readable(answer, as: (any DocumentAnswer).self)
    try answer.writeDocument(to: put)
  }
}
