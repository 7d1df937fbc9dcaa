import Foundation
import Testing

/// `tracetool compare` of the samples: logs and stores give the same bytes in every format.
@Suite(.tags(.large)) struct CompareFormsTests {
  /// A sample whose versions or systems are compared.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var logs: [String]
    var base = "4.8.0"
    var head = "4.9.0"
    var options: [String] = []
  }

  static let cases = [
    Case(testDescription: "shop", logs: ["shop.jsonl"], options: ["--measure", "launch,shares", "--all"]),
    Case(
      testDescription: "versions", logs: ["versions.jsonl.gz"],
      options: ["--by", "deviceModel", "--percentiles", "50,90"]),
    Case(testDescription: "notes", logs: ["notes-app.jsonl.gz", "notes-scenes.jsonl.gz"]),
    Case(
      testDescription: "systems", logs: ["interleaved.jsonl"], base: "os=17", head: "os=18",
      options: ["--measure", "launch,phase.appInit,findings"]),
  ]

  @Test func `the page on compare begins with rows that the command writes`() throws {
    let place = Workplace()
    try place.write("versions.jsonl.gz", try Built.sample(file: "versions.jsonl.gz"))
    let parts = try place.run("explain", "compare").output.split(separator: "\n\n")
    let words = parts[1].split(separator: " ").dropFirst().map { $0 == "logs/" ? "versions.jsonl.gz" : String($0) }
    let rows = parts[2].split(separator: "\n").map { $0.dropFirst(2) }.joined(separator: "\n")
    let outcome = try place.run(words)
    #expect(rows.contains("slower") && outcome.output.contains("\n\(rows)\n"), "\(outcome)")
  }

  /// The outputs of a comparison by the names of their formats, and its exit code.
  private func outputs(_ words: [String], _ place: Workplace) throws -> [String: String] {
    let formats = ["table", "csv", "github", "markdown", "html"]
    let also = formats.flatMap { ["--also", "\($0)=out.\($0)"] }
    let outcome = try place.run(["compare"] + words + ["--format", "json"] + also)
    var outputs = ["json": outcome.output, "exit code": "\(outcome.code)"]
    for format in formats { outputs[format] = try place.read("out.\(format)") }
    return outputs
  }

  @Test(arguments: cases) func `logs, a store and several give the same bytes`(_ sample: Case) throws {
    let place = Workplace()
    for name in sample.logs { try place.write("logs/\(name)", try Built.sample(file: name)) }
    #expect(try place.run("ingest", "logs").code == 0)
    for name in sample.logs { #expect(try place.run("ingest", "logs/\(name)", "--store", "\(name).db").code == 0) }
    let words = [sample.base, sample.head] + sample.options
    let logs = try outputs(words + ["logs"], place)
    #expect(logs["json"]?.contains("tracetool.compare/1") == true)
    #expect(try outputs(words, place) == logs)
    #expect(try outputs(words + sample.logs.map { "\($0).db" }, place) == logs)
    guard let folder = ProcessInfo.processInfo.environment["TRACETOOL_DOCUMENTS"] else { return }
    let document = URL(fileURLWithPath: "\(folder)/compare-forms-\(sample.testDescription).json")
    try Data((logs["json"] ?? "").utf8).write(to: document)
  }
}
