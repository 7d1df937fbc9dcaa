import Foundation
import Testing

@testable import TraceRecorder

/// How a recorder goes from a full file to the next one: what its caller waits for, and what another thread does.
@Suite(.tags(.small)) struct RecorderRotationTests {
  private static let folder = "/traces/app"
  private let disk = FakeDisk()
  private let later = Later()

  private func start(fileBytes: Int = 2000) -> Recorder {
    Recorder(
      to: .fake, limits: TraceLimits(bytes: 8 << 20, days: 14, fileBytes: fileBytes),
      RecorderEnvironment(disk: disk, bootSession: nil, age: nil, loading: nil, background: later.hold))
  }

  /// The numbers of all lines, in the order of the files.
  private func numbers() -> [Int?] {
    disk.text(in: Self.folder).split(separator: "\n").map { line in
      let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return object?["seq"] as? Int
    }
  }

  /// The names of the files that a launch has opened ahead, and the number of traces.
  private func files() -> (ahead: [String], traces: Int) {
    let names = disk.list(Self.folder)
    return (names.filter { NextFileName($0) != nil }, names.filter { TraceFileName($0) != nil }.count)
  }

  /// What `record` asks of the disk.
  private func calls(_ recorder: Recorder) -> [String] {
    disk.with { $0.calls = [] }
    recorder.record(.dataChange)
    return disk.with { $0.calls }
  }

  @Test func `the caller of record waits for one call of the disk, and for two where a file begins`() {
    let recorder = start()
    later.run()
    var rotations = 0
    for _ in 0..<200 {
      let calls = calls(recorder)
      #expect(calls == ["append"] || calls == ["rename", "append"])
      rotations += calls.count - 1
      // A thread is woken at another line than that.
      #expect(later.run() == 0 || calls.count == 1)
    }
    #expect(rotations > 10 && files().traces == rotations + 1)
    #expect(numbers() == Array(0..<200) && recorder.dropped.count == 0)
  }

  @Test func `a launch that writes little opens no file ahead`() {
    let recorder = start(fileBytes: 20_000)
    for _ in 0..<30 {
      recorder.record(.dataChange)
      later.run()
    }
    #expect(files().ahead.isEmpty && files().traces == 1)
    for _ in 0..<60 {
      recorder.record(.dataChange)
      later.run()
    }
    #expect(files().ahead.count == 1 && files().traces == 1)
  }

  @Test func `while there is no next file the present one is gone on with`() {
    let recorder = start()
    for _ in 0..<100 { #expect(calls(recorder) == ["append"]) }
    #expect(files().traces == 1)
    // One at a time: this one is to tidy, the next one to open a file.
    #expect(later.run() == 1)
    recorder.record(.dataChange)
    #expect(later.run() == 1)
    #expect(calls(recorder) == ["rename", "append"])
    #expect(files().traces == 2 && numbers() == Array(0..<102) && recorder.dropped.count == 0)
  }

  @Test func `a file that was opened ahead and removed by somebody takes no line`() {
    let recorder = start()
    for _ in 0..<100 {
      recorder.record(.dataChange)
      later.run()
      disk.with { state in
        for name in state.folders[Self.folder]?.keys.filter({ $0.hasPrefix(".next") }) ?? [] {
          state.folders[Self.folder]?[name] = nil
        }
      }
    }
    #expect(files().traces == 1 && numbers() == Array(0..<100))
    for _ in 0..<20 {
      recorder.record(.dataChange)
      later.run()
    }
    #expect(files().traces > 1 && numbers() == Array(0..<120) && recorder.dropped.count == 0)
  }

  @Test func `a file that gets no name takes no line, and is tried with again`() {
    let recorder = start()
    disk.with { $0.fixedNames = ENOSPC }
    for _ in 0..<100 {
      recorder.record(.dataChange)
      later.run()
    }
    #expect(files().traces == 1 && files().ahead.count == 1)
    disk.with { $0.fixedNames = nil }
    for _ in 0..<30 {
      recorder.record(.dataChange)
      later.run()
    }
    #expect(files().traces > 1 && numbers() == Array(0..<130) && recorder.dropped.count == 0)
  }

  @Test func `a folder that was removed is made again, and the next file is in it`() {
    let recorder = start()
    recorder.record(.dataChange)
    later.run()
    disk.with { $0.folders[Self.folder] = nil }
    for _ in 0..<30 {
      recorder.record(.dataChange)
      later.run()
    }
    let numbers = numbers().compactMap(\.self)
    #expect(numbers.last == 30 && numbers == Array((numbers.first ?? 0)...30))
    #expect(disk.with { $0.attributes[Self.folder] } == false)
  }

  @Test func `files are numbered after those that others began meanwhile`() {
    let recorder = start()
    for _ in 0..<6 { recorder.record(.dataChange) }
    disk.with { $0.folders[Self.folder]?["trace-00000041-1790000000-7-0123ABCD.jsonl"] = [] }
    later.run()
    for _ in 0..<60 {
      recorder.record(.dataChange)
      later.run()
    }
    let own = disk.list(Self.folder).compactMap(TraceFileName.init).filter { $0.process != 7 }
    #expect(own.map(\.number) == [1] + Array(42..<(41 + own.count)) && own.count > 2)
  }

  @Test func `a recorder that goes closes its files and leaves no empty one`() {
    do {
      let recorder = start()
      for _ in 0..<8 {
        recorder.record(.dataChange)
        later.run()
      }
      #expect(files().ahead.count == 1)
    }
    #expect(files().ahead.isEmpty && numbers() == Array(0..<8))
    let closed = disk.with { $0.closed.count }
    // The third is that of the installation.
    #expect(closed == 3)
  }

  @Test func `a launch that comes to the foreground says so in the name of its file, behind the caller's back`() {
    let recorder = start()
    recorder.record(.sceneWillConnect)
    later.run()
    #expect(disk.traces(Self.folder).map(\.isBackground) == [true])
    disk.with { $0.calls = [] }
    recorder.record(.sceneDidActivate)
    #expect(disk.with { $0.calls } == ["append"] && later.run() == 1)
    #expect(disk.traces(Self.folder).map(\.isBackground) == [false])
    for _ in 0..<60 {
      recorder.record(.dataChange)
      later.run()
    }
    let names = disk.traces(Self.folder)
    #expect(names.count > 3 && names.allSatisfy { !$0.isBackground } && numbers() == Array(0..<62))
  }
}
