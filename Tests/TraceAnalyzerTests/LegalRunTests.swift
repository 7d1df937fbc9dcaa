import Testing
import TraceAnalyzer
import TraceModel

/// What UIKit does, situation by situation: none of it may be a finding.
@Suite(.tags(.small)) struct LegalRunTests {
  static let rows = [
    Row(
      "launch to the foreground, app-based",
      """
      0 s process.start reason=user
      0.2 s process.main
      0.3 s app.willFinishLaunching source=delegate
      0.4 s app.didFinishLaunching source=delegate
      0.6 s app.didBecomeActive source=delegate
      """),
    Row(
      "launch to the foreground, scenes",
      """
      0 s process.start reason=user
      0.1 s process.initializers
      0.2 s process.main
      0.3 s app.willFinishLaunching source=delegate
      0.4 s app.didFinishLaunching source=delegate
      0.45 s app.configurationForConnecting source=delegate
      0.5 s scene.willConnect scene=A source=delegate
      0.52 s view.didLoad view=Main instance=1
      0.6 s scene.willEnterForeground scene=A source=delegate
      0.61 s app.willEnterForeground source=notification
      0.62 s view.willAppear view=Main instance=1
      0.63 s view.isAppearing view=Main instance=1
      0.7 s scene.didActivate scene=A source=delegate
      0.71 s app.didBecomeActive source=notification
      0.8 s view.didAppear view=Main instance=1
      0.9 s launch.firstFrame
      """),
    Row(
      "launch in the background, app-based",
      """
      0 s process.start reason=remoteNotification
      0.3 s app.willFinishLaunching source=delegate
      0.4 s app.didFinishLaunching source=delegate
      0.5 s app.didEnterBackground source=delegate
      0.6 s task.begin task=1 kind=remoteNotification
      2 s task.end task=1 kind=remoteNotification
      """),
    Row(
      "launch in the background, then opened, scenes",
      """
      0 s process.start reason=urlSession
      0.4 s app.didFinishLaunching source=delegate
      0.5 s scene.willConnect scene=A source=delegate
      0.6 s scene.didEnterBackground scene=A source=delegate
      9 s scene.willEnterForeground scene=A source=delegate
      9.5 s scene.didActivate scene=A source=delegate
      """),
    Row(
      "home, suspended and back, app-based",
      """
      0 s app.didFinishLaunching source=delegate
      0.6 s app.didBecomeActive source=delegate
      5 s app.willResignActive source=delegate
      5.5 s app.didEnterBackground source=delegate
      5.6 s task.begin task=1
      8 s task.end task=1
      9 s process.suspend source=system
      60 s process.resume source=system
      60.1 s app.willEnterForeground source=delegate
      60.5 s app.didBecomeActive source=delegate
      70 s app.willResignActive source=delegate
      71 s app.didBecomeActive source=delegate
      """),
    Row(
      "home, suspended and back, scenes",
      """
      0 s app.didFinishLaunching source=delegate
      0.1 s scene.willConnect scene=A source=delegate
      0.2 s scene.willEnterForeground scene=A source=delegate
      0.6 s scene.didActivate scene=A source=delegate
      5 s scene.willDeactivate scene=A source=delegate
      5.5 s scene.didEnterBackground scene=A source=delegate
      5.6 s task.begin task=1
      5.7 s scene.snapshot scene=A source=delegate
      5.8 s scene.stateRestorationActivity scene=A source=delegate
      25 s task.expire task=1
      25.1 s task.end task=1
      26 s process.suspend source=system
      60 s process.resume source=system
      60.1 s scene.willEnterForeground scene=A source=delegate
      60.2 s scene.openURL scene=A source=delegate
      60.5 s scene.didActivate scene=A source=delegate
      70 s scene.willDeactivate scene=A source=delegate
      71 s scene.didActivate scene=A source=delegate
      """),
    Row(
      "left at once, app-based",
      """
      0 s app.didFinishLaunching source=delegate
      0.1 s app.didEnterBackground source=delegate
      9 s app.willEnterForeground source=delegate
      9.2 s app.didEnterBackground source=delegate
      20 s app.willEnterForeground source=delegate
      20.2 s app.didBecomeActive source=delegate
      """),
    Row(
      "left at once, scenes",
      """
      0 s app.didFinishLaunching source=delegate
      0.1 s scene.willConnect scene=A source=delegate
      0.2 s scene.willEnterForeground scene=A source=delegate
      0.4 s scene.didEnterBackground scene=A source=delegate
      20 s scene.willEnterForeground scene=A source=delegate
      20.2 s scene.didActivate scene=A source=delegate
      """),
    Row(
      "second window",
      """
      0 s app.didFinishLaunching source=delegate
      0.1 s scene.willConnect scene=A instance=1 source=delegate
      0.2 s scene.willEnterForeground scene=A instance=1 source=delegate
      0.4 s scene.didActivate scene=A instance=1 source=delegate
      5 s scene.willConnect scene=B instance=2 source=delegate
      5.1 s scene.willEnterForeground scene=B instance=2 source=delegate
      5.3 s scene.didActivate scene=B instance=2 source=delegate
      6 s scene.willDeactivate scene=A instance=1 source=delegate
      6.1 s scene.didEnterBackground scene=A instance=1 source=delegate
      """),
    Row(
      "background scene reclaimed and connected again",
      """
      0 s app.didFinishLaunching source=delegate
      0.1 s scene.willConnect scene=A instance=1 source=delegate
      0.2 s scene.willEnterForeground scene=A instance=1 source=delegate
      0.4 s scene.didActivate scene=A instance=1 source=delegate
      1 s scene.willDeactivate scene=A instance=1 source=delegate
      2 s scene.didEnterBackground scene=A instance=1 source=delegate
      50 s scene.didDisconnect scene=A instance=1 source=delegate
      90 s scene.willConnect scene=A instance=2 source=delegate
      90.2 s scene.willEnterForeground scene=A instance=2 source=delegate
      90.4 s scene.didActivate scene=A instance=2 source=delegate
      """),
    Row(
      "background scene reclaimed and connected again, without instances",
      """
      0 s app.didFinishLaunching source=delegate
      0.1 s scene.willConnect scene=A source=delegate
      0.2 s scene.willEnterForeground scene=A source=delegate
      0.4 s scene.didActivate scene=A source=delegate
      1 s scene.willDeactivate scene=A source=delegate
      2 s scene.didEnterBackground scene=A source=delegate
      50 s scene.didDisconnect scene=A source=delegate
      90 s scene.willConnect scene=A source=delegate
      90.2 s scene.willEnterForeground scene=A source=delegate
      """),
    Row(
      "closed in the switcher, app-based",
      """
      0 s process.start
      0.4 s app.didFinishLaunching source=delegate
      0.6 s app.didBecomeActive source=delegate
      5 s app.willResignActive source=delegate
      5.1 s app.didEnterBackground source=delegate
      5.2 s app.willTerminate source=delegate
      5.3 s process.exit reason=user source=system
      """),
    Row(
      "closed in the switcher, scenes",
      """
      0 s process.start
      0.4 s app.didFinishLaunching source=delegate
      0.5 s scene.willConnect scene=A source=delegate
      0.6 s scene.willEnterForeground scene=A source=delegate
      0.7 s scene.didActivate scene=A source=delegate
      5 s scene.willDeactivate scene=A source=delegate
      5.1 s scene.didDisconnect scene=A source=delegate
      5.2 s app.willTerminate source=delegate
      5.3 s process.exit reason=user source=system
      """),
    Row(
      "prewarmed, opened an hour later",
      """
      0 s process.start prewarmed=true
      0.1 s process.initializers
      0.2 s process.main
      0.3 s process.suspend source=system
      3600 s process.resume source=system
      3600.1 s app.didFinishLaunching source=delegate
      3600.2 s scene.willConnect scene=A source=delegate
      3600.3 s scene.willEnterForeground scene=A source=delegate
      3600.4 s scene.didActivate scene=A source=delegate
      """),
    Row(
      "every callback reported by delegate and notification",
      """
      0 s app.didFinishLaunching source=delegate
      0.001 s app.didFinishLaunching source=notification
      0.1 s scene.willConnect scene=A source=delegate
      0.101 s scene.willConnect source=notification
      0.2 s scene.willEnterForeground scene=A source=notification
      0.201 s scene.willEnterForeground scene=A source=delegate
      0.4 s scene.didActivate scene=A source=delegate
      0.401 s scene.didActivate scene=A source=notification
      1 s scene.willDeactivate scene=A source=delegate
      1.001 s scene.willDeactivate scene=A source=notification
      2 s scene.didEnterBackground scene=A source=delegate
      2.001 s scene.didEnterBackground scene=A source=notification
      """),
    Row(
      "every callback with its begin and end, the launch slow",
      """
      0 s app.didFinishLaunching source=delegate phase=begin
      2 s app.didFinishLaunching source=delegate phase=end
      2.01 s app.didFinishLaunching source=notification
      2.1 s app.didBecomeActive source=delegate phase=begin
      3.3 s app.didBecomeActive source=delegate phase=end
      3.31 s app.didBecomeActive source=notification
      5 s app.willResignActive source=delegate phase=begin
      5.1 s app.willResignActive source=delegate phase=end
      6 s app.didEnterBackground source=delegate phase=begin
      6.1 s app.didEnterBackground source=delegate phase=end
      """),
  ]

  /// How a run may be written; each way must be as legal.
  static let ways: [Timeline.Options] = [
    .init(), .init(hasSeq: true), .init(hasUptime: true), .init(hasSeq: true, hasUptime: true),
    .init(launch: nil), .init(hasSeq: true, launch: nil),
    .init(shift: 86_400_000_000_000), .init(hasSeq: true, shift: 86_400_000_000_000),
  ]

  @Test(arguments: rows)
  func `what UIKit does is found nowhere`(_ row: Row) {
    for way in Self.ways {
      #expect(Timeline(row.text, way).wrongs() == [], "\(way)")
    }
  }

  @Test(arguments: rows)
  func `nor is it in a log that was cut at the front`(_ row: Row) {
    for dropped in 1..<row.text.split(separator: "\n").count {
      for hasSeq in [false, true] {
        let timeline = Timeline(row.text, .init(hasSeq: hasSeq, dropped: dropped))
        #expect(timeline.wrongs() == [], "\(dropped) cut off, seq: \(hasSeq)")
      }
    }
  }

  @Test(arguments: rows)
  func `a cut at the front makes no launch one in the background`(_ row: Row) throws {
    let whole = try Timeline(row.text).launch()
    for dropped in 1..<row.text.split(separator: "\n").count {
      let cut = try Timeline(row.text, .init(dropped: dropped)).launch()
      #expect(whole.nature == .background || cut.nature != .background, "\(dropped) cut off")
    }
  }

  @Test(arguments: rows)
  func `nor in a log that was cut at the end`(_ row: Row) {
    let lines = row.text.split(separator: "\n")
    for count in 1..<lines.count {
      let timeline = Timeline(lines.prefix(count).joined(separator: "\n"))
      #expect(timeline.wrongs() == [], "\(count) left")
    }
  }

  @Test(arguments: rows.dropLast())
  func `nor is anything certain in a log with a hole that seq reports`(_ row: Row) {
    let lines = row.text.split(separator: "\n").map(String.init)
    for first in 1..<lines.count {
      for count in 1...3 where first + count < lines.count {
        let text = (lines[..<first] + ["… \(count)"] + lines[(first + count)...])
          .joined(separator: "\n")
        var timeline = Timeline(text, .init(hasSeq: true))
        // What is lost may be all that the launch held of a kind: others show that it is recorded.
        timeline.add(row.text, .init(hasSeq: true, launch: "M"))
        let certain = timeline.wrongs().filter { !$0.hasSuffix("?") }
        #expect(certain == [], "\(count) lost from \(first)")
      }
    }
  }

  @Test(arguments: rows)
  func `an event that nobody knows changes nothing`(_ row: Row) throws {
    let lines = row.text.split(separator: "\n").map(String.init)
    let before = try Timeline(row.text).launch()
    for place in lines.indices {
      let stamp = lines[place].split(separator: " ").prefix(2).joined(separator: " ")
      let text = (lines[...place] + ["\(stamp) app.somethingNew"] + lines[(place + 1)...])
        .joined(separator: "\n")
      let after = try Timeline(text).launch()
      #expect(after.candidates.map(\.rule) == before.candidates.map(\.rule))
      #expect(after.unknownCount == 1)
      #expect(after.stepsJudged == before.stepsJudged)
      #expect(after.nature == before.nature)
      #expect(after.milestones == before.milestones)
    }
  }
}

extension Timeline {
  /// What is found that is worse than a note, but for callbacks that are slow.
  fileprivate func wrongs() -> [String] {
    found(["error", "warning"], patterns: true).filter { !$0.contains(" main-thread.blocked ") }
  }
}
