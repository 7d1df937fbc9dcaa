import Testing
import TraceModel
import TraceAnalyzer

/// What rests on a number of the project's own says so.
@Suite(.tags(.small)) struct InferenceTests {
  static let rows = [
    Row(
      "a task that outlived its expiration",
      """
      0 s app.didFinishLaunching reason=location
      1 s task.begin task=1
      30 s task.expire task=1
      33 s data.save
      """, ["2 background.task-leaked leaked"]),
    Row(
      "a task whose process was suspended",
      """
      0 s app.didFinishLaunching reason=location
      1 s task.begin task=1
      30 s task.expire task=1
      33 s process.suspend
      """, ["2 background.task-leaked -"]),
    Row(
      "a task for which the process was ended",
      """
      0 s app.didFinishLaunching reason=location
      1 s task.begin task=1
      30 s task.expire task=1
      33 s data.save
      34 s process.exit reason=backgroundTask source=system
      """, ["2 background.task-leaked -", "5 background.killed -"]),
    Row(
      "callbacks that are sent on",
      """
      0 s app.didFinishLaunching source=delegate
      1 s scene.willConnect scene=A source=delegate
      2 s scene.willEnterForeground scene=A source=delegate
      3 s scene.didActivate scene=A source=delegate
      3.01 s app.didBecomeActive source=delegate
      """, ["5 order.mixed forwarded"]),
    Row(
      "callbacks that come by themselves",
      """
      0 s app.didFinishLaunching source=delegate
      1 s scene.willConnect scene=A source=delegate
      2 s scene.willEnterForeground scene=A source=delegate
      3 s scene.didActivate scene=A source=delegate
      3.5 s app.didBecomeActive source=delegate
      """, ["5 order.mixed -"]),
    Row(
      "assertions of a stay that silence ended",
      """
      0 s app.didFinishLaunching reason=location
      1 s task.begin task=1
      20 s task.end task=1
      20 s task.begin task=2
      38 s task.end task=2
      60 s data.save
      """, ["5 background.task-overrun suspended"]),
    Row(
      "assertions of a stay whose end is reported",
      """
      0 s app.didFinishLaunching reason=location
      1 s task.begin task=1
      20 s task.end task=1
      20 s task.begin task=2
      38 s task.end task=2
      39 s process.suspend
      """, ["5 background.task-overrun -"]),
    Row(
      "a launch that seems prewarmed",
      """
      0 s process.start osVersion=18.2
      0.1 s process.main
      60 s app.didFinishLaunching
      60.1 s scene.willConnect scene=A
      60.2 s scene.willEnterForeground scene=A
      60.7 s launch.firstFrame
      60.8 s scene.didActivate scene=A
      """, ["- launch.slow prewarmed"]),
    Row(
      "a launch that is reported to be prewarmed",
      """
      0 s process.start osVersion=18.2 prewarmed=true
      0.1 s process.main
      60 s app.didFinishLaunching
      60.1 s scene.willConnect scene=A
      60.2 s scene.willEnterForeground scene=A
      60.7 s launch.firstFrame
      60.8 s scene.didActivate scene=A
      """, ["- launch.slow -"]),
  ]

  /// A scene that is closed in the app switcher: iOS connects it once more, unseen.
  static let swipedAway = """
    0 s app.didFinishLaunching
    1 s scene.willConnect scene=A instance=1
    2 s scene.willEnterForeground scene=A instance=1
    3 s scene.didActivate scene=A instance=1
    4 s scene.willDeactivate scene=A instance=1
    4.5 s scene.didEnterBackground scene=A instance=1
    5 s scene.didDisconnect scene=A instance=1
    5.1 s scene.willEnterForeground scene=A instance=2
    5.2 s scene.didEnterBackground scene=A instance=2
    """

  @Test(arguments: rows)
  func `a finding names the inference that decided it`(_ row: Row) {
    #expect(reported(row.text) == row.expected)
  }

  @Test func `a scene that was swiped away is inferred`() {
    #expect(reported(Self.swipedAway) == [])
    #expect(reported(Self.swipedAway, quirks: true) == ["8 order.scene swiped", "9 order.scene -"])
  }

  private func reported(_ text: String, quirks: Bool = false) -> [String] {
    var options = JudgingOptions()
    options.reportsQuirks = quirks
    return Timeline(text).report(options).findings
      .sorted { ($0.source?.line ?? 0, $0.rule.name) < ($1.source?.line ?? 0, $1.rule.name) }
      .map { "\($0.source.map { "\($0.line)" } ?? "-") \($0.rule.name) \($0.inferred.map { "\($0)" } ?? "-")" }
  }
}
