import Testing
import TraceAnalyzer
import TraceModel

/// How an app was used in one launch: moves, who handled them, and the ways in which it was opened.
@Suite(.tags(.small)) struct LaunchUseTests {
  static let rows = [
    Row(
      "an app's callbacks are handled moves",
      """
      0 s app.didFinishLaunching source=delegate
      1 s app.didBecomeActive source=delegate
      2 s app.willResignActive source=delegate
      3 s app.didEnterBackground source=delegate phase=begin
      3.1 s app.didEnterBackground source=delegate phase=end
      """, ["appHandled active 1", "appHandled background 1", "appHandled inactive 1"]),
    Row(
      "a move that a notification reports is not handled",
      "0 s app.didFinishLaunching\n1 s scene.didActivate source=notification", ["sceneUnhandled active 1"]),
    Row(
      "a callback after the notification of the same move handles it",
      """
      0 s app.didFinishLaunching source=delegate
      1 s scene.willConnect source=delegate
      2 s scene.didActivate source=notification
      2.01 s scene.didActivate source=delegate
      """, ["sceneHandled active 1"]),
    Row(
      "the same the other way round",
      """
      0 s app.didFinishLaunching source=delegate
      1 s scene.willConnect source=delegate
      2 s scene.didActivate source=delegate phase=begin
      2.01 s scene.didActivate source=notification
      2.02 s scene.didActivate source=delegate phase=end
      """, ["sceneHandled active 1"]),
    Row(
      "what the system's log says again counts once",
      """
      0 s app.didFinishLaunching
      1 s scene.didActivate source=delegate
      9 s scene.didActivate source=system
      """, ["sceneHandled active 1"]),
    Row(
      "a launch by URL, and one more opening",
      """
      0 s process.start reason=url
      1 s app.didFinishLaunching source=delegate
      2 s app.openURL source=delegate
      60 s app.openURL source=delegate
      60.01 s app.openURL source=delegate
      90 s app.shortcutItem source=delegate
      """, ["cold url", "warm shortcut 1", "warm url 1"]),
    Row(
      "a URL soon after the launch is what it was for, a later one is not",
      """
      0 s app.didFinishLaunching
      5 s app.openURL
      5.1 s app.continueUserActivity
      """, ["cold url", "warm userActivity 1"]),
    Row(
      "an app with scenes is opened by its scenes alone",
      """
      0 s process.start reason=url
      1 s app.didFinishLaunching source=delegate
      2 s scene.willConnect source=delegate reason=new
      """, ["reasoned 1"]),
    Row(
      "a scene connects with the reason",
      """
      0 s process.start
      1 s app.didFinishLaunching source=delegate
      2 s scene.willConnect source=delegate reason=shortcut
      60 s scene.openURL source=delegate
      90 s app.didReceiveRemoteNotification reason=notification
      """, ["cold shortcut", "warm notification 1", "warm url 1", "reasoned 1"]),
    Row(
      "a state is restored before the first view",
      "0 s app.didFinishLaunching\n1 s app.decodeState\n2 s view.willAppear\n3 s scene.restoreState", ["beforeView"]),
    Row(
      "after it", "0 s app.didFinishLaunching\n1 s view.willAppear\n2 s scene.restoreState\n3 s view.willAppear",
      ["afterView"]),
    Row("without any", "0 s app.didFinishLaunching\n2 s scene.restoreState", ["unordered"]),
    Row(
      "windows, and what connects again",
      """
      0 s app.didFinishLaunching
      1 s scene.willConnect scene=A reason=restoration
      2 s scene.willConnect scene=B
      3 s scene.willConnect scene=C role=carPlay
      4 s scene.didDisconnect scene=B
      5 s scene.didDisconnect scene=A
      6 s scene.willConnect scene=A
      """, ["reasoned 1", "restored 1", "reconnects 1", "windows 1"]),
    Row(
      "an interruption, and a return that is none",
      """
      0 s app.didFinishLaunching
      1 s scene.didActivate
      2 s scene.willDeactivate
      3 s scene.didActivate
      4 s scene.willDeactivate
      5 s scene.didEnterBackground
      6 s scene.willEnterForeground
      7 s scene.didActivate
      """,
      [
        "sceneUnhandled active 3", "sceneUnhandled background 1", "sceneUnhandled foreground 1",
        "sceneUnhandled inactive 2", "interruptions 1",
      ]),
  ]

  @Test(arguments: rows)
  func `the counts of a launch`(_ row: Row) throws {
    let use = try Timeline(row.text).launch().use
    #expect(Self.lines(of: use) == row.expected, "\(row)")
  }

  private static func lines(of use: LaunchUse) -> [String] {
    let moves: [(String, MoveCounts)] = [
      ("appHandled", use.appHandled), ("appUnhandled", use.appUnhandled), ("sceneHandled", use.sceneHandled),
      ("sceneUnhandled", use.sceneUnhandled),
    ]
    var lines: [String] = []
    for (name, counts) in moves {
      for move in LifecycleMove.allCases where counts[move] > 0 { lines.append("\(name) \(move.name) \(counts[move])") }
    }
    for entry in LaunchEntry.allCases where use.coldEntries[entry] > 0 { lines.append("cold \(entry.name)") }
    for entry in LaunchEntry.allCases where use.warmEntries[entry] > 0 {
      lines.append("warm \(entry.name) \(use.warmEntries[entry])")
    }
    lines.sort()
    if use.restoration != .none { lines.append(use.restoration.name) }
    let rest: [(String, UInt16)] = [
      ("reasoned", use.reasonedConnects), ("restored", use.restoredConnects), ("reconnects", use.reconnects),
      ("windows", use.secondWindows), ("interruptions", use.interruptions),
    ]
    for (name, count) in rest where count > 0 { lines.append("\(name) \(count)") }
    return lines
  }
}
