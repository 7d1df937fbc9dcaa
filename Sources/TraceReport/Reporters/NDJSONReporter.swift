import TraceAnalyzer

/// One JSON value a line: for a check its findings, as `Schemas/finding.schema.json` describes them.
enum NDJSONReporter: Reporter {
  static let name = "ndjson"
  static let isJSON = true

  static func writes(_ answer: any Answer.Type) -> Bool { answer == CheckAnswer.self }

  static func write(_ answer: any Answer, _ drawing: Drawing, to put: (String) throws -> Void) throws {
    let check = try readable(answer, as: CheckAnswer.self)
    try put(check.limited.findings.map { try JSONDocument.line($0) }.joined())
  }
}
