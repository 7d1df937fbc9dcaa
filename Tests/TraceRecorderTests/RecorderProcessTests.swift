import Foundation
import Testing

@testable import TraceRecorder

/// What other processes and a full disk do to a recorder's files.
@Suite(.tags(.large)) struct RecorderProcessTests {
  @Test func `where the disk is full for a while no line is torn, and all that was dropped is counted`() throws {
    let folder = Folder()
    let process = Probe.process(["full", folder.url.path])
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let reported = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let dropped = Int(String(decoding: reported, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
    let numbers = try folder.objects().compactMap { $0["seq"] as? Int }
    let kept = numbers.prefix { $0 < 100 }
    #expect((1..<100).contains(kept.count))
    // A line that is shorter than those before may still have found room.
    #expect(numbers == numbers.sorted() && numbers.suffix(10) == Array(100..<110))
    #expect(dropped == 110 - numbers.count)
    for file in try folder.files() { #expect(try Data(contentsOf: file).last == UInt8(ascii: "\n")) }
  }

  @Test func `files of a process that still runs stay, and go once it has ended`() async throws {
    let folder = Folder()
    let process = Probe.process(["hold", folder.url.path])
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    func end() {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    defer { if process.isRunning { end() } }
    func theirs() -> [URL] {
      let files = (try? folder.files()) ?? []
      return files.filter { TraceFileName($0.lastPathComponent)?.process == process.processIdentifier }
    }
    _ = pipe.fileHandleForReading.availableData
    let live = theirs()
    try #require(live.count == 1)
    // Two blocks, as much as the first and the last file of a launch take.
    let recorder = Recorder(in: folder, of: "recorder-probe", bytes: 2 * 4096, fileBytes: 300)
    /// They are removed behind the app's back, and the folder is tidied at lines.
    func record(until count: Int) async throws {
      for _ in 0..<50 {
        recorder.record(.dataChange)
        try await Task.sleep(for: .milliseconds(1))
      }
      for _ in 0..<500 where try folder.files().count != count {
        recorder.record(.dataChange)
        try await Task.sleep(for: .milliseconds(10))
      }
      #expect(try folder.files().count == count)
    }
    try await record(until: 3)
    #expect(theirs() == live)

    end()
    try await record(until: 2)
    #expect(theirs().isEmpty)
    #expect(recorder.dropped.count == 0)
  }
}
