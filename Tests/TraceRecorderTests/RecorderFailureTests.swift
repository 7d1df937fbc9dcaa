import Foundation
import Synchronization
import Testing

@testable import TraceRecorder

/// What a recorder does when the disk fails, and what it does after.
@Suite(.tags(.small)) struct RecorderFailureTests {
  private let disk = FakeDisk()
  private let clock = FakeClock()

  private func start(fileBytes: Int = 1 << 20) -> Recorder {
    Recorder(
      to: .fake, limits: TraceLimits(bytes: 8 << 20, days: 14, fileBytes: fileBytes),
      RecorderEnvironment(
        disk: disk, clocks: clock.read, bootSession: nil, age: nil, loading: nil, background: RecorderEnvironment.atOnce
      ))
  }

  /// The numbers of the lines that are whole; nothing for a line that is not.
  private func numbers() -> [Int?] {
    disk.text(in: "/traces/app").split(separator: "\n").map { line in
      let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return object?["seq"] as? Int
    }
  }

  /// What every write takes, or why it fails; the numbers of the lines that come of three events; those dropped.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var outcomes: [FakeDisk.Outcome]
    var canCut = true
    var numbers: [Int?]
    var dropped: Int
  }

  @Test(arguments: [
    Case(testDescription: "a signal", outcomes: [.fails(EINTR), .fails(EINTR)], numbers: [0, 1, 2], dropped: 0),
    Case(
      testDescription: "pieces", outcomes: [.takes(1), .takes(20), .fails(EINTR)], numbers: [0, 1, 2], dropped: 0),
    Case(testDescription: "no byte", outcomes: [.takes(0)], numbers: [1, 2], dropped: 1),
    Case(testDescription: "full", outcomes: [.fails(ENOSPC), .fails(ENOSPC)], numbers: [2], dropped: 2),
    Case(testDescription: "a piece, then full", outcomes: [.takes(30), .fails(ENOSPC)], numbers: [1, 2], dropped: 1),
    Case(
      testDescription: "a piece that stays", outcomes: [.takes(30), .fails(EIO)], canCut: false,
      numbers: [nil, 1, 2], dropped: 1),
    Case(
      testDescription: "two pieces that stay", outcomes: [.takes(30), .fails(EIO), .takes(30), .fails(EIO)],
      canCut: false, numbers: [nil, nil, 2], dropped: 2),
    Case(
      testDescription: "a piece that stays, then nothing", outcomes: [.takes(30), .fails(EIO), .fails(EIO)],
      canCut: false, numbers: [nil, 2], dropped: 2),
  ])
  func `after a write that fails the next event is recorded`(_ sample: Case) throws {
    disk.with { state in
      state.outcomes = sample.outcomes
      state.canCut = sample.canCut
    }
    let recorder = start()
    for _ in 0..<3 { recorder.record(.dataChange) }
    #expect(numbers() == sample.numbers)
    #expect(recorder.dropped.count == sample.dropped)
    #expect((recorder.dropped.reason == nil) == (sample.dropped == 0))
    // The first line that is whole says what the launch is of, and no other does.
    let lines = disk.text(in: "/traces/app").split(separator: "\n")
    let whole = lines.filter { $0.hasPrefix("{") && $0.hasSuffix("}") }
    #expect(whole.map { $0.contains("\"records\":[") } == whole.indices.map { $0 == 0 })
  }

  @Test func `once there is space again the next event is recorded, however many were dropped`() throws {
    let recorder = start()
    recorder.record(.dataChange)
    disk.with { state in
      state.full = ENOSPC
      state.outcomes = [.takes(30)]
    }
    for _ in 0..<1025 { recorder.record(.dataChange) }
    disk.with { $0.full = nil }
    for _ in 0..<3 { recorder.record(.dataChange) }
    #expect(numbers() == [0, 1026, 1027, 1028])
    // The line after them says how many were lost, and why.
    let lines = disk.text(in: "/traces/app").split(separator: "\n")
    let loss = "\"attributes\":{\"dropped\":1025,\"errno\":\(ENOSPC)}"
    #expect(lines.map { $0.contains("attributes") } == [false, true, false, false] && lines[1].contains(loss))
    #expect(recorder.dropped.count == 1025)
  }

  @Test func `where there can be no file it is tried again, at once, after a second, two, and up to a minute`() throws {
    disk.with { $0.fullFiles = ENOSPC }
    let recorder = start()
    for _ in 0..<3000 {
      recorder.record(.dataChange)
      clock.pass(1_000_000)
    }
    let tries = disk.with { $0.tries }
    // 16 at once, one after a second, and one after two more.
    #expect(tries == 17)
    for _ in 0..<100 {
      clock.pass(60_000_000_000)
      recorder.record(.dataChange)
    }
    #expect(disk.with { $0.tries } == 117)
    disk.with { $0.fullFiles = nil }
    clock.pass(60_000_000_000)
    recorder.record(.dataChange)
    #expect(numbers() == [3100])
    #expect(recorder.dropped.count == 3100)
  }

  @Test func `a loop that records without end writes so much in a minute, and the rest is counted`() throws {
    let recorder = start()
    let most = TraceLimits(bytes: 8 << 20, days: 14).bytesAMinute
    for _ in 0..<200_000 { recorder.record(.dataChange) }
    // Older files of the launch were removed meanwhile: only the length of its lines is known.
    let line = (disk.text(in: "/traces/app").split(separator: "\n").last?.utf8.count ?? 0) + 1
    let written = (200_000 - recorder.dropped.count) * line
    #expect(written > most * 9 / 10 && written < most * 11 / 10 && recorder.health.code == EDQUOT)
    clock.pass(60_000_000_000)
    recorder.record(.dataChange)
    #expect(numbers().last == 200_000)
    #expect(disk.text(in: "/traces/app").hasSuffix("\"errno\":\(EDQUOT)}}\n"))
  }

  @Test func `nobody who asks how it is waits for the disk`() throws {
    let held = Mutex<Recorder?>(nil)
    let answers = Mutex<[Bool]>([])
    let clock = clock
    let recorder = Recorder(
      to: .fake,
      RecorderEnvironment(
        disk: disk,
        clocks: {
          // An event reads the clocks while the log writes for it alone.
          if let recorder = held.withLock({ $0 }) {
            let answered = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
              if recorder.isOn && recorder.health.state == .recording { answered.signal() }
            }
            answers.withLock { $0.append(answered.wait(timeout: .now() + 5) == .success) }
          }
          return clock.read()
        }, bootSession: nil, age: nil, loading: nil, background: RecorderEnvironment.atOnce))
    held.withLock { $0 = recorder }
    recorder.record(.dataChange)
    held.withLock { $0 = nil }
    #expect(answers.withLock { $0 } == [true])
  }

  @Test func `where there can be no next file the one at hand is gone on with`() throws {
    let recorder = start(fileBytes: 500)
    recorder.record(.dataChange)
    disk.with { $0.fullFiles = ENOSPC }
    for _ in 0..<100 { recorder.record(.dataChange) }
    // It is tried for each time as much again was written, not for each event.
    let tries = disk.with { $0.tries }
    #expect((10...50).contains(tries))
    disk.with { $0.fullFiles = nil }
    for _ in 0..<10 { recorder.record(.dataChange) }
    #expect(numbers() == Array(0...110))
    #expect(recorder.dropped.count == 0 && recorder.dropped.reason == nil)
    let files = disk.with { $0.folders["/traces/app"]?.count ?? 0 }
    #expect(files > 1)
  }

  @Test func `a file that no other can follow does not grow without end`() throws {
    let recorder = Recorder(
      to: .fake, limits: TraceLimits(bytes: 20_000, days: 14, fileBytes: 500),
      RecorderEnvironment(
        disk: disk, clocks: clock.read, bootSession: nil, age: nil, loading: nil, background: RecorderEnvironment.atOnce
      ))
    recorder.record(.dataChange)
    disk.with { $0.fullFiles = ENOSPC }
    for _ in 0..<500 { recorder.record(.dataChange) }
    let size = disk.with { $0.folders["/traces/app"]?.values.map(\.count).max() ?? 0 }
    #expect(size > 9_500 && size <= 10_000)
    #expect(recorder.dropped.count == 501 - numbers().count && recorder.dropped.reason != nil)
    #expect(numbers() == Array(0..<numbers().count))
  }
}
