/// Launch summaries, one a line, which `tracetool check` and `tracetool report` read like the logs that they are of.
package enum SummariesReporter: Reporter {
  package static let name = "summaries"
  package static let isJSON = true

  package static func writes(_ answer: any Answer.Type) -> Bool { answer is any SummarizingAnswer.Type }

  package static func write(_ answer: any Answer, _ drawing: Drawing, to put: (String) throws -> Void) throws {
    try readable(answer, as: (any SummarizingAnswer).self).summaries.forEachLine(put)
  }
}
