import Foundation
import Testing
import TraceAnalyzer
import TraceIngest
import TraceModel
import TraceStore

@testable import TracePipeline
@testable import tracemaker

/// A summary that was written as a line and read again is the summary that it was.
@Suite(.tags(.medium)) struct SummaryLinesTests {
  static let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  /// The sample traces, the published reports and the samples of other formats.
  static let logs: [String] = {
    let folders = ["Samples", "Corpus", "Formats"].map { "\(project)/Tests/\($0)" }
    let files = folders.flatMap { folder in
      (FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []).map { "\(folder)/\($0)" }
    }
    return files.filter { file in
      let name = file.split(separator: "/").last.map(String.init) ?? ""
      return name.hasPrefix("trace.") || file.hasPrefix(folders[0]) && name.hasSuffix(".jsonl")
        || file.hasPrefix(folders[2]) && !name.hasSuffix(".expected") && !name.hasSuffix(".md") && name.contains(".")
    }.sorted()
  }()

  static let made: [(name: String, seed: UInt64, options: Options)] = [
    ("all faults", 901, options { $0.faults = Fault.allCases }),
    ("no seq", 902, options { $0.hasSeq = false }),
    ("no launch id", 903, options { ($0.hasLaunch, $0.faults) = (false, Fault.allCases) }),
    ("neither, uptime", 904, options { ($0.hasSeq, $0.hasLaunch, $0.hasUptime) = (false, false, true) }),
    ("holes", 905, options { ($0.holes, $0.cutFront, $0.cutBack) = (0.5, 0.3, 0.3) }),
    ("windows", 906, options { ($0.windows, $0.hasNotifications) = (3, true) }),
    ("app-based", 907, options { ($0.model, $0.style, $0.hasSuspensions) = (.app, .phases, true) }),
    ("requests", 908, options { ($0.hasRequests, $0.hasRecords) = (true, true) }),
    ("rich, whole seconds", 909, options { ($0.isRich, $0.clock, $0.devices) = (true, .seconds, 8) }),
  ]

  private static func options(_ change: (inout Options) -> Void) -> Options {
    var options = Options()
    change(&options)
    return options
  }

  /// The launches of logs.
  static func read(_ paths: String...) throws -> Launches {
    var run = CheckRun(options: IngestOptions())
    return try run.run(paths)
  }

  /// The launches of parts.
  static func fold(_ paths: [String], allowsIncomplete: Bool = false) throws -> Launches {
    var run = SummaryRun(options: IngestOptions(), allowsIncomplete: allowsIncomplete)
    return try run.run(paths)
  }

  static func lines(_ launches: Launches) throws -> [String] {
    var lines: [String] = []
    try SummaryLines(launches).forEachLine { lines.append(String($0.dropLast())) }
    return lines
  }

  /// The summaries that stand in lines, by the numbers of `symbols`.
  static func summaries(in lines: [String], _ symbols: Symbols) throws -> [LaunchSummary] {
    var reader = SummaryReader()
    let sourceNames = reader.symbols.sourceNames
    reader.symbols = symbols
    reader.symbols.sourceNames = sourceNames
    return try lines.map { line in
      let isWhole = reader.begin(Array(line.utf8))
      try #require(isWhole)
      var summary = LaunchSummary()
      SummaryShape.pass(&summary, &reader)
      let origin = reader.end(&summary)
      #expect(origin != nil)
      return summary
    }
  }

  private func expectSame(_ launches: Launches, _ folder: Folder, _ name: String) throws {
    let written = try Self.lines(launches)
    let before = SummaryLines.order(of: launches.summaries, launches.symbols).map { launches.summaries[$0] }
    let after = try Self.summaries(in: written.dropLast(), launches.symbols)
    #expect(before.count == after.count)
    for (one, other) in zip(before, after) { #expect(one == other, "\(name)") }
    // A fold of one part is the part.
    let part = try folder.write("part.jsonl", written)
    #expect(try Self.lines(Self.fold([part])) == written, "\(name)")
  }

  @Test func `a launch of a sample trace is read as it was written`() throws {
    #expect(Self.logs.count > 90)
    let folder = Folder()
    var count = 0
    for log in Self.logs {
      let launches = try Self.read(log)
      try expectSame(launches, folder, log)
      count += launches.summaries.count
    }
    #expect(count > 200)
  }

  @Test(arguments: made)
  func `a launch of a made trace is read as it was written`(name: String, seed: UInt64, options: Options) throws {
    let folder = Folder()
    let log = try folder.write("a.jsonl", TracePipelineTests.lines(24, seed: seed, options))
    try expectSame(try Self.read(log), folder, "\(name), seed \(seed)")
  }

  @Test func `each field of a summary is in its line`() throws {
    var symbols = Symbols()
    let launch = Self.filled(&symbols)
    var launches = Launches(events: RecordedEvents(notKept: symbols))
    launches.summaries = [launch]
    launches.symbols = symbols
    let line = try Self.lines(launches)[0]
    #expect(try Self.summaries(in: [line], symbols) == [launch])
    // Every field differs from that of an empty summary, so that one that is left out shows.
    Self.expectDifferent(launch, LaunchSummary(), "launch")
    Self.expectDifferent(launch.use, LaunchUse(), "use")
    Self.expectDifferent(launch.named[0], NamedWork(), "named")
    Self.expectDifferent(launch.candidates[0], Candidate(), "candidate")
    Self.expectDifferent(launch.tasks[0], TaskSummary(), "task")
    Self.expectDifferent(launch.stays[0], StaySummary(), "stay")
    Self.expectDifferent(launch.scenes[0], SceneSummary(), "scene")
    Self.expectDifferent(launch.metrics[0], MetricCount(), "metric")
    let keys = line.matches(of: /"([A-Za-z]+)":/).map(\.1.utf8.count)
    #expect(keys.count > 100 && keys.allSatisfy { $0 <= LineBlock.longestKey }, "readers look behind each key")
    // Another program may sort the keys; what it adds is skipped.
    let value = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
    let more = value.merging(["zone": ["a": 1], "absent": NSNull()]) { $1 }
    let sorted = try JSONSerialization.data(withJSONObject: more, options: [.sortedKeys])
    #expect(try Self.summaries(in: [String(decoding: sorted, as: UTF8.self)], symbols) == [launch])
  }

  @Test func `details are read from their bytes as they were written`() throws {
    var symbols = Symbols()
    var launch = Self.filled(&symbols)
    let small = Int64(Int32.min)
    let numbers = [0, -1, Int64(Int32.max), small, small + 1, small + 2, small - 1, .max, .min + 1, Event.absent]
    for (place, number) in numbers.enumerated() {
      launch.stays[0].handlerNanos = number
      launch.resumes = [number, 0]
      launch.order.pairs = Array(repeating: EventPair(previous: .unknown, next: .memorySample), count: place)
      let read = try #require(PackedDetails.launch(PackedDetails.record(of: launch)))
      #expect(read.use == launch.use && read.named == launch.named && read.order == launch.order)
      #expect(read.scenes == launch.scenes && read.tasks == launch.tasks && read.stays == launch.stays, "\(number)")
      #expect(read.resumes == launch.resumes && read.candidates == launch.candidates && read.metrics == launch.metrics)
    }
    for rule in RuleID.allCases {
      launch.candidates[0].rule = rule
      launch.candidates[0].kind = EventKind.allCases[Int(rule.rawValue) % EventKind.allCases.count]
      var columns = CandidateColumns(launch.candidates[0].detail)
      let forms = CandidateColumns.Form.allCases
      columns.form = forms[Int(rule.rawValue) % forms.count]
      launch.candidates[0].detail = Candidate.Detail(columns)
      let read = try #require(PackedDetails.launch(PackedDetails.record(of: launch)))
      #expect(read.candidates == launch.candidates, "\(rule)")
    }
  }

  @Test func `each field is found again among the symbols of a run`() throws {
    var symbols = Symbols()
    let launch = Self.filled(&symbols)
    var other = launch
    other.candidates[0].rule = .`order.launch`
    other.candidates[0].detail = .early(before: Self.place(7))
    var written = Launches(events: RecordedEvents(notKept: symbols))
    written.summaries = [launch, other]
    written.symbols = symbols
    // The run knows others already: no number is what it is in the block.
    var run = Symbols()
    run.sourceNames = ["", "b.jsonl"]
    for text in ["u", "v", "w"] { _ = run.texts.intern(text) }
    _ = run.contexts.intern(Context())
    _ = run.streams.intern(StreamKey())
    var known = ["": SourceID(rawValue: 0), "b.jsonl": SourceID(rawValue: 1)]
    let numbers = SummaryNumbers(of: symbols, in: &run, &known)
    #expect(run.sourceNames == ["", "b.jsonl", symbols.sourceNames[1]])
    var renumbered = Launches(events: RecordedEvents(notKept: run))
    renumbered.summaries = written.summaries.map { launch in
      var launch = launch
      numbers.renumber(&launch)
      return launch
    }
    renumbered.symbols = run
    #expect(renumbered.summaries[0].stream != launch.stream && renumbered.summaries[0].context != launch.context)
    #expect(try Self.lines(renumbered) == Self.lines(written))
  }

  private static func expectDifferent<Value>(_ value: Value, _ empty: Value, _ name: String) {
    for (one, other) in zip(Mirror(reflecting: value).children, Mirror(reflecting: empty).children) {
      // A launch's first numbers are zero in a table of one.
      if ["stream", "context"].contains(one.label) { continue }
      #expect("\(one.value)" != "\(other.value)", "\(name).\(one.label ?? "")")
    }
  }

  private static func place(_ number: Int64) -> EventLocation {
    var place = EventLocation()
    place.time = 1_760_000_000_000_000_000 + number
    place.uptime = number
    place.seq = number
    place.source = SourceID(rawValue: 1)
    place.line = Int32(number) + 1
    return place
  }

  /// A summary in which no field is as it begins.
  private static func filled(_ symbols: inout Symbols) -> LaunchSummary {
    symbols.sourceNames = ["", "a \"b\"\u{1}é.jsonl"]
    var stream = StreamKey()
    stream.launch = symbols.texts.intern("L")
    stream.pid = 7
    var context = Context()
    for (number, path) in Context.texts.enumerated() { context[keyPath: path] = symbols.texts.intern("c\(number)") }
    context.pid = 0
    context.simulator = false
    context.debugger = true
    var launch = LaunchSummary()
    launch.stream = StreamID(rawValue: symbols.streams.intern(stream))
    launch.context = ContextID(rawValue: symbols.contexts.intern(context))
    launch.ordinal = 3
    launch.firstInstant = 1_760_000_000_000_000_000
    launch.lastInstant = 1_760_000_009_000_000_000
    launch.eventCount = 42
    launch.unknownCount = 2
    launch.unmappedCount = 1
    launch.kinds = [.processStart, .memorySample]
    launch.isSeenFromStart = true
    launch.model = .scenes
    launch.nature = .prewarmed
    launch.natureReason = symbols.texts.intern("user")
    launch.exitReason = symbols.texts.intern("crash")
    for name in Milestones.Name.allCases { launch.milestones[name] = launch.firstInstant - 5 + Int64(name.rawValue) }
    launch.milestones.resumed = launch.firstInstant + 9
    launch.milestones.approximate = 0b10_0000_0001
    launch.milestones.isFirstFrameFromLog = true
    launch.isInterrupted = true
    launch.hasClockStep = true
    launch.hasMilestonesOutOfOrder = true
    launch.watchdogNanos = 20_000_000_000
    launch.lock = .locked
    launch.readsKeychainLocked = true
    launch.clockSlack = 2_000_000_000
    launch.stepsSeen = 31
    launch.stepsJudged = 30
    launch.unjudged[.leftOpen] = 1
    launch.use = use()
    launch.named = [named(&symbols)]
    launch.order.pairs = [
      EventPair(previous: .unknown, next: .processStart), EventPair(previous: .processStart, next: .memorySample),
      EventPair(previous: .memorySample, next: .memorySample),
    ]
    launch.order.untilFirstFrame = [.processStart]
    launch.order.withFirstFrame = [.memorySample]
    launch.scenes = [scene(&symbols)]
    launch.tasks = [task(&symbols)]
    launch.stays = [stay()]
    launch.resumes = [0, 212_000_000, LaunchSummary.unendedResume]
    launch.unlocked = 1_700_000_004_000_000_000
    launch.candidates = [candidate(&symbols)]
    launch.metrics = [metric(&symbols)]
    return launch
  }

  private static func use() -> LaunchUse {
    var use = LaunchUse()
    for (number, move) in LifecycleMove.allCases.enumerated() {
      use.appHandled[move] = number + 1
      use.appUnhandled[move] = number + 5
      use.sceneHandled[move] = number + 9
      use.sceneUnhandled[move] = number + 13
    }
    for (number, entry) in LaunchEntry.allCases.enumerated() {
      use.coldEntries[entry] = number + 17
      use.warmEntries[entry] = number + 21
    }
    use.restoration = .afterView
    use.reasonedConnects = 25
    use.restoredConnects = 26
    use.reconnects = 27
    use.secondWindows = 28
    use.interruptions = 65_535
    use.windowConnects = 29
    use.returns = 30
    return use
  }

  private static func named(_ symbols: inout Symbols) -> NamedWork {
    var work = NamedWork()
    work.kind = .setup
    work.name = symbols.texts.intern("database")
    work.runs = 7
    work.atLaunch = 1
    work.atConnect = 2
    work.atReturn = 3
    return work
  }

  private static func scene(_ symbols: inout Symbols) -> SceneSummary {
    var scene = SceneSummary()
    scene.scene = symbols.texts.intern("main")
    scene.instance = symbols.texts.intern("0x1")
    scene.role = symbols.texts.intern("application")
    scene.firstInstant = 1
    scene.lastInstant = 0
    return scene
  }

  private static func task(_ symbols: inout Symbols) -> TaskSummary {
    var task = TaskSummary()
    task.task = symbols.texts.intern("7")
    task.name = symbols.texts.intern("sync")
    task.kind = symbols.texts.intern("assertion")
    task.outcome = .leaked
    task.begin = place(1)
    task.end = place(2)
    task.expire = place(3)
    task.backgroundNanos = Event.absent
    task.longestStayNanos = 4
    task.expirationNanos = 0
    task.isCovered = true
    task.isSystem = true
    task.isUnended = true
    return task
  }

  private static func stay() -> StaySummary {
    var stay = StaySummary()
    stay.begin = place(4)
    stay.awayNanos = 240_000_000_000
    stay.nanos = 5
    stay.end = .suspendedInferred
    stay.handlerNanos = 0
    stay.assertionNanos = 6
    stay.assertionLocation = place(0)
    stay.isCovered = true
    return stay
  }

  private static func candidate(_ symbols: inout Symbols) -> Candidate {
    var candidate = Candidate()
    candidate.rule = .`trace.gap`
    candidate.kind = .appDidBecomeActive
    candidate.location = place(5)
    candidate.doubts = [.hole, .keptRunning]
    candidate.scene = symbols.texts.intern("main")
    candidate.view = symbols.texts.intern("CartViewController")
    candidate.task = symbols.texts.intern("7")
    candidate.name = symbols.texts.intern("name")
    candidate.explanations = [[.sceneWillConnect, .sceneDidActivate], [], [.processResume]]
    candidate.detail = .gap(lostCount: 3, after: place(6))
    return candidate
  }

  private static func metric(_ symbols: inout Symbols) -> MetricCount {
    var metric = MetricCount()
    metric.event = symbols.texts.intern("metrickit.timeToFirstDraw")
    metric.reason = symbols.texts.intern("crash")
    metric.begin = 1
    metric.end = 2
    metric.lower = 0
    metric.upper = 3
    metric.count = 4
    return metric
  }
}
