import Testing
import TraceAnalyzer
import TraceModel

/// No duration is judged finer than the clock was written down on which it was read.
@Suite(.tags(.small)) struct ClockResolutionTests {
  /// Traces at whole seconds, or with `.000` at milliseconds: these begin at a whole second.
  static let traces = [
    Row(
      "whole seconds: a callback of a second may have taken a moment",
      """
      0 s app.didFinishLaunching phase=begin
      1 s app.didFinishLaunching phase=end
      """),
    Row(
      "whole seconds: a callback of two seconds, the first of them at its end, the second at its begin",
      """
      0 s app.didFinishLaunching phase=begin
      2 s app.didFinishLaunching phase=end
      """),
    Row(
      "whole seconds: of three seconds one is left",
      """
      0 s app.didFinishLaunching phase=begin
      3 s app.didFinishLaunching phase=end
      """, ["2 main-thread.blocked warning"]),
    Row(
      "whole seconds: of four seconds two are left",
      """
      0 s app.didFinishLaunching phase=begin
      4 s app.didFinishLaunching phase=end
      """, ["2 main-thread.blocked error"]),
    Row(
      "a single time that is no whole second shows a finer clock",
      """
      0 s app.didFinishLaunching phase=begin
      1 s app.didFinishLaunching phase=end
      2.000000001 s data.save
      """, ["2 main-thread.blocked warning"]),
    Row(
      "milliseconds: two of them less are not over the budget",
      """
      0.001 s app.didFinishLaunching phase=begin
      0.253 s app.didFinishLaunching phase=end
      """),
    Row(
      "milliseconds: two of them less are over the budget",
      """
      0.001 s app.didFinishLaunching phase=begin
      0.254 s app.didFinishLaunching phase=end
      """, ["2 main-thread.blocked warning"]),
    Row(
      "a duration that the recorder measured is no difference of two times",
      "1 s app.didFinishLaunching duration=1.2s", ["1 main-thread.blocked error"]),
    Row(
      "nor are two times on a finer clock",
      """
      0 s app.didFinishLaunching phase=begin uptime=1000000001
      1 s app.didFinishLaunching phase=end uptime=1900000002
      """, ["2 main-thread.blocked warning"]),
    Row(
      "whole seconds: a move to the background of seven seconds",
      """
      0 s app.didFinishLaunching source=delegate
      1 s app.didBecomeActive source=delegate
      2 s app.willResignActive source=delegate
      3 s app.didEnterBackground source=delegate phase=begin
      10 s app.didEnterBackground source=delegate phase=end
      """),
    Row(
      "whole seconds: a move to the background of eight seconds",
      """
      0 s app.didFinishLaunching source=delegate
      1 s app.didBecomeActive source=delegate
      2 s app.willResignActive source=delegate
      3 s app.didEnterBackground source=delegate phase=begin
      11 s app.didEnterBackground source=delegate phase=end
      """, ["4 background.handler-overrun error"]),
    Row(
      "whole seconds: a task of 27 seconds is not near its end for sure",
      """
      0 s app.didFinishLaunching reason=location
      1 s task.begin task=1 name=upload
      28 s task.end task=1
      """),
    Row(
      "whole seconds: a task of 33 seconds",
      """
      0 s app.didFinishLaunching reason=location
      1 s task.begin task=1 name=upload
      34 s task.end task=1
      """, ["3 background.task-overrun error?"]),
    Row(
      "whole seconds: a game of two seconds more",
      """
      0 s app.didFinishLaunching source=delegate
      1 s app.didBecomeActive source=delegate
      2 s work.begin kind=game name=level
      3 s app.willResignActive source=delegate
      5 s app.didBecomeActive source=delegate
      """),
    Row(
      "whole seconds: a crash within three seconds",
      """
      0 s process.start
      3 s process.exit reason=crash source=system
      """, ["2 launch.crashed error"]),
    Row(
      "whole seconds: a crash of five seconds may be one of six",
      """
      0 s process.start
      5 s process.exit reason=crash source=system
      """, ["2 launch.crashed error?"]),
    Row(
      "milliseconds: a crash of five seconds, but for two of them",
      """
      0.001 s process.start
      4.999 s process.exit reason=crash source=system
      """, ["2 launch.crashed error"]),
    Row(
      "whole seconds: an end two seconds after the task expired",
      """
      0 s app.didFinishLaunching reason=location
      1 s task.begin task=1 name=upload
      20 s task.expire task=1
      22 s task.end task=1
      """),
  ]

  @Test(arguments: traces)
  func `a clock's step is taken off at each end that was read on it`(_ row: Row) {
    let found = Timeline(row.text, .init(shift: -Timeline.epoch % 1_000_000_000)).found(patterns: true)
    #expect(found.filter { !$0.contains("order.no-scenes") } == row.expected)
  }

  @Test func `a launch of whole seconds is no slow launch, one of milliseconds is`() {
    func found(_ frame: String) -> [String] {
      let text = "0 s process.start\n0 s app.didFinishLaunching\n\(frame) s launch.firstFrame"
      return Timeline(text, .init(shift: -Timeline.epoch % 1_000_000_000)).found()
    }
    #expect(found("1") == [])
    #expect(found("1.903") == ["launch.slow note"], "\(found("1.903"))")
  }

  @Test func `nor is one on an uptime of whole seconds, as the time of a log without dates is`() {
    func found(_ start: String, _ frame: String, _ rest: String = "") -> [String] {
      let text = "0 s process.start uptime=\(start)\n1 s launch.firstFrame uptime=\(frame)\n\(rest)"
      return Timeline(text, .init(shift: -Timeline.epoch % 1_000_000_000)).found().map { $0.filter { !$0.isNumber } }
    }
    #expect(found("5000s", "5001s") == [])
    #expect(found("5000s", "5002s") == [])
    #expect(found("5000s", "5003s").map { $0.suffix(16) } == ["launch.slow note"])
    let exit = "9 s process.exit source=system"
    #expect(found("5000000000001", "5001000000002").map { $0.suffix(16) } == ["launch.slow note"])
    #expect(
      found("5000000000001", "5001000000002", exit).map { $0.suffix(16) } == ["launch.slow note"],
      "the wall clock of another event is of whole seconds")
  }
}
