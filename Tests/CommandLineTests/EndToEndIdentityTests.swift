import Foundation
import Testing

@testable import tracemaker

/// The same event twice is one event, however it comes.
@Suite(.tags(.large)) struct EndToEndIdentityTests {
  static let sorts: [String: Options] = [
    "seq": Options(),
    "no seq": with(Options()) { $0.hasSeq = false },
    "no launch": with(Options()) { $0.hasLaunch = false },
    "neither": with(Options()) { ($0.hasSeq, $0.hasLaunch) = (false, false) },
  ]

  /// Takes logs into a store; every line must be accounted for.
  @discardableResult
  func ingest(_ place: Workplace, _ paths: String..., store: String = "s.db") throws
    -> [String: Int]
  {
    let outcome = try place.run(
      ["ingest", "--store", store, "--format", "json", "--max-rejects", "100%"] + paths)
    #expect(outcome.code == 0, "\(outcome.errors)")
    return expectSums(outcome)
  }

  /// What the store's events say, whichever file reported them first.
  func events(_ place: Workplace, _ store: String = "s.db") throws -> String {
    let columns = """
      stream, seq, time, uptime_nanos, event, source, phase, thread, reason, view, name, kind, \
      scene, scene_instance, view_instance, task, success, duration_nanos, memory, attributes
      """
    let numbers = (1...20).map(String.init).joined(separator: ",")
    let sql = "SELECT \(columns) FROM event ORDER BY \(numbers)"
    return try Database(place.file(store)).run(sql).map { $0.joined(separator: ",") }.joined(separator: "\n")
  }

  /// What is reported of the launches, findings included, without the files and lines where it stands, and without what
  /// became of other lines.
  func answers(_ place: Workplace, _ store: String = "s.db") throws -> [String] {
    try place.write("quirks.json", #"{"rules": {"quirks": true}}"#)
    return try [
      ["report", "--launch-times", "--each", "--format", "json"],
      ["report", "--launch-phases", "--format", "json"],
      ["report", "--background", "--format", "json"],
      ["check", "--all", "--config", "quirks.json", "--format", "json"],
    ].map { question in
      let said = try place.run(question + ["--store", store]).output
      #expect(said.isEmpty || said.hasPrefix(#"{"schema":"tracetool."#))
      return said.replacing(/,?"(reading|verdict)":\{[^}]*\}/, with: "").replacing(/"source":\{[^}]*\},?/, with: "")
        .replacing(/"(file|line|source)":("[^"]*"|[0-9]+)/, with: "")
    }
  }

  @Test(arguments: [false, true])
  func `two events with one seq are reported, from logs and from a store`(_ isLater: Bool) throws {
    let place = Workplace()
    let lines = ["process.start", "app.didFinishLaunching", "app.didBecomeActive", "app.willResignActive"]
      .enumerated().map { seq, name in
        #"{"event":"\#(name)","time":\#(1_763_632_800 + seq),"seq":\#(seq),"launch":"L"}"#
      }
    let other = lines[2].replacing("didBecomeActive", with: "willTerminate")
    // In the same file, or in one that is taken in when the launch has been summarized.
    try place.write("a.jsonl", isLater ? lines : lines + [other])
    if isLater { try place.write("b.jsonl", [other]) }
    let judging = ["--max-rejects", "100%", "--format", "json"]
    for name in isLater ? ["a.jsonl", "b.jsonl"] : ["a.jsonl"] { try ingest(place, name) }
    let fromStore = try place.run(["check", "--store", "s.db"] + judging).output
    #expect(fromStore.contains("two records with this seq") && fromStore.contains(#""line":3"#), "\(fromStore)")
    let logs = try place.run(["check", "a.jsonl"] + (isLater ? ["b.jsonl"] : []) + judging).output
    #expect(logs == fromStore)
  }

  @Test(arguments: sorts.keys.sorted())
  func `the same file twice adds nothing`(sort: String) throws {
    let place = Workplace()
    let lines = madeLines(5, seed: 301, Self.sorts[sort] ?? .init())
    try place.write("a.jsonl", lines)
    #expect(try ingest(place, "a.jsonl")["new"] == lines.count)
    let before = try events(place)
    // Known as a file that was read: nothing of it is read again.
    #expect(try ingest(place, "a.jsonl")["lines"] == 0)
    // A copy that begins otherwise is another file with the same events.
    try place.write("b.jsonl", [""] + lines)
    let again = try ingest(place, "b.jsonl")
    #expect(again["new"] == 0 && again["duplicate"] == lines.count && again["blank"] == 1)
    #expect(try ingest(place, "b.jsonl", "a.jsonl")["lines"] == 0)
    #expect(try events(place) == before)
  }

  @Test(arguments: sorts.keys.sorted())
  func `overlapping exports give the same events in any order`(sort: String) throws {
    let place = Workplace()
    let lines = madeLines(6, seed: 302, Self.sorts[sort] ?? .init())
    try place.write("a.jsonl", Array(lines[..<(lines.count * 2 / 3)]))
    try place.write("b.jsonl", Array(lines[(lines.count / 3)...]))
    try place.write("whole.jsonl", lines)
    try ingest(place, "a.jsonl", "b.jsonl", store: "both.db")
    for (first, second) in [("a", "b"), ("b", "a")] {
      try ingest(place, first + ".jsonl", store: first + ".db")
      let added = try ingest(place, second + ".jsonl", store: first + ".db")
      #expect((added["duplicate"] ?? 0) > 0 && added["rejected"] == 0)
    }
    try ingest(place, "whole.jsonl", store: "whole.db")
    let whole = try (events(place, "whole.db"), answers(place, "whole.db"))
    for store in ["both.db", "a.db", "b.db"] {
      #expect(try events(place, store) == whole.0, "\(store)")
      #expect(try answers(place, store) == whole.1, "\(store)")
    }
  }

  enum Cut: CaseIterable {
    case inLine, atEnd, withoutNewline, inFirstLine, everyFewBytes
  }

  @Test(arguments: sorts.keys.sorted())
  func `a file that grows gives the same store`(sort: String) throws {
    let place = Workplace()
    let lines = madeLines(4, seed: 303, Self.sorts[sort] ?? .init())
    let text = Array(lines.map { $0 + "\n" }.joined().utf8)
    try ingest(place, place.write("whole.jsonl", text), store: "whole.db")
    let whole = try (events(place, "whole.db"), answers(place, "whole.db"))
    for cut in Cut.allCases {
      let new = try grow(place, text, cut)
      #expect(new == lines.count, "\(cut)")
      #expect(try events(place, "grown.db") == whole.0, "\(cut)")
      #expect(try answers(place, "grown.db") == whole.1, "\(cut)")
      let grown = try Database(place.file("grown.db"), attached: place.file("whole.db"))
      let columns = "line, lost, position"
      #expect(
        try grown.run("SELECT \(columns) FROM event_values ORDER BY stream, position")
          == grown.run("SELECT \(columns) FROM other.event_values ORDER BY stream, position"), "\(cut)")
      #expect(try grown.run("SELECT reason, raw FROM rejects") == [])
      #expect(try grown.number("SELECT count(*) FROM sources") == 1)
    }
  }

  /// Takes a file into a new store each time that it has grown; how many events were new.
  private func grow(_ place: Workplace, _ text: [UInt8], _ cut: Cut) throws -> Int {
    for suffix in ["", "-wal", "-shm"] { unlink(place.file("grown.db") + suffix) }
    let middle = try #require(text[(text.count / 2)...].firstIndex(of: 10))
    let ends =
      switch cut {
      case .inLine: [middle + 40]
      case .atEnd: [middle + 1]
      case .withoutNewline: [middle]
      case .inFirstLine: [20]
      case .everyFewBytes: Array(stride(from: 900, to: text.count, by: 5003))
      }
    var new = 0
    for end in ends + [text.count] {
      try place.write("grows.jsonl", text[..<end])
      new += try ingest(place, "grows.jsonl", store: "grown.db")["new"] ?? 0
    }
    return new
  }

  @Test func `a file that was replaced or truncated is read anew`() throws {
    let place = Workplace()
    let one = madeLines(3, seed: 304)
    let other = madeLines(3, seed: 305)
    try place.write("a.jsonl", one)
    #expect(try ingest(place, "a.jsonl")["new"] == one.count)
    try place.write("a.jsonl", other)
    #expect(try ingest(place, "a.jsonl")["new"] == other.count)
    try place.write("a.jsonl", other.dropLast(30))
    let truncated = try ingest(place, "a.jsonl")
    #expect(truncated["new"] == 0 && truncated["duplicate"] == other.count - 30)
    // The same beginning, and another end.
    try place.write("a.jsonl", other.dropLast(30) + one)
    #expect(try ingest(place, "a.jsonl")["new"] == 0)
    try place.write("b.jsonl", one + other)
    #expect(try ingest(place, "b.jsonl", store: "b.db")["new"] == one.count + other.count)
    #expect(try events(place) == events(place, "b.db"))
  }

  @Test func `a directory is read like its files`() throws {
    let place = Workplace()
    let lines = madeLines(6, seed: 306)
    try place.write("logs/b/one.jsonl", Array(lines[..<100]))
    try place.write("logs/a.jsonl", Array(lines[100...]))
    let taken = try place.run(
      "ingest", "--store", "s.db", "--format", "json", "logs", "logs/a.jsonl")
    #expect(expectSums(taken)["new"] == lines.count)
    #expect(taken.document["sources"] as? Int == 2)
    #expect(try ingest(place, "logs/b/one.jsonl", "logs/a.jsonl")["lines"] == 0)
  }

  @Test(arguments: ["gzip": "gz", "zstd": "zst", "xz": "xz", "bzip2": "bz2"].sorted { $0 < $1 })
  func `a compressed copy adds nothing`(program: String, suffix: String) throws {
    let place = Workplace()
    let lines = madeLines(3, seed: 307)
    let path = try place.write("a.jsonl", lines)
    #expect(try place.shell("\(program) -c \(path) > a.\(suffix)").code == 0)
    #expect(try ingest(place, "a.\(suffix)")["new"] == lines.count)
    let again = try place.run(
      "ingest", "--store", "s.db", "--format", "json", "--quiet", "a.\(suffix)")
    #expect(expectSums(again)["lines"] == 0 && again.errors == "")
    #expect(try ingest(place, "a.jsonl")["lines"] == 0)
    let check = ["check", "--format", "json"]
    #expect(try place.run(check + ["a.\(suffix)"]).output != "")
    let missing = try place.start(check + ["a.\(suffix)"], environment: ["PATH": "/"]).wait()
    #expect(missing.code == 4)
    #expect(missing.errors.contains("the program '\(program)' is not installed; install it: apt-"))
  }

  @Test(arguments: sorts.keys.sorted())
  func `a pipe that is fed again adds nothing`(sort: String) throws {
    let place = Workplace()
    let lines = madeLines(3, seed: 308, Self.sorts[sort] ?? .init())
    // Doubled and broken lines come again like all others.
    let fed = lines + lines[5..<9] + ["no event", #"{"event":"x"}"#]
    let path = try place.write("a.jsonl", fed)
    var before: [String: Int]?
    for _ in 0..<3 {
      let outcome = try place.run(
        "ingest", "--store", "s.db", "--format", "json", "--max-rejects", "9", "-", input: path)
      let intake = expectSums(outcome)
      #expect(intake["lines"] == fed.count && intake["rejected"] == 2)
      if before != nil { #expect(intake["new"] == 0) }
      before = intake
    }
    let database = try Database(place.file("s.db"))
    #expect(try database.number("SELECT count(*) FROM rejects") == 2)
    #expect(try database.number("SELECT count(*) FROM claims") == 0)
    let stored = try place.run("check", "--format", "json", "--store", "s.db", "--max-rejects", "9")
    let direct = try place.run(
      "check", "--format", "json", "-", "--max-rejects", "9", input: path)
    #expect(stored == direct)
  }

  @Test func `a record that stands twice in a file without seq counts twice`() throws {
    let place = Workplace()
    let lines = madeLines(2, seed: 309, with(Options()) { $0.hasSeq = false })
    let twice = lines.flatMap { [$0, $0] }
    try place.write("twice.jsonl", twice)
    try place.write("once.jsonl", lines)
    #expect(try ingest(place, "twice.jsonl")["new"] == twice.count)
    #expect(try ingest(place, "once.jsonl")["new"] == 0)
    #expect(try ingest(place, "once.jsonl", store: "o.db")["new"] == lines.count)
    #expect(try ingest(place, "twice.jsonl", store: "o.db")["new"] == lines.count)
    #expect(try events(place) == events(place, "o.db"))
    try place.write("thrice.jsonl", lines + lines + lines)
    #expect(try ingest(place, "thrice.jsonl")["new"] == lines.count)
    #expect(try ingest(place, "thrice.jsonl", "once.jsonl", "twice.jsonl")["new"] == 0)
  }

  @Test func `what contradicts the store is rejected with its bytes`() throws {
    let place = Workplace()
    func line(_ seq: Int, _ event: String, _ more: String = "") -> String {
      #"{"time":176000000000000000\#(seq),"seq":\#(seq),"launch":"L","event":"\#(event)"\#(more)}"#
    }
    let first = [line(0, "process.start"), line(1, "process.main"), line(2, "app.didBecomeActive")]
    let other = line(1, "process.main", #","reason":"é\u0000""#)
    let conflict = line(2, "app.willResignActive")
    let broken = #"{"seq":3,"launch":"L","event":"app.didEnterBackground"}"#
    try place.write("a.jsonl", first)
    try place.write("b.jsonl", [other, conflict, broken, line(4, "process.exit")])
    try ingest(place, "a.jsonl")
    let intake = try ingest(place, "b.jsonl")
    #expect(intake["new"] == 1 && intake["rejected"] == 3)
    let listed = try place.run("store", "rejects", "--store", "s.db", "--format", "json")
    let rejects = listed.document["rejects"] as? [[String: Any]] ?? []
    #expect(rejects.compactMap { $0["raw"] as? String } == [other, conflict, broken])
    #expect(
      rejects.compactMap { $0["reason"] as? String } == [
        "duplicate with other fields", "another event has its seq", "no usable time",
      ])
    #expect(rejects.compactMap { $0["line"] as? Int } == [1, 2, 3])
    // The broken line fills its place: no hole between 2 and 4.
    let report = try place.run("check", "--format", "json", "--store", "s.db", "--max-rejects", "9")
    #expect(!report.output.contains("trace.hole") && !report.output.contains("\"missing\""))
    let direct = try place.run(
      "check", "--format", "json", "a.jsonl", "b.jsonl", "--max-rejects", "9")
    #expect(report.output == direct.output && report.code == direct.code)
  }

  @Test func `a rejected line fills its place in seq`() throws {
    let place = Workplace()
    var lines = madeLines(1, seed: 310)
    let time = try #require(lines[9].firstRange(of: #/"time":[0-9]+/#))
    let cut = with(lines[9]) { $0.replaceSubrange(time, with: #""time":"never""#) }
    func check(_ changed: [String]) throws -> Outcome {
      try place.write("a.jsonl", changed)
      try? FileManager.default.removeItem(atPath: place.file("s.db"))
      try ingest(place, "a.jsonl")
      let direct = try place.run("check", "--format", "json", "a.jsonl", "--max-rejects", "9")
      #expect(try place.run("check", "--format", "json", "--store", "s.db", "--max-rejects", "9") == direct)
      return direct
    }
    let missing = try check(Array(lines[..<9] + lines[10...]))
    lines[9] = cut
    let filled = try check(lines)
    #expect(missing.output.contains("trace.gap"))
    #expect(!filled.output.contains("trace.gap"))
  }
}
