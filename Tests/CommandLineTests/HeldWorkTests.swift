import Foundation
import Testing

/// What iOS' scheduler decides on pushes and background tasks of apps: it holds them back for reasons that it logs.
///
/// The forms are those of github.com/cocoa-mhlw/cocoa/pull/644, stackoverflow.com/questions/58525436 and
/// developer.apple.com/forums/thread/835645; the values are invented.
@Suite(.tags(.large)) struct HeldWorkTests {
  private static func line(_ process: String, _ message: String, _ clock: String) -> String {
    "default\t\(clock)+0900\t\(process)\t\(message)"
  }

  private static func policy(_ name: String, _ decision: String = "Must Not Proceed, Score: 0.00") -> String {
    "\t{name: \(name), policyWeight: 5.000, response: {Decision: \(decision)}}"
  }

  private static func held(_ activity: String, by policies: [String]) -> String {
    "\(activity):B5B340:[\n\(policies.joined(separator: "\n"))\n ], FinalDecision: Must Not Proceed}"
  }

  private static let push = "com.apple.pushLaunch.com.example.shop"
  private static let newForm =
    "\(push):980BE6:[\n  {name: Energy Budget Policy, policyWeight: 1.000, response: {33, 0.00, [{x == 1}]}}\n], Decision: "

  /// Decisions of the scheduler, what is said of them, and the kind and the reason in the store.
  static let decisions: [(text: String, words: String, row: String)] = [
    (
      held(push, by: [policy("ThunderingHerdPolicy")]), "a push for com.example.shop was held back: too many at once",
      "task.hold,remoteNotification,too many at once"
    ),
    (
      held(
        "bgProcessing-com.example.shop.log",
        by: [
          policy("ChargerPluggedInPolicy"), policy("ThermalPolicy"),
          policy("CPUUsagePolicy", "Can Proceed, Score: 0.50"),
        ]
      ), "com.example.shop.log was held back: charging, thermal", "task.hold,processing,\"charging, thermal\""
    ),
    (
      held("bgRefresh-com.example.shop.feed", by: [policy("NetworkQualityPolicy")]),
      "com.example.shop.feed was held back: network", "task.hold,appRefresh,network"
    ),
    (
      held(push, by: [policy("NewestPolicy")]), "a push for com.example.shop was held back: NewestPolicy",
      "task.hold,remoteNotification,NewestPolicy"
    ),
    (
      newForm + "MNP", "a push for com.example.shop was held back: energy budget",
      "task.hold,remoteNotification,energy budget"
    ),
    (
      newForm + "AMNP", "a push for com.example.shop was held back: energy budget",
      "task.hold,remoteNotification,energy budget"
    ),
    (
      "CANCELED: \(push):7BAB0E at priority 5 <private>!", "a push for com.example.shop was dropped",
      "task.cancel,remoteNotification,"
    ),
    (
      "Submitted: bgHealthResearch-com.example.shop.study:041399 at priority 5 (Sun Aug  9 21:57:42 2026)",
      "com.example.shop.study was taken", "task.submit,healthResearch,"
    ),
  ]

  private static let lives = line(
    "runningboardd", "Now tracking process: [app<com.example.shop((null))>:512]", "09:00:00.100000")
  private static let ends = line(
    "runningboardd", "Removing process: [app<com.example.shop((null))>:512]", "09:00:40.100000")

  @Test(arguments: decisions)
  func `work that iOS holds back is told with its reasons, whether or not the app runs`(
    text: String, words: String, row: String
  ) throws {
    let place = Workplace()
    let decision = Self.line("dasd", text, "09:12:32.388775")
    // None, one that runs, and one that has ended.
    for (before, launches) in [([], 0), ([Self.lives], 1), ([Self.lives, Self.ends], 1)] {
      try place.write("a.txt", before + [decision])
      let said = try place.run("check", "a.txt")
      #expect(said.code == (launches == 0 ? 3 : 0) && said.errors.contains(words), "\(said)")
      #expect(said.output.contains("com.example.shop: 1 launch\n") == (launches == 1))
      #expect(
        try place.run("ingest", "--store", "\(before.count).db", "--date", "2026-10-31", "a.txt").errors.contains(words)
      )
      let ask = "SELECT event, kind, reason FROM event WHERE event LIKE 'task.%'"
      let rows = try place.run("query", "--store", "\(before.count).db", "--format", "csv", ask)
      #expect(rows.output.split(whereSeparator: \.isNewline).dropFirst().map(String.init) == [row], "\(rows)")
    }
  }

  /// Activities of a task that the scheduler took and canceled, in turn, and how many were dropped and replaced.
  static let turns: [(decisions: [String], dropped: Int, replaced: Int)] = [
    (["Submitted: A", "CANCELED: A"], 1, 0), (["Submitted: A", "CANCELED: A", "Submitted: B"], 0, 1),
    (["Submitted: A", "Submitted: B", "CANCELED: A"], 0, 1),
    (["Submitted: A", "Submitted: B", "CANCELED: A", "CANCELED: B"], 1, 1),
    // After a while.
    (["CANCELED: A", "", "Submitted: B"], 1, 0),
    (["CANCELED: A", "Submitted: B", "CANCELED: B", "Submitted: C"], 0, 2),
  ]

  @Test(arguments: turns) func `a request that a later one of its task replaces is not dropped`(
    decisions: [String], dropped: Int, replaced: Int
  ) throws {
    let place = Workplace()
    let lines = decisions.enumerated().compactMap { index, text -> String? in
      let words = text.split(separator: " ")
      if words.isEmpty { return nil }
      let activity = "\(words[0]) bgRefresh-com.example.shop.feed:04139\(words[1]) at priority 10"
      let second = decisions.contains("") ? index * 5 : 0
      return Self.line("dasd", activity, "09:12:\(10 + second).\(index)00000")
    }
    try place.write("a.txt", lines)
    let said = try place.run("check", "a.txt").errors
    func count(_ words: String) -> Int {
      let line = said.split(separator: "\n").first { $0.hasSuffix("com.example.shop.feed was \(words)") }
      return line?.split(separator: " ").first.flatMap { Int($0) } ?? 0
    }
    #expect(count("dropped") == dropped && count("replaced by a later request") == replaced, "\(said)")
  }

  @Test func `what may proceed is not held back`() throws {
    let place = Workplace()
    let allowed = "\(Self.push):5E1C66:[\n\(Self.policy("DeviceActivityPolicy", "Can Proceed, Score: 0.25"))\n ] "
    for end in [
      "sumScores:93.270000, denominator:97.020000, FinalDecision: Can Proceed FinalScore: 0.96}", "], Decision: AMP",
    ] {
      try place.write("a.txt", [Self.lives, Self.line("dasd", allowed + end, "09:12:32.388775")])
      #expect(try !place.run("check", "a.txt").errors.contains("held back"))
    }
  }
}
