import Foundation
import Testing
import TraceAnalyzer
import TraceIngest
import TraceModel

@testable import TracePipeline

/// A log that is read while it grows says in the end what a check of the whole log says, however it grew.
@Suite(.serialized, .tags(.medium)) struct FollowRunTests {
  static let seed = UInt64(ProcessInfo.processInfo.environment["TRACETOOL_SEED"] ?? "") ?? UInt64.random(in: 1...99_999)
  /// The number of places at which a log is cut.
  ///
  /// Logs in the formats of others are many, and each is read from its start until its head is there: they are cut at fewer
  /// places, unless more are asked for.
  static func cutCount(of sample: String) -> Int {
    let asked = ProcessInfo.processInfo.environment["TRACETOOL_CUTS"].flatMap { Int($0) }
    return asked ?? (sample.hasPrefix("Tests/Samples") ? 200 : 40)
  }

  private static let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The samples, and one log of each format.
  static let samples: [String] = {
    let folders = ["Tests/Samples"] + Self.members("Tests/Formats").map { "Tests/Formats/\($0)" }
    return folders.flatMap { folder in
      members(folder).filter { !$0.hasSuffix(".md") && !$0.contains(".expected") && !$0.hasSuffix(".sh") }
        .map { "\(folder)/\($0)" }
    }
  }()

  private static func members(_ folder: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: project.appendingPathComponent(folder).path)
    return (names ?? []).filter { !$0.hasPrefix(".") }.sorted()
  }

  /// All that a check prints is made of.
  static func words(_ launches: Launches) throws -> String {
    let symbols = launches.symbols
    let all = Launch.all(launches.summaries, symbols)
    let report = Judgement(all, of: launches.summaries, symbols).report()
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let lines = try [String(decoding: encoder.encode(report), as: UTF8.self), "\(launches.counts)"]
    let keys = launches.diagnostics.keys
    let facts = [
      launches.firstReject ?? "", "\(launches.rejected) \(launches.unread)", "\(launches.diagnostics.failures)",
      "\(launches.diagnostics.nonLogs)", "\(launches.unknownNames.sorted { $0.key < $1.key })",
      "\(launches.diagnostics.misfits.sorted { $0.key < $1.key })",
      "\(launches.diagnostics.notes.unmatched.sorted { $0.key < $1.key })", "\(launches.diagnostics.sources)",
      "\(launches.diagnostics.rejects)", "\(keys.recordCount) \(keys.namelessCount) \(keys.timelessCount)",
    ]
    return (lines + facts + all.map { "\($0.name) \($0.time) \($0.kind)" }).joined(separator: "\n")
  }

  static func checked(_ paths: String...) throws -> String {
    var run = CheckRun(options: IngestOptions())
    return try words(try run.run(paths))
  }

  @Test func `a log that grew in any pieces is the log in the end`() throws {
    print("seed \(Self.seed)")
    var random = SeededRandom(state: Self.seed)
    let folder = Folder()
    #expect(Self.samples.count > 20)
    for sample in Self.samples {
      let data = try Data(contentsOf: Self.project.appendingPathComponent(sample))
      let path = folder.path + "/" + (sample as NSString).lastPathComponent
      let expected = try { () throws -> String in
        try data.write(to: URL(fileURLWithPath: path))
        return try Self.checked(path)
      }()
      // A compressed log is read whole; each time it is unpacked by another program.
      let isPacked = data.starts(with: [0x1F, 0x8B]) || data.starts(with: [0x50, 0x4B])
      var left = isPacked ? 2 : Self.cutCount(of: sample)
      while left > 0 {
        let count = min(left, [1, 5, 40, 80].randomElement(using: &random) ?? 1)
        left -= count
        let cuts = Self.cuts(of: data, count, &random)
        try FileManager.default.removeItem(atPath: path)
        // Mostly there is no room in memory: events are read from a file.
        let memory: Int64 = [0, 0, 5_000, 1 << 30].randomElement(using: &random) ?? 0
        let found = try Self.followed(data, path, cuts, memory: memory)
        try #require(found == expected, "\(sample) cut at \(cuts), seed \(Self.seed)")
      }
    }
  }

  /// Places in a text: any, inside a character of several bytes, and where `log stream` empties its buffer.
  static func cuts(of data: Data, _ count: Int, _ random: inout SeededRandom) -> [Int] {
    let continuing = data.indices.filter { data[$0] & 0xC0 == 0x80 }
    return (0..<count).map { _ in
      switch Int.random(in: 0..<4, using: &random) {
      case 0: continuing.randomElement(using: &random) ?? 0
      case 1: Int.random(in: 0...data.count / 4096, using: &random) * 4096
      default: Int.random(in: 0...data.count, using: &random)
      }
    }.sorted()
  }

  /// What is known in the end of a file that was written in pieces and followed meanwhile.
  private static func followed(_ data: Data, _ path: String, _ cuts: [Int], memory: Int64) throws -> String {
    var run = FollowRun([path], options: IngestOptions(), isFromEnd: false, memory: memory)
    run.packingLimit = 0
    _ = FileManager.default.createFile(atPath: path, contents: Data())
    let file = try #require(FileHandle(forWritingAtPath: path))
    var place = 0
    for cut in cuts + [data.count] {
      try file.write(contentsOf: data[place..<cut])
      place = cut
      _ = run.poll()
      _ = run.launches()
    }
    try file.close()
    return try words(run.finish())
  }

  @Test func `logs that grow side by side are those that were read one after the other`() throws {
    let folder = Folder()
    let all = lines(12, seed: 77)
    // Each has lines that the other has as well, and both are written in turn.
    let parts = [Array(all[..<(all.count * 2 / 3)]), Array(all[(all.count / 3)...])]
    let paths = ["b.jsonl", "a.jsonl"].map { folder.path + "/" + $0 }
    var run = FollowRun([folder.path], options: IngestOptions(), isFromEnd: false, memory: 0)
    run.packingLimit = 0
    for start in stride(from: 0, to: all.count, by: 7) {
      for (path, part) in zip(paths, parts) where start < part.count {
        if start == 0 { _ = FileManager.default.createFile(atPath: path, contents: nil) }
        let file = try #require(FileHandle(forWritingAtPath: path))
        try file.seekToEnd()
        let text = part[start..<min(start + 7, part.count)].map { $0 + "\n" }.joined()
        try file.write(contentsOf: Data(text.utf8))
        try file.close()
      }
      _ = run.poll()
      _ = run.launches()
    }
    #expect(try Self.words(run.finish()) == Self.checked(folder.path))
  }

  @Test func `half a line waits, and is an event once its newline is there`() throws {
    let folder = Folder()
    let all = lines(3, seed: 5)
    let path = try folder.write("a.jsonl", Array(all.dropLast()))
    let last = try #require(all.last)
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.seekToEnd()
    var run = FollowRun([path], options: IngestOptions(), isFromEnd: false)
    for byte in (last + "\n").utf8 {
      _ = run.poll()
      #expect(run.eventCount == all.count - 1)
      try file.write(contentsOf: [byte])
    }
    _ = run.poll()
    #expect(run.eventCount == all.count)
    let launches = run.finish()
    #expect(launches.counts.new == Int64(all.count) && launches.counts.rejected == 0)
  }

  @Test(arguments: Rotation.allCases)
  func `a log that is rotated loses no event and doubles none`(_ rotation: Rotation) throws {
    let folder = Folder()
    let all = lines(40, seed: 31)
    // Recorders begin each file with the same line: its head says nothing.
    let path = folder.path + "/x.log"
    var run = FollowRun([folder.path], options: IngestOptions(), isFromEnd: false, memory: 0)
    run.packingLimit = 0
    var rest = all[...]
    try rotation.write(rest.prefix(10), to: path, isNew: true)
    rest = rest.dropFirst(10)
    _ = run.poll()
    for count in [100, 3, 250, all.count] {
      try rotation.turn(path, number: all.count - rest.count)
      try rotation.write(rest.prefix(count), to: path, isNew: true)
      rest = rest.dropFirst(count)
      _ = run.poll()
      // Events are packed, those of a file that is read again as well.
      _ = run.launches()
      try rotation.write(rest.prefix(2), to: path, isNew: false)
      rest = rest.dropFirst(2)
      _ = run.poll()
    }
    let launches = run.finish()
    #expect(launches.counts.new == Int64(all.count), "\(launches.counts)")
    #expect(launches.summaries.reduce(0) { $0 + $1.eventCount } == Int64(all.count))
    #expect(launches.counts.rejected == 0 && launches.diagnostics.failures.isEmpty)
  }

  @Test func `lines that are there already are skipped on request`() throws {
    let folder = Folder()
    let all = lines(6, seed: 8)
    let path = try folder.write("a.jsonl", Array(all[..<50]))
    var run = FollowRun([path], options: IngestOptions(), isFromEnd: true)
    _ = run.poll()
    #expect(run.eventCount == 0)
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data(all[50...].map { $0 + "\n" }.joined().utf8))
    _ = run.poll()
    #expect(run.eventCount == all.count - 50)
  }

  @Test func `a path that leads nowhere yet is waited for, and is an error if it never did`() throws {
    let folder = Folder()
    let path = folder.path + "/later.jsonl"
    var run = FollowRun([path, folder.path + "/never.jsonl"], options: IngestOptions(), isFromEnd: false)
    _ = run.poll()
    _ = try folder.write("later.jsonl", lines(1, seed: 3))
    _ = run.poll()
    #expect(run.eventCount > 0)
    let failures = run.finish().diagnostics.failures
    #expect(failures.count == 1 && failures[0].subject.hasSuffix("never.jsonl"))
  }

  /// The lines that are printed now that a log was looked at again.
  private static func printed(_ run: inout FollowRun, _ verdicts: inout LiveVerdicts) -> [LiveItem] {
    _ = run.poll()
    guard let followed = run.launches() else { return [] }
    return verdicts.items(
      changed: followed.changed, unbroken: followed.unbroken, all: followed.summaries, followed.symbols,
      JudgingOptions(), select: { _ in true }, accept: { report, _ in report })
  }

  @Test(arguments: ["shop", "interleaved", "app-based"])
  func `each finding and launch time is printed once, and stands in the check unless it was corrected`(name: String)
    throws
  {
    var random = SeededRandom(state: Self.seed)
    let folder = Folder()
    let sample = Self.project.appendingPathComponent("Tests/Samples/\(name).jsonl")
    let data = try Data(contentsOf: sample)
    let path = folder.path + "/\(name).jsonl"
    _ = FileManager.default.createFile(atPath: path, contents: Data())
    let file = try #require(FileHandle(forWritingAtPath: path))
    var run = FollowRun([path], options: IngestOptions(), isFromEnd: false)
    var verdicts = LiveVerdicts()
    var standing: [Int: Finding] = [:]
    var times: [LiveItem] = []
    var place = 0
    for cut in Self.cuts(of: data, 60, &random) + [data.count] {
      try file.write(contentsOf: data[place..<cut])
      place = cut
      for item in Self.printed(&run, &verdicts) {
        let isNew = !standing.values.contains {
          $0.fingerprint == item.finding?.fingerprint && $0.launch == item.launch
        }
        #expect(isNew, "\(item), seed \(Self.seed)")
        if let id = item.id { standing[id] = item.finding }
        if item.kind == .launch { times.append(item) }
      }
    }
    try file.close()
    let launches = run.finish()
    let symbols = launches.symbols
    let all = Launch.all(launches.summaries, symbols)
    for item in times {
      let time = try #require(all.first { $0.name == item.launch }?.time)
      // A launch that is not counted is printed at once: an app in the background may come to the foreground, and so
      // get a time, much later.
      let isPrintedBefore = item.nanos == nil && item.notCounted != nil
      #expect(isPrintedBefore || time.nanos == item.nanos, "\(item), seed \(Self.seed)")
      #expect(time.notCounted?.name == item.notCounted, "\(item), seed \(Self.seed)")
    }
    #expect(Set(times.map(\.launch)).count == times.count)
    let report = Judgement(all, of: launches.summaries, symbols).report()
    let found = Set(report.findings.map(\.fingerprint))
    for finding in standing.values { #expect(found.contains(finding.fingerprint), "\(finding), seed \(Self.seed)") }
    #expect(name != "shop" || !standing.isEmpty && times.count > 15)
  }

  /// Lines of a log, each with what is printed once it is there.
  static let scripts: [(name: String, lines: [(time: String, event: String, printed: [String])])] = [
    (
      "a first frame that comes late",
      [
        ("00.000", "process.start", []), ("05.000", "app.didFinishLaunching", []),
        ("05.100", "app.didBecomeActive", []),
        ("05.200", "launch.firstFrame", ["unclassified launch: 5.20 s to first frame (over its budget of 400 ms)"]),
      ]
    ),
    (
      "no first frame",
      [
        ("00.000", "process.start", []), ("00.100", "app.didFinishLaunching", []),
        ("00.200", "app.didBecomeActive", []),
        ("02.100", "memory.sample", []), ("02.200", "memory.sample", ["unclassified launch: 200 ms to active"]),
      ]
    ),
    (
      "a launch in the background",
      [
        ("00.000", "process.start", []), ("00.100", "app.didFinishLaunching", []), ("00.200", "app.performFetch", []),
        ("19.900", "memory.sample", []),
        ("20.000", "memory.sample", ["background launch, not counted: background", "background"]),
        ("21.000", "process.exit", ["ended"]),
      ]
    ),
    (
      "a launch of which nothing shows where the app is",
      [
        ("00.000", "process.start", []), ("00.100", "app.didFinishLaunching", []), ("20.000", "memory.sample", []),
        ("21.000", "process.exit", ["ended"]),
      ]
    ),
    (
      "a step that a late line excuses",
      [
        ("00.000", "process.start", []), ("00.100", "app.didFinishLaunching", []),
        ("00.200", "app.didBecomeActive", []),
        ("00.300", "launch.firstFrame", ["unclassified launch: 300 ms to first frame (budget 400 ms)"]),
        ("05.000", "app.willResignActive", []), ("06.000", "app.didBecomeActive", []),
        ("09.000", "app.didEnterBackground", ["background"]), ("10.900", "memory.sample", []),
        ("11.000", "memory.sample", ["app.didEnterBackground came while the app was active"]),
        ("08.500", "app.willResignActive", ["no longer found: app.didEnterBackground came while the app was active"]),
      ]
    ),
  ]

  @Test(arguments: scripts.indices) func `a line is printed when no later one is expected to change it`(script: Int)
    throws
  {
    let folder = Folder()
    let path = try folder.write("a.jsonl", [])
    let file = try #require(FileHandle(forWritingAtPath: path))
    var run = FollowRun([path], options: IngestOptions(), isFromEnd: false)
    var verdicts = LiveVerdicts()
    for (time, event, printed) in Self.scripts[script].lines {
      let line = #"{"time":"2025-10-09T10:00:\#(time)Z","event":"\#(event)","launch":"f8a1","app":"a.b"}"#
      try file.write(contentsOf: Data((line + "\n").utf8))
      let messages = Self.printed(&run, &verdicts).map(\.message.plain)
      #expect(messages == printed, "\(Self.scripts[script].name), at \(time)")
    }
  }

  @Test func `a launch on a clock of whole seconds is over its budget where the check says so`() throws {
    let folder = Folder()
    let times = [("00", "process.start"), ("01", "app.didFinishLaunching"), ("01", "launch.firstFrame")]
    for (shift, isOver) in [(0, false), (3, true)] {
      let lines = times.map { second, event in
        let time = second == "00" ? second : "0\(1 + shift)"
        return #"{"time":"2025-10-09T10:00:\#(time)Z","event":"\#(event)","launch":"f8a1","app":"a.b"}"#
      }
      let path = try folder.write("\(shift).jsonl", lines)
      var run = FollowRun([path], options: IngestOptions(), isFromEnd: false)
      _ = run.poll()
      let new = run.launches()
      let followed = try #require(new)
      let symbols = followed.symbols
      var verdicts = LiveVerdicts()
      let items = verdicts.items(
        changed: followed.changed, unbroken: followed.unbroken, all: followed.summaries, followed.symbols,
        JudgingOptions(), select: { _ in true }, accept: { report, _ in report })
      let printed = items.filter { $0.kind == .launch }.map(\.message.plain)
      #expect(printed.map { $0.contains("over its budget") } == [isOver], "\(printed)")
      let launches = Launch.all(followed.summaries, symbols)
      let report = Judgement(launches, of: followed.summaries, symbols).report()
      #expect(report.findings.contains { $0.rule == .`launch.slow` } == isOver)
    }
  }

  @Test func `an illegal step of numbered events waits until no number is missing before it`() throws {
    let folder = Folder()
    func line(_ seq: Int, _ event: String) -> String {
      #"{"time":"2025-10-09T10:00:0\#(seq).000Z","event":"\#(event)","launch":"f8a1","app":"a.b","seq":\#(seq)}"#
    }
    // 8 may make 9 legal: an app enters the background once it is inactive.
    let first = [
      line(1, "process.start"), line(2, "app.willFinishLaunching"), line(3, "app.didFinishLaunching"),
      line(4, "app.didBecomeActive"), line(5, "launch.firstFrame"), line(6, "app.willResignActive"),
      line(7, "app.didBecomeActive"), line(9, "app.didEnterBackground"),
    ]
    for (eighth, isFound) in [("app.willResignActive", false), ("memory.sample", true)] {
      let path = try folder.write("\(eighth).jsonl", first)
      var run = FollowRun([path], options: IngestOptions(), isFromEnd: false)
      var verdicts = LiveVerdicts()
      func findings() -> [String] { Self.printed(&run, &verdicts).compactMap { $0.finding?.rule.name } }
      #expect(findings() == [])
      let file = try #require(FileHandle(forWritingAtPath: path))
      try file.seekToEnd()
      try file.write(contentsOf: Data((line(8, eighth) + "\n").utf8))
      #expect(findings() == (isFound ? ["order.app"] : []))
      #expect(findings() == [])
    }
  }
}
