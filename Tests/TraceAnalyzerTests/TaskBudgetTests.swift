import Testing
import TraceModel

@testable import TraceAnalyzer

/// The budgets that tasks of the system are compared with.
@Suite(.tags(.small)) struct TaskBudgetTests {
  /// The rules that find something when a launch in the background leaves a task of a kind open for so long.
  private func rules(kind: String, seconds: Int, budgets: [BudgetID: Int64] = [:]) -> [String] {
    var options = JudgingOptions()
    for (budget, seconds) in budgets { options.budgets.set(budget, to: seconds * 1_000_000_000) }
    let text = """
      0 s app.didFinishLaunching reason=backgroundTask
      1 s task.begin task=r kind=\(kind)
      \(seconds + 1) s app.willEnterForeground source=delegate
      """
    return Timeline(text).report(options).findings.map(\.rule.name).filter { $0.hasPrefix("background.task") }
  }

  @Test(arguments: [
    ("appRefresh", BudgetID.appRefresh), ("fetch", .fetch), ("remoteNotification", .remoteNotification),
    ("processing", .processing), ("continued", .processing),
  ])
  func `a task is never completed once its budget is over, whichever was set`(_ kind: String, _ budget: BudgetID) {
    let limit = Int(budget.definition.limit ?? 0) / 1_000_000_000
    let rule = "background.task-not-completed"
    #expect(rules(kind: kind, seconds: limit + 10).contains(rule))
    #expect(!rules(kind: kind, seconds: limit - 10).contains(rule))
    let longer = [budget: Int64(limit) + 60]
    #expect(!rules(kind: kind, seconds: limit + 10, budgets: longer).contains(rule))
    #expect(rules(kind: kind, seconds: 15, budgets: [budget: 10]).contains(rule))
  }

  /// Tasks of all kinds that ended in all ways, after times around all limits.
  private func anyTasks(_ words: InternedNames) -> [TaskSummary] {
    let kinds = [.none, words.suspected] + TaskKind.allCases.map { words.taskKinds.id(of: $0) }
    let seconds: [Int64] = [0, 1, 3, 12, 29, 31, 200, 4_000]
    var task = TaskSummary()
    return kinds.flatMap { kind in
      TaskOutcome.allCases.flatMap { outcome in
        seconds.flatMap { long in
          [Event.absent, 0, 1, 9_000_000_000].flatMap { late in
            [false, true].map { isUnended in
              task.kind = kind
              task.outcome = outcome
              task.longestStayNanos = long * 1_000_000_000
              task.expirationNanos = late
              task.isUnended = isUnended
              return task
            }
          }
        }
      }
    }
  }

  @Test func `a rule that a task does not concern has nothing to say of it`() throws {
    let (summaries, symbols) = Timeline("0 s app.didFinishLaunching reason=location\n9000 s process.exit").replayed()
    let judging = JudgingContext(summaries, of: symbols, JudgingOptions())
    let launch = JudgedLaunch(try #require(Launch.all(summaries, symbols).first), judging)
    var drafts = 0
    for task in anyTasks(judging.words) {
      for rule in Catalogue.taskRules {
        let isSilent = rule.draft(of: task, launch) == nil
        drafts += isSilent ? 0 : 1
        #expect(rule.concerns(task, launch) || isSilent, "\(rule.rule.name): \(task)")
      }
    }
    #expect(drafts > 100)
  }

  @Test func `the warning moves with the end of an assertion's time unless it is set`() {
    var budgets = Budgets()
    budgets.set(.assertion, to: 60)
    #expect(budgets[.assertionWarning] == 50)
    budgets.set(.assertionWarning, to: 7)
    budgets.set(.assertion, to: 90)
    #expect(budgets[.assertionWarning] == 7)
  }

  @Test(arguments: [(BudgetID.assertion, 12, 180), (.assertionWarning, 12, 175), (.assertion, 6, 600), (.fetch, 6, 30)])
  func `older systems grant assertions more`(_ budget: BudgetID, _ system: Int, _ seconds: Int64) {
    #expect(Budgets()[budget, system: system] == seconds * 1_000_000_000)
    #expect(Budgets()[budget, system: 13] == budget.definition.limit)
    var budgets = Budgets()
    budgets.set(budget, to: 1)
    #expect(budgets[budget, system: system] == 1)
  }
}
