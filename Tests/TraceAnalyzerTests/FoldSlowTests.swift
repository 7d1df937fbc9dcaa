import Testing
import TraceModel

@testable import TraceAnalyzer

/// Launches and phases that take long, among others of their app.
@Suite(.tags(.small)) struct FoldSlowTests {
  /// Launches whose `appInit` takes so many milliseconds, 200 ms before it and 100 ms after it.
  private func findings(
    _ millis: [Int64], versions: [String] = [], budgets: [BudgetID: Int64] = [:]
  ) -> [String] {
    var pad = Launchpad()
    for (index, nanos) in millis.enumerated() {
      let milestones: [Milestones.Name: Int64] = [
        .start: 0, .launchBegin: 200, .launchEnd: 200 + nanos, .firstFrame: 300 + nanos,
      ]
      pad.add("\(index)", at: Int64(index) * 60_000_000_000, milestones) { context, text in
        context.app = text("app")
        context.appVersion = text(versions.isEmpty ? "1" : versions[index])
      }
    }
    var options = JudgingOptions()
    for (budget, nanos) in budgets { options.budgets.set(budget, to: nanos) }
    let launches = pad.launches()
    let report = Judgement(launches, of: pad.summaries, pad.symbols, options).report()
    return report.findings.filter { $0.rule.name.hasPrefix("launch.slow") }
      .map { "\($0.severity) \($0.launch ?? "all"): \($0.message)" }
  }

  @Test func `five launches have a median, fewer are reported one by one`() {
    #expect(
      findings([200, 200, 300, 300, 300]) == [
        "warning all: the median of 5 unclassified launches of 1 is 600 ms, budget 400 ms;"
          + " around it appInit takes 300 ms of 600 ms"
      ])
    #expect(
      findings([50, 200]) == [
        "note 1: the launch took 500 ms, budget 400 ms; uikitInit takes 200 ms"
      ])
    #expect(findings([10, 20, 50, 60, 70]) == [])
  }

  @Test func `a version is compared with the app's own median`() {
    let versions = Array(repeating: "1", count: 6) + Array(repeating: "2", count: 5)
    let millis = Array(repeating: Int64(50), count: 6) + Array(repeating: Int64(140), count: 5)
    #expect(
      findings(millis, versions: versions) == [
        "warning all: the median of 5 unclassified launches of 2 is 440 ms, budget 400 ms;"
          + " around it appInit takes 140 ms of 440 ms, 49.1 ms more than usual"
      ])
  }

  @Test func `a phase far over the others is reported`() {
    let usual = [Int64](repeating: 50, count: 7)
    #expect(
      findings(usual + [170]) == [
        "warning 7: appInit took 170 ms, far over the app's other launches of 150 ms"
      ])
    #expect(findings(usual + [149]) == [])
    #expect(findings(usual.dropLast() + [90]) == [], "seven are too few")
  }

  @Test func `one launch of five times its budget is a warning by itself, however many others there are`() {
    let usual = [Int64](repeating: 50, count: 29)
    let far = "this one launch took 3.85 s, budget 400 ms; appInit takes 3.55 s"
    #expect(findings(usual + [3550]) == ["warning 29: \(far)"])
    #expect(findings([3550]) == ["warning 0: \(far)"])
    #expect(findings([1600]) == ["note 0: the launch took 1.90 s, budget 400 ms; appInit takes 1.60 s"])
    #expect(findings([1700]) == ["warning 0: this one launch took 2.00 s, budget 400 ms; appInit takes 1.70 s"])
  }

  @Test func `of launches that are all slow only one far over them is told as well`() {
    let slow = [Int64](repeating: 2200, count: 9)
    #expect(findings(slow + [2300]).count == 1)
    #expect(findings(slow + [14_000]).contains { $0.hasPrefix("warning 9: this one launch took 14.3 s") })
  }

  @Test func `a phase has a budget once one is set`() {
    #expect(
      findings([50, 90], budgets: [.phase(.appInit): 60_000_000]) == [
        "warning 1: appInit took 90.0 ms, over its budget of 60.0 ms"
      ])
  }
}
