import Foundation
import Testing

/// `tracetool check --scenes`: what one version with scenes shows without another to compare with.
@Suite(.tags(.large)) struct CheckScenesTests {
  private let place = Workplace()

  private func write(_ edit: (Int, inout [MadeMigration.Line]) -> Void = { _, _ in }) throws {
    try place.write("head.jsonl", MadeMigration(version: "2.0", hasScenes: true).lines(edit))
  }

  /// Registers a task after `didFinishLaunching` has returned, and restores the state after the first view appeared.
  private static func spoil(_ number: Int, _ lines: inout [MadeMigration.Line]) {
    lines.append(MadeMigration.Line(131, "task.register", #","kind":"appRefresh","name":"refresh""#))
    lines.append(MadeMigration.Line(310, "view.willAppear", #","view":"Home","viewInstance":"1""#))
    lines.append(MadeMigration.Line(315, "scene.restoreState"))
  }

  private func scenes(_ input: String...) throws -> [String: Any] {
    let outcome = try place.run(["check"] + input + ["--scenes", "--fail-on", "never", "--format", "json"])
    #expect(outcome.code == 0, "\(outcome.errors)")
    return outcome.document["scenes"] as? [String: Any] ?? [:]
  }

  @Test func `what is wrong, and what was not tried`() throws {
    try write(Self.spoil)
    let scenes = try scenes("head.jsonl")
    #expect(scenes["launches"] as? Int == 40)
    #expect(scenes["sceneBased"] as? Int == 40)
    #expect(scenes["appBased"] as? Int == 0)
    let rows = scenes["rows"] as? [[String: Any]] ?? []
    let texts = rows.map { row in
      ["check", "verdict", "severity", "subject"].map { row[$0] as? String ?? "" }.joined(separator: " ")
    }
    #expect(
      texts == [
        "registration found error task 'refresh' was registered after the launch had finished",
        "restoration late note state restored after the first view appeared",
      ])
    #expect(rows.allSatisfy { $0["base"] == nil && $0["head"] as? [String: Int] == ["count": 40, "of": 40] })
    let situations = scenes["situations"] as? [[String: Any]] ?? []
    let counts = situations.map { ($0["situation"] as? String ?? "", $0["count"] as? Int ?? -1) }
    #expect(counts.first { $0.0 == "returnToForeground" }?.1 == 40)
    #expect(counts.first { $0.0 == "secondWindow" }?.1 == 0)
  }

  @Test func `people see the rows below the findings`() throws {
    try write(Self.spoil)
    let output = try place.run("check", "head.jsonl", "--scenes").output
    let start = try #require(output.range(of: "Scenes: 40 launches, 40 with scenes, 0 with only the app delegate\n"))
    let section = output[start.lowerBound...]
    #expect(section.contains("\nregistration  found   error     40 of 40\n"), "\(section)")
    #expect(section.contains("\n  task 'refresh' was registered after the launch had finished\n"))
    #expect(section.contains("\nNot exercised: cold launch by URL, "))
    #expect(try !place.run("check", "head.jsonl").output.contains("Not exercised"))
  }

  @Test func `a sound app has situations to try, and no rows`() throws {
    try write()
    #expect((try scenes("head.jsonl")["rows"] as? [Any])?.isEmpty == true)
    let output = try place.run("check", "head.jsonl", "--scenes").output
    #expect(output.contains("\nNothing is wrong with scenes, as far as these launches show.\n"), "\(output)")
    #expect(try place.run("check", "head.jsonl", "--format", "json").document["scenes"] == nil)
  }

  @Test func `logs and stores give the same section`() throws {
    try write(Self.spoil)
    #expect(try place.run("ingest", "head.jsonl", "--store", "head.db").code == 0)
    let log = try scenes("head.jsonl")
    if let folder = ProcessInfo.processInfo.environment["TRACETOOL_DOCUMENTS"] {
      let document = try place.run("check", "head.jsonl", "--scenes", "--format", "json").output
      try Data(document.utf8).write(to: URL(fileURLWithPath: "\(folder)/check-scenes.json"))
    }
    #expect(NSDictionary(dictionary: try scenes("--store", "head.db")).isEqual(to: log))
  }

  @Test func `a rule filter leaves the section as it is`() throws {
    try write(Self.spoil)
    let rows = try scenes("head.jsonl", "--rule", "trace.gap")["rows"] as? [[String: Any]] ?? []
    #expect(rows.map { $0["check"] as? String } == ["registration", "restoration"])
  }

  @Test func `a format that does not show it refuses it`() throws {
    try write()
    let outcome = try place.run("check", "head.jsonl", "--scenes", "--format", "ndjson")
    #expect(outcome.code == 2)
    #expect(
      outcome.errors.contains("--scenes: only the formats table and json show it; add --also table=FILE"),
      "\(outcome.errors)")
  }
}
