import Testing
import TraceAnalyzer
import TraceModel

/// How often a launch ran what the app has given names: in all, at launch, as a window connects, and at returns.
@Suite(.tags(.small)) struct NamedWorkTests {
  /// Expected as in `work refresh 3 launch 1 return 2`.
  static let rows = [
    Row("a launch without names", "0 s process.start\n1 s app.didFinishLaunching", []),
    Row(
      "work at launch and at each return, with the app delegate",
      """
      0 s process.start
      1 s app.didFinishLaunching
      2 s work.begin kind=network name=refresh
      3 s app.didBecomeActive
      4 s app.willResignActive
      5 s app.didEnterBackground
      6 s app.willEnterForeground
      6.1 s work.begin kind=network name=refresh
      6.2 s work.end kind=network name=refresh
      7 s app.didBecomeActive
      8 s app.willResignActive
      9 s app.didEnterBackground
      10 s app.didBecomeActive
      10.1 s work.begin kind=network name=refresh
      """, ["work refresh 3 launch 1 return 2", "returns 2"]),
    Row(
      "the same with scenes, which enter the foreground at launch as well",
      """
      0 s process.start
      1 s app.didFinishLaunching
      2 s scene.willConnect scene=A
      3 s scene.willEnterForeground scene=A
      3.1 s refresh
      4 s scene.didActivate scene=A
      5 s scene.willDeactivate scene=A
      6 s scene.didEnterBackground scene=A
      7 s scene.willEnterForeground scene=A
      7.1 s refresh
      """, ["event refresh 2 launch 1 connect 1 return 1", "connects 1", "returns 1"]),
    Row(
      "the start of an SDK as a window connects",
      """
      0 s app.didFinishLaunching
      1 s scene.willConnect scene=A phase=begin
      1.1 s work.begin kind=startup name=maps
      1.2 s work.end kind=startup name=maps
      1.3 s scene.willConnect scene=A phase=end
      """, ["setup maps 1 launch 1 connect 1", "connects 1"]),
    Row(
      "setup as each window connects",
      """
      0 s process.start
      1 s app.didFinishLaunching
      2 s scene.willConnect scene=A phase=begin
      2.1 s work.begin kind=setup name=database
      2.2 s work.end kind=setup name=database
      2.3 s scene.willConnect scene=A phase=end
      3 s scene.willEnterForeground scene=A
      4 s scene.didActivate scene=A
      5 s scene.willConnect scene=B
      5.1 s work.begin kind=setup name=database
      6 s scene.willEnterForeground scene=B
      7 s scene.didActivate scene=B
      8 s scene.willConnect scene=C role=carPlay
      8.1 s work.begin kind=setup name=database
      """, ["setup database 3 launch 3 connect 2", "connects 2"]),
    Row(
      "a task at each stay in the background belongs to no stage",
      """
      0 s process.start
      1 s app.didBecomeActive
      2 s app.willResignActive
      3 s app.didEnterBackground
      3.1 s task.begin name=save task=1
      3.2 s data.save
      4 s task.end name=save task=1
      """, ["task save 1", "save - 1"]),
    Row(
      "UIKit's own task, work without a name, and the end of a callback of the app's own",
      """
      0 s process.start
      1 s task.begin name=snapshot task=1 attributes={"system":true}
      2 s work.begin kind=network
      3 s work.begin
      4 s import phase=begin
      5 s import phase=end
      """, ["work network 1 launch 1", "event import 1 launch 1"]),
    Row(
      "a log that begins in the middle of a life does not show the launch",
      """
      0 s app.didBecomeActive
      1 s refresh
      2 s app.didEnterBackground
      3 s app.willEnterForeground
      4 s refresh
      """, ["event refresh 2 return 1", "returns 1"]),
    Row(
      "the names that a reader of another format makes are none of the app's",
      "0 s process.start format=otlp\n1 s otlp.log format=otlp\n2 s app.didBecomeActive format=otlp", []),
  ]

  @Test(arguments: rows)
  func `the runs in a launch`(_ row: Row) throws {
    let (launches, symbols) = Timeline(row.text).replayed()
    #expect(launches.count == 1)
    #expect(launches.flatMap { Self.lines(of: $0, symbols) } == row.expected, "\(row)")
  }

  @Test func `a launch keeps the names that ran first`() throws {
    let begins = (0..<40).map { "\($0 + 1) s work.begin kind=disk name=piece\($0)" }
    let again = (0..<40).map { "\($0 + 100) s work.begin kind=disk name=piece\($0)" }
    let (launches, symbols) = Timeline((["0 s process.start"] + begins + again).joined(separator: "\n")).replayed()
    let named = launches[0].named
    #expect(named.map { symbols.texts.string($0.name) } == (0..<NamedWork.mostNames).map { "piece\($0)" })
    #expect(named.allSatisfy { $0.runs == 2 })
  }

  private static func lines(of launch: LaunchSummary, _ symbols: Symbols) -> [String] {
    var lines = launch.named.map { work in
      let name = symbols.texts.string(work.name)
      let parts: [(String, UInt16)] = [
        ("launch", work.atLaunch), ("connect", work.atConnect), ("return", work.atReturn),
      ]
      let counts = parts.filter { $0.1 > 0 }.map { " \($0.0) \($0.1)" }
      return "\(work.kind.name) \(name.isEmpty ? "-" : name) \(work.runs)\(counts.joined())"
    }
    if launch.use.windowConnects > 0 { lines.append("connects \(launch.use.windowConnects)") }
    if launch.use.returns > 0 { lines.append("returns \(launch.use.returns)") }
    return lines
  }
}
