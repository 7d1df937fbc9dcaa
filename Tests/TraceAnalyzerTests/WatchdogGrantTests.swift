import Testing
import TraceModel

@testable import TraceAnalyzer

/// What the watchdog grants a launch is what its log says, or else twenty seconds.
@Suite(.tags(.small)) struct WatchdogGrantTests {
  private static let activation = #"log.sceneActivate source=system phase=begin attributes="#

  static let launches: [(String, Int64?)] = [
    ("1 s \(activation){\"action\":\"0x5a1\",\"watchdog\":\"19.97s\"}", 19_970_000_000),
    ("1 s \(activation){\"watchdog\":\"\"}", nil),
    ("9 s process.exit reason=watchdog source=system attributes={\"allowanceNanos\":29900000000}", 29_900_000_000),
    (
      "9 s process.exit reason=watchdog source=system "
        + "attributes={\"watchdogEvent\":\"scene-update\",\"allowanceNanos\":1}", nil
    ),
    ("9 s process.exit reason=watchdog source=system", nil),
    ("9 s process.exit reason=watchdog source=system attributes={\"cpuAllowanceNanos\":3370000000}", nil),
  ]

  @Test(arguments: launches)
  func `the seconds are read where they are said`(_ line: String, _ nanos: Int64?) throws {
    let launch = try Timeline("0 s process.start\n\(line)").launch()
    #expect(launch.watchdogNanos == nanos ?? Event.absent)
  }

  @Test func `a report's own words are read`() {
    var exit = Signature()
    exit.kind = .processExit
    let words = #"{"details":"process-launch watchdog: exhausted real (wall clock) time allowance of 19.90 seconds"}"#
    #expect(WatchdogGrant.nanos(exit, words) == 19_900_000_000)
    let processor = #"{"details":"scene-create watchdog: exhausted CPU time allowance of 3.37 seconds"}"#
    #expect(WatchdogGrant.nanos(exit, processor) == nil)
    #expect(WatchdogGrant.cpuNanos(in: processor) == 3_370_000_000)
    #expect(WatchdogGrant.cpuNanos(in: words) == nil)
  }

  @Test(arguments: [
    (#"{"cpuAllowanceNanos":3370000000}"#, "; it was granted 3.37 s of CPU time"),
    (
      #"{"allowanceNanos":20000000000,"cpuAllowanceNanos":3370000000}"#,
      "; it was granted 20.0 s and 3.37 s of CPU time"
    ),
    ("{}", ""),
  ])
  func `a finding says what was granted`(_ attributes: String, _ said: String) throws {
    let text = "0 s process.start\n9 s process.exit reason=watchdog source=system attributes=\(attributes)"
    let found = try #require(Timeline(text).report().findings.first { $0.rule == .`launch.watchdog` })
    #expect(found.message.plain == "the watchdog ended the process before its first frame\(said)")
  }

  @Test(arguments: [("19.97s", 25, true), ("30.00s", 25, false), ("", 25, true), ("", 19, false)])
  func `a launch that outlives its watchdog had none`(_ granted: String, _ seconds: Int, _ isOver: Bool) throws {
    let text = """
      0 s process.start
      1 s \(Self.activation){"watchdog":"\(granted)"}
      \(seconds) s launch.firstFrame
      """
    let (summaries, symbols) = Timeline(text).replayed()
    let launch = try #require(Launch.all(summaries, symbols).first)
    #expect((launch.time.notCounted == .`over the watchdog and alive`) == isOver)
  }

  @Test(arguments: [("30.00s", 31, 30_000_000_000, "; it was granted 30.0 s"), ("", 21, 20_000_000_000, "")])
  func `the budget of a launch that the watchdog ended is the time that it granted, else 20 s`(
    _ granted: String, _ seconds: Int, _ limit: Int64, _ said: String
  ) throws {
    let text = """
      0 s process.start
      1 s \(Self.activation){"watchdog":"\(granted)"}
      \(seconds) s process.exit reason=watchdog source=system
      """
    let found = try #require(Timeline(text).report().findings.first { $0.rule == .`launch.watchdog` })
    #expect(found.budget == "launch.watchdog" && found.limit == limit)
    #expect(found.measured == Int64(seconds) * 1_000_000_000)
    #expect(found.message.plain == "the watchdog ended the process before its first frame\(said)")
  }
}
