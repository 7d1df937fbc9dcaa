import Testing

@testable import TraceIngest
@testable import TraceModel

/// Text with everything in it that is hard to cut: made anew from a seed.
func mixedLog(seed: UInt64, lines: Int) -> [UInt8] {
  var random = SplitMix(seed: seed)
  var text: [UInt8] = random.next() % 2 == 0 ? [0xEF, 0xBB, 0xBF] : []
  for index in 0..<lines {
    let pieces = [
      "", " ", "{}", "broken", #"{"event":"a","seq":\#(index),"launch":"L\#(index % 3)"}"#,
      #"{"event":"scene.didActivate","time":\#(1_763_632_800 + index),"scene":"S\#(index % 5)"}"#,
      #"{"event":"applicationDidBecomeActive","time":1763632800,"device":"D\#(index % 4)"}"#,
      #"{ "event": "ünknown-😀", "uptime": \#(index), "pid": \#(index % 7), "x": {"b":1, "a":2}}"#,
      #"{"event":"task.begin","time":"2025-11-20 10:00:00","app":"A","task":\#(index),"task":1}"#,
      #"{"event":"view.didAppear","time":1763632800,"view":"V\n\#(index)","boot":"B"}"#,
      String(repeating: "long ", count: 40),
    ]
    text += Array(pieces[Int(random.next() % UInt64(pieces.count))].utf8)
    if random.next() % 9 == 0 { text += [0xFF, 0xC0] }
    let isLast = index == lines - 1
    if !isLast || random.next() % 2 == 0 { text += random.next() % 3 == 0 ? [13, 10] : [10] }
  }
  return text
}

extension Reading {
  /// All that was read, in words.
  var all: [String] {
    described + batch.rejects.map { describe($0, symbols) } + ["\(batch.counts)"]
  }
}

