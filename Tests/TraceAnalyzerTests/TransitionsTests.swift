import Testing
import TraceModel

@testable import TraceAnalyzer

/// The transitions between events that only one side of a comparison has.
@Suite(.tags(.small)) struct TransitionsTests {
  /// A launch that is the same on both sides.
  static let usual = """
    0 s process.start
    0.1 s process.main
    0.2 s app.didFinishLaunching
    0.4 s launch.firstFrame
    0.5 s app.didBecomeActive
    1 s app.openURL
    2 s task.begin task=1
    3 s task.end task=1
    4 s app.willResignActive
    """
  static let twice = usual.replacing("2 s task", with: "1.5 s app.openURL\n2 s task")
  static let earlyTask = usual.replacing("2 s task.begin task=1\n", with: "")
    .replacing("0.4 s launch", with: "0.3 s task.begin task=1\n0.4 s launch")
  static let withoutURLs = usual.replacing("1 s app.openURL\n", with: "")
  static let declared = withoutURLs.replacing(
    "process.start", with: "process.start records=process.start,app.openURL,app.willResignActive")
  static let views = usual + "\n5 s view.didLoad instance=1\n6 s view.willAppear instance=1"
  static let viewsAgain = views + "\n7 s view.willAppear instance=1"
  static let viewsWithoutIDs = views.replacing(" instance=1", with: "")

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// The launches of base and head: how many of each text.
    var base, head: [(Int, String)]
    /// As in `head app app.openURL > app.openURL 0/100 10/100`.
    var expected: [String]

    init(_ title: String, _ base: [(Int, String)], _ head: [(Int, String)], _ expected: [String] = []) {
      testDescription = title
      self.base = base
      self.head = head
      self.expected = expected
    }
  }

  static let cases = [
    Case("the same", [(100, usual)], [(100, usual)]),
    Case(
      "a callback that comes twice", [(100, usual)], [(100, twice)],
      ["head app app.openURL > app.openURL 0/100 100/100"]),
    Case(
      "a callback that came twice", [(100, twice)], [(60, usual)], ["base app app.openURL > app.openURL 100/100 0/60"]),
    Case(
      "in 10 of 100 launches", [(100, usual)], [(90, usual), (10, twice)],
      ["head app app.openURL > app.openURL 0/100 10/100"]),
    Case("in 4 of 100 launches", [(100, usual)], [(96, usual), (4, twice)]),
    Case("in 4 of 100 launches of many", [(1000, usual)], [(960, usual), (40, twice)]),
    Case("in 50 of 1000 launches, and in one of base", [(999, usual), (1, twice)], [(950, usual), (50, twice)]),
    Case(
      "a task that begins before the first frame", [(100, usual)], [(70, usual), (30, earlyTask)],
      ["head launch task.begin > launch.firstFrame 0/100 30/100"]),
    Case(
      "a task that always begins before the first frame now", [(50, usual)], [(50, earlyTask)],
      ["head launch task.begin > launch.firstFrame 0/50 50/50"]),
    Case("too few launches", [(19, usual)], [(100, twice)]),
    Case("an event that head's recorder lacks", [(100, twice)], [(100, withoutURLs)]),
    Case("an event that base's recorder lacks", [(100, withoutURLs)], [(100, twice)]),
    Case(
      "an event that head's recorder says it would write", [(50, usual)], [(50, declared)],
      [
        "base app app.didBecomeActive > app.openURL 50/50 0/50",
        "head app app.didBecomeActive > app.willResignActive 0/50 50/50",
        "base app app.openURL > app.willResignActive 50/50 0/50",
        "base launch launch.firstFrame > app.openURL 50/50 0/50",
      ]),
    Case(
      "a view that appears again", [(50, views)], [(50, viewsAgain)],
      ["head view view.willAppear > view.willAppear 0/50 50/50"]),
    Case("views that base does not name", [(50, viewsWithoutIDs)], [(50, viewsAgain)]),
  ]

  /// One side, each of whose launches is of a device of its own unless all are of one.
  private static func side(_ name: String, _ launches: [(Int, String)], device: String?) -> ComparedSide {
    var timeline = Timeline()
    var number = 0
    for (count, text) in launches {
      for _ in 0..<count {
        let owner = device.map { text.replacing("process.start", with: "process.start device=\($0)") } ?? text
        timeline.add(owner, .init(launch: "\(name)\(number)", shift: Int64(number) * 3_600_000_000_000))
        number += 1
      }
    }
    let (summaries, symbols) = timeline.replayed()
    return ComparedSide(name: name, launches: Launch.all(summaries, symbols))
  }

  private static func transitions(
    _ base: [(Int, String)], _ head: [(Int, String)], devices: (String, String)? = nil
  ) -> [TransitionChange] {
    let base = side("base", base, device: devices?.0)
    let head = side("head", head, device: devices?.1)
    return CompareReport(base: base, head: head).transitions
  }

  private static func words(_ change: TransitionChange) -> String {
    "\(change.only) \(change.machine) \(change.from) > \(change.to) "
      + "\(change.baseLaunches)/\(change.baseOf) \(change.headLaunches)/\(change.headOf)"
  }

  @Test(arguments: cases) func `known answers`(row: Case) {
    #expect(Self.transitions(row.base, row.head).map(Self.words) == row.expected)
    // The sides change places, and nothing else.
    let swapped = Self.transitions(row.head, row.base)
    #expect(swapped.count == row.expected.count)
  }

  @Test func `each names a launch that has it, and one of the other side to hold beside it`() throws {
    let found = Self.transitions(
      [(20, Self.withoutURLs), (30, Self.usual)], [(40, Self.usual), (30, Self.twice), (9, Self.withoutURLs)]
    )
    let change = try #require(found.first)
    #expect(found.count == 1)
    // The first launches of base hold no such event.
    #expect([change.baseExample, change.headExample] == ["base20", "head40"])
    #expect(change.kind == "unclassified")
    #expect(
      change.lowShare > 0 && change.lowShare < change.shareDifference && change.highShare > change.shareDifference)
  }

  @Test func `one device on each side shows nothing, the same one on both does`() {
    let apart = Self.transitions([(50, Self.usual)], [(50, Self.twice)], devices: ("D1", "D2"))
    #expect(apart.isEmpty)
    let same = Self.transitions([(50, Self.usual)], [(50, Self.twice)], devices: ("D1", "D1"))
    #expect(same.map(\.to) == ["app.openURL"])
  }

  @Test func `at most ten are listed, and what changed places is listed once`() {
    let names = [
      "openURL", "continueUserActivity", "shortcutItem", "significantTimeChange", "didReceiveMemoryWarning",
      "shouldSaveState", "encodeState", "didDiscardSceneSessions", "configurationForConnecting",
      "didRegisterForRemoteNotifications", "protectedDataDidBecomeAvailable", "protectedDataWillBecomeUnavailable",
    ]
    func text(_ names: [String]) -> String {
      let lines = names.enumerated().map { "\($0 + 1) s app.\($1)" }
      return (["0 s process.start", "0.5 s app.didFinishLaunching"] + lines).joined(separator: "\n")
    }
    let found = Self.transitions([(30, text(names))], [(30, text(names.reversed()))])
    #expect(found.count == 10)
    #expect(found.count { $0.only == .head } >= 9)
  }

  @Test func `a kind that is left out joins what came before and after it`() {
    var order = EventOrder()
    order.pairs = [
      EventPair(previous: .unknown, next: .processStart), EventPair(previous: .processStart, next: .appOpenURL),
      EventPair(previous: .appOpenURL, next: .appOpenURL), EventPair(previous: .appOpenURL, next: .processExit),
    ]
    order.untilFirstFrame = [.processStart, .appOpenURL, .launchFirstFrame]
    let rest = order.leavingOut([.appOpenURL])
    #expect(
      rest.pairs == [
        EventPair(previous: .unknown, next: .processStart), EventPair(previous: .processStart, next: .processExit),
      ])
    #expect(rest.untilFirstFrame == [.processStart, .launchFirstFrame])
    #expect(order.leavingOut([.launchFirstFrame]).untilFirstFrame == [])
  }

  @Test func `numbers of transitions are their own`() {
    let all = [
      Transition(isOfLaunch: true, .taskBegin, .launchFirstFrame), Transition(isOfLaunch: false, .unknown, .taskBegin),
      Transition(isOfLaunch: false, .memorySample, .memorySample),
    ]
    for transition in all {
      #expect(transition.number < Transition.endOfNumbers)
      #expect(Transition(number: transition.number) == transition)
    }
    #expect(all[0].machine == .launch && all[1].machine == .task)
  }
}
