import Foundation
import Testing
import TraceAnalyzer
import TraceIngest
import TraceModel
import TraceStore

@testable import TracePipeline
@testable import tracemaker

/// What is found in one launch of a store is the same whether all launches are read, or what its findings rest on.
@Suite(.tags(.medium)) struct NamedLaunchTests {
  /// A store of made launches.
  private static func store(_ folder: Folder, _ log: Int) throws -> Launches {
    let made = SampleLogs.made[log]
    try ingest(
      folder.write("a.jsonl", TracePipelineTests.lines(24, seed: made.seed, made.options)), into: folder.store)
    return try read(folder, .all)
  }

  private static func read(_ folder: Folder, _ parts: SummaryScope) throws -> Launches {
    try StoredLaunches.launches(ofStore: folder.store, parts, busyTimeout: 100)
  }

  /// What pages of one launch show: it event by event, what names it, and its time beside others.
  private struct Page: Equatable {
    var history: String
    var findings: [String]
    var comparison: LaunchComparison
    var coverage: String
    var previous: String?
  }

  /// The page of each launch by its id; of a sample those that are settled by it.
  private static func pages(
    _ launches: Launches, of ids: [String]? = nil, budgetsDiffer: Bool = false, budget: Int64 = 1_000_000,
    include: Set<ExcludedEnvironment> = []
  ) throws -> [String: Page] {
    var options = JudgingOptions()
    // Each median is over 1 ms: its finding names a phase, which rests on all launches that are compared.
    options.budgets.set(.launch, to: budget)
    options.include = include
    if budgetsDiffer {
      let systems = LaunchCondition.Term(.os, [.version(try #require(VersionRange("18")))])
      let place = SettingLocation(path: "tracetool.conf", line: 1)
      options.budgets.add(BudgetEntry(.launch, 2_000_000, when: LaunchCondition([systems]), at: place))
    }
    let all =
      launches.sample?.launches(launches.summaries, launches.symbols, include: include, classes: DeviceClasses())
      ?? Launch.all(launches.summaries, launches.symbols, include: include)
    let judging =
      launches.sample.map { JudgingContext($0.held, of: launches.symbols, options) }
      ?? JudgingContext(launches.summaries, of: launches.symbols, options)
    let judgement = Judgement(all, judging)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    var pages: [String: Page] = [:]
    for launch in all where ids?.contains(launch.name) != false {
      if launches.sample != nil, !judgement.isSettled(launch) { continue }
      let findings = judgement.findings(of: launch)
      let history = try launches.events.recording(of: launch).history(findings)
      pages[launch.name] = Page(
        history: String(decoding: try encoder.encode(history), as: UTF8.self),
        findings: findings.map { finding in
          let inferred = finding.inferred.map { "; \($0)" } ?? ""
          return "\(finding.fingerprint) \(finding.launch ?? "median"): \(finding.message)\(inferred)"
        },
        comparison: launch.comparison(with: all),
        coverage: String(decoding: try encoder.encode(judgement.coverage(of: launch)), as: UTF8.self),
        previous: launch.previousName)
    }
    return pages
  }

  @Test(arguments: SampleLogs.made.indices, [false, true])
  func `a launch is what it is, whatever is read of the others`(log: Int, budgetsDiffer: Bool) throws {
    let folder = Folder()
    let name = SampleLogs.made[log].name
    let whole = try Self.pages(Self.store(folder, log), budgetsDiffer: budgetsDiffer)
    #expect(whole.values.contains { $0.history.contains("\"fingerprint\"") }, "\(name)")
    for id in whole.keys.sorted() {
      let some = try Self.read(folder, .named(id: id.uppercased()))
      guard let page = try Self.pages(some, of: [id], budgetsDiffer: budgetsDiffer)[id] else {
        #expect(some.sample != nil, "\(name): \(id)")
        continue
      }
      #expect(page == whole[id], "\(name): \(id)")
    }
  }

  /// Launches of six devices of two models, with two versions of an app one after the other: a third of the devices are
  /// simulators, and each fourth launch was prewarmed, of which one does not say so.
  private static func mixed(wholeSeconds: Bool) -> [String] {
    (0..<144).flatMap { launch -> [String] in
      let device = launch % 6
      let isPrewarmed = launch / 6 % 4 == 3
      let length = Int64(launch * 7919 % 601) * 1_000_000 + 300_000_000
      let wait: Int64 = isPrewarmed ? 600_000_000_000 : 0
      let reason = isPrewarmed && launch != 19 ? #","reason":"prewarm""# : ""
      let steps: [(String, Int64)] = [
        (#""process.start"\#(reason)"#, 0), (#""process.main""#, 100_000_000),
        (#""app.didFinishLaunching""#, wait + length / 2), (#""scene.willConnect","scene":"A""#, wait + length / 2 + 1),
        (#""scene.didActivate","scene":"A""#, wait + length - 1), (#""launch.firstFrame""#, wait + length),
      ]
      return steps.enumerated().map { place, step in
        let nanos = 1_760_000_000_000_000_000 + Int64(launch) * 3_600_000_000_000 + step.1 * (wholeSeconds ? 8 : 1)
        let time = wholeSeconds ? "\"\(Timestamp.rfc3339(nanos / 1_000_000_000 * 1_000_000_000))\"" : "\(nanos)"
        return #"{"event":\#(step.0),"time":\#(time),"seq":\#(place),"launch":"L\#(launch)","device":"d\#(device)","#
          + #""deviceModel":"iPhone\#(14 + device % 2),2","osVersion":"iOS \#(17 + device / 2)","#
          + #""simulator":\#(device > 3),"app":"com.example.shop","appVersion":"1.\#(launch / 72)"}"#
      }
    }
  }

  @Test(arguments: [false, true], [[], [.simulator]] as [Set<ExcludedEnvironment>])
  func `times are compared as in the log, of any clock and in any environment`(
    wholeSeconds: Bool, include: Set<ExcludedEnvironment>
  ) throws {
    let folder = Folder()
    try ingest(folder.write("a.jsonl", Self.mixed(wholeSeconds: wholeSeconds)), into: folder.store)
    var medians: Set<String> = []
    for budget in [1_000_000, 500_000_000, 4_000_000_000] as [Int64] {
      let whole = try Self.pages(Self.read(folder, .all), budget: budget, include: include)
      for launch in stride(from: 1, to: 144, by: 9) {
        let id = "L\(launch)"
        let some = try Self.read(folder, .named(id: id.lowercased()))
        let page = try Self.pages(some, of: [id], budget: budget, include: include)[id]
        #expect(page != nil && page == whole[id], "\(id), budget \(budget)")
        medians.formUnion(page?.findings.filter { $0.contains("median") } ?? [])
      }
    }
    #expect(!medians.isEmpty)
    #expect(wholeSeconds || medians.contains { $0.hasSuffix("prewarmed") }, "\(medians)")
  }

  @Test func `a launch is found however its id is spelled, beside others that begin alike`() throws {
    let folder = Folder()
    let ids = ["QrS1", "qrs1x", "JKl-1", "jKL-2", "É-1", "é-2"]
    let lines = ids.enumerated().map { number, id in
      #"{"event":"app.didFinishLaunching","time":\#(1_760_000_000_000_000_000 + number),"seq":0,"launch":"\#(id)"}"#
    }
    try ingest(folder.write("a.jsonl", lines), into: folder.store)
    let store = try EventStore(path: folder.store, mode: .read)
    for typed in ["q", "qrs1", "QRS1", "qRS1X", "jkl-", "JKL-2", "é", "É-2", "x", "qrs1xy"] {
      let expected = ids.filter { $0.lowercased().hasPrefix(typed.lowercased()) }
      var stored = try StoredSymbols(of: store)
      let rows = try #require(try store.streams(namedLike: typed))
      let streams = try rows.map { try store.name(stream: $0, &stored) }
      let found = streams.map(stored.symbols.streamName)
      #expect(found.sorted() == expected.sorted(), "\(typed)")
    }
  }

  @Test func `of a store of plain launches, those of one app and kind are read, and most are settled by them`() throws {
    let folder = Folder()
    let lines = TracePipelineTests.lines(60, seed: 77)
    try ingest(folder.write("a.jsonl", lines), into: folder.store)
    let whole = try Self.pages(Self.read(folder, .all))
    var settled = 0
    for id in whole.keys.sorted() {
      let some = try Self.read(folder, .named(id: String(id.prefix(13))))
      #expect(some.sample != nil && some.summaries.count < whole.count, "\(id)")
      settled += try Self.pages(some, of: [id]).count
    }
    #expect(settled * 2 > whole.count, "\(settled) of \(whole.count)")
  }

  /// The page of each launch that is settled by what is read for it is that which all launches show.
  private static func compare(_ folder: Folder, with whole: [String: Page], _ when: String) throws {
    var settled = 0
    for id in whole.keys.sorted() {
      let some = try read(folder, .named(id: id))
      #expect(some.sample != nil, "\(when): \(id)")
      guard let page = try pages(some, of: [id])[id] else { continue }
      #expect(page == whole[id], "\(when): \(id)")
      settled += 1
    }
    #expect(settled * 2 > whole.count, "\(when): \(settled) of \(whole.count)")
  }

  /// With an app that is the extension of another, which only the launches of that app show, the second time.
  @Test(arguments: [false, true])
  func `a launch of a store is what its log shows, also once its neighbours change or go`(twoApps: Bool) throws {
    let folder = Folder()
    let lines = TracePipelineTests.lines(40, seed: 78).map { line in
      let isOther = twoApps && line.contains("\"pid\":2")
      return isOther ? line.replacing("com.example.shop", with: "com.example.shop.share") : line
    }
    let early = try folder.write("early.jsonl", lines.enumerated().filter { $0.offset % 7 != 3 }.map(\.element))
    try ingest(early, into: folder.store)
    var run = CheckRun(options: IngestOptions())
    try Self.compare(folder, with: Self.pages(try run.run([early])), "a store of one log")
    // Launches that were derived change, and so do those that rest on them.
    try ingest(folder.write("all.jsonl", lines), into: folder.store)
    try Self.compare(folder, with: Self.pages(Self.read(folder, .all)), "after late lines")
    let store = try EventStore(path: folder.store, mode: .writeExisting)
    try StorePruning(store, .keepLaunches(twoApps ? 12 : 25), removes: true).run()
    let pruned = try Self.read(folder, .all)
    #expect(pruned.summaries.contains { $0.isEarlier })
    try Self.compare(folder, with: Self.pages(pruned), "pruned")
    #expect(try StoreVerification(EventStore(path: folder.store, mode: .read)).isSound)
  }

  /// Lines in two logs, of which the later launches come first.
  @Test(arguments: [false, true]) func `a launch is what it is, in whatever order launches came`(halves: Bool) throws {
    let folder = Folder()
    let lines = TracePipelineTests.lines(40, seed: 79)
    func launch(_ line: String) -> Substring { line.firstMatch(of: /"launch":"([^"]*)"/)?.1 ?? "" }
    var order: [Substring] = []
    for line in lines where !order.contains(launch(line)) { order.append(launch(line)) }
    let parts = halves ? [order[20...], order[..<20]] : order.reversed().map { [$0][...] }
    for (number, part) in parts.enumerated() {
      let path = try folder.write("\(number).jsonl", lines.filter { part.contains(launch($0)) })
      try ingest(path, into: folder.store)
    }
    try Self.compare(folder, with: Self.pages(Self.read(folder, .all)), "halves: \(halves)")
  }

  /// Made launches, changed so that findings rest on several of them.
  private static let together:
    [(launches: Int, seed: UInt64, change: @Sendable (inout Options) -> Void, lacking: String)] = [
      (90, 931, { _ in }, ""),
      (60, 932, { $0.hasRecords = true }, ""),
      (60, 933, { ($0.hasLaunch, $0.holes) = (false, 0.3) }, ""),
      (30, 934, { $0.model = .app }, ""),
      // Nobody knows whether these are recorded: what they may explain is reported once.
      (12, 935, { $0.holes = 0.2 }, "scene.willEnterForeground"),
      (16, 936, { $0.holes = 0.2 }, "scene.didEnterBackground"),
    ]

  /// Launches of one device that each do the setup anew, and save what they hold when they are left.
  private static let habits: [String] = (0..<5).flatMap { launch in
    let steps = [
      #""process.start""#, #""app.didFinishLaunching""#, #""work.begin","kind":"setup","name":"seed""#,
      #""work.end","kind":"setup","name":"seed""#, #""app.didBecomeActive""#, #""launch.firstFrame""#,
      #""app.willResignActive""#, #""data.save""#, #""app.didEnterBackground""#,
    ]
    return steps.enumerated().map { place, step in
      let time = 1_760_000_000_000_000_000 + Int64(launch) * 60_000_000_000 + Int64(place) * 50_000_000
      let owner = #""device":"d1","app":"com.example.shop","appVersion":"1.0""#
      return #"{"event":\#(step),"time":\#(time),"seq":\#(place),"launch":"l\#(launch)",\#(owner)}"#
    }
  }

  /// The rules of findings that were compared; "once" for what is reported once for a recorder.
  private static func compare(_ paths: [String], _ name: String) throws -> Set<String> {
    var run = CheckRun(options: IngestOptions())
    let launches = try run.run(paths)
    var rules: Set<String> = []
    for limit in [nil, 200_000_000 as Int64] {
      var judging = JudgingOptions()
      judging.reportsQuirks = true
      if let limit { judging.budgets.set(.launch, to: limit) }
      let symbols = launches.symbols
      let all = Launch.all(launches.summaries, symbols)
      let judgement = Judgement(all, of: launches.summaries, symbols, judging)
      let findings = judgement.report().findings
      for launch in all {
        let own = judgement.findings(of: launch).filter { $0.launch != nil }
        #expect(own == findings.filter { $0.launch == launch.name }, "\(name), \(launch.name)")
      }
      for finding in findings where finding.launch != nil {
        rules.insert(finding.rule.name)
        if finding.isReportedOnce { rules.insert("once") }
      }
    }
    return rules
  }

  @Test func `one launch is judged as among all`() throws {
    let folder = Folder()
    var rules = try Self.compare(SampleLogs.logs, "all samples")
    for log in SampleLogs.logs { rules.formUnion(try Self.compare([log], log)) }
    rules.formUnion(try Self.compare([folder.write("habits.jsonl", Self.habits)], "habits"))
    for made in Self.together {
      var options = Options()
      options.faults = Fault.allCases
      made.change(&options)
      let lines = TracePipelineTests.lines(made.launches, seed: made.seed, options).filter {
        made.lacking.isEmpty || !$0.contains("\"\(made.lacking)\"")
      }
      rules.formUnion(try Self.compare([folder.write("a.jsonl", lines)], "seed \(made.seed)"))
    }
    let habits = ["launch.setup-repeated", "data.saved-only-on-deactivation"]
    let rest = Set(["once", "launch.slow", "launch.slow-phase"] + habits).subtracting(rules)
    #expect(rest.isEmpty, "not compared: \(rest.sorted()); compared: \(rules.sorted())")
  }

  @Test func `an id that no launch has, or each, is answered with all`() throws {
    let folder = Folder()
    let all = try Self.store(folder, 0)
    #expect(try Self.read(folder, .named(id: "")).summaries == all.summaries)
    #expect(try Self.read(folder, .named(id: "no such launch")).summaries == all.summaries)
  }
}
