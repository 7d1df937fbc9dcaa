import Testing
import TraceModel

@testable import TraceAnalyzer
@testable import TraceReport

/// The drawings of a launch as values: where bars begin and end, where a cut is, what labels say.
@Suite(.tags(.small)) struct LaunchChartTests {
  private static let milli: Int64 = 1_000_000
  private static let second: Int64 = 1_000_000_000

  private static func chart(_ phases: [(millis: Int64, usual: Int64?)], width: Int = 80) -> PhaseChart? {
    func all(_ millis: [Int64]) -> [LaunchPhase] {
      millis.enumerated().map { LaunchPhase(index: $0, nanos: $1 * milli, isApproximate: false) }
    }
    let own = all(phases.map(\.millis))
    let usual = phases.contains { $0.usual == nil } ? nil : PhaseMeans(all(phases.compactMap(\.usual)))
    let shares = PhaseMeans(own).shares(beside: usual)
    return PhaseChart(LaunchComparison(medianNanos: nil, count: 6, phases: own, shares: shares), width: width)
  }

  @Test(arguments: [40, 80, 120])
  func `a phase begins where the one before it ended, and is split at its usual time`(width: Int) throws {
    let chart = try #require(Self.chart([(100, 200), (300, 100), (0, 10)], width: width))
    let room = Double(chart.room)
    #expect(chart.rows[0].upToUsual == 0..<Int((room / 4).rounded()) && chart.rows[0].over.isEmpty)
    #expect(chart.rows[1].upToUsual.lowerBound == chart.rows[0].upToUsual.upperBound)
    #expect(chart.rows[1].over == Int((room / 2).rounded())..<chart.room)
    #expect(chart.rows[2].upToUsual.isEmpty && chart.rows[2].over.isEmpty, "no time, no column")
    #expect(chart.rows.map(\.isMostOver) == [false, true, false])
    #expect(chart.rows.map(\.took) == ["100 ms", "300 ms", "0 ms"])
    #expect(chart.whole?.took == "400 ms" && chart.whole?.usual == "310 ms")
    #expect(chart.legend.contains("◂ most over it: +200 ms"))
    let texts = chart.ticks.map(\.text)
    #expect(texts.first == "0 ms" && chart.ticks.first?.column == 0)
    #expect(chart.ticks.dropFirst().allSatisfy { $0.column == Int((room * (Double($0.text) ?? 0) / 400).rounded()) })
  }

  @Test func `without usual times a bar is of one mark, and no legend speaks of them`() throws {
    let chart = try #require(Self.chart([(1, nil), (999, nil)]))
    #expect(chart.rows[0].upToUsual == 0..<1, "what took any time has a column")
    #expect(chart.rows.allSatisfy(\.over.isEmpty) && !chart.hasUsual && chart.whole == nil && chart.legend.isEmpty)
    #expect(Self.chart([]) == nil)
  }

  /// A life from times in seconds, each with what changes then.
  private static func life(_ events: [(seconds: Double, changes: [MachineStanding])]) throws -> LaunchLife {
    let entries = events.map { seconds, changes in
      let isSuspended = changes.contains { $0.machine == "process" && $0.states == ["suspended"] }
      return HistoryEntry(
        offsetNanos: Int64(seconds * 1e9), event: isSuspended ? "process.suspend" : "e", changes: changes)
    }
    let last = Dictionary(entries.flatMap(\.changes).map { ($0.key, $0) }) { $1 }
    let replayed = ReplayedLaunch(
      summary: LaunchSummary(), context: Context(), known: nil, events: entries,
      machines: last.values.sorted { $0.key < $1.key }, doubts: [])
    let launch = ReportTablesTests.launches([100])[0]
    return try #require(LaunchLife(LaunchHistory(launch, replayed, [])))
  }

  private static func scene(_ state: String) -> MachineStanding {
    MachineStanding(machine: "scene", name: "A", states: [state])
  }

  private static func task(_ state: String) -> MachineStanding {
    MachineStanding(machine: "task", name: "7", states: [state], title: "save")
  }

  private static func chart(_ life: LaunchLife, width: Int) throws -> LifeChart {
    try #require(LifeChart(life, width: width) { Drawing().cut($0, to: $1) })
  }

  @Test(arguments: [40, 80, 120])
  func `a long pause is one column, and all else is to one scale`(width: Int) throws {
    let life = try Self.life([
      (0, [Self.scene("active")]), (10, [Self.scene("background"), Self.task("running")]), (20, [Self.task("ended")]),
      (1020, [Self.scene("active")]), (1030, []),
    ])
    let chart = try Self.chart(life, width: width)
    #expect(life.pauses(atMost: 9) == [LaunchLife.Pause(after: 2, nanos: 1000 * Self.second)])
    let cut = try #require(chart.cuts.first)
    #expect(chart.cuts.count == 1 && cut.text == "16 min 40 s")
    #expect(chart.title == "Life; ⫽ is 16 min 40 s without an event")
    #expect(chart.rows.map(\.label) == ["scene A", "save"])
    let scene = chart.rows[0].bars
    #expect(scene.map(\.mark) == ["█", "░", "⫽", "█"])
    // 30 seconds are drawn: 20 before the cut, 10 behind it.
    let column = Double(width - chart.margin - 3) / 30
    #expect(scene[0].columns == 0..<Int(10 * column))
    #expect(cut.column == Int(20 * column) + 1 && scene[2].columns == cut.column..<cut.column + 1)
    #expect(scene[3].columns == cut.column + 1..<cut.column + 2 + Int(10 * column))
    #expect(scene[3].columns.upperBound + chart.margin <= width)
    let task = chart.rows[1].bars
    #expect(task.map(\.mark) == ["═", "×", "⫽"])
    #expect(task[0].columns.lowerBound == scene[1].columns.lowerBound, "both began at 10 s")
    #expect(chart.ticks.contains(.init(column: 0, text: "0 s")))
    #expect(chart.ticks.contains(.init(column: cut.column + 1, text: "17 min")))
    #expect(chart.legend == ["█ active", "░ background", "═ task runs", "× ended"])
  }

  @Test func `pauses no longer than the rest, or than an app has before iOS suspends it, are drawn`() throws {
    let steps = (0..<40).map { (Double($0) * 5, [Self.scene($0 % 2 == 0 ? "active" : "inactive")]) }
    #expect(try Self.life(steps + [(335, [])]).pauses(atMost: 9).isEmpty, "140 s beside 195 s")
    #expect(try Self.life([(0, [Self.scene("active")]), (30, [])]).pauses(atMost: 9).isEmpty)
    let several = try Self.life([(0, [Self.scene("active")]), (31, []), (100, []), (101, [])])
    #expect(several.pauses(atMost: 9).map(\.after) == [0, 1])
    #expect(several.pauses(atMost: 1).map(\.after) == [1], "the longest")
  }

  @Test func `while the process is suspended neither it nor a task runs, until something happens in it`() throws {
    func process(_ state: String) -> MachineStanding { MachineStanding(machine: "process", name: "", states: [state]) }
    let life = try Self.life([
      (0, [process("running"), Self.scene("active")]), (1, [Self.scene("background"), Self.task("running")]),
      (2, [process("suspended")]), (6, [Self.scene("active")]), (8, []),
    ])
    let states = life.lanes.map { lane in lane.spans.map { "\($0.state) \($0.from)-\($0.to)" } }
    #expect(
      states == [
        ["running 0-2", "suspended 2-3", "running 3-4"], ["active 0-1", "background 1-3", "active 3-4"],
        ["running 1-2", "suspended 2-3", "running 3-4"],
      ])
    let bars = try Self.chart(life, width: 80).rows.map { $0.bars.map(\.mark) }
    #expect(bars[0] == ["=", "z", "="] && bars[2] == ["═", "z", "═"])
  }

  /// The table of a callback's begin and end, without its titles.
  private static func events(_ name: String, width: Int?) throws -> [String] {
    let events = [
      HistoryEntry(
        offsetNanos: 1_500_000_000, event: name, phase: "begin",
        changes: [MachineStanding(machine: "scene", name: "main", states: ["foregrounding"])]),
      HistoryEntry(offsetNanos: 1_700_000_000, event: name, phase: "end", tookNanos: 200 * milli, changes: []),
    ]
    let replayed = ReplayedLaunch(
      summary: LaunchSummary(), context: Context(), known: nil, events: events, machines: [], doubts: [])
    let history = LaunchHistory(ReportTablesTests.launches([100])[0], replayed, [])
    let drawing = Drawing(width: width)
    let lines = history.eventTable("", drawing) { _ in [] }.text(drawing).split(separator: "\n").map(String.init)
    #expect(lines.allSatisfy { DisplayText.width($0) <= width ?? .max })
    return Array(lines.dropFirst())
  }

  @Test(
    arguments: [
      (
        "scene.willConnect", 80,
        [
          "1.500 s  scene.willConnect begin       -  scene main: foregrounding",
          "1.700 s  scene.willConnect end    200 ms  -",
        ]
      ),
      (
        "scene.willEnterForeground", 70,
        [
          "1.500 s  scene.willEnterForeground begin  scene main: foregrounding",
          "1.700 s  scene.willEnterForeground end    took 200 ms",
        ]
      ),
      (
        "scene.willEnterForeground", 44,
        [
          "1.500 s  scene.willEnterForeground begin", "  scene main: foregrounding",
          "1.700 s  scene.willEnterForeground end", "  took 200 ms",
        ]
      ),
      (
        "scene.willEnterForeground", 36,
        [
          "1.500 s  scene.willEnterForeground", "  begin, scene main: foregrounding",
          "1.700 s  scene.willEnterForeground", "  end, took 200 ms",
        ]
      ),
      (
        "app.handleEventsForBackgroundURLSession", 40,
        [
          "1.500 s  app.handleEvent…roundURLSession", "  begin, scene main: foregrounding",
          "1.700 s  app.handleEvent…roundURLSession", "  end, took 200 ms",
        ]
      ),
    ] as [(String, Int, [String])])
  func `names, begin and end, and states of events can be read in any width`(
    name: String, width: Int, lines: [String]
  ) throws {
    #expect(try Self.events(name, width: width) == lines)
    #expect(try Self.events(name, width: nil).count == 2)
  }

  @Test func `in a life without a length nothing is drawn`() throws {
    let life = try Self.life([(0, [Self.scene("active")])])
    #expect(LifeChart(life, width: 80) { name, _ in name } == nil)
  }

  @Test(
    arguments: [
      (24_831_499_999, "24.831 s"), (900_000_000, "900 ms"), (62_000_400_000, "1 min 2.000 s"),
      (8_105_120_000_000, "2 h 15 min 5.120 s"), (-1_500_000_000, "-1.500 s"),
    ] as [(Int64, String)])
  func `close events have milliseconds`(nanos: Int64, text: String) {
    #expect(DurationText.withMilliseconds(nanos) == text)
  }
}
