import Testing
import TraceAnalyzer
import TraceModel

/// How long an app takes to come back from the background.
@Suite(.tags(.small)) struct ResumeTests {
  private static let launched = "0 s app.didFinishLaunching\n1 s app.didBecomeActive\n"

  static let rows = [
    Row("the first way to the foreground is none", launched),
    Row(
      "an alert is none",
      launched + """
        2 s app.willResignActive
        3 s app.didBecomeActive
        """),
    Row(
      "two, with an app delegate",
      launched + """
        2 s app.willResignActive
        3 s app.didEnterBackground
        9 s app.willEnterForeground
        9.2 s app.didBecomeActive
        11 s app.willResignActive
        12 s app.didEnterBackground
        20 s app.willEnterForeground
        21.5 s app.didBecomeActive
        """, ["200 ms", "1500 ms"]),
    Row(
      "with scenes: from the scene's events",
      """
      0 s app.didFinishLaunching
      0.1 s scene.willConnect scene=A
      0.2 s scene.willEnterForeground scene=A
      0.3 s scene.didActivate scene=A
      2 s scene.willDeactivate scene=A
      3 s scene.didEnterBackground scene=A
      9 s scene.willEnterForeground scene=A
      9.1 s app.willEnterForeground
      9.3 s scene.didActivate scene=A
      9.4 s app.didBecomeActive
      """, ["300 ms"]),
    Row(
      "two windows without ids that return together: not known which one became active",
      """
      0 s app.didFinishLaunching
      0.1 s scene.willConnect
      0.2 s scene.willEnterForeground
      0.3 s scene.didActivate
      1 s scene.willConnect
      1.2 s scene.willEnterForeground
      1.3 s scene.didActivate
      2 s scene.willDeactivate
      2.1 s scene.willDeactivate
      3 s scene.didEnterBackground
      3.1 s scene.didEnterBackground
      9 s scene.willEnterForeground
      11 s scene.willEnterForeground
      12 s scene.didActivate
      14 s scene.didActivate
      """),
    Row(
      "two windows that return together: from the first",
      """
      0 s app.didFinishLaunching
      0.1 s scene.willConnect scene=A
      0.2 s scene.willEnterForeground scene=A
      0.3 s scene.didActivate scene=A
      1 s scene.willConnect scene=B
      1.2 s scene.willEnterForeground scene=B
      1.3 s scene.didActivate scene=B
      2 s scene.willDeactivate scene=A
      2.1 s scene.willDeactivate scene=B
      3 s scene.didEnterBackground scene=A
      3.1 s scene.didEnterBackground scene=B
      9 s scene.willEnterForeground scene=A
      9.1 s scene.willEnterForeground scene=B
      9.5 s scene.didActivate scene=A
      9.6 s scene.didActivate scene=B
      """, ["500 ms"]),
    Row(
      "a launch in the background: its first way to the foreground is none, the next one is",
      """
      0 s process.start reason=backgroundFetch
      0.5 s app.didFinishLaunching
      1 s app.performFetch
      2 s process.suspend source=system
      60 s process.resume source=system
      60.1 s app.willEnterForeground source=delegate
      61 s app.didBecomeActive
      62 s app.willResignActive
      63 s app.didEnterBackground
      70 s app.willEnterForeground source=delegate
      70.4 s app.didBecomeActive
      """, ["400 ms"]),
    Row(
      "suspended meanwhile: nobody waited",
      launched + """
        2 s app.willResignActive
        3 s app.didEnterBackground
        9 s app.willEnterForeground
        9.1 s process.suspend source=system
        60 s process.resume source=system
        61 s app.didBecomeActive
        """),
    Row(
      "no end: the process dies",
      launched + """
        2 s app.willResignActive
        3 s app.didEnterBackground
        9 s app.willEnterForeground
        9.2 s app.didBecomeActive
        12 s app.willResignActive
        13 s app.didEnterBackground
        19 s app.willEnterForeground
        29 s process.exit reason=watchdog source=system
        """, ["200 ms", "no end"]),
    Row(
      "left again before it was active",
      launched + """
        2 s app.willResignActive
        3 s app.didEnterBackground
        9 s app.willEnterForeground
        9.2 s app.didEnterBackground
        15 s app.willEnterForeground
        15.1 s app.didBecomeActive
        """, ["100 ms"]),
    Row(
      "a log that says it records no move to the background",
      """
      0 s app.didFinishLaunching records=app.didBecomeActive
      0.1 s app.willEnterForeground
      1 s app.didBecomeActive
      9 s app.willEnterForeground
      9.2 s app.didBecomeActive
      """, ["200 ms"]),
    Row(
      "a log in which a move to the background may be lost",
      launched + """
        9 s app.willEnterForeground
        9.2 s app.didBecomeActive
        """),
  ]

  @Test(arguments: rows) func `from willEnterForeground to the activation`(_ row: Row) {
    #expect(Timeline(row.text).resumes() == row.expected)
    #expect(Timeline(row.text, .init(hasUptime: true)).resumes() == row.expected, "on uptime")
    #expect(Timeline(row.text, .init(hasSeq: true)).resumes() == row.expected, "with seq")
  }

  @Test(arguments: [false, true]) func `what the log does not show whole is not measured`(hasSeq: Bool) {
    func text(_ hole: String, _ other: String) -> String {
      Self.launched + """
        2 s app.willResignActive
        3 s app.didEnterBackground
        9 s app.willEnterForeground
        \(hole)
        90 s app.didBecomeActive
        91 s app.willResignActive
        92 s app.didEnterBackground
        \(other)
        99 s app.willEnterForeground
        99.3 s app.didBecomeActive
        100 s app.willResignActive
        101 s app.didEnterBackground
        109 s app.willEnterForeground
        109.1 s app.didEnterBackground
        """
    }
    // By numbers that are missing, or by lines that are none.
    let holes = hasSeq ? ("… 3", "… 2") : ("✗", "✗")
    #expect(Timeline(text(holes.0, holes.1), .init(hasSeq: hasSeq)).resumes() == ["300 ms"])
  }
}
