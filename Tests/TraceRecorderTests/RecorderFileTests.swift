import Foundation
import Testing
import TraceVocabulary

@testable import TraceRecorder

/// Where a recorder writes, and what it does if it can't.
@Suite(.tags(.medium)) struct RecorderFileTests {
  @Test func `a full file is followed by another that begins with the context, and nothing is lost`() throws {
    let folder = Folder()
    let recorder = Recorder(
      in: folder, fileBytes: 2000, RecorderEnvironment(background: RecorderEnvironment.atOnce))
    for number in 0..<200 { recorder.record(.dataChange, .task(number)) }
    #expect(try folder.objects().map { $0["seq"] as? Int } == Array(0..<200))
    for file in try folder.files() {
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      #expect(lines[0].contains("\"records\":[") && !lines[1].contains("\"records\":["))
      #expect(lines.dropLast().map { $0.utf8.count + 1 }.reduce(0, +) < 2000)
    }
    #expect(try folder.files().count > 10)
  }

  @Test func `of a long launch the first file and the newest ones stay`() async throws {
    let folder = Folder()
    // Ten blocks; a launch has five at most.
    let recorder = Recorder(in: folder, bytes: 40_960, fileBytes: 1500)
    for _ in 0..<300 {
      recorder.record(.dataChange)
      // Files are opened and removed on another thread: it gets time to.
      try await Task.sleep(for: .microseconds(200))
    }
    for _ in 0..<500 where try folder.files().count > 5 { try await Task.sleep(for: .milliseconds(10)) }
    #expect((3...5).contains(try folder.files().count))
    let numbers = try folder.objects().compactMap { $0["seq"] as? Int }
    let start = Array(numbers.prefix { $0 < numbers.count })
    #expect(start.count > 2 && start == Array(0..<start.count))
    let rest = Array(numbers.dropFirst(start.count))
    #expect(rest.count > 5 && numbers.count < 300 && rest == Array((300 - rest.count)..<300))
  }

  @Test func `each launch begins a file of its own`() async throws {
    let folder = Folder()
    for number in 1...3 {
      Recorder(in: folder).record(.processStart)
      #expect(try folder.files().count == number && folder.lines().allSatisfy { $0.contains("\"records\":[") })
      try await Task.sleep(for: .milliseconds(3))
    }
    #expect(try Set(folder.objects().compactMap { $0["launch"] as? String }).count == 3)
  }

  @Test func `what can't be written is counted and leaves a hole`() throws {
    let folder = Folder()
    try Data().write(to: folder.url)  // A file where the folder should be.
    let recorder = Recorder(in: folder)
    for _ in 0..<5 { recorder.record(.dataChange) }
    #expect(recorder.dropped.count == 5)
    #expect(recorder.dropped.reason?.isEmpty == false)
    try FileManager.default.removeItem(at: folder.url)
    for _ in 0..<5 { recorder.record(.dataChange) }
    #expect(recorder.dropped.count == 5)
    let numbers = try folder.objects().compactMap { $0["seq"] as? Int }
    #expect(numbers == [5, 6, 7, 8, 9])
    #expect(try folder.lines()[0].contains("\"records\":["))
  }

  @Test func `events of many threads are numbered as they stand`() async throws {
    let folder = Folder()
    let recorder = Recorder(in: folder, bytes: 100 << 20, fileBytes: 10_000)
    await withTaskGroup { group in
      for thread in 0..<8 {
        group.addTask {
          for number in 0..<500 {
            recorder.record(.dataChange, .name(dynamic: "\(thread)"), .task(number))
          }
        }
      }
    }
    let lines = try folder.objects()
    #expect(lines.map { $0["seq"] as? Int } == Array(0..<4000))
    let uptimes = lines.compactMap { $0["uptime"] as? Int64 }
    #expect(uptimes == uptimes.sorted())
    for thread in 0..<8 {
      let own = lines.filter { $0["name"] as? String == "\(thread)" }
      #expect(own.map { $0["task"] as? Int } == Array(0..<500))
    }
  }
}

/// A root of traces, gone with the test.
final class Folder: Sendable {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("recorder-\(UUID().uuidString)")

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The folders of apps.
  func folders() throws -> [URL] {
    try FileManager.default.contentsOfDirectory(atPath: url.path).filter { !$0.contains("returned") && $0.first != "." }
      .map { url.appendingPathComponent($0) }
  }

  /// The traces, oldest first.
  func files() throws -> [URL] {
    try folders().flatMap { try FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil) }
      .filter { $0.pathExtension == "jsonl" }.sorted { $0.lastPathComponent < $1.lastPathComponent }
  }

  /// All lines that end.
  func lines() throws -> [String] {
    try files().flatMap { file in
      // A kill may cut the last one inside a character.
      try Data(contentsOf: file).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
        .map { String(decoding: $0, as: UTF8.self) }
    }
  }

  func objects() throws -> [[String: Any]] {
    try lines().map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }
}
