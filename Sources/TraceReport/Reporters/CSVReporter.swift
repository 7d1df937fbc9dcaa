/// Rows for spreadsheets and other programs, after RFC 4180.
enum CSVReporter: Reporter {
  static let name = "csv"
  static let capacity = ReportCapacity.table

  static func writes(_ answer: any Answer.Type) -> Bool { answer is any SheetAnswer.Type }

  static func write(_ answer: any Answer, _ drawing: Drawing, to put: (String) throws -> Void) throws {
    let answer = try readable(answer, as: (any SheetAnswer).self)
    try answer.writeSheet(to: put)
  }
}
