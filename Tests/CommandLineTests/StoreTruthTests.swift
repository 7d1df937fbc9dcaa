import Foundation
import Testing

/// A store answers as its logs would, or says why it cannot.
@Suite(.tags(.large)) struct StoreTruthTests {
  private func filled() throws -> Workplace {
    let place = Workplace()
    try place.write("shop.jsonl", Built.sample("shop"))
    #expect(try place.run("ingest", "--quiet", "shop.jsonl").code == 0)
    return place
  }

  @Test(arguments: [
    "check", "report", "export", "show a886b9d4", "compare 4.8.0 4.9.0", "query 'SELECT 1'",
    "query 'SELECT * FROM launch'", "store status", "store rejects", "store verify", "store rebuild",
    "store prune --keep-launches 1", "store prune --keep-launches 1 --yes", "ingest shop.jsonl",
    "ingest --follow shop.jsonl",
  ])
  func `a store that another version has made is refused and left alone`(command: String) throws {
    let place = try filled()
    try Database(place.file("tracetool.db")).run("UPDATE made_by SET format = 'another'")
    let before = try Data(contentsOf: URL(fileURLWithPath: place.file("tracetool.db")))
    let files = try FileManager.default.contentsOfDirectory(atPath: place.path).sorted()
    let outcome = try place.shell("$tracetool \(command)")
    #expect(outcome.code == 4 && outcome.output == "", "\(outcome)")
    let advice = "it was made by another version of tracetool: ingest its logs again; it was not touched"
    #expect(outcome.errors.contains("'tracetool.db'") && outcome.errors.contains(advice), "\(outcome)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: place.file("tracetool.db"))) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path).sorted() == files)
  }

  private static let questions = [
    "check --all", "report", "report --launch-times", "export", "show a886b9d4",
    "compare 4.8.0 4.9.0", "query 'SELECT * FROM launch'", "query 'SELECT * FROM candidate'",
    "query 'SELECT * FROM stay'",
    "query 'SELECT * FROM status'", "store status --format csv",
  ]

  @Test(arguments: [
    "UPDATE made_by SET derivation = 'of other rules'", "DELETE FROM candidates",
    "UPDATE launches SET main = main + 900000000", "UPDATE launch_times SET times = zeroblob(9)",
  ])
  func `launches that are stale are derived anew, for one answer where the store cannot be written`(sql: String) throws
  {
    let place = try filled()
    func answers(_ options: String) throws -> [String] {
      try Self.questions.map { question in
        let outcome = try place.shell("$tracetool \(question) \(options)")
        // The file may have become larger, and commands that are shown have the options given.
        let output = outcome.output.replacing(" --config brief.json", with: "")
        let lines = output.split(separator: "\n").filter { !$0.hasPrefix("bytes,") }
        return "\(question) \(outcome.code)\n\(lines.joined(separator: "\n"))"
      }
    }
    try place.write("brief.json", #"{"store": {"busyTimeout": "10ms"}}"#)
    let fresh = try answers("")
    let database = try Database(place.file("tracetool.db"))
    try database.run(sql)
    try database.run("BEGIN IMMEDIATE")
    #expect(try answers("--config brief.json") == fresh)
    try database.run("ROLLBACK")
    #expect(try place.run("store", "verify").output.contains("20 streams have to be derived again"))
    #expect(try answers("") == fresh)
    #expect(try place.run("store", "verify").output.contains("summaries of 20 launches agree"))
  }
}