@Suite(.tags(.medium)) struct SourceTests {
  @Test(arguments: Array(1...70) + [4095, 4096, 4097, 262_144])
  func `blocks of any size give the same`(_ blockSize: Int) throws {
    var options = IngestOptions()
    options.lineLimit = 150
    for seed in 1...3 as ClosedRange<UInt64> {
      let text = mixedLog(seed: seed, lines: 120)
      let expected = try Reading(text, options: options)
      let reading = try Reading(text, options: options, blockSize: blockSize)
      #expect(reading.all == expected.all, "seed \(seed)")
      #expect(reading.batch.position.offset == expected.batch.position.offset)
      #expect(reading.batch.position.tailHash == expected.batch.position.tailHash)
      let counts = expected.batch.counts
      #expect(counts.lines == counts.records + counts.blank + counts.unfinished)
      #expect(counts.records == Int64(expected.batch.events.count) + counts.rejected)
    }
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>, [false, true])
  func `stopping anywhere and going on gives the same`(_ seed: UInt64, _ isCompressed: Bool) throws {
    let scratch = try Scratch()
    var path = try scratch.write(mixedLog(seed: seed, lines: 400))
    let expected = try Reading(path: path)
    if isCompressed {
      scratch.run("gzip '\(path)'")
      path += ".gz"
    }
    let size = Int(seed) * 13
    var parts = Parts()
    var more = true
    while more {
      let before = parts.batch
      var reader = try SourceReader(SourcePath(path), options: IngestOptions())
      #expect(reader.head.hash == expected.headHash)
      if before.position.line > 0 { #expect(try reader.resume(at: before.position)) }
      // A new generation of symbols at each stop.
      var fresh = Symbols()
      var batch = EventBatch()
      more = try reader.read(
        into: &batch, symbols: &fresh, source: SourceID(rawValue: 0), limit: size)
      parts.texts += batch.events.map { describe($0, fresh) }
      parts.rejects += batch.rejects.map { describe($0, fresh) }
      parts.batch.counts += batch.counts
      parts.batch.position = batch.position
    }
    #expect(parts.texts == expected.described, "seed \(seed)")
    #expect(parts.rejects == expected.batch.rejects.map { describe($0, expected.symbols) })
    #expect(parts.batch.counts == expected.batch.counts)
  }

  @Test func `a file that grew is read from where it ended`() throws {
    let first = #"{"event":"a","time":1763632800,"device":"D"}"#
    let second = #"{"event":"b","time":1763632801,"pid":4}"#
    for (end, lines) in [("\n", 1), ("\r\n", 1), ("\nrest", 1)] {
      let scratch = try Scratch()
      // The last line is whole, but its newline comes only later.
      let path = try scratch.write(first)
      let before = try Reading(path: path)
      try scratch.write("\(first)\(end)\n\(second)\n")
      var reader = try SourceReader(SourcePath(path), options: IngestOptions())
      #expect(reader.head.prefixHashes[before.batch.position.headLength] == before.headHash)
      #expect(try reader.resume(at: before.batch.position))
      var after = before
      #expect(
        try !reader.read(
          into: &after.batch, symbols: &after.symbols, source: SourceID(rawValue: 0), limit: 100))
      #expect(after.batch.events.map(\.line) == [Int32(lines + 2)])
      #expect(after.described[0].contains(" stream=D///4 "))
    }
  }

  @Test func `an unfinished line is read again when it is whole`() throws {
    let scratch = try Scratch()
    let path = try scratch.write("{\"event\":\"a\",\"time\":1763632800}\n{\"event\":\"b\",")
    let before = try Reading(path: path)
    #expect(before.batch.counts.unfinished == 1)
    try scratch.write("{\"event\":\"a\",\"time\":1763632800}\n{\"event\":\"b\",\"uptime\":5}\n")
    var reader = try SourceReader(SourcePath(path), options: IngestOptions())
    #expect(try reader.resume(at: before.batch.position))
    var after = before
    _ = try reader.read(
      into: &after.batch, symbols: &after.symbols, source: SourceID(rawValue: 0), limit: 100)
    #expect(after.batch.events.map(\.line) == [2])
    #expect(after.batch.counts.lines == 1)
  }

  @Test func `another file under the same name is not gone on with`() throws {
    let scratch = try Scratch()
    let line = #"{"event":"a","time":1763632800}"#
    let path = try scratch.write(Array(repeating: line, count: 50).joined(separator: "\n"))
    let before = try Reading(path: path)
    for other in ["{short", Array(repeating: line, count: 50).joined(separator: "; ")] {
      try scratch.write(other)
      var reader = try SourceReader(SourcePath(path), options: IngestOptions())
      #expect(try !reader.resume(at: before.batch.position))
      var batch = EventBatch()
      var symbols = Symbols()
      _ = try reader.read(
        into: &batch, symbols: &symbols, source: SourceID(rawValue: 0), limit: 100)
      #expect(batch.rejects.map(\.offset) == [0])
    }
  }

  @Test(arguments: ByteInput.programs.map(\.key))
  func `a compressed file is read as what is in it`(_ program: String) throws {
    let scratch = try Scratch()
    let path = try scratch.write(mixedLog(seed: 4, lines: 3000))
    let expected = try Reading(path: path)
    let odd = scratch.path("it's $odd.name")
    try #require(
      scratch.run("\(program) -c '\(path)' > \"\(scratch.folder)/it's \\$odd.name\"") == 0)
    let reading = try Reading(path: odd)
    #expect(reading.all == expected.all)
    // A checkpoint in it is found by reading up to it.
    var options = IngestOptions()
    options.blockSize = 1024
    var reader = try SourceReader(SourcePath(odd), options: options)
    #expect(try reader.resume(at: expected.batch.position))
  }

  @Test func `what was read before a compressed file breaks off counts`() throws {
    let scratch = try Scratch()
    let path = try scratch.write(
      String(repeating: "{\"event\":\"a\",\"time\":1763632800}\n", count: 100_000))
    scratch.run("gzip -c '\(path)' | head -c 4000 > '\(scratch.path("cut.gz"))'")
    var reader = try SourceReader(SourcePath(scratch.path("cut.gz")), options: IngestOptions())
    var batch = EventBatch()
    var symbols = Symbols()
    do {
      while try batch.add(from: &reader, &symbols, limit: 1000) {}
      Issue.record("it was read to its end")
    } catch {
      #expect(error.cause == "'gzip' ended with code 1")
      #expect(error.subject == scratch.path("cut.gz"))
    }
    #expect(batch.events.count > 1000)
    // Where it breaks off lies within a line.
    #expect(batch.counts.lines == Int64(batch.events.count) + batch.counts.unfinished)
    #expect(batch.position.line == Int64(batch.events.count))
    #expect(batch.position.offset == 32 * batch.position.line)
  }

  @Test func `a named pipe is read once, and not decompressed`() throws {
    let scratch = try Scratch()
    let path = scratch.path("pipe")
    scratch.run("mkfifo '\(path)'; (printf '{\"event\":\"a\",\"uptime\":1}\n' > '\(path)') &")
    var reader = try SourceReader(SourcePath(path), options: IngestOptions())
    #expect(reader.isPipe && reader.size == nil)
    var batch = EventBatch()
    var symbols = Symbols()
    while try batch.add(from: &reader, &symbols, limit: 10) {}
    #expect(batch.events.count == 1 && reader.bytesRead == 25)
    let other = scratch.path("other")
    scratch.run("mkfifo '\(other)'; (echo hello | gzip > '\(other)') &")
    #expect(throws: IngestError.self) {
      _ = try SourceReader(SourcePath(other), options: IngestOptions())
    }
  }

  @Test func `paths lead to files in byte order, each once`() throws {
    let scratch = try Scratch()
    let folder = scratch.folder
    scratch.run(
      """
      cd '\(folder)' && mkdir -p a/b a-c && touch a/z a/b/x a-c/y B .h && ln -s .. a/b/up && \
      ln -s nowhere a/dangling && mkfifo a/pipe
      """)
    let all = try SourceList.expand([folder]).map { $0.name.dropFirst(folder.utf8.count + 1) }
    #expect(all == ["B", "a-c/y", "a/b/x", "a/dangling", "a/pipe", "a/z"])
    let some = try SourceList.expand(["-", "\(folder)/a/z", "\(folder)/a", "-", "\(folder)/B"])
    #expect(some.map(\.name) == ["B", "a/b/x", "a/dangling", "a/pipe", "a/z"].map { "\(folder)/\($0)" } + ["-"])
    #expect(some.filter(\.isFound).map(\.name) == ["a/b/x", "a/dangling", "a/pipe"].map { "\(folder)/\($0)" })
    #expect(throws: IngestError.self) { try SourceList.expand(["\(folder)/none"]) }
    #expect(throws: IngestError.self) {
      _ = try SourceReader(SourcePath("/dev/null"), options: IngestOptions())
    }
  }

  /// What a script makes in the folder `logs`, and the errors of what cannot be read of it: what each is of, and why.
  static let obstacles: [(script: String, path: String, cause: String, isOfNoLog: Bool)] = [
    ("ln -s nowhere logs/link", "logs/link", "it is a link that leads nowhere", false),
    ("ln -s link logs/link", "logs/link", "too many levels of symbolic links", false),
    ("ln -s a.jsonl/x logs/link", "logs/link", "it is a link that leads nowhere", false),
    ("mkfifo logs/pipe", "logs/pipe", "it is not a log but a pipe", true),
    ("ln -s /dev/null logs/link", "logs/link", "it is not a log but a device", true),
    (
      """
      long=$(printf %0200d 0 | sed 's/.*/&\\/&\\/&\\/&\\/&\\/&/') && long=$long/$long &&
      mkdir -p logs/d/$long t/$long && mv t logs/d/$long
      """,
      "logs/d", "file name too long", false
    ),
  ]

  @Test(arguments: obstacles)
  func `what nobody can open in a folder is a source that fails`(
    _ obstacle: (script: String, path: String, cause: String, isOfNoLog: Bool)
  ) throws {
    let scratch = try Scratch()
    let script = "cd '\(scratch.folder)' && mkdir logs && echo '{\"event\":\"a\",\"uptime\":1}' > logs/a.jsonl"
    try #require(scratch.run("\(script) && \(obstacle.script)") == 0)
    let sources = try SourceList.expand([scratch.path("logs")])
    #expect(sources.count == 2 && sources.first?.name == scratch.path("logs/a.jsonl"))
    let found = ArchiveTests.events(try #require(sources.last))
    #expect(found.failure?.cause == obstacle.cause && found.failure?.isOfNoLog == obstacle.isOfNoLog)
    #expect(found.failure?.subject.hasPrefix(scratch.path(obstacle.path)) == true)
    #expect(found.failure?.isPartial == false)
    var followed = FollowedPaths([SourcePath(scratch.path("logs"))])
    followed.look { _ in false }
    #expect(followed.files.map(\.path.name) == [scratch.path("logs/a.jsonl")])
    #expect(followed.unread.map(\.value.cause) == [obstacle.cause] && followed.missing.isEmpty)
    scratch.run("rm -rf '\(scratch.path("logs"))'")
  }

  @Test func `folders that lead into each other are entered once`() throws {
    let scratch = try Scratch()
    let script = "for i in $(seq 20); do mkdir d$i && for k in $(seq 20); do ln -s .. d$i/up$k; done; done"
    scratch.run("cd '\(scratch.folder)' && \(script)")
    #expect(try SourceList.expand([scratch.folder]).isEmpty)
  }

  @Test func `a path that could not be read is settled once it is gone, or once a run comes past it`() throws {
    let scratch = try Scratch()
    try scratch.write("x", to: "there")
    let unread = [scratch.path("there"), scratch.path("gone"), "logs/sub", "logs/a.tgz", "other/a", "none/a"]
    #expect(SourceList.settled(unread, [], []) == [scratch.path("gone")])
    let sources = [SourcePath("logs/sub"), SourcePath("logs/a.tgz/x")]
    #expect(SourceList.settled(unread, ["logs/"], sources) == [scratch.path("gone"), "logs/a.tgz"])
  }

  @Test func `how far a file was read compares with its size`() throws {
    let scratch = try Scratch()
    let path = try scratch.write(mixedLog(seed: 9, lines: 5000))
    let size = try SourceReader(SourcePath(path), options: IngestOptions()).size
    scratch.run("gzip -k '\(path)'")
    for path in [path, path + ".gz"] {
      var reader = try SourceReader(SourcePath(path), options: IngestOptions())
      var batch = EventBatch()
      var symbols = Symbols()
      while try reader.read(
        into: &batch, symbols: &symbols, source: SourceID(rawValue: 0), limit: 100)
      {}
      #expect(reader.bytesRead == size)
      #expect(reader.size == (path.hasSuffix("gz") ? nil : size))
    }
  }
}

/// What several readings of one source gave together.
struct Parts {
  var texts: [String] = []
  var rejects: [String] = []
  var batch = EventBatch()
}
