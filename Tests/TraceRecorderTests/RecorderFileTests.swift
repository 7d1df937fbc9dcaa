import Foundation
import Testing
import TraceVocabulary

@testable import TraceRecorder

/// Where a recorder writes, and what it does if it can't.
@Suite(.tags(.medium)) struct RecorderFileTests {
  @Test func `a full file is followed by another that begins with the context, and nothing is lost`() throws {
    let folder = Folder()
    let recorder = TraceRecorder(
      to: folder.url, files: 100, fileBytes: 2000, RecorderEnvironment(background: RecorderEnvironment.atOnce))
    for number in 0..<200 { recorder.record(.dataChange, .task(number)) }
    #expect(try folder.objects().map { $0["seq"] as? Int } == Array(0..<200))
    for file in try folder.files() {
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      #expect(lines[0].contains("\"records\":[") && !lines[1].contains("\"records\":["))
      #expect(lines.dropLast().map { $0.utf8.count + 1 }.reduce(0, +) < 2000)
    }
    #expect(try folder.files().count > 10)
  }

  @Test func `the oldest files make room for the newest`() async throws {
    let folder = Folder()
    let recorder = TraceRecorder(to: folder.url, files: 3, fileBytes: 1500)
    for _ in 0..<300 {
      recorder.record(.dataChange)
      // Files are opened and removed on another thread: it gets time to.
      try await Task.sleep(for: .microseconds(200))
    }
    for _ in 0..<500 where try folder.files().count > 3 { try await Task.sleep(for: .milliseconds(10)) }
    #expect(try folder.files().count == 3)
    let numbers = try folder.objects().compactMap { $0["seq"] as? Int }
    #expect(numbers == Array((numbers.first ?? 0)...299) && numbers.count < 300)
  }

  @Test func `each launch begins a file of its own`() async throws {
    let folder = Folder()
    for number in 1...3 {
      TraceRecorder(to: folder.url).record(.processStart)
      #expect(try folder.files().count == number && folder.lines().allSatisfy { $0.contains("\"records\":[") })
      try await Task.sleep(for: .milliseconds(3))
    }
    #expect(try Set(folder.objects().compactMap { $0["launch"] as? String }).count == 3)
  }

  @Test func `what can't be written is counted and leaves a hole`() throws {
    let folder = Folder()
    try Data().write(to: folder.url)  // A file where the folder should be.
    let recorder = TraceRecorder(to: folder.url)
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
    let recorder = TraceRecorder(to: folder.url, files: 1000, fileBytes: 10_000)
    await withTaskGroup { group in
      for thread in 0..<8 {
        group.addTask {
          for number in 0..<500 {
            recorder.record(.dataChange, .name("\(thread)"), .task(number))
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

/// A folder of traces, gone with the test.
final class Folder: Sendable {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("recorder-\(UUID().uuidString)")

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The traces, oldest first.
  func files() throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "jsonl" }.sorted { $0.path < $1.path }
  }

  /// All lines that end.
  func lines() throws -> [String] {
    try files().flatMap { file in
      // A kill may cut the last one inside a character.
      String(decoding: try Data(contentsOf: file), as: UTF8.self).components(separatedBy: "\n").dropLast()
    }
  }

  func objects() throws -> [[String: Any]] {
    try lines().map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }
}
