import Testing

@testable import TraceIngest
@testable import TraceModel

/// A file that is read while another program writes it.
@Suite(.tags(.medium)) struct FollowedSourceTests {
  private static func line(_ number: Int, _ launch: String) -> String {
    #"{"event":"memory.sample","time":\#(1_763_632_800 + number),"launch":"\#(launch)","seq":\#(number)}"#
  }

  private static func text(_ lines: Range<Int>, _ launch: String) -> String {
    lines.map { line($0, launch) + "\n" }.joined()
  }

  /// The events that have come since the last time.
  private static func events(_ source: FollowedSource, _ symbols: inout Symbols) -> [Int64] {
    _ = source.begin()
    var numbers: [Int64] = []
    while let batch = source.next(&symbols, SourceID(rawValue: 1)) { numbers += batch.events.map(\.seq) }
    return numbers
  }

  @Test func `a pipe has no end before its writer has come and gone`() throws {
    let scratch = try Scratch()
    let path = scratch.path("pipe")
    try #require(scratch.run("mkfifo '\(path)'") == 0)
    let bytes = try GrowingBytes(SourcePath(path))
    try bytes.fillHead()
    #expect(!bytes.isClosed)
    scratch.run("echo log > '\(path)'")
    try bytes.fillHead()
    #expect(bytes.isClosed)
  }

  @Test(arguments: [10, 100]) func `half a line is never joined to what takes the place of its end`(_ count: Int) throws
  {
    let scratch = try Scratch()
    let path = try scratch.write(Self.text(0..<count, "old") + Self.line(count, "old").prefix(40))
    let source = try FollowedSource(following: SourcePath(path), options: IngestOptions())
    var symbols = Symbols()
    #expect(Self.events(source, &symbols) == (0..<Int64(count)).map { $0 })
    #expect(!source.isRewritten)
    // The file is emptied and grows beyond the place to which it was read, at once.
    try scratch.write(Self.text(0..<300, "the new one"))
    #expect(Self.events(source, &symbols).isEmpty)
    #expect(source.isRewritten)
    source.cut()
    #expect(Self.events(source, &symbols).allSatisfy { $0 < count })
  }

  @Test func `a source that was left goes on behind that place`() throws {
    let scratch = try Scratch()
    let path = try scratch.write(Self.text(0..<200, "a"))
    var symbols = Symbols()
    let first = try FollowedSource(following: SourcePath(path), options: IngestOptions())
    _ = first.begin()
    let left = try #require(first.next(&symbols, SourceID(rawValue: 1))).position
    try scratch.write(Self.text(0..<250, "a"))
    let second = try FollowedSource(following: SourcePath(path), options: IngestOptions())
    _ = second.begin()
    #expect(second.resume(at: left))
    let batch = try #require(second.next(&symbols, SourceID(rawValue: 1)))
    #expect(batch.events.map(\.seq) == (200..<250).map { Int64($0) } && batch.events[0].line == 201)
    // Another file begins as this one does.
    try scratch.write(Self.text(0..<100, "a") + Self.text(0..<150, "b"))
    let other = try FollowedSource(following: SourcePath(path), options: IngestOptions())
    _ = other.begin()
    #expect(!other.resume(at: left))
    #expect(Self.events(other, &symbols).count == 250)
  }
}
