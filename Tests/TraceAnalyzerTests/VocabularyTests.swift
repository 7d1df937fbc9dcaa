import Testing
import TraceAnalyzer
import TraceModel

/// Words of a log that stand for nothing that the tool knows, however much they look like something it does.
@Suite(.tags(.small)) struct VocabularyTests {
  /// Names of budgets behind `background.`, or nearly such, that an app may have given to a kind of task.
  private static let strangeKinds = [
    "memory", "save", "handler", "expirationHandler", "assertion.warning", "sync2", "AppRefresh",
  ]

  @Test(arguments: strangeKinds)
  func `a task of an unknown kind is compared with no budget`(_ kind: String) {
    let timeline = Timeline(
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive
      4 s app.willResignActive
      5 s app.didEnterBackground
      6 s task.begin task=1 name=index kind=\(kind)
      75 s task.end task=1 name=index kind=\(kind)
      76 s data.save
      """)
    #expect(timeline.report().findings.map(\.message) == [])
  }

  @Test func `words that are in no vocabulary are listed with how often they came`() {
    let timeline = Timeline(
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive
      2 s task.begin task=1 kind=sync2
      3 s task.end task=1 kind=sync2
      4 s task.begin task=2 kind=sync2
      5 s task.begin task=3 kind=index
      6 s task.begin task=4 kind=appRefresh
      7 s task.begin task=5
      8 s process.exit reason=boredom
      """)
    #expect(
      timeline.report().coverage.unknownWords == [
        UnknownWord(field: .taskKind, word: "sync2", count: 2), UnknownWord(field: .taskKind, word: "index", count: 1),
        UnknownWord(field: .exitReason, word: "boredom", count: 1),
      ])
  }

  @Test func `each word of a vocabulary is a case, and no other text is`() {
    #expect(TaskKind.allCases.map(\.name).compactMap { TaskKind($0) } == TaskKind.allCases)
    #expect(WorkKind.allCases.map(\.name).compactMap { WorkKind($0) } == WorkKind.allCases)
    #expect(LaunchReason.allCases.map(\.name).compactMap { LaunchReason($0) } == LaunchReason.allCases)
    #expect(ExitReason.allCases.map(\.name).compactMap { ExitReason($0) } == ExitReason.allCases)
    #expect(["", "memory", "AppRefresh", " fetch"].compactMap { TaskKind($0) } == [])
  }
}
