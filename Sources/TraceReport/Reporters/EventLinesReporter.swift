/// Events as lines that `tracetool ingest` reads again.
enum EventLinesReporter: Reporter {
  static let name = "jsonl"
  static let isJSON = true

  static func writes(_ answer: any Answer.Type) -> Bool { answer == EventsAnswer.self }

  static func write(_ answer: any Answer, _ drawing: Drawing, to put: (String) throws -> Void) throws {
    let events = try readable(answer, as: EventsAnswer.self)
    try events.forEachLine(put)
  }
}
