import Foundation
import Testing
import TraceVocabulary

@testable import TraceRecorder

/// What is recorded by itself of an app that a script plays, on a clock that the script sets.
@Suite(.tags(.small)) struct HostWatchTests {
  private static let milliseconds = 1_000_000
  private static let seconds = 1_000_000_000
  private let disk = FakeDisk()
  private let clock = FakeClock()
  private let host = ScriptedHost(posted: [.sceneWillEnterForeground, .mainHang])

  /// Begins to record 100 ms after the process began and 30 ms after its initializers did.
  @discardableResult private func start(
    age: Int? = 100_000_000, loaded: Int? = 30_000_000, isPrewarmed: Bool = false, isOn: Bool = true,
    in host: ScriptedHost? = nil
  ) throws -> Recorder {
    let loading = loaded.map { (clock.read().uptime - $0, isPrewarmed) }
    let recorder = Recorder.start(
      in: host ?? self.host, to: .fake, isOn: isOn,
      RecorderEnvironment(
        disk: disk, clocks: clock.read, bootSession: nil, age: age, loading: loading,
        background: RecorderEnvironment.atOnce, later: clock.later))
    return try #require(recorder)
  }

  /// Begins to record, and comes to the foreground: what is measured begins with the first frame.
  private func open() throws {
    try start()
    host.post(.sceneWillEnterForeground)
    host.draw()
    host.turn(false)
  }

  private func lines() throws -> [[String: Any]] {
    try disk.text(in: "/traces/app").split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  /// The events as `main.hang 300` and `main.hang begin at 400`, in milliseconds.
  private func events(of kinds: [EventKind] = []) throws -> [String] {
    try lines().compactMap { line in
      guard let event = line["event"] as? String, let uptime = line["uptime"] as? Int,
        kinds.isEmpty || kinds.contains(where: { $0.name == event })
      else { return nil }
      let nanos = (line["duration"] as? Int).map { " \($0 / Self.milliseconds)" }
      let phase = (line["phase"] as? String).map { " \($0)" }
      let attributes = event == "main.hang" ? line["attributes"] as? [String: Any] : nil
      let mark = attributes?["approximate"] == nil ? "" : " approximate"
      return event + (nanos ?? phase ?? "") + " at \(uptime / Self.milliseconds)\(mark)"
    }
  }

  private func hangs() throws -> [String] { try events(of: [.mainHang, .memorySample]) }

  @Test func `the start, the initializers and main stand first, and main is said to be a bound`() throws {
    try start()
    #expect(try events() == ["process.start at 0", "process.initializers at 70", "process.main at 100"])
    let main = try lines()[2]
    #expect((main["attributes"] as? [String: Any])?["approximate"] as? Bool == true)
    let records = try lines()[0]["records"] as? [String]
    #expect(
      records == [
        "main.hang", "process.initializers", "process.main", "process.start", "scene.willEnterForeground",
      ])
  }

  @Test(arguments: [
    (nil, 30, "process.initializers 0, process.main 30"), (100, nil, "process.start 0, process.main 100"),
    (nil, nil, "process.main 0"),
    // The wall clock was set between the start of the process and now.
    (20, 30, "process.initializers 0, process.main 30"),
    // Another clock than that which was read before main.
    (100, -5, "process.start 0, process.main 100"),
  ])
  func `what is not known, or cannot be, is left out and not said to be recorded`(
    _ age: Int?, _ loaded: Int?, _ expected: String
  ) throws {
    try start(age: age.map { $0 * Self.milliseconds }, loaded: loaded.map { $0 * Self.milliseconds })
    let said = try events().joined(separator: ", ").replacing(" at ", with: " ")
    #expect(said == expected)
    let records = try #require(try lines()[0]["records"] as? [String])
    #expect(records.count { $0.hasPrefix("process.") } == expected.split(separator: ", ").count)
  }

  @Test func `a prewarmed process is marked at its start, also if the variable is gone by then`() throws {
    try start(isPrewarmed: true)
    #expect(try lines().map { $0["prewarmed"] as? Bool } == [true, nil, true])
  }

  @Test func `the first frame is recorded once, of the scene that draws first`() throws {
    try start()
    #expect(host.draw() == 0)
    for scene in ["A", "B"] { host.post(.sceneWillEnterForeground, .scene(scene)) }
    clock.pass(50 * Self.milliseconds)
    #expect(host.draw("displayLink") == 2)
    host.post(.sceneWillEnterForeground, .scene("A"))
    #expect(host.draw() == 0)
    #expect(try events(of: [.launchFirstFrame]) == ["launch.firstFrame at 150"])
    let attributes = try lines().last { $0["event"] as? String == "launch.firstFrame" }?["attributes"]
    #expect(attributes as? [String: String] == ["frame": "displayLink"])
  }

  @Test func `a frame for which the app left again is not the first one`() throws {
    try start()
    host.post(.sceneWillEnterForeground)
    host.post(.appDidEnterBackground)
    #expect(host.draw() == 1)
    #expect(try events(of: [.launchFirstFrame]).isEmpty && !host.isWatched)
    clock.pass(Self.seconds)
    host.post(.sceneWillEnterForeground)
    host.draw()
    #expect(try events(of: [.launchFirstFrame]) == ["launch.firstFrame at 1100"])
  }

  @Test func `an app that posts no notification of a scene has a first frame`() throws {
    try start()
    host.post(.appDidBecomeActive)
    clock.pass(20 * Self.milliseconds)
    #expect(host.draw() == 1)
    #expect(try events(of: [.launchFirstFrame]) == ["launch.firstFrame at 120"])
  }

  @Test func `hangs are watched from the activation on, though no frame is drawn`() throws {
    try start()
    host.post(.sceneWillEnterForeground)
    host.post(.sceneDidActivate)
    #expect(host.isWatched)
    host.turn(true)
    clock.pass(300 * Self.milliseconds)
    host.turn(false)
    #expect(try hangs() == ["main.hang 300 at 400"])
  }

  /// How long the main thread works and then waits after the activation until a frame is drawn, in milliseconds, and
  /// whether it is that of the launch.
  private static let lateFrames = [(0, 900, true), (0, 1100, false), (8000, 10, true), (8000, 1100, false)]

  @Test(arguments: lateFrames) func `a frame that comes long after all work is not that of the launch`(
    _ works: Int, _ waits: Int, _ isOfLaunch: Bool
  ) throws {
    try start()
    host.post(.sceneWillEnterForeground)
    host.post(.sceneDidActivate)
    clock.pass(works * Self.milliseconds)
    host.turn(false)
    clock.pass(waits * Self.milliseconds)
    host.turn(true)
    host.draw()
    #expect(try events(of: [.launchFirstFrame]).isEmpty != isOfLaunch)
    // The next one is none either.
    host.post(.sceneWillEnterForeground)
    host.draw()
    #expect(try events(of: [.launchFirstFrame]).count == (isOfLaunch ? 1 : 0))
  }

  /// The length of a turn in milliseconds, and what is recorded of it.
  private static let turns: [(Int, [String])] = [
    (0, []), (249, []), (250, []), (251, ["main.hang 251 at 351"]), (1999, ["main.hang 1999 at 2099"]),
    (2000, ["main.hang begin at 100", "memory.sample at 2100", "main.hang end at 2100"]),
    (
      4001,
      ["main.hang begin at 100", "memory.sample at 2100", "memory.sample at 4100", "main.hang end at 4101"]
    ),
  ]

  @Test(arguments: turns) func `a turn of more than 250 ms is a hang, and a long one is told while it lasts`(
    _ milliseconds: Int, _ expected: [String]
  ) throws {
    try open()
    host.turn(true)
    clock.pass(milliseconds * Self.milliseconds)
    host.turn(false)
    #expect(try hangs() == expected)
    #expect(
      try lines().filter { $0["event"] as? String == "main.hang" }.allSatisfy { $0["thread"] as? String == "main" })
    // The loop waits: that is no turn.
    clock.pass(60 * Self.seconds)
    host.turn(true)
    host.turn(false)
    #expect(try hangs() == expected)
  }

  @Test func `a loop that has work again and again does not hang`() throws {
    try open()
    for _ in 0..<100 {
      host.turn(true)
      clock.pass(200 * Self.milliseconds)
    }
    host.turn(false)
    #expect(try hangs().isEmpty)
  }

  @Test func `the trace of a hang that a watchdog ends is there`() throws {
    try open()
    host.turn(true)
    clock.pass(5 * Self.seconds)
    #expect(
      try hangs() == ["main.hang begin at 100", "memory.sample at 2100", "memory.sample at 4100"])
  }

  /// How many milliseconds into a turn no thread but the main one gets to run, for how long, and when the turn ends after
  /// that.
  private static let blocked: [(Int, Int, Int, [String])] = [
    (100, 60_000, 0, ["main.hang 60100 at 60200 approximate"]),
    (
      100, 60_000, 3000,
      [
        "main.hang begin at 100 approximate", "memory.sample at 60200", "memory.sample at 62200",
        "main.hang end at 63200",
      ]
    ),
    (
      2500, 60_000, 0,
      ["main.hang begin at 100", "memory.sample at 2100", "main.hang end at 62600 approximate"]
    ),
  ]

  @Test(arguments: blocked) func `a hang during which no check could run is recorded, as approximate`(
    _ before: Int, _ length: Int, _ after: Int, _ expected: [String]
  ) throws {
    try open()
    host.turn(true)
    clock.pass(before * Self.milliseconds)
    clock.suspend(length * Self.milliseconds)
    // The thread that checks runs again, or not at all.
    if after > 0 { clock.pass(after * Self.milliseconds) }
    host.turn(false)
    #expect(try hangs() == expected)
  }

  @Test(arguments: [true, false]) func `who allows it in the middle of a visit has hangs from then on`(
    _ isActive: Bool
  ) throws {
    let host = ScriptedHost(posted: [.mainHang], isActive: isActive)
    let recorder = try start(isOn: false, in: host)
    recorder.isOn = true
    host.turn(true)
    clock.pass(300 * Self.milliseconds)
    host.turn(false)
    #expect(try hangs() == (isActive ? ["main.hang 300 at 400"] : []))
    // The first frame was drawn before: that of a return is none.
    host.post(.appDidEnterBackground)
    host.post(.sceneWillEnterForeground)
    host.draw()
    #expect(try events(of: [.launchFirstFrame]).isEmpty == isActive)
  }

  /// How many milliseconds into a turn a Mac falls asleep, for how long, when the turn ends after that, and what is
  /// recorded.
  private static let asleep: [(Int, Int, Int, [String])] = [
    (100, 60_000, 0, []), (100, 60_000, 100, []), (100, 60_000, 300, ["main.hang 300 at 60500"]),
    (0, 0, 300, ["main.hang 300 at 400"]),
    (
      100, 60_000, 3000,
      ["main.hang begin at 60200", "memory.sample at 62200", "main.hang end at 63200"]
    ),
    (
      2500, 60_000, 0,
      ["main.hang begin at 100", "memory.sample at 2100", "main.hang end at 62600 approximate"]
    ),
  ]

  @Test(arguments: asleep) func `the sleep of a Mac is no hang`(
    _ before: Int, _ length: Int, _ after: Int, _ expected: [String]
  ) throws {
    let host = ScriptedHost(posted: [.mainHang], maySleep: true)
    try start(in: host)
    host.post(.appDidBecomeActive)
    host.turn(false)
    host.turn(true)
    clock.pass(before * Self.milliseconds)
    clock.suspend(length * Self.milliseconds)
    if after > 0 { clock.pass(after * Self.milliseconds) }
    host.turn(false)
    #expect(try hangs() == expected)
  }

  @Test func `nothing hangs before the first frame or activation, in the background or under a debugger`() throws {
    try start()
    #expect(!host.isWatched)
    host.post(.sceneWillEnterForeground)
    clock.pass(3 * Self.seconds)
    host.draw()
    #expect(host.isWatched)
    host.turn(false)
    host.turn(true)
    host.post(.appDidEnterBackground)
    clock.pass(3 * Self.seconds)
    host.turn(false)
    host.turn(true)
    clock.pass(3 * Self.seconds)
    #expect(try hangs().isEmpty)
    host.post(.appWillEnterForeground)
    clock.pass(Self.seconds)
    host.turn(false)
    #expect(try hangs() == ["main.hang 1000 at 10100"])
    host.trace(true)
    host.turn(true)
    clock.pass(9 * Self.seconds)
    host.turn(false)
    #expect(try hangs().count == 1)
  }

  @Test(arguments: [0, 1, 60, 120]) func `the other thread wakes once in two seconds at most, and never for nothing`(
    _ turnsASecond: Int
  ) throws {
    try open()
    // What waits until the launch is over has been done by then.
    clock.pass(6 * Self.seconds)
    let before = clock.wakeUps
    let seconds = 100
    for _ in 0..<(turnsASecond * seconds) {
      host.turn(true)
      clock.pass(Self.milliseconds)
      host.turn(false)
      clock.pass(Self.seconds / turnsASecond - Self.milliseconds)
    }
    if turnsASecond == 0 { clock.pass(seconds * Self.seconds) }
    #expect(clock.wakeUps - before <= min(turnsASecond, 1) * seconds / 2)
    #expect(try hangs().isEmpty)
  }
}
