import Testing
import TraceModel

@testable import TraceAnalyzer

@Suite(.tags(.small)) struct FoldLaunchTests {
  static let day: Int64 = 86_400_000_000_000

  struct KindCase: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var offset = FoldLaunchTests.day
    var device = "D1"
    var boot = "b1"
    var os = "iOS 18.2 (22C152)"
    var version = "1.0"
    var build = "7"
    var nature = LaunchNature.foreground
    var natureReason = ""
    var kind: LaunchKind
    var reason: String
  }

  @Test(arguments: [
    KindCase(
      testDescription: "nothing differs", device: "d1", boot: "B1", os: "18.2", kind: .warm,
      reason: "same boot and versions as the launch before"),
    KindCase(
      testDescription: "boot", boot: "b2", kind: .cold, reason: "first since the device started"),
    KindCase(testDescription: "os", os: "18.3", kind: .cold, reason: "osVersion was 18.2"),
    KindCase(testDescription: "version", version: "1.1", kind: .cold, reason: "appVersion was 1.0"),
    KindCase(testDescription: "build", build: "8", kind: .cold, reason: "appBuild was 7"),
    KindCase(
      testDescription: "a part is not known", boot: "", os: "", kind: .warm,
      reason: "no version differs from the launch before; the log names no boot"),
    KindCase(
      testDescription: "seven days", offset: 7 * day, kind: .warm,
      reason: "same boot and versions as the launch before"),
    KindCase(
      testDescription: "more than seven days", offset: 7 * day + 1, kind: .cold,
      reason: "7 days after the launch before"),
    KindCase(
      testDescription: "another device", device: "D2", kind: .unclassified,
      reason: "no earlier launch on this device"),
    KindCase(
      testDescription: "no device", device: "", kind: .unclassified,
      reason: "no device in the log"),
    KindCase(
      testDescription: "background", boot: "b2", nature: .background, natureReason: "location", kind: .background,
      reason: "location"),
    KindCase(
      testDescription: "nothing shown", boot: "b2", nature: .unknown, kind: .unclassified,
      reason: "nothing shows whether it came to the foreground"),
    KindCase(
      testDescription: "no recorder of activations", boot: "b2", nature: .unseen, kind: .unclassified,
      reason: "nothing shows whether it came to the foreground"),
    KindCase(
      testDescription: "where it ended", boot: "b2", nature: .unknown, natureReason: "role Foreground",
      kind: .unclassified, reason: "in the foreground when it ended: role Foreground"),
    KindCase(
      testDescription: "iOS' word for the foreground", boot: "b2", nature: .foreground,
      natureReason: "role UserInteractiveFocal", kind: .cold,
      reason: "first since the device started; to the foreground: role UserInteractiveFocal"),
    KindCase(
      testDescription: "prewarmed", nature: .prewarmed, kind: .prewarmed, reason: "prewarmed"),
    KindCase(
      testDescription: "extension", nature: .extension, kind: .extension,
      reason: "processKind is extension"),
  ])
  func `the kind of a launch rests on the one before it`(_ example: KindCase) {
    var pad = Launchpad()
    func add(_ name: String, _ example: KindCase) {
      pad.add(
        name, at: example.offset,
        context: { context, text in
          context.device = text(example.device)
          context.app = text("app")
          context.boot = text(example.boot)
          context.osVersion = text(example.os)
          context.appVersion = text(example.version)
          context.appBuild = text(example.build)
        },
        summary: { summary, text in
          summary.nature = example.nature
          summary.lastInstant = summary.firstInstant
          summary.natureReason = text(example.natureReason)
        })
    }
    // The order in which summaries come in must not matter.
    add("second", example)
    add("first", KindCase(testDescription: "", offset: 0, kind: .unclassified, reason: ""))
    let launches = pad.launches()
    #expect(launches.map(\.name) == ["first", "second"])
    #expect(launches[0].kind == .unclassified)
    #expect(launches[1].kind == example.kind)
    #expect(launches[1].kindReason == example.reason)
  }

  struct TimeCase: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var milestones: [Milestones.Name: Int64]
    var resumed: Int64?
    var adjust: @Sendable (inout LaunchSummary, (String) -> TextID) -> Void = { _, _ in }
    var anchors: String
    var millis: Int64?
    var notCounted: NotCounted?
    var phases: [String] = []
  }

  static let full: [Milestones.Name: Int64] = [
    .request: 0, .start: 10, .initializers: 40, .main: 90, .launchBegin: 150, .launchEnd: 200,
    .sceneConnected: 230, .firstFrame: 300, .active: 500,
  ]

  @Test(arguments: [
    TimeCase(
      testDescription: "every milestone", milestones: full, anchors: "request-firstFrame",
      millis: 300,
      phases: [
        "processCreation 10", "systemInterface 30", "staticInitializers 50", "uikitInit 60",
        "appInit 50", "sceneConnect 30", "firstFrame 70",
      ]),
    TimeCase(
      testDescription: "from main to active",
      milestones: [.main: 5, .launchEnd: 25, .active: 65], anchors: "main-active", millis: 60,
      phases: ["launching 20", "firstFrame 40"]),
    TimeCase(
      testDescription: "no initializers", milestones: [.start: 0, .main: 80, .firstFrame: 100],
      anchors: "start-firstFrame", millis: 100, phases: ["preMain 80", "firstFrame 20"]),
    TimeCase(
      testDescription: "two ends alone", milestones: [.launchBegin: 1, .firstFrame: 4],
      anchors: "launchBegin-firstFrame", millis: 3, phases: ["firstFrame 3"]),
    TimeCase(
      testDescription: "the frame of a system log", milestones: [.start: 0, .firstFrame: 4],
      adjust: { summary, _ in summary.milestones.isFirstFrameFromLog = true },
      anchors: "start-sceneReady", millis: 4, phases: ["firstFrame 4"]),
    TimeCase(
      testDescription: "no start", milestones: [.launchEnd: 1, .firstFrame: 4], anchors: "",
      notCounted: .`no start`),
    TimeCase(
      testDescription: "no end", milestones: [.start: 1, .launchEnd: 4], anchors: "",
      notCounted: .`no end`),
    TimeCase(
      testDescription: "interrupted", milestones: [.start: 1, .launchEnd: 4],
      adjust: { summary, _ in summary.isInterrupted = true }, anchors: "",
      notCounted: .interrupted),
    TimeCase(
      testDescription: "clock", milestones: full,
      adjust: { summary, _ in summary.hasClockStep = true }, anchors: "", notCounted: .clock),
    TimeCase(
      testDescription: "reported out of order", milestones: full,
      adjust: { summary, _ in summary.hasMilestonesOutOfOrder = true }, anchors: "",
      notCounted: .`milestones out of order`),
    TimeCase(
      testDescription: "out of order", milestones: [.start: 9, .main: 8, .firstFrame: 20],
      anchors: "start-firstFrame", notCounted: .`milestones out of order`),
    TimeCase(
      testDescription: "background", milestones: full,
      adjust: { summary, text in
        summary.nature = .background
        summary.natureReason = text("location")
      }, anchors: "request-firstFrame",
      millis: 300, notCounted: .background),
    TimeCase(
      testDescription: "the watchdog's allowance", milestones: [.start: 0, .firstFrame: 20_000],
      anchors: "start-firstFrame", millis: 20_000, phases: ["firstFrame 20000"]),
    TimeCase(
      testDescription: "over it and alive", milestones: [.start: 0, .firstFrame: 20_001],
      anchors: "start-firstFrame", millis: 20_001, notCounted: .`over the watchdog and alive`),
    TimeCase(
      testDescription: "over it and killed", milestones: [.start: 0, .firstFrame: 20_001],
      adjust: { summary, text in summary.exitReason = text("watchdog") },
      anchors: "start-firstFrame", millis: 20_001),
    TimeCase(
      testDescription: "prewarmed, no anchor", milestones: [.start: 0, .firstFrame: 90_000],
      adjust: { summary, _ in summary.nature = .prewarmed }, anchors: "",
      notCounted: .`prewarmed, no anchor`),
    TimeCase(
      testDescription: "prewarmed, resumed",
      milestones: [.start: 0, .main: 50, .launchEnd: 90_030, .firstFrame: 90_100],
      resumed: 90_000, adjust: { summary, _ in summary.nature = .prewarmed },
      anchors: "resumed-firstFrame", millis: 100, phases: ["launching 30", "firstFrame 70"]),
    TimeCase(
      testDescription: "prewarmed, asked for later",
      milestones: [.start: 0, .main: 50, .request: 90_000, .launchEnd: 90_040, .active: 90_100],
      resumed: 90_010, adjust: { summary, _ in summary.nature = .prewarmed },
      anchors: "request-active", millis: 100, phases: ["launching 40", "firstFrame 60"]),
  ])
  func `a launch time has two ends or a reason`(_ example: TimeCase) throws {
    var pad = Launchpad()
    pad.add(
      "one", example.milestones,
      summary: { summary, text in
        if let resumed = example.resumed {
          summary.milestones.resumed = Launchpad.start + resumed * 1_000_000
        }
        example.adjust(&summary, text)
      })
    let launch = try #require(pad.launches().first)
    let time = launch.time
    #expect(time.notCounted == example.notCounted)
    #expect(time.anchors.map { "\($0.from)-\($0.to)" } ?? "" == example.anchors)
    #expect(time.nanos == example.millis.map { $0 * 1_000_000 })
    if !example.phases.isEmpty {
      #expect(launch.phases.map { "\($0.name) \($0.nanos / 1_000_000)" } == example.phases)
    }
  }

  @Test func `a phase with an unknown edge is approximate`() throws {
    var pad = Launchpad()
    pad.add(
      "one", [.start: 0, .launchEnd: 5, .sceneConnected: 7, .firstFrame: 9],
      summary: { summary, _ in
        summary.milestones.approximate = 1 << Milestones.Name.launchEnd.rawValue
      })
    let phases = try #require(pad.launches().first).phases
    #expect(phases.map(\.name) == ["launching", "sceneConnect", "firstFrame"])
    #expect(phases.map(\.isApproximate) == [false, true, false], "what follows the instant may be the callback")
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func `phases add up to the launch time exactly`(_ seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    var milestones: [Milestones.Name: Int64] = [:]
    var millis: Int64 = 0
    for name in Milestones.Name.allCases where name.rawValue <= 8 {
      millis += Int64.random(in: 0...400, using: &random)
      if Bool.random(using: &random) { milestones[name] = millis }
    }
    var pad = Launchpad()
    pad.add(
      "one", milestones,
      summary: { summary, _ in
        guard Bool.random(using: &random) else { return }
        summary.nature = .prewarmed
        summary.milestones.resumed = Launchpad.start + millis / 2 * 1_000_000
      })
    let launch = try #require(pad.launches().first)
    let time = launch.time
    #expect(launch.phases.reduce(0) { $0 + $1.nanos } == time.nanos ?? 0, "seed \(seed)")
    #expect(launch.phases.allSatisfy { $0.nanos >= 0 }, "seed \(seed)")
    #expect((time.notCounted == nil) == (time.nanos != nil), "seed \(seed)")
  }
}
