import Foundation
import Testing

@testable import tracemaker

extension tracemaker.Random {
  fileprivate mutating func pick(_ low: Int, _ high: Int) -> Int { Int(number(Int64(low), Int64(high))) }
}

/// Several stores, and logs, read together answer as the store of one ingest of all logs.
@Suite(.tags(.large)) struct PartsTests {
  static let questions: [[String]] = [
    ["check", "--format", "json"], ["check", "--format", "ndjson"], ["report", "--format", "json"],
    ["report", "--launch-times", "--each", "--format", "json"], ["report", "--launch-times", "--format", "csv"],
    ["report", "--launch-phases", "--format", "json"], ["report", "--background", "--format", "json"],
    ["compare", "kind=cold", "kind=warm", "--format", "json"],
  ]

  /// What may be given; each cut gets one of these, by its seed.
  static let traces: [@Sendable (inout Options) -> Void] = [
    { _ in }, { ($0.hasSeq, $0.hasLaunch) = (false, false) }, { $0.hasSeq = false },
    { ($0.faults, $0.interleaves) = (Fault.allCases, true) },
    { ($0.hasLaunch, $0.interleaves, $0.hasSources, $0.hasEchoes) = (false, true, true, true) },
    { ($0.holes, $0.cutFront, $0.cutBack, $0.hasUptime) = (0.5, 0.3, 0.3, true) },
    { ($0.faults, $0.hasSeq, $0.hasLaunch, $0.clock) = (Fault.allCases, false, false, .milliseconds) },
    { ($0.model, $0.style, $0.windows) = (.app, .phases, 3) },
  ]

  /// Cuts lines in files, in places that may lie in launches: behind each other, with overlap, or line by line.
  private static func files(_ lines: [String], _ random: inout tracemaker.Random) -> [String: [String]] {
    let count = random.pick(1, 7)
    var files: [String: [String]] = [:]
    if random.pick(0, 3) == 0 {
      for line in lines { files["\(random.pick(1, count)).jsonl", default: []].append(line) }
      return files
    }
    let cuts = ([0, lines.count] + (1..<count).map { _ in random.pick(0, lines.count) }).sorted()
    var last = -1
    for (number, (begin, end)) in zip(cuts, cuts.dropFirst()).enumerated() where begin < end {
      let overlap = random.pick(0, 2) == 0 ? random.pick(0, 40) : 0
      // No log is the beginning of another one: one ingest takes the longer for the same log, and names it.
      last = max(last + 1, begin - overlap)
      // The names rise in no order of time.
      files["\(number * 5 % 7)-\(number).jsonl"] = Array(lines[last..<end])
    }
    return files
  }

  @Test(arguments: 1...24)
  func `stores of any cut answer as one ingest`(number: Int) throws {
    let seed = UInt64(number) &* 7_919
    var random = tracemaker.Random(seed: seed)
    let place = Workplace()
    let lines = madeLines(12, seed: seed, with(Options(), Self.traces[number % Self.traces.count]))
    let files = Self.files(lines, &random)
    for (name, lines) in files { try place.write("logs/\(name)", lines) }
    let names = files.keys.sorted().map { "logs/\($0)" }
    let count = random.pick(1, 7)
    var parts: [Int: [String]] = [:]
    for name in names {
      parts[random.pick(1, count), default: []].append(name)
      // One log in two parts.
      if random.pick(0, 3) == 0 { parts[random.pick(1, count), default: []].append(name) }
    }
    func ingest(_ store: String, _ logs: [String]) throws {
      let taken = try place.run(["ingest", "--store", store, "--max-rejects", "100%"] + logs)
      #expect(taken.code == 0, "\(taken.errors)")
    }
    try ingest("all.db", names)
    for (part, logs) in parts { try ingest("part-\(part).db", logs) }
    var stores = parts.keys.sorted().map { "part-\($0).db" }
    // One part is given twice: by its name, or as a copy.
    stores.append(stores[random.pick(0, stores.count - 1)])
    try FileManager.default.copyItem(atPath: place.file(stores[0]), toPath: place.file("copy.db"))
    stores.append("copy.db")
    let note = "seed \(seed): \(parts.sorted { $0.key < $1.key })"
    try expectSame(place, stores, note)
    // A log that is in no store.
    let log = names[random.pick(0, names.count - 1)]
    let mixed = try place.run(["check", "--format", "json", "--fail-on", "never", "--memory", "0MB"] + stores + [log])
    let whole = try place.run("check", "--format", "json", "--fail-on", "never", "--store", "all.db")
    #expect(Self.judged(mixed.output) == Self.judged(whole.output), "\(note), and \(log)")
  }

  private static func judged(_ text: String) -> String { text.replacing(/,"unknownNames":\[.*?\]/, with: "") }

  /// Expects that stores answer as `all.db` does.
  private func expectSame(_ place: Workplace, _ stores: [String], _ note: String) throws {
    var questions = Self.questions
    let each = try place.run("report", "--launch-times", "--each", "--format", "json", "--store", "all.db").document
    if let launches = (each["launches"] as? [[String: Any]])?.compactMap({ $0["launch"] as? String }) {
      for launch in [launches.first, launches.last].compactMap(\.self) {
        questions.append(["show", launch, "--format", "json"])
      }
    }
    for question in questions {
      let whole = try place.run(question + ["--store", "all.db"])
      let parted = try place.run(question + stores)
      #expect(parted.code == whole.code, "\(question), \(note): \(parted.errors) / \(whole.errors)")
      #expect(parted.output == whole.output, "\(question), \(note)")
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: place.path)
    #expect(left.allSatisfy { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }, "\(note): \(left)")
  }

  @Test func `a published report in one part joins its launch in another`() throws {
    let place = Workplace()
    for name in CorpusTests.names {
      let trace = try CorpusTests.trace(of: name)
      try place.write(
        "logs/\(name)-\(trace)", try Data(contentsOf: URL(fileURLWithPath: "\(CorpusTests.folder)/\(name)/\(trace)")))
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: place.file("logs")).sorted()
    _ = try place.run("ingest", "--max-rejects", "100%", "--store", "all.db", "logs")
    var stores: [String] = []
    for (number, name) in names.enumerated() {
      _ = try place.run("ingest", "--max-rejects", "100%", "--store", "\(number).db", "logs/\(name)")
      stores.append("\(number).db")
    }
    try expectSame(place, stores, "one log a store")
  }

  @Test func `a part that is cut, or whose ingest was killed, is refused`() throws {
    let place = Workplace()
    try place.write("a.jsonl", madeLines(8, seed: 11, Options()))
    try place.write("b.jsonl", madeLines(8, seed: 12, Options()))
    for name in ["a", "b"] { #expect(try place.run("ingest", "\(name).jsonl", "--store", "\(name).db").code == 0) }
    let whole = try Data(contentsOf: URL(fileURLWithPath: place.file("a.db")))
    try place.write("short.db", whole.prefix(whole.count - 4096))
    let short = try place.run("check", "short.db", "b.db")
    #expect(short.code == 4 && short.errors.contains("it was cut off: it is shorter than it says"), "\(short.errors)")
    try place.write("killed.db", whole)
    func execute(_ sql: String) throws { try Database(place.file("killed.db")).run(sql) }
    try execute("INSERT INTO unread VALUES ('c.jsonl', 0)")
    let left = try place.run("report", "b.db", "killed.db")
    #expect(left.code == 4, "\(left.errors)")
    #expect(left.errors.contains("its last ingest was cut off, and has not read 'c.jsonl'"), "\(left.errors)")
    #if os(Linux)
      // The lock is that of an ingest that goes on.
      let going = try place.shell("flock -s killed.db $tracetool report b.db killed.db")
      #expect(going.code == 3 && going.errors.contains("1 of 3 sources"), "\(going.errors)")
    #endif
    // What an ingest could not read is said, as of one store.
    try execute("UPDATE unread SET is_failed = 1")
    let failed = try place.run("check", "b.db", "killed.db")
    #expect(failed.code == 3 && failed.errors.contains("1 of 3 sources"), "\(failed.errors)")
  }

  @Test func `a store that is written is read at its last commit`() throws {
    let place = Workplace()
    try place.write("a.jsonl", madeLines(8, seed: 11, Options()))
    try place.write("b.jsonl", madeLines(8, seed: 12, Options()))
    #expect(try place.run("ingest", "b.jsonl", "--store", "b.db").code == 0)
    let followed = try place.start(["ingest", "--follow", "a.jsonl", "--store", "a.db"])
    defer { followed.signal(SIGKILL) }
    var read = try place.run("check", "a.db", "b.db", "--fail-on", "never")
    for _ in 0..<100 where read.code == 4 {
      usleep(100_000)
      read = try place.run("check", "a.db", "b.db", "--fail-on", "never")
    }
    #expect(read.code == 0, "\(read.errors)")
    followed.signal(SIGINT)
    _ = followed.wait()
  }

  @Test func `three hundred stores are read with few descriptors`() throws {
    let place = Workplace()
    try place.write("a.jsonl", madeLines(2, seed: 11, Options()))
    #expect(try place.run("ingest", "a.jsonl", "--store", "0.db").code == 0)
    let made = try place.shell(
      "for i in $(seq 300); do cp 0.db $i.db; done; ulimit -n 128; $tracetool check --format json *.db >many; "
        + "$tracetool check --format json 0.db | cmp - many")
    #expect(made.code == 0, "\(made.errors)")
  }
}
