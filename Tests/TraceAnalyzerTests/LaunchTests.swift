import Testing
import TraceAnalyzer
import TraceModel

/// Where launches begin in a stream that names none, what kind of start each was, what it passed.
@Suite(.tags(.small)) struct LaunchTests {
  struct Cut: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var text: String
    var counts: [Int64]

    init(_ title: String, _ text: String, _ counts: [Int64]) {
      testDescription = title
      self.text = text
      self.counts = counts
    }
  }

  static let cuts = [
    Cut(
      "at process.start",
      "0 s data.save\n1 s process.start\n2 s app.didFinishLaunching\n3 s process.start", [1, 2, 1]),
    Cut(
      "at the system's process.start",
      """
      0 s process.start source=system
      1 s process.exit source=system
      2 s process.start source=system
      3 s process.suspend source=system
      """, [2, 2]),
    Cut(
      "not at a report of the same start",
      "0 s process.start\n1 s app.didFinishLaunching\n90 s process.start source=system", [3]),
    Cut(
      "where seq falls",
      "0 s data.save seq=4\n1 s data.save seq=5\n2 s data.save seq=0\n3 s data.save seq=1", [2, 2]),
    Cut(
      "after process.exit",
      """
      0 s process.start
      1 s process.exit reason=user
      1.5 s process.exit source=system
      1.6 s log.sceneBackground source=system
      2 s data.save
      """, [4, 1]),
    Cut(
      "at a second launch",
      "0 s app.willFinishLaunching\n1 s app.didFinishLaunching\n9 s app.didFinishLaunching", [2, 1]),
    Cut(
      "at a launch after a launch",
      """
      0 s app.didFinishLaunching
      9 s app.willFinishLaunching
      10 s app.didFinishLaunching
      """, [1, 2]),
    Cut(
      "not at the return of a launch",
      """
      0 s app.willFinishLaunching phase=begin
      1 s app.willFinishLaunching phase=end
      2 s app.didFinishLaunching phase=begin
      5 s app.didFinishLaunching phase=end
      """, [4]),
    Cut(
      "not at another reporter of it",
      """
      0 s app.didFinishLaunching source=delegate phase=begin
      3 s app.didFinishLaunching source=delegate phase=end
      3.1 s app.didFinishLaunching source=notification
      """, [3]),
    Cut(
      "but at one that comes later",
      """
      0 s app.didFinishLaunching source=delegate
      25 s app.didFinishLaunching source=notification
      """, [1, 1]),
    Cut(
      "before the request of a start",
      """
      0 s process.start
      5 s launch.request
      8 s launch.request
      9 s process.start
      10 s app.didFinishLaunching
      """, [1, 4]),
    Cut(
      "not before a request that nothing answers",
      "0 s process.start\n5 s launch.request\n36 s process.start", [2, 1]),
    Cut(
      "not before any of many requests: looking on from each would take minutes",
      Array(repeating: "0 s launch.request", count: 30_000).joined(separator: "\n"), [30_000]),
    Cut(
      "not at what nobody knows",
      "0 s somethingElse\n1 s process.start\n2 s somethingElse", [3]),
  ]

  @Test(arguments: cuts)
  func `a stream is cut into launches`(_ row: Cut) {
    #expect(Timeline(row.text, .init(launch: nil)).counts() == row.counts)
    #expect(Timeline(row.text).counts() == [row.counts.reduce(0, +)], "a named stream is one")
  }

  /// Streams without a process id, cut at their fronts: how many events each launch has.
  static let cutAtFront = [
    Cut(
      "in the background",
      """
      0 s app.willResignActive
      0.6 s app.didEnterBackground
      14400 s app.didFinishLaunching
      14400.3 s app.didBecomeActive
      14430 s app.willResignActive
      """, [2, 3]),
    Cut(
      "while it was active",
      "0 s app.didBecomeActive\n9 s app.didFinishLaunching\n10 s app.didBecomeActive", [1, 2]),
    Cut(
      "with a task",
      "0 s app.didEnterBackground\n0.1 s task.begin task=3\n60 s app.didFinishLaunching\n61 s app.didBecomeActive",
      [2, 2]),
    Cut(
      "with all that comes before",
      """
      0 s scene.didEnterBackground scene=A
      60 s process.main
      60.1 s app.willFinishLaunching
      60.2 s scene.willConnect scene=A source=notification
      60.3 s app.didFinishLaunching
      60.4 s scene.willEnterForeground scene=A
      """, [1, 5]),
    Cut(
      "with a notice that a scene connects",
      """
      0 s scene.didEnterBackground scene=A
      60 s scene.willConnect scene=A source=notification
      60.3 s app.didFinishLaunching source=notification
      60.4 s scene.willEnterForeground scene=A
      """, [1, 3]),
    Cut(
      "without a scene that connected long before",
      """
      0 s scene.didEnterBackground scene=A
      10 s scene.willConnect scene=B
      60 s app.didFinishLaunching
      """, [2, 1]),
    Cut(
      "and each launch after it",
      """
      0 s app.didEnterBackground
      60 s app.didFinishLaunching
      61 s app.didBecomeActive
      90 s app.didFinishLaunching
      """, [1, 2, 1]),
    Cut(
      "not at the notification of a launch whose method returns",
      """
      0 s app.didFinishLaunching source=delegate phase=end
      0.1 s app.didFinishLaunching source=notification
      0.2 s app.didBecomeActive
      """, [3]),
    Cut("not at what nothing of a life precedes", "0 s data.save\n1 s view.didLoad\n2 s app.didFinishLaunching", [3]),
    Cut(
      "not at events of one instant, whose order is not known",
      "0 s app.didBecomeActive\n0 s app.didFinishLaunching\n9 s app.willResignActive", [3]),
    Cut(
      "not where the clock was set back after it",
      "60 s app.didFinishLaunching\n61 s app.didBecomeActive\n0 s app.willResignActive\n1 s app.didEnterBackground", [4]
    ),
    Cut(
      "not in a launch that is seen from its start",
      "0 s process.start\n1 s app.didBecomeActive\n2 s app.didFinishLaunching", [3]),
  ]

  @Test(arguments: cutAtFront)
  func `a stream that names no process is cut where the app is launched after a life`(_ row: Cut) {
    let timeline = Timeline(row.text, .init(launch: nil, pid: Event.absent))
    #expect(timeline.counts() == row.counts)
    if row.counts.count > 1 { #expect(timeline.found() == []) }
  }

  @Test(arguments: [Timeline.Options(launch: nil), .init()])
  func `such a launch is a fault where the stream names its process`(_ options: Timeline.Options) {
    let text = "0 s app.didBecomeActive\n▸ 9 s app.didFinishLaunching\n10 s app.didBecomeActive"
    #expect(Timeline(text, options).found() == ["2 order.app error"])
  }

  @Test func `launches of one stream are judged each for itself`() {
    let timeline = Timeline(
      """
      0 s app.didFinishLaunching seq=0
      1 s app.didBecomeActive seq=1
      2 s app.didFinishLaunching seq=0
      3 s app.didBecomeActive seq=2
      """, .init(launch: nil))
    #expect(timeline.counts() == [2, 2])
    #expect(timeline.found() == ["4 trace.gap note"])
  }

  @Test func `a rejected record fills its place in the one launch of a stream`() {
    let text = "0 s app.didFinishLaunching\n✗\n1 s app.didBecomeActive"
    #expect(Timeline(text, .init(hasSeq: true, launch: nil)).found() == [])
  }

  static let natures = [
    Row(
      "an extension", "0 s process.start processKind=extension\n1 s app.performFetch",
      ["extension"]),
    Row("a log that ends", "0 s process.start\n1 s app.didFinishLaunching", ["unknown"]),
    Row(
      "a log that ends in a crash",
      "0 s process.start\n1 s app.didFinishLaunching\n13 s process.exit reason=crash source=system", ["unknown"]),
    Row(
      "a log that ends by the watchdog",
      """
      0 s process.start
      1 s app.didFinishLaunching
      1.1 s scene.willConnect phase=begin
      21 s process.exit reason=watchdog source=system
      """, ["unknown"]),
    Row(
      "a process that lives on", "0 s process.start\n1 s app.didFinishLaunching\n12 s memory.sample", ["unseen"]),
    Row(
      "a callback that runs on",
      "0 s process.start\n1 s app.didFinishLaunching phase=begin\n12 s memory.sample", ["unknown"]),
    Row(
      "what only ends much later",
      "0 s process.start\n1 s app.didFinishLaunching\n90 s process.exit reason=idle source=system", ["unseen"]),
    Row(
      "suspended, with no foreground before",
      "0 s process.start\n5 s process.suspend source=system", ["background process.suspend"]),
    Row(
      "a frame that somebody sees is the foreground's", "0 s process.start\n1 s launch.firstFrame",
      ["foreground launch.firstFrame"]),
    Row(
      "in the foreground", "0 s process.start\n1 s app.didFinishLaunching\n2 s app.didBecomeActive",
      ["foreground"]),
    Row(
      "asked for, but the log ends", "0 s process.start reason=url\n1 s app.didFinishLaunching",
      ["foreground url"]),
    Row(
      "a background reason", "0 s process.start reason=location\n1 s app.didBecomeActive",
      ["background location"]),
    Row(
      "a background reason of the launch",
      "0 s app.didFinishLaunching reason=bluetooth\n1 s app.didBecomeActive",
      ["background bluetooth"]),
    Row(
      "a task of the system before",
      """
      0 s app.didFinishLaunching
      1 s task.begin task=1 kind=appRefresh
      2 s scene.willEnterForeground
      """, ["background task.begin"]),
    Row(
      "an assertion before",
      "0 s app.didFinishLaunching\n1 s task.begin task=1\n2 s scene.willEnterForeground",
      ["foreground"]),
    Row(
      "a push long before",
      """
      0 s app.didFinishLaunching
      1 s app.didReceiveRemoteNotification
      4 s scene.didActivate
      """, ["background app.didReceiveRemoteNotification"]),
    Row(
      "a push just before",
      """
      0 s app.didFinishLaunching
      1 s app.didReceiveRemoteNotification
      2 s scene.didActivate
      """, ["foreground"]),
    Row(
      "a notification that was tapped",
      """
      0 s app.didFinishLaunching
      1 s app.didReceiveRemoteNotification reason=notification
      4 s scene.didActivate
      """, ["foreground"]),
    Row(
      "a fetch before", "0 s app.didFinishLaunching\n1 s app.performFetch\n2 s app.didBecomeActive",
      ["background app.performFetch"]),
    Row(
      "downloads before",
      """
      0 s app.didFinishLaunching
      1 s app.handleEventsForBackgroundURLSession
      2 s app.didBecomeActive
      """, ["background app.handleEventsForBackgroundURLSession"]),
    Row(
      "the background before",
      "0 s app.didFinishLaunching\n1 s scene.didEnterBackground\n2 s scene.didActivate",
      ["background scene.didEnterBackground"]),
    Row(
      "left long after the launch, with no foreground before",
      "0 s app.didFinishLaunching\n20 s app.didEnterBackground", ["unknown app.didEnterBackground"]),
    Row(
      "left so, and come back",
      "0 s process.start\n20 s app.didEnterBackground\n80 s app.willEnterForeground\n81 s app.didBecomeActive",
      ["unknown app.didEnterBackground"]),
    Row(
      "a scene that iOS connects in the background, long after the launch",
      """
      0 s app.didFinishLaunching
      20 s scene.willConnect scene=A
      20.1 s scene.didEnterBackground scene=A
      """, ["background scene.didEnterBackground"]),
    Row(
      "left long after a fetch", "0 s app.didFinishLaunching\n1 s app.performFetch\n20 s app.didEnterBackground",
      ["background app.performFetch"]),
    Row(
      "left long after a person asked for it",
      "0 s process.start reason=url\n1 s app.didFinishLaunching\n20 s app.didEnterBackground", ["foreground url"]),
    Row(
      "suspended once launched",
      "0 s app.didFinishLaunching\n1 s process.suspend\n2 s process.resume\n3 s scene.didActivate",
      ["background process.suspend"]),
    Row(
      "suspended before it was launched",
      """
      0 s process.start prewarmed=true
      1 s process.suspend
      2 s process.resume
      3 s app.didFinishLaunching
      4 s scene.didActivate
      """, ["prewarmed"]),
    Row(
      "late to the foreground, as its delegate says",
      """
      0 s app.didFinishLaunching source=delegate
      1.5 s app.willEnterForeground source=delegate
      """, ["background app.willEnterForeground"]),
    Row(
      "at once to the foreground, as its delegate says",
      """
      0 s app.didFinishLaunching source=delegate
      0.5 s app.willEnterForeground source=delegate
      """, ["foreground"]),
    Row(
      "late, as a notification says",
      """
      0 s app.didFinishLaunching source=delegate
      1.5 s app.willEnterForeground source=notification
      """, ["foreground"]),
    Row(
      "parked before it had a scene",
      """
      0 s process.start osVersion=18.2
      1 s app.didFinishLaunching
      600 s scene.willConnect scene=A
      601 s scene.didActivate scene=A
      """, ["prewarmed suspected: parked before anybody asked for the app"]),
    Row(
      "a scene connected long before it was shown",
      """
      0 s process.start osVersion=18.2
      1 s app.didFinishLaunching
      2 s scene.willConnect scene=A
      600 s scene.willEnterForeground scene=A
      601 s scene.didActivate scene=A
      """, ["background scene.willConnect"]),
    Row(
      "the scene that UIKit makes for an app without scenes, long before it was shown",
      """
      0 s process.start osVersion=18.2
      1 s scene.willConnect scene=A source=notification
      2 s app.didFinishLaunching
      600 s app.didBecomeActive source=delegate
      """, ["prewarmed suspected: parked before anybody asked for the app"]),
    Row(
      "prewarmed by its reason",
      "0 s process.start reason=prewarm\n1 s app.didFinishLaunching\n2 s scene.didActivate",
      ["prewarmed"]),
    Row(
      "prewarmed and never opened", "0 s process.start prewarmed=true\n1 s process.main",
      ["prewarmed"]),
    Row(
      "prewarmed, and ended as it was opened",
      """
      0 s process.start prewarmed=true
      9000 s process.main
      9001 s app.didFinishLaunching
      9002 s process.exit reason=crash source=system
      """, ["prewarmed"]),
    Row(
      "a scene that connects for a person", "0 s process.start\n1 s scene.willConnect reason=shortcut", ["foreground"]),
    Row("a URL", "0 s process.start\n1 s app.didFinishLaunching\n2 s app.openURL", ["foreground"]),
    Row("not seen from its start", "0 s scene.willDeactivate\n1 s view.didLoad", ["foreground"]),
    Row("not seen from its start, and nothing shown", "0 s view.didLoad\n1 s memory.sample", ["unknown"]),
    Row(
      "not seen from its start, and then left",
      "0 s scene.willDeactivate\n1 s scene.didEnterBackground\n9 s scene.willEnterForeground",
      ["foreground"]),
  ]

  @Test(arguments: natures)
  func `what kind of start a launch was, and why`(_ row: Row) {
    #expect(Timeline(row.text).natures() == row.expected)
  }

  static let milestones = [
    Row(
      "instants of a delegate are entries",
      """
      0 s process.start
      1 s process.initializers
      2 s process.main
      3 s app.willFinishLaunching source=delegate
      4 s app.didFinishLaunching source=delegate
      5 s scene.willConnect source=delegate
      6 s scene.didActivate source=delegate
      7 s launch.firstFrame
      8 s launch.fullyDrawn
      """,
      [
        "start 0 s", "initializers 1 s", "main 2 s", "launchBegin 3 s", "launchEnd ~4 s",
        "sceneConnected ~5 s", "firstFrame 7 s", "active 6 s", "fullyDrawn 8 s",
      ]),
    Row(
      "begins and ends say where they are",
      """
      3 s app.didFinishLaunching phase=begin
      4 s app.didFinishLaunching phase=end
      5 s scene.willConnect phase=begin
      6 s scene.willConnect phase=end
      7 s scene.didActivate phase=begin
      8 s scene.didActivate phase=end
      """, ["launchBegin 3 s", "launchEnd 4 s", "sceneConnected 6 s", "active 7 s"]),
    Row(
      "a duration counts back from its event",
      """
      4 s app.didFinishLaunching duration=1s
      6 s scene.willConnect duration=500ms
      """, ["launchBegin 3 s", "launchEnd 4 s", "sceneConnected 6 s"]),
    Row(
      "a notification lends the return",
      """
      4 s app.didFinishLaunching source=delegate
      4.5 s app.didFinishLaunching source=notification
      5 s scene.willConnect source=delegate
      5.5 s scene.willConnect source=notification
      """, ["launchBegin 4 s", "launchEnd 4500 ms", "sceneConnected 5500 ms"]),
    Row(
      "and keeps the first",
      """
      4 s app.didFinishLaunching source=notification
      4.5 s app.didFinishLaunching source=delegate
      5 s scene.willConnect scene=A source=notification
      6 s scene.willConnect scene=B source=notification
      """, ["launchBegin 4500 ms", "launchEnd 4 s", "sceneConnected 5 s"]),
    Row(
      "an instant alone is either edge", "3 s app.didFinishLaunching\n5 s launch.firstFrame",
      ["launchBegin ~3 s", "launchEnd ~3 s", "firstFrame 5 s"]),
    Row(
      "a system log's frame stands in",
      "1 s log.sceneReady source=system\n2 s log.sceneReady source=system", ["firstFrame 1 s"]),
    Row(
      "until the app reports its own", "1 s log.sceneReady source=system\n2 s launch.firstFrame",
      ["firstFrame 2 s"]),
    Row(
      "uptime, where each has it",
      """
      0 s process.start uptime=5s
      1 s data.save
      2 s scene.didActivate uptime=9s
      """, ["start 5 s", "active 9 s"]),
    Row(
      "time, where one lacks it",
      """
      0 s process.start uptime=5s
      2 s scene.didActivate
      """, ["start 0 s", "active 2 s"]),
  ]

  @Test(arguments: milestones)
  func `what a launch passes`(_ row: Row) {
    #expect(Timeline(row.text).milestones() == row.expected)
  }

  static let marks: [(String, interrupted: Bool, stepped: Bool, disordered: Bool)] = [
    ("0 s process.start\n1 s scene.didActivate", false, false, false),
    (
      """
      0 s process.start
      1 s app.didFinishLaunching
      2 s scene.willEnterForeground
      3 s scene.didEnterBackground
      4 s scene.didActivate
      """,
      true, false, false
    ),
    ("0 s process.start\n1 s scene.didActivate\n3 s scene.didEnterBackground", false, false, false),
    (
      "0 s process.start\n1 s scene.willEnterForeground\n3 s scene.didEnterBackground", true, false,
      false
    ),
    (
      "5 s process.start seq=0\n4 s process.main seq=1\n9 s scene.didActivate seq=2", false, true,
      true
    ),
    (
      "5 s process.start seq=0\n6 s data.save seq=1\n5.5 s scene.didActivate seq=2", false, true,
      false
    ),
    (
      "5 s process.start seq=0\n6 s scene.didActivate seq=1\n1 s data.save seq=2", false, false,
      false
    ),
    (
      "5 s process.start seq=0 uptime=1s\n4 s scene.didActivate seq=1 uptime=2s", false, false,
      false
    ),
    ("0 s process.main\n1 s process.start\n2 s scene.didActivate", false, false, true),
    (
      """
      0 s process.start prewarmed=true
      1 s launch.request
      2 s app.didFinishLaunching
      3 s scene.didActivate
      """,
      false, false, false
    ),
  ]

  @Test(arguments: marks.indices)
  func `what keeps a launch from being counted`(_ index: Int) throws {
    let row = Self.marks[index]
    let launch = try Timeline(row.0).launch()
    #expect(launch.isInterrupted == row.interrupted, "\(row.0)")
    #expect(launch.hasClockStep == row.stepped, "\(row.0)")
    #expect(launch.hasMilestonesOutOfOrder == row.disordered, "\(row.0)")
  }
}
