import Foundation
import Testing

@testable import TraceRecorder

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A process that is killed while several of its threads record.
@Suite(.tags(.large)) struct RecorderKillTests {
  private static let threads = 4
  /// Fewer where a sanitizer watches, which makes all slow.
  private static let kills = ProcessInfo.processInfo.environment["TRACETOOL_SANITIZED"] == nil ? 200 : 10

  /// What a kill left.
  private struct Remains {
    var lines = 0
    /// Written, though `record` had not yet returned.
    var ahead = 0
    var isTorn = false
    /// A file was open ahead that nothing was written to.
    var hasNextFile = false
  }

  @Test func `what a killed process wrote is all that returned, in order and without holes`() throws {
    var lines = 0
    var ahead = 0
    var torn = 0
    var opened = 0
    for number in 0..<Self.kills {
      let folder = Folder()
      let remains = try kill(folder, afterMicroseconds: UInt32(number * 37 % 1000))
      lines += remains.lines
      ahead += remains.ahead > 0 ? 1 : 0
      torn += remains.isTorn ? 1 : 0
      opened += remains.hasNextFile ? 1 : 0
      // The next launch removes that.
      let next = RecorderEnvironment(background: RecorderEnvironment.atOnce)
      Recorder(in: folder, of: "recorder-probe", next).record(.processStart)
      #expect(try nextFiles(folder).isEmpty)
    }
    print(
      "\(Self.kills) kills: \(lines) lines, \(ahead) in or right after a write, \(torn) inside a line, \(opened) with a "
        + "file open ahead")
    #expect(lines > Self.kills)
  }

  private func kill(_ folder: Folder, afterMicroseconds pause: UInt32) throws -> Remains {
    let process = Process()
    let probe: URL = try #require(Probe.program)
    process.executableURL = probe
    process.arguments = ["record", folder.url.path, "\(Self.threads)", "100000"]
    try process.run()
    let reported = folder.url.appendingPathComponent("returned")
    for _ in 0..<20_000 where size(reported) < Self.threads * 8 { usleep(300) }
    usleep(pause)
    _ = Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    let counts = try Data(contentsOf: reported)
    try #require(counts.count == Self.threads * 8)
    let returned = (0..<Self.threads).map { thread in
      counts[(thread * 8)..<(thread * 8 + 8)].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    return try remains(folder, returned)
  }

  private func remains(_ folder: Folder, _ returned: [Int]) throws -> Remains {
    var remains = Remains()
    let lines = try folder.lines()
    remains.lines = lines.count
    #expect(lines.allSatisfy { $0.utf8.starts(with: "{\"event\":".utf8) && $0.utf8.last == UInt8(ascii: "}") })
    // What distinguishes them stands in front.
    let heads = lines.map { line in
      line.utf8.prefix(300).split(separator: UInt8(ascii: ",")).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(heads.map { Self.number("seq", in: $0) } == Array(0..<lines.count))
    for thread in 0..<Self.threads {
      let own = heads.filter { $0.contains("\"name\":\"thread \(thread)\"") }.map { Self.number("task", in: $0) }
      #expect(own == Array(0..<own.count))
      // One more at most: that which was under way.
      #expect(own.count == returned[thread] || own.count == returned[thread] + 1)
      remains.ahead += own.count - returned[thread]
    }
    let files = try folder.files()
    for file in files {
      let isTorn = try Data(contentsOf: file).last.map { $0 != UInt8(ascii: "\n") } ?? false
      #expect(!isTorn || file == files.last)
      remains.isTorn = remains.isTorn || isTorn
    }
    let next = try nextFiles(folder)
    #expect(next.count <= 1 && next.allSatisfy { size($0) == 0 })
    remains.hasNextFile = !next.isEmpty
    return remains
  }

  private func nextFiles(_ folder: Folder) throws -> [URL] {
    try folder.folders().flatMap { folder in
      try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { NextFileName($0) != nil }
        .map { folder.appendingPathComponent($0) }
    }
  }

  private func size(_ file: URL) -> Int {
    var status = stat()
    return stat(file.path, &status) == 0 ? Int(status.st_size) : 0
  }

  private static func number(_ key: String, in fields: [String]) -> Int? {
    let lead = "\"\(key)\":"
    return fields.first { $0.hasPrefix(lead) }.flatMap { Int($0.dropFirst(lead.count).prefix { $0.isNumber }) }
  }
}
