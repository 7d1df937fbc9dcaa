import Foundation
import Testing

@testable import tracemaker

/// Files of a folder are opened and scanned ahead: the answers must be those of files that are read one by one.
@Suite(.tags(.large)) struct FolderTests {
  /// A folder of small files: some begin like another, one is empty, one is no log, one is compressed, some were cut off.
  private static func fill(_ place: Workplace, seed: UInt64) throws -> [String] {
    var random = Random(seed: seed)
    let lines = madeLines(120, seed: seed, with(Options()) { $0.faults = Fault.allCases })
    var names: [String] = []
    var start = 0
    while start < lines.count {
      let name = "logs/f\(100 + names.count).jsonl"
      let count = names.count < 3 ? [40, 3, 200][names.count] : random.pick([1, 3, 40, 200, 2_500])
      let end = min(start + count, lines.count)
      try place.write(name, Array(lines[start..<end]))
      names.append(name)
      start = end
    }
    let text = try place.read(names[1])
    try place.write("logs/f101-copy.jsonl", text)
    try place.write("logs/f101-longer.jsonl", text + lines[0] + "\n" + "not an event\n")
    try place.write("logs/f102-cut.jsonl", String(try place.read(names[2]).dropLast(7)))
    try place.write("logs/empty.jsonl", "")
    try place.write("logs/notes.txt", "what was seen by hand\n")
    _ = try place.shell("gzip \(names[0])")
    names[0] += ".gz"
    names += ["f101-copy.jsonl", "f101-longer.jsonl", "f102-cut.jsonl", "empty.jsonl", "notes.txt"].map { "logs/\($0)" }
    return names.sorted()
  }

  private static func answers(_ place: Workplace, _ store: String) throws -> [String] {
    try EndToEndAnswersTests.questions.map {
      let answer = try place.run($0 + ["--store", store])
      // The next command to type names the store.
      return "\(answer.code)\n\(answer.output)\(answer.errors)".replacingOccurrences(of: store, with: "STORE")
    }
  }

  private static func sources(_ place: Workplace, _ store: String) throws -> [[String]] {
    try Database(place.file(store)).run("SELECT path, offset, line, head_length FROM sources ORDER BY path")
  }

  @Test(arguments: [501, 502, 503] as [UInt64])
  func `a folder gives a store what its files give it one by one`(seed: UInt64) throws {
    let place = Workplace()
    let names = try Self.fill(place, seed: seed)
    #expect(names.count > 8, "seed \(seed)")
    for round in 1...2 {
      _ = try place.run("ingest", "--store", "at-once.db", "logs", "--max-rejects", "99")
      for name in names { _ = try place.run("ingest", "--store", "one-by-one.db", name, "--max-rejects", "99") }
      #expect(try Self.sources(place, "at-once.db") == Self.sources(place, "one-by-one.db"), "seed \(seed), \(round)")
      #expect(try Self.answers(place, "at-once.db") == Self.answers(place, "one-by-one.db"), "seed \(seed), \(round)")
      // The second time some have grown, and one is as short as one that it began like.
      for name in names.prefix(4) where name.hasSuffix(".jsonl") {
        let more = madeLines(3, seed: seed + 7)
        try place.write(name, try place.read(name) + more.joined(separator: "\n") + "\n")
      }
      try place.write("logs/f101-longer.jsonl", try place.read("logs/f101-copy.jsonl"))
    }
  }

  @Test(arguments: [504, 505] as [UInt64])
  func `one core and all cores say the same of a folder`(seed: UInt64) throws {
    let place = Workplace()
    _ = try Self.fill(place, seed: seed)
    for question in ["check --format json logs", "check --memory 1MiB logs", "report --launch-times logs"] {
      let all = try place.shell("$tracetool \(question) --max-rejects 99")
      let one = try place.shell("taskset -c 0 $tracetool \(question) --max-rejects 99")
      #expect(all == one, "seed \(seed): \(question)")
      #expect(all.code <= 1, "seed \(seed): \(question): \(all.errors)")
    }
    let all = try place.shell("$tracetool ingest --store all.db logs --max-rejects 99")
    let one = try place.shell("taskset -c 0 $tracetool ingest --store one.db logs --max-rejects 99")
    #expect(all.output.replacingOccurrences(of: "all.db", with: "one.db") == one.output, "seed \(seed)")
    #expect(try Self.answers(place, "all.db") == Self.answers(place, "one.db"), "seed \(seed)")
  }
}
