import Testing

/// Findings of `compare` that a recorder's log reports once, whatever launches have them.
@Suite(.tags(.large)) struct CompareOnceTests {
  private let place = Workplace()

  private static let warning = [
    (millisecond: 10, json: #""event":"log.message","message":"App 7 does not adopt UIScene lifecycle yet""#)
  ]
  /// Twenty scenes that connect and go to the background without the event between both.
  private static let undisturbed = (0..<20).flatMap { number in
    ["willConnect", "willEnterForeground", "didActivate", "didEnterBackground"].enumerated().map { step, name in
      (millisecond: 10 + number * 10 + step, json: #""event":"scene.\#(name)","scene":"\#(number)""#)
    }
  }

  private func changes(_ base: String, _ head: String) throws -> [[String: Any]] {
    let outcome = try place.run("compare", base, head, "--format", "json")
    return outcome.document["findings"] as? [[String: Any]] ?? []
  }

  @Test(arguments: [("order.no-scenes", warning), ("trace.unrecorded", undisturbed)])
  func `is new or gone without a share, in however many launches it is`(
    rule: String, events: [(millisecond: Int, json: String)]
  ) throws {
    let times = [Int](repeating: 400, count: 12)
    var base = MadeLaunches("1.0")
    base.add(times, device: "a")
    var head = MadeLaunches("1.1", start: 900_000)
    head.add(Array(times.dropLast()), device: "a")
    head.add([400], device: "a", events: events)
    try place.write("base.jsonl", base.lines)
    try place.write("head.jsonl", head.lines)
    for (sides, expected) in [(["base", "head"], "new"), (["head", "base"], "gone")] {
      let found = try changes("\(sides[0]).jsonl", "\(sides[1]).jsonl").filter { $0["rule"] as? String == rule }
      #expect(found.map { $0["change"] as? String } == [expected])
      for name in ["baseLaunches", "baseOf", "headLaunches", "headOf"] { #expect(found.first?[name] == nil) }
      let table = try place.run("compare", "\(sides[0]).jsonl", "\(sides[1]).jsonl").output
      let line = try #require(table.split(separator: "\n").first { $0.contains(rule) })
      #expect(!line.contains(" of 12"))
      let comment = try place.run("compare", "\(sides[0]).jsonl", "\(sides[1]).jsonl", "--format", "markdown").output
      let item = try #require(comment.split(separator: "\n").first { $0.contains(rule) })
      #expect(item.contains("`\(rule)`: `") && !item.contains("launches:"))
    }
    #expect(try changes("head.jsonl", "head.jsonl").isEmpty)
  }
}
