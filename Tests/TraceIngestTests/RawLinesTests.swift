import Testing

@testable import TraceIngest

/// Lines are found again as they stand in their file.
@Suite(.tags(.medium)) struct RawLinesTests {
  @Test(arguments: [false, true])
  func `any line of a large file is read, compressed or not`(isCompressed: Bool) throws {
    let scratch = try Scratch()
    let text = (1...70_000).map { "\($0) \(String(repeating: "x", count: 100))\n" }.joined()
    var path = try scratch.write(text + "last")
    if isCompressed {
      scratch.run("gzip '\(path)'")
      path += ".gz"
    }
    let wanted: Set = [1, 2, 40_000, 69_999, 70_001, 70_002]
    var options = IngestOptions()
    options.format = LogFormat.canonical
    let lines = try RawLines.read(path, wanted, options)
    #expect(lines.keys.sorted() == [1, 2, 40_000, 69_999, 70_001])
    #expect(lines[40_000]?.hasPrefix("40000 xx") == true && lines[40_000]?.count == 106)
    #expect(lines[70_001] == "last")
  }

  @Test func `what is no file has no lines`() throws {
    let scratch = try Scratch()
    scratch.run("mkfifo '\(scratch.path("pipe"))'")
    for path in ["-", scratch.folder, scratch.path("pipe"), scratch.path("gone")] {
      #expect(try RawLines.read(path, [1]).isEmpty, "\(path)")
    }
  }
}
