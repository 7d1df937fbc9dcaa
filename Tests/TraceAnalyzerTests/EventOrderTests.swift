import Testing
import TraceAnalyzer
import TraceModel

/// Which kind of event followed which in a launch, and which came before the first frame.
@Suite(.tags(.small)) struct EventOrderTests {
  static let pairs = [
    Row(
      "the process and the app are one sequence, and an event that comes twice follows itself",
      """
      0 s process.start
      1 s app.didFinishLaunching
      2 s app.openURL
      3 s app.openURL
      """,
      [
        "start > process.start", "process.start > app.didFinishLaunching", "app.didFinishLaunching > app.openURL",
        "app.openURL > app.openURL",
      ]),
    Row(
      "each scene, view and task is a sequence of its own",
      """
      0 s process.start
      1 s scene.willConnect scene=A
      2 s scene.willConnect scene=B
      3 s view.didLoad view=V instance=1
      4 s task.begin task=1
      5 s view.didLoad view=V instance=2
      6 s scene.willEnterForeground scene=A
      7 s view.willAppear view=V instance=1
      8 s task.end task=1
      """,
      [
        "start > process.start", "start > scene.willConnect", "start > view.didLoad", "start > task.begin",
        "scene.willConnect > scene.willEnterForeground", "view.didLoad > view.willAppear", "task.begin > task.end",
      ]),
    Row(
      "the return of a callback is no event of its own, nor is what another source reports again",
      """
      0 s process.start
      1 s app.didFinishLaunching phase=begin source=delegate
      2 s app.didFinishLaunching phase=end source=delegate
      3 s app.didBecomeActive source=delegate
      3.001 s app.didBecomeActive source=notification
      """,
      [
        "start > process.start", "process.start > app.didFinishLaunching",
        "app.didFinishLaunching > app.didBecomeActive",
      ]),
    Row(
      "what follows a hole follows on what nobody knows",
      """
      0 s process.start seq=0
      1 s app.didFinishLaunching seq=1
      2 s scene.willConnect scene=A seq=2
      3 s app.openURL seq=5
      4 s scene.willEnterForeground scene=A seq=6
      5 s scene.didActivate scene=A seq=7
      6 s app.shortcutItem seq=8
      """,
      [
        "start > process.start", "start > scene.willConnect", "process.start > app.didFinishLaunching",
        "app.openURL > app.shortcutItem", "scene.willEnterForeground > scene.didActivate",
      ]),
    Row(
      "where the start is not recorded nothing comes first",
      """
      0 s app.didBecomeActive
      1 s app.willResignActive
      """, ["app.didBecomeActive > app.willResignActive"]),
    Row(
      "scenes that look like one have no order",
      """
      0 s process.start
      1 s scene.willConnect
      2 s scene.willEnterForeground
      3 s scene.willConnect
      4 s scene.didActivate
      """, ["start > process.start"]),
    Row(
      "where the clock steps back nothing is known",
      """
      5 s process.start
      1 s app.didFinishLaunching
      2 s app.openURL
      """, []),
    Row(
      "work and names that are in no vocabulary have no sequence",
      """
      0 s process.start
      1 s work.begin name=load
      2 s cart.opened
      3 s work.end name=load
      4 s app.didFinishLaunching
      """, ["start > process.start", "process.start > app.didFinishLaunching"]),
  ]

  @Test(arguments: pairs)
  func `a summary keeps which kind of event followed which, in each scene, view and task`(row: Row) throws {
    let order = try Timeline(row.text).launch().order
    let words = order.pairs.map { pair in
      "\(pair.previous == .unknown ? "start" : pair.previous.name) > \(pair.next.name)"
    }
    #expect(words == row.expected)
    #expect(order.pairs == order.pairs.sorted())
  }

  static let frames = [
    Row(
      "a task that begins before the first frame",
      """
      0 s process.start
      1 s task.begin task=1
      2 s launch.firstFrame
      3 s app.didBecomeActive
      """, ["process.start", "launch.firstFrame", "task.begin", "with:"]),
    Row(
      "the first frame of several",
      """
      0 s process.start
      1 s launch.firstFrame
      2 s task.begin task=1
      3 s launch.firstFrame
      """, ["process.start", "launch.firstFrame", "with:"]),
    Row(
      "at the instant of the frame nothing says which came first",
      """
      0 s process.start
      1 s app.didFinishLaunching
      2 s launch.firstFrame
      2 s app.didBecomeActive
      """,
      ["process.start", "app.didFinishLaunching", "launch.firstFrame", "with:", "app.didBecomeActive"]),
    Row(
      "numbers say it",
      """
      0 s process.start seq=0
      2 s app.didBecomeActive seq=1
      2 s launch.firstFrame seq=2
      """, ["process.start", "app.didBecomeActive", "launch.firstFrame", "with:"]),
    Row(
      "a system's log stands in for a frame that nothing reports",
      """
      0 s process.start
      1 s log.sceneReady source=system
      2 s app.didBecomeActive
      """, ["process.start", "log.sceneReady", "with:"]),
    Row(
      "and gives way to the frame",
      """
      0 s process.start
      1 s log.sceneReady source=system
      2 s app.didBecomeActive
      3 s launch.firstFrame
      """, ["process.start", "app.didBecomeActive", "launch.firstFrame", "log.sceneReady", "with:"]),
    Row(
      "not where events before it may be lost",
      """
      0 s process.start seq=0
      1 s launch.firstFrame seq=3
      """, ["with:"]),
    Row(
      "not where the log begins later",
      """
      0 s app.didBecomeActive
      1 s launch.firstFrame
      """, ["with:"]),
  ]

  @Test(arguments: frames) func `what came before the first frame`(row: Row) throws {
    let order = try Timeline(row.text).launch().order
    let words = order.untilFirstFrame.kinds.map(\.name) + ["with:"] + order.withFirstFrame.kinds.map(\.name)
    #expect(words == row.expected)
  }

  @Test func `kinds have their numbers among those of the launch`() {
    let numbers = KindNumbers([.taskBegin, .processStart])
    #expect([EventKind.unknown, .processStart, .taskBegin, .taskEnd].map(numbers.number) == [0, 1, 2, 0])
    #expect([0, 1, 2, 3, -1].map(numbers.kind) == [.unknown, .processStart, .taskBegin, nil, nil])
    let pairs = [EventPair(previous: .unknown, next: .processStart), EventPair(previous: .taskBegin, next: .taskBegin)]
    #expect(pairs.map(numbers.number) == [1, 8])
    #expect([1, 8, 9, -1].map(numbers.pair) == [pairs[0], pairs[1], nil, nil])
  }
}
