import Foundation
import Testing

@testable import TraceIngest
@testable import TraceModel

/// Archives, made by hand where no program would make them.
enum MadeArchive {
  /// The header of a tar member, its sum right.
  static func tarHeader(_ name: String, size: Int, type: Character = "0") -> [UInt8] {
    func padded(_ text: String, _ width: Int) -> [UInt8] {
      Array(text.utf8) + [UInt8](repeating: 0, count: width - text.utf8.count)
    }
    func octal(_ number: Int, _ width: Int) -> [UInt8] {
      let digits = String(number, radix: 8)
      return Array((String(repeating: "0", count: width - 1 - digits.count) + digits).utf8) + [0]
    }
    var block = padded(name, 100) + octal(0o644, 8) + octal(0, 8) + octal(0, 8) + octal(size, 12) + octal(0, 12)
    block += Array("        ".utf8) + Array(String(type).utf8) + padded("", 100) + padded("ustar", 6) + Array("00".utf8)
    block += [UInt8](repeating: 0, count: 512 - block.count)
    let sum = block.reduce(0) { $0 + Int($1) }
    block.replaceSubrange(148..<156, with: octal(sum, 7) + [0x20])
    return block
  }

  static func tar(_ members: [(name: String, text: String)]) -> [UInt8] {
    members.flatMap { name, text in
      let bytes = Array(text.utf8)
      return tarHeader(name, size: bytes.count) + bytes + [UInt8](repeating: 0, count: (512 - bytes.count % 512) % 512)
    } + [UInt8](repeating: 0, count: 1024)
  }

  /// A zip archive, deflated as gzip does it or stored.
  static func zip(_ members: [(name: String, text: String)], _ scratch: Scratch, isStored: Bool = false) throws
    -> [UInt8]
  {
    func little(_ number: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(number >> (8 * $0) & 0xFF) } }
    var archive: [UInt8] = []
    var directory: [UInt8] = []
    for (name, text) in members {
      try scratch.write(text, to: "deflate")
      scratch.run("cd '\(scratch.folder)' && gzip -nc deflate > deflate.gz")
      let packed = Array(try Data(contentsOf: URL(fileURLWithPath: scratch.path("deflate.gz"))))
      let data = isStored ? Array(text.utf8) : Array(packed[10..<packed.count - 8])
      let bytes = Array(name.utf8)
      let sum = Array(packed.suffix(8).prefix(4))
      var common = little(0, 2)
      common += little(isStored ? 0 : 8, 2)
      common += little(0, 4)
      common += sum
      common += little(data.count, 4)
      common += little(text.utf8.count, 4)
      common += little(bytes.count, 2)
      common += little(0, 2)
      directory += [0x50, 0x4B, 1, 2]
      directory += little(20, 2)
      directory += little(20, 2)
      directory += common
      directory += little(0, 10)
      directory += little(archive.count, 4) + bytes
      archive += [0x50, 0x4B, 3, 4]
      archive += little(20, 2)
      archive += common + bytes + data
    }
    scratch.run("rm -f '\(scratch.path("deflate"))' '\(scratch.path("deflate.gz"))'")
    var end: [UInt8] = [0x50, 0x4B, 5, 6]
    end += little(0, 4)
    end += little(members.count, 2)
    end += little(members.count, 2)
    end += little(directory.count, 4)
    end += little(archive.count, 4)
    end += little(0, 2)
    return archive + directory + end
  }
}

