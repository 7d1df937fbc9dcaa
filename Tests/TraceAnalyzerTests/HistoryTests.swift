import Testing
import TraceModel

@testable import TraceAnalyzer

/// What each event of a launch did, kept beside its summary.
@Suite(.tags(.small)) struct HistoryTests {
  @Test func `each event reports what it changed`() throws {
    #expect(
      try Timeline(
        """
        0 s process.start
        0.1 s app.didFinishLaunching phase=begin
        0.2 s app.didFinishLaunching phase=end
        0.3 s scene.willConnect scene=A
        0.4 s my.own.event
        0.5 s scene.willEnterForeground scene=A
        """
      ).history().lines == [
        "0 process.start: process created",
        "100 app.didFinishLaunching: process running",
        "200 app.didFinishLaunching took 100:",
        "300 scene.willConnect: scene A connected",
        "400 my.own.event:",
        "500 scene.willEnterForeground: scene A foregrounding",
      ])
  }

  @Test func `what was lost stands before the event that shows it, at the time of the one before`()
    throws
  {
    let history = try Timeline(
      """
      0 s app.didFinishLaunching
      1 s app.didBecomeActive source=delegate
      … 1
      2 s app.willResignActive source=delegate
      3 s app.didEnterBackground source=delegate
      """, .init(hasSeq: true)
    ).history()
    #expect(
      history.lines == [
        "0 app.didFinishLaunching: process running, app launched",
        "1000 app.didBecomeActive: app active",
        "1000 lost 1: app active or inactive",
        "2000 app.willResignActive: app inactive",
        "3000 app.didEnterBackground: app background",
      ])
    let states = [0, 999, 1000, 1999, 2000].map { history.at($0 * 1_000_000)?.states.last?.states }
    let both = ["active", "inactive"]
    #expect(states == [["launched"], ["launched"], both, both, ["inactive"]])
  }

  @Test func `a stretch begins with where every machine is that is not over`() throws {
    let history = try Timeline(
      """
      0 s app.didFinishLaunching
      1 s scene.willConnect scene=A
      2 s task.begin task=1
      3 s task.end task=1
      4 s scene.willEnterForeground scene=A
      5 s scene.didActivate scene=A
      """
    ).history()
    let stretch = try #require(history.within(3_500_000_000...4_500_000_000))
    #expect(
      stretch.lines == ["4000 scene.willEnterForeground: process running, scene A foregrounding"])
    #expect(stretch.states.contains { $0.key == "scene A" && $0.states == ["foregrounding"] })
    #expect(history.within(3_000_000_000...3_000_000_000)?.lines.first?.contains("task") == true)
    #expect(history.within(0...9_000_000_000)?.lines == history.lines)
    #expect(history.within(6_000_000_000...9_000_000_000) == nil)
  }

  @Test func `a launch that was not seen from its start may be in any state`() throws {
    let history = try Timeline("1 s scene.didActivate scene=A").history()
    #expect(history.states.map(\.key) == ["process", "scene A"])
    #expect(history.states[0].states.count > 3)
    #expect(history.states[1].states == ["active"])
  }

  @Test func `what is not judged is in no state`() throws {
    let history = try Timeline(
      """
      0 s app.didFinishLaunching
      1 s scene.willConnect scene=A
      2 s app.didBecomeActive source=notification
      """
    ).history()
    #expect(history.states.map(\.machine) == ["process", "scene"])
  }

  @Test(arguments: [("scene=A instance=1", "scene=A instance=2", "A"), ("", "", "")])
  func `a second connection of a scene is a machine of its own`(
    _ first: String, _ second: String, _ name: String
  ) throws {
    let history = try Timeline(
      """
      0 s app.didFinishLaunching
      1 s scene.willConnect \(first)
      2 s scene.didDisconnect \(first)
      3 s scene.willConnect \(second)
      """
    ).history()
    #expect(history.states.map(\.name) == ["", name, name.isEmpty ? "#2" : "#2 A"])
    #expect(history.states.map(\.states) == [["running"], ["disconnected"], ["connected"]])
  }

  @Test(arguments: [(-1, nil), (0, 1), (1999, 1), (2000, 2), (3000, 3), (3001, nil)])
  func `an instant is in the launch, or nowhere`(_ millis: Int64, _ count: Int?) throws {
    let history = try Timeline(
      """
      0 s app.didFinishLaunching
      2 s app.didBecomeActive
      3 s app.didBecomeActive
      """
    ).history()
    #expect(history.at(millis * 1_000_000)?.events.count == count)
  }

  @Test func `each of many scenes goes its own way, and keeps its last state`() throws {
    let scenes = 0..<37
    let names = ["willConnect", "willEnterForeground", "didActivate", "willDeactivate"]
    let states = ["connected", "foregrounding", "active", "inactive"]
    let steps = names.enumerated().flatMap { round, name in
      // In another order each time.
      scenes.map { (scene: $0 * (2 * round + 3) % scenes.count, event: name, state: states[round]) }
    }
    let lines =
      ["0 s process.start"]
      + steps.enumerated().map { "\($0 + 1) s scene.\($1.event) scene=S\($1.scene)" }
    let history = try Timeline(lines.joined(separator: "\n")).history()
    #expect(
      history.lines.dropFirst()
        == steps.enumerated().map { number, step in
          "\((number + 1) * 1000) scene.\(step.event): scene S\(step.scene) \(step.state)"
        }[...])
    for count in [1, 38, 77, history.events.count] {
      let reported = steps.prefix(count - 1)
      let expected = Dictionary(reported.map { ("scene S\($0.scene)", [$0.state]) }) { $1 }
      let earlier = history.after(count).states.filter { $0.machine == "scene" }
      #expect(Dictionary(uniqueKeysWithValues: earlier.map { ($0.key, $0.states) }) == expected)
    }
  }

  @Test func `history changes no verdict, and ends where the summary says`() throws {
    for rule in Catalogue.descriptions {
      for text in rule.found + rule.clean {
        let timeline = Timeline(text)
        let stream = timeline.streams[0]
        let summary = try timeline.launch()
        var symbols = timeline.symbols
        let launch = StreamReplay().launch(
          stream.id, 0, stream.events, stream.fills, Lexicon(InternedNames(&symbols), symbols), keepsHistory: true)
        #expect(launch.summary(&symbols) == summary, "\(rule.id.name)")
        #expect(launch.events.count { $0.event != nil } == Int(summary.eventCount))
      }
    }
  }
}

extension Timeline {
  /// The history of a timeline that holds one launch.
  fileprivate func history() throws -> LaunchHistory {
    let (summaries, symbols) = replayed()
    let launch = try #require(Launch.all(summaries, symbols).first)
    return Recording(of: launch, [(streams[0].events, streams[0].fills)], symbols: symbols).history()
  }
}

extension LaunchHistory {
  /// Entries in a few words, times in milliseconds.
  fileprivate var lines: [String] {
    events.map { entry in
      let changes = entry.changes.map { " \($0.key) \($0.states.joined(separator: " or "))" }
      return "\(entry.offsetNanos / 1_000_000) \(entry.event ?? "lost \(entry.lost ?? 0)")"
        + (entry.tookNanos.map { " took \($0 / 1_000_000)" } ?? "") + ":"
        + changes.joined(separator: ",")
    }
  }
}
