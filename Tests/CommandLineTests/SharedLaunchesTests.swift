import Foundation
import Testing

/// `tracetool compare` of sides that have launches in common, though each side was read by itself.
@Suite(.tags(.large)) struct SharedLaunchesTests {
  private let place = Workplace()
  private let all = MadeMigration(version: "1.0", hasScenes: false).lines()

  private func shared(_ base: String, _ head: String) throws -> Int? {
    let outcome = try place.run("compare", base, head, "--format", "json", "--fail-on", "never")
    return outcome.document["sharedLaunches"] as? Int
  }

  @Test func `launches of two files are the same launches`() throws {
    let perLaunch = all.count / 40
    try place.write("all.jsonl", all)
    try place.write("first.jsonl", Array(all.prefix(25 * perLaunch)))
    try place.write("rest.jsonl", Array(all.dropFirst(25 * perLaunch)))
    #expect(try place.run("ingest", "all.jsonl", "--store", "all.db").code == 0)
    #expect(try shared("first.jsonl", "rest.jsonl") == nil)
    #expect(try shared("first.jsonl", "all.jsonl") == 25)
    #expect(try shared("all.db", "first.jsonl") == 25)
    let table = try place.run("compare", "first.jsonl", "all.jsonl", "--fail-on", "never").output
    #expect(table.contains("\n25 launches are on both sides.\n"), "\(table)")
  }

  @Test func `several apps on both sides are named, unless each has rows of its own`() throws {
    let other = all.map {
      $0.replacing("com.example.shop", with: "com.example.notes").replacing(#""launch":""#, with: #""launch":"notes-"#)
    }
    try place.write("a.jsonl", all + other)
    try place.write("b.jsonl", (all + other).map { $0.replacing(#""appVersion":"1.0""#, with: #""appVersion":"1.1""#) })
    let note = "2 apps are on both sides: '--where app=ID' compares one alone, and '--by app' each of them."
    for (options, isNamed) in [([], true), (["--by", "app"], false)] as [([String], Bool)] {
      let arguments = ["compare", "a.jsonl", "b.jsonl", "--fail-on", "never"] + options
      #expect(try place.run(arguments).output.contains(note) == isNamed, "\(options)")
      #expect(try place.run(arguments + ["--format", "json"]).document["apps"] as? Int == (isNamed ? 2 : nil))
    }
  }

  @Test func `launches of another version are others, whatever their ids are`() throws {
    try place.write("a.jsonl", all)
    try place.write("b.jsonl", all.map { $0.replacing(#""appVersion":"1.0""#, with: #""appVersion":"1.1""#) })
    #expect(try shared("a.jsonl", "b.jsonl") == nil)
  }
}
