import Foundation
import Testing

/// How a team lives with known findings: accepting them with a reason and a last day, and cleaning up.
@Suite(.tags(.large)) struct EndToEndAcceptanceTests {
  private static let key = "background.handler-overrun·shop"

  /// Launches of one version that go to the background once each; the callback takes so many nanoseconds.
  private static func launches(
    _ count: Int, version: String = "4.8", callback: String = "app.didEnterBackground", nanos: [Int64]
  ) -> [String] {
    (0..<count).flatMap { number -> [String] in
      let start = 1_760_000_000 + Int64(number) * 100
      let head = #""launch":"\#(version)-\#(number)","app":"shop","appVersion":"\#(version)""#
      func line(_ seq: Int64, _ event: String, _ more: String = "") -> String {
        #"{\#(head),"seq":\#(seq),"time":\#(start + seq),"event":"\#(event)"\#(more)}"#
      }
      return [
        line(0, "app.didFinishLaunching"), line(1, "app.didBecomeActive"), line(2, "app.willResignActive"),
        line(3, callback, #","duration":\#(nanos[number % nanos.count])"#),
      ]
    }
  }

  private func place(_ lines: [String]) throws -> Workplace {
    let place = Workplace()
    try place.write("logs/a.jsonl", lines)
    try place.write(".git/HEAD", "ref: refs/heads/main\n")
    return place
  }

  private func entry(_ rest: String, key: String = Self.key) -> String {
    #"{"schema":"tracetool.baseline/1","entries":[{"key":"\#(key)","reason":"SHOP-1",\#(rest)}]}"#
  }

  private func check(_ place: Workplace, _ options: String = "", today: String = "2026-11-22") throws -> Outcome {
    try run(place, "check \(options) logs", today: today)
  }

  private func baseline(_ place: Workplace, _ words: String, today: String = "2026-11-22") throws -> Outcome {
    try run(place, "baseline \(words) logs", today: today)
  }

  private func run(_ place: Workplace, _ words: String, today: String) throws -> Outcome {
    try place.shell("SOURCE_DATE_EPOCH=$(date -ud \(today) +%s) $tracetool \(words)")
  }

  private static let term = "--reason known --accept-until forever"

  @Test func `known findings are added with a reason and a last day, and the check then passes`() throws {
    let place = try place(Self.launches(20, nanos: [6_000_000_000, 6_912_345_678]))
    #expect(try check(place).code == 1)
    let words = "add --reason 'SHOP-412: saves late' --accept-until 2027-01-31"
    let added = try baseline(place, words)
    #expect(added.code == 0, "\(added)")
    #expect(added.output.hasPrefix("baseline: 0 kept, 1 added, 0 removed\n"), "\(added)")
    let file = try place.read(".tracetool-baseline.json")
    let lines = file.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(
      lines[1]
        == #"{"key":"\#(Self.key)","reason":"SHOP-412: saves late","until":"2027-01-31","worst":"6.912345678s"}"#)
    let accepted = try check(place)
    #expect(accepted.code == 0)
    #expect(accepted.output.contains("20 accepted: 'tracetool baseline show' lists them"), "\(accepted.output)")
    #expect(!accepted.output.contains("background.handler-overrun"))
    let shown = try baseline(place, "show --format csv")
    #expect(shown.code == 0)
    let row = "\(Self.key),needed,20,6.91 s,6.91 s,2027-01-31,SHOP-412: saves late,.tracetool-baseline.json:2"
    #expect(shown.output.contains(row), "\(shown.output)")
    // Without logs and a store the entries alone are shown.
    let alone = try run(place, "baseline show", today: "2026-11-22")
    #expect(alone.code == 0 && alone.output.contains("not checked"), "\(alone)")
    // Found from a folder below, as the configuration is, and left out on demand.
    #expect(
      try place.shell("mkdir -p ios && cd ios && SOURCE_DATE_EPOCH=1795305600 $tracetool check ../logs").code == 0)
    #expect(try check(place, "--baseline none").code == 1)
    #expect(try check(place, "--config none").code == 1)
    // A second time there is nothing to add, and no byte changes.
    #expect(try baseline(place, words).output.hasPrefix("baseline: 1 kept, 0 added, 0 removed\n"))
    #expect(try place.read(".tracetool-baseline.json") == file)
  }

  @Test func `two that add to one baseline at once have both added`() throws {
    let place = try place([])
    let lines = Self.launches(1, nanos: [6_000_000_000])
    try place.write("shop.jsonl", lines)
    try place.write("notes.jsonl", lines.map { $0.replacing("shop", with: "notes") })
    let add = "$tracetool baseline add --reason x --accept-until forever"
    for round in 1...5 {
      let outcome = try place.shell("rm -f .tracetool-baseline.json; \(add) shop.jsonl & \(add) notes.jsonl; wait")
      let file = try place.read(".tracetool-baseline.json")
      #expect(file.contains("overrun·shop") && file.contains("overrun·notes"), "\(round): \(outcome.errors) \(file)")
    }
    let script = "exec 9<.; flock 9; $tracetool baseline prune --config brief.json shop.jsonl 9<&-"
    try place.write("brief.json", #"{"store": {"busyTimeout": "50ms"}}"#)
    let busy = try place.shell(script)
    #expect(busy.code == 4 && busy.errors.contains("another run is writing in its folder; run"), "\(busy)")
  }

  @Test func `an entry holds through its last day, and says for how long it has been over`() throws {
    let place = try place(Self.launches(1, nanos: [6_000_000_000]))
    try place.write(".tracetool-baseline.json", entry(#""until":"2027-01-31""#))
    #expect(try check(place, today: "2027-01-31").code == 0)
    let over = try check(place, today: "2027-02-01")
    #expect(over.code == 1)
    #expect(over.output.contains("accepted until 2027-01-31, 1 day ago: SHOP-1"), "\(over.output)")
    #expect(try check(place, today: "2027-01-17").errors.isEmpty)
    let soon = try check(place, today: "2027-01-18")
    #expect(soon.errors.contains("until 2027-01-31, in 13 days: SHOP-1"), "\(soon.errors)")
    // The environment names the day where no option does: 2027-02-01 begins at 1801440000.
    let script = "SOURCE_DATE_EPOCH=1801440000 $tracetool check logs"
    #expect(try place.shell(script).code == 1)
    #expect(try place.shell(script.replacing("1801440000", with: "1801439999")).code == 0)
  }

  @Test(arguments: [(6_600_000_000, 0), (6_600_000_001, 1)] as [(Int64, Int32)])
  func `a measure may be a tenth worse than what was accepted, and not more`(nanos: Int64, code: Int32) throws {
    let place = try place(Self.launches(1, nanos: [nanos]))
    try place.write(".tracetool-baseline.json", entry(#""forever":true,"worst":"6s""#))
    let outcome = try check(place)
    #expect(outcome.code == code)
    #expect(outcome.output.contains("accepted up to 6.00 s") == (code == 1), "\(outcome.output)")
  }

  @Test func `pruning lowers the worst to what was measured, and never raises it`() throws {
    let place = try place(Self.launches(20, nanos: [8_200_000_000, 7_000_000_000]))
    try place.write(".tracetool-baseline.json", entry(#""until":"2027-01-31","worst":"9s""#))
    let pruned = try baseline(place, "prune")
    #expect(pruned.output.hasPrefix("baseline: 1 kept, 0 added, 0 removed, 1 tightened\n"), "\(pruned)")
    #expect(pruned.output.contains("  8.20 s  9.00 s  "), "\(pruned)")
    let file = try place.read(".tracetool-baseline.json")
    #expect(file.contains(#""worst":"8.2s""#))
    _ = try baseline(place, "prune")
    #expect(try place.read(".tracetool-baseline.json") == file)
    try place.write("logs/a.jsonl", Self.launches(20, nanos: [9_000_000_000]))
    _ = try baseline(place, "add --reason other --accept-until forever")
    _ = try baseline(place, "prune")
    #expect(try place.read(".tracetool-baseline.json") == file)
  }

  @Test func `an entry is stale only where this input could have shown what it accepts`() throws {
    let clean: [Int64] = [1_000_000]
    let place = try place(Self.launches(20, version: "4.9", nanos: clean))
    let rule = #"{"rule":"background.handler-overrun","appVersion":"4.8","reason":"SHOP-1","forever":true}"#
    try place.write(".tracetool-baseline.json", #"{"schema":"tracetool.baseline/1","entries":[\#(rule)]}"#)
    let other = try baseline(place, "show")
    #expect(other.code == 0)
    #expect(other.output.contains("not checked"), "\(other.output)")
    try place.write("logs/a.jsonl", Self.launches(19, nanos: clean))
    #expect(try baseline(place, "show").code == 0)
    try place.write("logs/a.jsonl", Self.launches(20, nanos: clean))
    let stale = try baseline(place, "show")
    #expect(stale.code == 1)
    #expect(stale.output.contains("1 no longer needed; 'tracetool baseline prune' removes"), "\(stale.output)")
    let document = try baseline(place, "show --format json").document
    let entry = try #require((document["entries"] as? [[String: Any]])?.first)
    #expect(document["schema"] as? String == "tracetool.baseline/1" || entry["state"] != nil)
    #expect(entry["state"] as? String == "no longer needed" && entry["at"] as? String == ".tracetool-baseline.json:1")
    // A check says it, and does not fail.
    let lenient = try check(place)
    #expect(lenient.code == 0 && lenient.output.contains("no longer needed"))
    // What is not looked for cannot be gone.
    #expect(try baseline(place, "show --rule 'order.*'").code == 0)
    try place.write(".tracetool.json", #"{"rules": {"background.*": "off"}}"#)
    #expect(try baseline(place, "show").code == 0)
    try place.write(".tracetool.json", "{}")
    #expect(try baseline(place, "prune").output.hasPrefix("baseline: 0 kept, 0 added, 1 removed\n"))
  }

  @Test func `an entry that is over is renewed, and goes when nothing needs it`() throws {
    let place = try place(Self.launches(1, nanos: [9_000_000_000]))
    try place.write(".tracetool-baseline.json", entry(#""until":"2026-01-31","worst":"6s""#))
    let renewed = try baseline(place, "add --reason again --accept-until 2027-01-31")
    #expect(renewed.output.hasPrefix("baseline: 0 kept, 0 added, 0 removed, 1 renewed\n"), "\(renewed)")
    #expect(renewed.output.contains("\nexceeded  background.handler-overrun·shop"), "\(renewed)")
    #expect(renewed.code == 1)
    try place.write("logs/a.jsonl", Self.launches(1, nanos: [1]))
    let kept = try baseline(place, "prune")
    #expect(kept.output.hasPrefix("baseline: 1 kept, 0 added, 0 removed\n"))
    let gone = try baseline(place, "prune", today: "2027-02-01")
    #expect(gone.output.hasPrefix("baseline: 0 kept, 0 added, 1 removed\n"))
  }

  @Test func `a new finding in place of an accepted one fails the check`() throws {
    let place = try place(Self.launches(20, nanos: [6_000_000_000]))
    _ = try baseline(place, "add \(Self.term)")
    try place.write("logs/a.jsonl", Self.launches(20, callback: "app.willTerminate", nanos: [6_000_000_000]))
    let outcome = try check(place)
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("terminate.handler-overrun"), "\(outcome.output)")
  }

  @Test func `the baseline's bytes depend on the findings' keys alone`() throws {
    let first = try place(Self.launches(20, nanos: [6_000_000_000]))
    _ = try baseline(first, "add \(Self.term)")
    let lines = Self.launches(30, version: "5.0", nanos: [6_000_000_000, 5_500_000_000])
    let second = try place(lines.reversed().map { $0.replacing("17600", with: "17700") })
    _ = try baseline(second, "add \(Self.term)")
    #expect(try first.read(".tracetool-baseline.json") == second.read(".tracetool-baseline.json"))
  }

  @Test func `the entry that show prints accepts the finding once it is filled in`() throws {
    let place = try place(Self.launches(1, nanos: [6_000_000_000]))
    let listed = try place.shell("$tracetool check --format ndjson logs").output
    let fingerprint = try #require(listed.firstMatch(of: /"fingerprint":"([0-9a-f]+)"/)).1
    let page = try place.shell("$tracetool show \(fingerprint) logs").output
    let entry = try #require(page.split(separator: "\n").last { $0.hasPrefix("{") })
    let command = "tracetool baseline add --rule background.handler-overrun --reason '…' --accept-until DAY"
    #expect(page.replacing(/\s+/, with: " ").contains("\(command) logs'"), "\(page)")
    _ = try place.shell("$tracetool ingest --store s.db logs")
    let stored = try place.shell("$tracetool show \(fingerprint) --store s.db --config none").output
    #expect(stored.replacing(/\s+/, with: " ").contains("\(command) --store s.db --config none'"), "\(stored)")
    #expect(entry == #"{"key":"\#(Self.key)","reason":"","until":"","worst":"6s"}"#)
    try place.write(".tracetool.json", #"{"accept": [\#(entry)]}"#)
    #expect(try check(place).code == 2)
    let filled = entry.replacing(#""reason":"""#, with: #""reason":"SHOP-1""#)
      .replacing(#""until":"""#, with: #""until":"2027-01-31""#)
    try place.write(".tracetool.json", #"{"accept": [\#(filled)]}"#)
    #expect(try check(place).code == 0)
  }

  @Test func `accepted findings stay in the document, with the decision and the day`() throws {
    let place = try place(Self.launches(20, nanos: [6_000_000_000]))
    try place.write(
      ".tracetool.json",
      """
      { // Decided in the weekly meeting.
        "accept": [
          {"rule": "background.handler-overrun", "reason": "SHOP-412", "until": "2027-01-31"},
        ],
      }
      """)
    let json = try check(place, "--format json").output
    #expect(json.contains(#""accepted":{"place":".tracetool.json:3","reason":"SHOP-412","until":"2027-01-31"}"#))
    #expect(json.contains(#""acceptance":{"entries":1,"notChecked":0,"stale":[],"today":"2026-11-22"}"#))
    #expect(json.contains(#""accepted":20"#))
    #expect(json.contains(#""outcome":"passed""#))
    // Without accepted findings the clock is not in the document.
    #expect(try !check(place, "--format json --config none").output.contains("today"))
  }

  /// Options that belong together, and the message where one is missing or wrong.
  private static let mistakes: [(words: String, message: String)] = [
    ("add --accept-until forever", "needs --reason"),
    ("add --reason ' ' --accept-until forever", "needs --reason"),
    ("add --reason why", "needs --accept-until"),
    ("add --reason why --accept-until forever --fail-on never", "no finding does with --fail-on never"),
    ("prune --baseline none", "'none' is no baseline to change"),
    ("prune", "there is no baseline '.tracetool-baseline.json' to prune"),
    ("show --reason why", "--reason is only for 'tracetool baseline add'"),
    ("prune --accept-until forever", "--accept-until is only for 'tracetool baseline add'"),
    ("add --reason why --accept-until 2027-02-30", "needs the last day, as in 2027-01-31, or 'forever'"),
    ("add --reason why --accept-until 2026-01-31", "--accept-until 2026-01-31 is over: today is 2026-11-22"),
  ]

  @Test(arguments: mistakes) func `options without sense are errors`(_ mistake: (words: String, message: String)) throws
  {
    let place = try place(Self.launches(1, nanos: [1]))
    let outcome = try baseline(place, mistake.words)
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains(mistake.message), "\(outcome.errors)")
  }

  @Test func `nothing is pruned where not all was read`() throws {
    let place = try place(Self.launches(20, nanos: [1_000_000]) + ["no event", "nor this"])
    try place.write(".tracetool-baseline.json", entry(#""forever":true"#))
    let outcome = try baseline(place, "prune")
    #expect(outcome.code == 3 && outcome.errors.contains("nothing was removed"), "\(outcome)")
    #expect(try place.read(".tracetool-baseline.json") == entry(#""forever":true"#))
    #expect(try baseline(place, "prune --max-rejects 50%").code == 0)
  }

  /// Entries, and the message of the mistake in them, with its column.
  private static let entries: [(entry: String, message: String)] = [
    (#"{"rule":"order.scenes","reason":"r","forever":true}"#, "9: rule: no rule 'order.scenes'; nearest: order.scene"),
    (#"{"key":"order.scenes·a·b","reason":"r","forever":true}"#, "8: key: no rule 'order.scenes'"),
    (#"{"key":"order.scene","reason":"r","forever":true}"#, "8: key: needs a key as 'tracetool show FINGERPRINT'"),
    (#"{"reason":"r","forever":true}"#, "1: entries: an accepted finding needs a 'rule'"),
    (#"{"rule":"order.scene","forever":true}"#, "1: entries: an accepted finding needs a 'reason'"),
    (#"{"rule":"order.scene","reason":" ","forever":true}"#, "32: reason: needs a reason"),
    (#"{"rule":"order.scene","reason":"r"}"#, "1: entries: an accepted finding needs its last day"),
    (#"{"rule":"order.scene","reason":"r","until":"2027-02-30"}"#, "44: until: needs a day"),
    (#"{"rule":"order.scene","reason":"r","until":"2027-01-31","forever":true}"#, "until: may not come with 'forever'"),
    (#"{"rule":"order.scene","reason":"r","forever":false}"#, "46: forever: needs true"),
    (#"{"rule":"order.scene","reason":"r","forever":true,"worst":"3s"}"#, "worst: order.scene has no measure"),
    (#"{"rule":"launch.slow","reason":"r","forever":true,"worst":"3"}"#, "worst: needs a duration with its unit"),
    (#"{"rule":"launch.slow","key":"x","reason":"r","forever":true}"#, "rule: may not come with 'key'"),
    (#"{"rule":"launch.slow","raeson":"r","forever":true}"#, "23: no key 'raeson'; nearest: reason"),
  ]

  @Test(arguments: entries) func `a mistake in an entry is named with its place`(
    _ mistake: (entry: String, message: String)
  ) throws {
    let place = try place(Self.launches(1, nanos: [1]))
    try place.write("b.json", "{\"schema\":\"tracetool.baseline/1\",\"entries\":[\n\(mistake.entry)\n]}")
    let outcome = try check(place, "--baseline b.json")
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("b.json:2:"), "\(outcome.errors)")
    #expect(outcome.errors.contains(mistake.message), "\(outcome.errors)")
  }

  @Test func `a newer or missing baseline ends the check`() throws {
    let place = try place(Self.launches(1, nanos: [1]))
    try place.write("b.json", #"{"schema":"tracetool.baseline/2","entries":[]}"#)
    let newer = try check(place, "--baseline b.json")
    #expect(newer.code == 2 && newer.errors.contains("which this tracetool does not read"))
    let missing = try check(place, "--baseline gone.json")
    #expect(missing.code == 4 && missing.errors.contains("cannot read the baseline 'gone.json'"))
  }
}
