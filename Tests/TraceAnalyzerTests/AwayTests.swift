import Testing
import TraceAnalyzer
import TraceModel

/// How long an app was away: from the foreground to its return there.
@Suite(.tags(.small)) struct AwayTests {
  private static let life = """
    0 s process.start
    0.3 s app.didFinishLaunching source=delegate
    0.5 s app.didBecomeActive source=delegate
    60 s app.willResignActive source=delegate
    60.6 s app.didEnterBackground source=delegate

    """

  /// What comes after five lines of a life in the foreground: the stays, each with the time away that it begins.
  static let traces = [
    Row(
      "known from both ends, in an app that was suspended at once",
      "300.6 s app.willEnterForeground source=delegate\n301 s app.didBecomeActive source=delegate",
      ["5 suspendedInferred away 240 s"]),
    Row(
      "with a wake in between",
      """
      64 s process.suspend
      100 s app.didReceiveRemoteNotification
      101 s process.suspend
      300.6 s app.willEnterForeground source=delegate
      """, ["5 suspended away 240 s", "7 suspended"]),
    Row(
      "none where the process ended", "300 s process.exit reason=memoryPressure source=system",
      ["5 suspendedInferred"]),
    Row("none where the log ends", "63 s data.save", ["5 lastEvent"]),
    Row(
      "none where events were lost meanwhile",
      "✗\n300.6 s app.willEnterForeground source=delegate", ["5 suspendedInferred"]),
    Row(
      "not to a deactivation that was written late",
      """
      60.7 s app.willResignActive source=delegate
      300.6 s app.willEnterForeground source=delegate
      301 s app.didBecomeActive source=delegate
      """, ["5 suspendedInferred away 240 s"]),
    Row(
      "not to an activation that was written late",
      """
      60.7 s app.didBecomeActive source=delegate
      64 s process.suspend
      300.6 s app.willEnterForeground source=delegate
      301 s app.didBecomeActive source=delegate
      """, ["5 suspended away 240 s"]),
    Row(
      "to an activation whose way to the foreground is missing, as what follows shows",
      """
      64 s process.suspend
      300.6 s app.didBecomeActive source=delegate
      320 s app.willResignActive source=delegate
      321 s app.didEnterBackground source=delegate
      400 s app.willEnterForeground source=delegate
      """, ["5 suspended away 240 s", "9 suspendedInferred away 79 s"]),
    Row(
      "to an activation, where no way to the foreground is recorded",
      "300.6 s app.didBecomeActive source=delegate\n310 s data.save", ["5 suspendedInferred away 240 s"]),
  ]

  @Test(arguments: traces)
  func `the time away is that from leaving the foreground to the return`(_ row: Row) throws {
    let launch = try Timeline(Self.life + row.text).launch()
    #expect(launch.stays.map(Self.words) == row.expected)
  }

  @Test func `none where the clock was set back`() throws {
    let text = Self.life + "30 s app.willEnterForeground source=delegate\n31 s app.didBecomeActive source=delegate"
    #expect(try Timeline(text, .init(hasSeq: true)).launch().stays.map(Self.words) == ["5 foreground"])
  }

  @Test func `it is read on uptime`() throws {
    let text = """
      0 s app.didBecomeActive uptime=100s
      1 s app.willResignActive uptime=101s
      2 s app.didEnterBackground uptime=102s
      5 s app.willEnterForeground uptime=342s
      """
    #expect(try Timeline(text).launch().stays.map(Self.words) == ["3 suspendedInferred away 240 s"])
  }

  @Test func `a scene that is swiped away does not return`() throws {
    let stays = try Timeline(InferenceTests.swipedAway).launch().stays
    #expect(stays.map(\.awayNanos) == [Event.absent])
  }

  @Test func `a launch in the background was never in the foreground to be away from it`() throws {
    let text = """
      0 s process.start reason=location
      1 s app.didFinishLaunching
      60 s app.willEnterForeground
      61 s app.didBecomeActive
      """
    #expect(try Timeline(text).launch().stays.allSatisfy { $0.awayNanos == Event.absent })
  }

  @Test func `a report has a row for it`() throws {
    let text = Self.life + "300.6 s app.willEnterForeground source=delegate\n301 s app.didBecomeActive source=delegate"
    let (summaries, symbols) = Timeline(text).replayed()
    let report = BackgroundReport(Launch.all(summaries, symbols), symbols.texts)
    let away = try #require(report.rows.first { $0.by[0].value == "away" })
    #expect(away.by.map(\.value) == ["away", "return", ""])
    #expect(away.longestNanos == 240_000_000_000)
  }

  private static func words(_ stay: StaySummary) -> String {
    let away = stay.awayNanos == Event.absent ? "" : " away \(stay.awayNanos / 1_000_000_000) s"
    return "\(stay.begin.line) \(stay.end)\(away)"
  }
}
