import Foundation
import Testing
import TraceIngest
import TraceStore

@testable import TracePipeline

/// A followed file that is rotated more than once while nobody reads is read whole, or it is said what is missing.
@Suite(.tags(.medium)) struct ReplacementsTests {
  /// What a program does with its log.
  enum Step: Sendable {
    case write(Range<Int>)
    case rename(String)
    case compress(String)
    case copyAndEmpty(String)
    case remove(String)
  }

  private static let all = lines(12, seed: 31)
  private static let end = all.count

  /// What happens between two looks, and the lines that nobody can read; nil if there are none.
  private static let cases: [(String, [Step], lost: Range<Int>?)] = [
    ("once", [.rename("x.1"), .write(40..<end)], nil),
    ("twice", [.rename("x.1"), .write(40..<70), .rename("x.2"), .write(70..<end)], nil),
    (
      "three times",
      [.rename("x.1"), .write(40..<50), .rename("x.2"), .write(50..<70), .rename("x.log.3"), .write(70..<end)], nil
    ),
    ("twice, compressed", [.rename("x.1"), .write(40..<70), .compress("x-2.gz"), .write(70..<end)], nil),
    ("twice, and no file follows", [.rename("x.1"), .write(40..<end), .rename("old x.log")], nil),
    ("copied twice", [.copyAndEmpty("x.1"), .write(40..<70), .copyAndEmpty("x.2"), .write(70..<end)], nil),
    ("gone", [.rename("x.1"), .write(40..<70), .remove("x.log"), .write(70..<end)], 40..<70),
    ("of another name", [.rename("x.1"), .write(40..<70), .rename("xyz.log"), .write(70..<end)], 40..<70),
    ("copies are gone", [.copyAndEmpty("y"), .write(40..<70), .copyAndEmpty("z"), .write(70..<end)], 40..<70),
  ]

  @Test func `what lay at a path in between is read, or missed by its numbers`() throws {
    for (name, steps, lost) in Self.cases {
      let folder = Folder()
      let path = folder.path + "/x.log"
      // What was there before is no part of what is followed, whatever its name.
      _ = try folder.write("x.0", Array(Self.all[60...]))
      try Self.run(.write(0..<40), path)
      var run = FollowRun([path], options: IngestOptions(), isFromEnd: false)
      _ = run.poll()
      for step in steps { try Self.run(step, path) }
      let launches = run.finish()
      let count = Self.end - (lost?.count ?? 0)
      #expect(launches.counts.new == Int64(count), "\(name): \(launches.counts)")
      let failures = launches.diagnostics.failures
      #expect(failures.count == (lost == nil ? 0 : 1) && failures.allSatisfy(\.isPartial), "\(name): \(failures)")
    }
  }

  @Test func `a store gets the same, and its run says what is missing`() throws {
    for (name, steps, lost) in Self.cases {
      let folder = Folder()
      let path = folder.path + "/x.log"
      try Self.run(.write(0..<40), path)
      let store = try EventStore(path: folder.store, mode: .write)
      let intake = try FollowedIntake(into: store, options: IngestOptions())
      var run = FollowRun([path], options: IngestOptions(), isFromEnd: false, into: intake, keepsEvents: false)
      _ = run.poll()
      for step in steps { try Self.run(step, path) }
      let result = try run.finishIntake()
      let count = try store.integer("SELECT count(*) FROM events")
      #expect(count == Int64(Self.end - (lost?.count ?? 0)), "\(name)")
      let failures = result.diagnostics.failures
      #expect(failures.count == (lost == nil ? 0 : 1) && failures.allSatisfy(\.isPartial), "\(name): \(failures)")
    }
  }

  private static func run(_ step: Step, _ path: String) throws {
    let files = FileManager.default
    let folder = (path as NSString).deletingLastPathComponent + "/"
    // Each step has a time of its own: some file systems count in hundredths of a second.
    usleep(20_000)
    switch step {
    case .write(let range):
      if !files.fileExists(atPath: path) { _ = files.createFile(atPath: path, contents: nil) }
      let file = try #require(FileHandle(forWritingAtPath: path))
      try file.seekToEnd()
      try file.write(contentsOf: Data(all[range].map { $0 + "\n" }.joined().utf8))
      try file.close()
    case .rename(let name): try files.moveItem(atPath: path, toPath: folder + name)
    case .compress(let name):
      let program = Process()
      program.executableURL = URL(fileURLWithPath: "/bin/sh")
      program.arguments = ["-c", #"gzip -c "$0" > "$1" && touch -r "$0" "$1" && rm "$0""#, path, folder + name]
      try program.run()
      program.waitUntilExit()
      #expect(program.terminationStatus == 0)
    case .copyAndEmpty(let name):
      try files.copyItem(atPath: path, toPath: folder + name)
      let file = try #require(FileHandle(forWritingAtPath: path))
      try file.truncate(atOffset: 0)
      try file.close()
    case .remove(let name): try files.removeItem(atPath: folder + name)
    }
  }
}
