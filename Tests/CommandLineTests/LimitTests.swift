import Foundation
import Testing

/// `--limit` bounds what is listed, and says how much is not.
@Suite(.tags(.large)) struct LimitTests {
  private func shop() throws -> Workplace {
    let place = Workplace()
    try place.write("shop.jsonl", Built.sample("shop"))
    return place
  }

  private func document(_ place: Workplace, _ words: String...) throws -> [String: Any] {
    try place.run(words + ["shop.jsonl", "--format", "json"]).document
  }

  private func list(_ name: String, _ document: [String: Any]) -> [[String: Any]] {
    document[name] as? [[String: Any]] ?? []
  }

  @Test(arguments: [1, 3, 6, 1000])
  func `a check lists as many findings, of each cause one first, and counts all`(_ limit: Int) throws {
    let place = try shop()
    let all = try document(place, "check")
    let some = try document(place, "check", "--limit", "\(limit)")
    let whole = list("findings", all)
    let listed = list("findings", some)
    #expect(listed.count == min(limit, whole.count))
    let left = some["leftOut"] as? [String: Int]
    #expect(left == (limit < whole.count ? ["findings": whole.count - limit] : nil))
    for name in ["summary", "verdict"] {
      #expect(some[name] as? NSDictionary == all[name] as? NSDictionary, "\(name)")
    }
    // Of the sample's errors each has a rule of its own, and all are worse than its other findings.
    let rules = Set(listed.compactMap { $0["rule"] as? String })
    #expect(limit > 3 || rules.count == limit && listed.allSatisfy { $0["severity"] as? String == "error" })
    let lines = try place.run("check", "shop.jsonl", "--format", "ndjson", "--limit", "\(limit)")
    #expect(lines.output.split(separator: "\n").count == listed.count)
    #expect(lines.errors.contains("--limit leaves out") == (left != nil))
  }

  @Test func `the screen of a check says how many kinds it lists`() throws {
    let place = try shop()
    let all = try place.run("check", "shop.jsonl")
    let some = try place.run("check", "shop.jsonl", "--limit", "2")
    #expect(some.code == all.code)
    let note = "\n2 of 10 kinds listed; 'tracetool check' without --limit lists all\n"
    #expect(some.output.contains(note), "\(some.output)")
    let blocks = { (text: String) in text.split(separator: "\n").count { $0.hasPrefix("  tracetool ") } }
    #expect(blocks(some.output) == 2 && blocks(all.output) == 10)
    let each = try place.run("check", "shop.jsonl", "--all", "--limit", "2").output
    #expect(each.contains("\n2 of 10 findings listed; "), "\(each)")
  }

  @Test func `a report lists the slowest launches first`() throws {
    let place = try shop()
    let limited = try place.run("report", "--each", "--limit", "3", "shop.jsonl")
    #expect(limited.output == (try place.run("report", "--slowest", "3", "shop.jsonl").output))
    #expect(limited.output.contains("the slowest 3 of 19"))
    let alone = try place.run("report", "--limit", "3", "shop.jsonl")
    #expect(alone.code == 2 && alone.errors.contains("--limit is of a list of launches: add --each"))
  }

  @Test func `show lists the events with findings, then the slowest, in the order of the log`() throws {
    let place = try shop()
    let all = try document(place, "show", "317a3838")
    let some = try document(place, "show", "317a3838", "--limit", "4")
    let listed = list("events", some)
    #expect(listed.count == 4)
    #expect(some["leftOut"] as? [String: Int] == ["events": list("events", all).count - 4, "findings": 0])
    let offsets = listed.compactMap { $0["offsetNanos"] as? Int }
    #expect(offsets == offsets.sorted())
    let sources = { (rows: [[String: Any]]) in Set(rows.compactMap { $0["source"] as? NSDictionary }) }
    #expect(sources(listed).isSuperset(of: sources(list("findings", some))))
    let screen = try place.run("show", "317a3838", "shop.jsonl", "--limit", "4").output
    #expect(screen.contains("\n4 of 30 events\n"), "\(screen)")
  }

  @Test func `show of a log lists the slowest launches first`() throws {
    let place = try shop()
    let screen = try place.run("show", "shop.jsonl", "--limit", "2").output
    #expect(screen.contains("the slowest 2 of 20 launches"), "\(screen)")
  }
}