@Suite(.tags(.medium)) struct ArchiveTests {
  static let logs: [(name: String, text: String)] = [
    ("b.jsonl", #"{"event":"b","uptime":1}"# + "\n" + #"{"event":"c","uptime":2}"# + "\n"),
    ("logs/a.jsonl", #"{"event":"a","uptime":1}"#), (".hidden", "x"), ("__MACOSX/._b.jsonl", "x"), ("empty", ""),
    ("logs/.git/config", "x"), ("logs/z.json", "[{\"event\":\"z\",\"uptime\":1},\n{\"event\":\"y\",\"uptime\":1}]"),
  ]

  /// The sources of an archive, by what stands behind its own name.
  private static func sources(_ path: String) throws -> [(name: String, source: SourcePath)] {
    try SourceList.expand([path]).map { (String($0.name.dropFirst(path.count)), $0) }
  }

  /// The names of the events in a source, and what went wrong at its end.
  static func events(_ source: SourcePath) -> (names: [String], failure: IngestError?) {
    var symbols = Symbols()
    var batch = EventBatch()
    var failure: IngestError?
    do throws(IngestError) {
      var reader = try SourceReader(source, options: IngestOptions())
      while try batch.add(from: &reader, &symbols, limit: 10) {}
    } catch { failure = error }
    return (batch.events.map { symbols.texts.string(symbols.signature($0).unknownName) }, failure)
  }

  @Test(arguments: ["tar", "tgz", "tar.gz", "tar.xz", "tar.zst", "tar.bz2", "zip", "stored.zip"])
  func `the files of an archive are read as those of a folder`(kind: String) throws {
    let scratch = try Scratch()
    let path = scratch.path("all.\(kind)")
    if kind.hasSuffix("zip") {
      try scratch.write(MadeArchive.zip(Self.logs, scratch, isStored: kind != "zip"), to: "all.\(kind)")
    } else {
      try scratch.write(MadeArchive.tar(Self.logs), to: "all.tar")
      let programs = ["tgz": "gzip", "tar.gz": "gzip", "tar.xz": "xz", "tar.zst": "zstd", "tar.bz2": "bzip2"]
      if let program = programs[kind] { scratch.run("\(program) -c '\(scratch.path("all.tar"))' > '\(path)'") }
    }
    let sources = try Self.sources(path)
    #expect(sources.map(\.name) == ["/b.jsonl", "/logs/a.jsonl", "/logs/z.json"])
    #expect(sources.map { Self.events($0.source).names } == [["b", "c"], ["a"], ["z", "y"]])
    #expect(sources.allSatisfy { Self.events($0.source).failure == nil })
    #expect(try RawLines.read("\(path)/logs/z.json", [2]) == [2: #"{"event":"y","uptime":1}"#])
    #expect(try RawLines.read("\(path)/logs/none", [2]).isEmpty)
    // A checkpoint in a member is gone to.
    let member = try #require(sources.first { $0.name == "/b.jsonl" }).source
    var symbols = Symbols()
    var batch = EventBatch()
    var reader = try SourceReader(member, options: IngestOptions())
    _ = try reader.read(into: &batch, symbols: &symbols, source: SourceID(rawValue: 0), limit: 1)
    var again = try SourceReader(member, options: IngestOptions())
    #expect(try again.resume(at: batch.position))
    _ = try again.read(into: &batch, symbols: &symbols, source: SourceID(rawValue: 0), limit: 5)
    #expect(batch.events.map(\.line) == [2])
  }

  static let oddNames = [
    "../../up.jsonl", "/root.jsonl", "-rf", "--help", "new\nline", "it's", "$(touch gone)", "*?[a].jsonl", "a\\b",
    "caf\u{E9}.jsonl", "..", "trailing ",
  ]

  @Test(arguments: ["tar", "tgz", "zip"])
  func `no name of a member does harm`(kind: String) throws {
    let scratch = try Scratch()
    let members = Self.oddNames.enumerated().map { (name: $1, text: #"{"event":"e\#($0)","uptime":1}"#) }
    let folder = FileManager.default
    try scratch.write(kind == "zip" ? MadeArchive.zip(members, scratch) : MadeArchive.tar(members), to: "odd.tar")
    let copy = kind == "tgz" ? "gzip -c < odd.tar" : "cat odd.tar"
    scratch.run("cd '\(scratch.folder)' && \(copy) > 'o d'\\''d.\(kind)'; rm odd.tar")
    let sources = try Self.sources(scratch.path("o d'd.\(kind)"))
    let labels = sources.map { $0.name.dropFirst() }
    #expect(labels.map { Substring($0) } == labels.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    let names = Self.oddNames.map { name in
      name.hasPrefix("/") ? String(name.dropFirst()) : name.replacing("\n", with: "\\x0A")
    }
    #expect(Set(labels.map(String.init)) == Set(names))
    #expect(Set(sources.flatMap { Self.events($0.source).names }) == Set(Self.oddNames.indices.map { "e\($0)" }))
    #expect(try folder.contentsOfDirectory(atPath: scratch.folder) == ["o d'd.\(kind)"])
  }

  /// What the system's own program calls the formats of tar archives.
  #if os(Linux)
    private static let tarFormats = ["gnu", "pax", "ustar"]
  #else
    private static let tarFormats = ["gnutar", "pax", "ustar"]
  #endif

  @Test(arguments: tarFormats)
  func `long names are read, and each member of one name`(format: String) throws {
    let scratch = try Scratch()
    let long = String(repeating: "long/", count: 28) + String(repeating: "x", count: 90)
    let make = """
      cd '\(scratch.folder)' && mkdir -p '\(long.dropLast(91))' && echo '{"event":"a","uptime":1}' > '\(long)' &&
      tar --format=\(format) -cf l.tar long && echo '{"event":"b","uptime":2}' >> '\(long)' &&
      tar --format=\(format) -rf l.tar long
      """
    try #require(scratch.run(make) == 0)
    let sources = try Self.sources(scratch.path("l.tar"))
    #expect(sources.map(\.name) == ["/\(long)", "/\(long)//2"])
    #expect(sources.map { Self.events($0.source).names } == [["a"], ["a", "b"]])
  }

  @Test(arguments: ["tar", "tgz", "zip"])
  func `of an archive that breaks off what came before is read, and the rest is a failure`(kind: String) throws {
    let scratch = try Scratch()
    let lines = (0..<40).map { #"{"event":"e\#($0)","uptime":\#(1000 + $0),"x":"\#(UUID())"}"# + "\n" }.joined()
    let members = ["a", "b", "c"].map { (name: "\($0).jsonl", text: lines) }
    let whole = try kind == "zip" ? MadeArchive.zip(members, scratch, isStored: true) : MadeArchive.tar(members)
    try scratch.write(whole, to: "whole")
    if kind == "tgz" { scratch.run("cd '\(scratch.folder)' && gzip -c < whole > packed && mv packed whole") }
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: scratch.path("whole"))))
    var last = 0
    // The end of a tar archive holds nothing, and what follows it is not asked for.
    for length in stride(from: 600, to: bytes.count - (kind == "tar" ? 1100 : 1), by: kind == "tgz" ? 211 : 997) {
      let path = try scratch.write(Array(bytes[..<length]), to: "cut.\(kind)")
      let sources = try Self.sources(path)
      let found = sources.map { Self.events($0.source) }
      #expect(found.compactMap(\.failure).map(\.subject).contains(path), "cut at \(length)")
      let count = found.reduce(0) { $0 + $1.names.count }
      #expect(count >= last, "cut at \(length)")
      last = count
    }
    // A program that decompresses lets go of the last part of what it has read.
    #expect(last >= (kind == "tgz" ? 30 : 80))
  }

  @Test func `damage within a member of a zip archive fails that member alone`() throws {
    let scratch = try Scratch()
    let text = (0..<400).map { #"{"event":"e","uptime":\#($0),"x":"\#(UUID())"}"# + "\n" }.joined()
    var bytes = try MadeArchive.zip([("a.jsonl", text), ("b.jsonl", Self.logs[0].text)], scratch)
    for index in 5000..<5010 { bytes[index] ^= 0x5A }
    let sources = try Self.sources(scratch.write(bytes, to: "d.zip"))
    let found = sources.map { Self.events($0.source) }
    #expect(found.count == 2 && found[0].failure?.operation == "decompress" && !found[0].names.isEmpty)
    #expect(found[1].names == ["b", "c"] && found[1].failure == nil)
  }

  @Test(arguments: ["zip", "tgz"])
  func `two members that are read at the same time do not disturb each other`(kind: String) throws {
    let scratch = try Scratch()
    // Each is many times as long as what a pipe holds, also when it is compressed.
    let members = ["a", "b"].map { name in
      let lines = (0..<20_000).map { #"{"event":"\#(name)\#($0)","uptime":\#($0),"x":"\#(UUID())"}"# + "\n" }
      return (name: "\(name).jsonl", text: lines.joined())
    }
    if kind == "zip" {
      try scratch.write(MadeArchive.zip(members, scratch), to: "two.zip")
    } else {
      for (name, text) in members { try scratch.write(text, to: name) }
      let pack = "cd '\(scratch.folder)' && gzip a.jsonl b.jsonl && tar -czf two.tgz a.jsonl.gz b.jsonl.gz"
      try #require(scratch.run(pack) == 0)
    }
    let sources = try Self.sources(scratch.path("two.\(kind)")).map(\.source)
    try #require(sources.count == 2)
    var symbols = Symbols()
    var first = try SourceReader(sources[0], options: IngestOptions())
    var second = try SourceReader(sources[1], options: IngestOptions())
    var batches = [EventBatch(), EventBatch()]
    var isMore = true
    while isMore {
      isMore = try batches[0].add(from: &first, &symbols, limit: 3000)
      isMore = try batches[1].add(from: &second, &symbols, limit: 3000) || isMore
    }
    for (name, batch) in zip(["a", "b"], batches) {
      let names = batch.events.map { symbols.texts.string(symbols.signature($0).unknownName) }
      let isWhole = names == (0..<20_000).map { "\(name)\($0)" }
      #expect(isWhole, "\(name): \(names.count) events")
    }
  }

  @Test func `a member that is compressed itself is decompressed`() throws {
    let scratch = try Scratch()
    try scratch.write(Self.logs[0].text, to: "b.jsonl")
    try #require(scratch.run("cd '\(scratch.folder)' && xz b.jsonl && tar -czf n.tgz b.jsonl.xz") == 0)
    let sources = try Self.sources(scratch.path("n.tgz"))
    #expect(sources.map(\.name) == ["/b.jsonl.xz"])
    #expect(Self.events(sources[0].source).names == ["b", "c"])
  }

  @Test func `an archive that is not named as one is refused, and says what it is`() throws {
    let scratch = try Scratch()
    let path = try scratch.write(MadeArchive.tar(Self.logs), to: "t.tar")
    scratch.run("gzip -c '\(path)' > '\(scratch.path("log.gz"))'")
    let found = Self.events(SourcePath(scratch.path("log.gz")))
    #expect(found.failure?.cause == "what is in it is a tar archive")
    // What is named so and is none is read as what it is.
    try scratch.write(Self.logs[0].text, to: "plain")
    scratch.run("gzip -c '\(scratch.path("plain"))' > '\(scratch.path("p.tgz"))'")
    let plain = try Self.sources(scratch.path("p.tgz"))
    #expect(plain.map(\.name) == [""] && Self.events(plain[0].source).names == ["b", "c"])
  }
}
