import Foundation
import Testing
import TraceAnalyzer
import TraceIngest
import TraceModel
import TraceStore

@testable import TracePipeline
@testable import tracemaker

/// Findings and comparisons are the same where no more of launches is read than they rest on.
@Suite(.tags(.medium)) struct JudgedDetailsTests {
  /// Budgets under which much or little of tasks and stays counts.
  private static let options: [JudgingOptions] = {
    let short: [BudgetID: Int64] = [.assertion: 6_000_000_000]
    let long: [BudgetID: Int64] = [.assertion: 600_000_000_000, .processing: 1]
    let strict: [BudgetID: Int64] = [.callback: 20_000_000, .resumeWatchdog: 20_000_000]
    return [[:], short, long, strict].map { limits in
      var options = JudgingOptions()
      options.reportsQuirks = true
      for (budget, limit) in limits { options.budgets.set(budget, to: limit) }
      return options
    }
  }()

  /// What a check of all launches comes to, and what a comparison of their halves does, scenes included.
  private static func answers(_ launches: Launches, _ options: JudgingOptions) throws -> [String] {
    let symbols = launches.symbols
    let all = Launch.all(launches.summaries, symbols)
    let report = Judgement(all, of: launches.summaries, symbols, options).report()
    let sides = [all.prefix(all.count / 2), all.suffix(all.count / 2)].map { part in
      let own = Judgement(Array(part), of: launches.summaries, symbols, options).report()
      return ComparedSide(name: "", launches: Array(part), report: own)
    }
    var comparison = CompareOptions()
    comparison.comparesScenes = true
    comparison.measures = [.launch] + CompareShare.allCases.map { .share($0) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let compared = CompareReport(base: sides[0], head: sides[1], comparison)
    let readiness = SceneReadiness(all, report)
    return [
      String(decoding: try encoder.encode(report), as: UTF8.self), "\(report.coverage.unknownWords)",
      String(decoding: try encoder.encode(compared), as: UTF8.self),
      String(decoding: try encoder.encode(readiness), as: UTF8.self),
    ]
  }

  /// The times of resumes of all launches.
  private static func resumes(_ launches: Launches) -> [[Int64]] {
    Launch.all(launches.summaries, launches.symbols).map(\.summary.resumes)
  }

  /// Where launches are read from.
  private enum Origin: CaseIterable { case store, log }

  /// Holds the answers of a log and of its store against those of the whole launches.
  ///
  /// - Returns: How many tasks there were, and how many were kept.
  private func expectSame(_ folder: Folder, _ log: String, _ name: String) throws -> (all: Int, kept: Int) {
    try? FileManager.default.removeItem(atPath: folder.store)
    // A sample that is refused as no log is in no store.
    let isStored = (try? ingest(log, into: folder.store)) != nil
    var counts = (all: 0, kept: 0)
    for options in Self.options {
      for origin in Origin.allCases where isStored || origin != .store {
        func read(_ parts: SummaryScope) throws -> Launches {
          switch origin {
          case .store: return try StoredLaunches.launches(ofStore: folder.store, parts, busyTimeout: 100)
          case .log:
            var run = CheckRun(options: IngestOptions(), keepsEvents: false, wanted: parts)
            return try run.run([log])
          }
        }
        let all = try read(.all)
        let some = try read(.judged(options.judgedDetails))
        if all.summaries.isEmpty { continue }
        #expect(try Self.answers(some, options) == Self.answers(all, options), "\(name), \(origin)")
        #expect(!some.summaries.contains { !$0.resumes.isEmpty }, "nobody asks for them: \(name), \(origin)")
        var details = options.judgedDetails
        details.holdsResumes = true
        let asked = try read(.judged(details))
        #expect(Self.resumes(asked) == Self.resumes(all), "\(name), \(origin)")
        counts.all += all.summaries.reduce(0) { $0 + $1.tasks.count }
        counts.kept += some.summaries.reduce(0) { $0 + $1.tasks.count }
      }
    }
    return counts
  }

  @Test func `the samples and the published reports have the same findings`() throws {
    let folder = Folder()
    for log in SampleLogs.logs { _ = try expectSame(folder, log, log) }
  }

  @Test(arguments: SampleLogs.made.indices)
  func `made launches have the same findings`(log: Int) throws {
    let folder = Folder()
    let made = SampleLogs.made[log]
    var options = made.options
    options.faults = Fault.allCases
    let lines = TracePipelineTests.lines(60, seed: made.seed, options)
    let counts = try expectSame(folder, folder.write("a.jsonl", lines), "\(made.name), seed \(made.seed)")
    #expect(counts.kept > 0 && counts.kept < counts.all, "some tasks count, and some do not: \(counts)")
  }

  @Test func `a candidate counts if its duration may be over a budget, or if it says more than a duration`() {
    let judged = JudgedDetails(leastNanos: 0, leastDurations: [.`resume.slow`: 400])
    func candidate(_ rule: RuleID, _ change: (inout Candidate) -> Void = { _ in }) -> Candidate {
      var candidate = Candidate()
      candidate.rule = rule
      candidate.detail = .duration(nanos: 400, slack: 0, isOpen: false)
      change(&candidate)
      return candidate
    }
    #expect(!judged.include(candidate(.`resume.slow`)))
    #expect(judged.include(candidate(.`resume.slow`) { $0.detail = .duration(nanos: 401, slack: 0, isOpen: false) }))
    #expect(judged.include(candidate(.`resume.slow`) { $0.detail = .duration(nanos: 400, slack: -1, isOpen: false) }))
    #expect(judged.include(candidate(.`resume.slow`) { $0.detail = .duration(nanos: 400, slack: 0, isOpen: true) }))
    #expect(judged.include(candidate(.`resume.slow`) { $0.kind = .processExit }))
    #expect(judged.include(candidate(.`resume.slow`) { $0.explanations = [[.sceneDidActivate]] }))
    #expect(judged.include(candidate(.`main-thread.blocked`)), "a rule of which nothing is said")
  }

  @Test func `a task of a kind that is in no vocabulary is kept`() throws {
    let folder = Folder()
    let lines = [
      #""process.start""#, #""app.didFinishLaunching""#, #""task.begin","task":"1","kind":"errand""#,
      #""task.end","task":"1","kind":"errand""#,
    ]
    let records = lines.enumerated().map { place, event in
      #"{"event":\#(event),"time":\#(1_760_000_000_000_000_000 + place * 1_000_000_000),"launch":"l1"}"#
    }
    let log = try folder.write("a.jsonl", records)
    let counts = try expectSame(folder, log, "errand")
    #expect(counts.kept == counts.all && counts.all > 0)
  }
}
