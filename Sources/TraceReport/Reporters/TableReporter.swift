/// Tables and sentences for people.
enum TableReporter: Reporter {
  static let name = "table"
  static let isForPeople = true
  static let capacity = ReportCapacity.parts

  static func writes(_ answer: any Answer.Type) -> Bool { answer is any ScreenAnswer.Type }

  static func write(_ answer: any Answer, _ drawing: Drawing, to put: (String) throws -> Void) throws {
    let answer = try readable(answer, as: (any ScreenAnswer).self)
    try answer.write(drawing, to: put)
  }
}
