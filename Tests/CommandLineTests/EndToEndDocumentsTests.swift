import Foundation
import Testing

@testable import tracemaker

/// What the program writes as JSON, for `Tests/Schemas/check.py` to check against the schemas.
///
/// With `TRACETOOL_DOCUMENTS` the documents go to that folder.
@Suite(.tags(.large)) struct EndToEndDocumentsTests {
  static let questions: [String: [String]] = [
    "check": ["check", "--format", "json"], "finding": ["check", "--format", "ndjson"],
    "follow": ["check", "--follow", "--for", "1ms", "--format", "ndjson"],
    "report-summary": ["report", "--format", "json"],
    "report-launch-times": ["report", "--launch-times", "--format", "json"],
    "report-each": ["report", "--launch-times", "--each", "--format", "json"],
    "report-launch-phases": ["report", "--launch-phases", "--format", "json"],
    "report-background": ["report", "--background", "--format", "json"],
  ]

  @Test(arguments: ["shop", "app-based", "interleaved", "odd-lines", "faults", "cut"])
  func `documents are JSON and name their schema`(name: String) throws {
    let place = Workplace()
    let options = with(Options()) {
      ($0.faults, $0.windows, $0.hasUptime) = (name == "faults" ? Fault.allCases : [], 2, true)
      ($0.cutFront, $0.cutBack, $0.holes) = name == "cut" ? (0.9, 0.9, 0.9) : (0, 0, 0)
    }
    if ["faults", "cut"].contains(name) {
      try place.write("\(name).jsonl", madeLines(26, seed: 601, options))
    } else {
      try place.write("\(name).jsonl", try Built.sample(name))
    }
    let each = try place.run(
      ["report", "--launch-times", "--each", "--format", "json", "\(name).jsonl"]
        + ["--max-rejects", "100%"])
    var questions = Self.questions
    for (index, launch) in (each.document["each"] as? [[String: Any]] ?? []).enumerated()
    where index.isMultiple(of: 7) {
      let words = ["show", launch["launch"] as? String ?? "", "--format", "json"]
      questions["show-\(index)"] = words
      questions["show-\(index)-at"] = words + ["--at", "0ms"]
    }
    let folder = ProcessInfo.processInfo.environment["TRACETOOL_DOCUMENTS"]
    for (question, words) in questions.sorted(by: { $0.key < $1.key }) {
      let outcome = try place.run(words + ["\(name).jsonl", "--max-rejects", "100%"])
      #expect(outcome.code <= 1, "\(outcome.errors)")
      let isLines = ["finding", "follow"].contains(question)
      let documents = isLines ? outcome.output.split(separator: "\n") : [outcome.output[...]]
      for document in documents {
        let object = try JSONSerialization.jsonObject(with: Data(document.utf8))
        let members = object as? [String: Any] ?? [:]
        if question == "finding" {
          #expect(members["rule"] is String)
        } else {
          let name = question.prefix { $0 != "-" }
          #expect(members["schema"] as? String == "tracetool.\(name)/1")
        }
      }
      guard let folder else { continue }
      let file = "\(folder)/\(question)-\(name).\(isLines ? "ndjson" : "json")"
      try Data(outcome.output.utf8).write(to: URL(fileURLWithPath: file))
    }
  }
}
