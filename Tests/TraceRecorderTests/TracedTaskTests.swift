import Foundation
import Synchronization
import Testing

@testable import TraceRecorder

/// A background task ends once, in the trace and in the system.
@Suite(.tags(.small)) struct TracedTaskTests {
  private let disk = FakeDisk()
  /// How the system was told of the task's end.
  private final class Ends: Sendable {
    let list = Mutex<[Bool]>([])
    var all: [Bool] { list.withLock { $0 } }
    func add(_ success: Bool) { list.withLock { $0.append(success) } }
  }

  /// What is done with a task, what the trace says then, and how the system was told of its end.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let act: @Sendable (_ task: TracedTask, _ begin: () -> Void) -> Void
    let events: [String]
    let ends: [Bool]
  }

  private static let cases = [
    Case(
      testDescription: "ended twice",
      act: { task, begin in
        begin()
        task.end(success: true)
        task.end(success: false)
      }, events: ["task.begin", "task.end true", "task.end false"], ends: [true]),
    Case(
      testDescription: "ended, not known how",
      act: { task, begin in
        begin()
        task.end()
      }, events: ["task.begin", "task.end"], ends: [true]),
    Case(
      testDescription: "expired, and never ended",
      act: { task, begin in
        begin()
        task.expire()
      }, events: ["task.begin", "task.expire", "task.end false"], ends: [false]),
    Case(
      testDescription: "expired twice, and ended by its handler",
      act: { task, begin in
        begin()
        task.onExpiration { task.end(success: true) }
        task.expire()
        task.expire()
      }, events: ["task.begin", "task.expire", "task.end true"], ends: [true]),
    Case(
      testDescription: "expired with two handlers, of which the first one ends it",
      act: { task, begin in
        begin()
        task.onExpiration { task.end(success: true) }
        task.onExpiration { task.end(success: false) }
        task.expire()
      }, events: ["task.begin", "task.expire", "task.end true"], ends: [true]),
    Case(
      testDescription: "ended late, after its time was over",
      act: { task, begin in
        begin()
        task.onExpiration {}
        task.expire()
        task.end(success: true)
      }, events: ["task.begin", "task.expire", "task.end false"], ends: [false]),
    Case(
      testDescription: "expired after its end",
      act: { task, begin in
        begin()
        task.end(success: true)
        task.expire()
      }, events: ["task.begin", "task.end true"], ends: [true]),
    Case(
      testDescription: "expired before it has a handler",
      act: { task, begin in
        begin()
        task.expire()
        task.onExpiration { task.end(success: true) }
      }, events: ["task.begin", "task.expire", "task.end false"], ends: [false]),
    Case(
      testDescription: "ended before the system has begun it",
      act: { task, begin in
        task.end(success: false)
        begin()
      }, events: ["task.begin", "task.end false"], ends: [false]),
    Case(
      testDescription: "refused by the system",
      act: { task, _ in
        task.end(success: false, isByApp: false)
        task.end(success: true)
      }, events: ["task.begin", "task.end false"], ends: []),
  ]

  @Test(arguments: cases)
  func `whatever comes, it ends once`(_ sample: Case) throws {
    let recorder = Recorder(to: .fake, RecorderEnvironment(disk: disk, bootSession: nil, age: nil, loading: nil))
    let task = TracedTask(recorder.begin(.taskBegin, .taskEnd, [.name("upload"), .kind("assertion")]))
    let ends = Ends()
    sample.act(task) { task.began { ends.add($0) } }
    let lines = try disk.text(in: "/traces/app").split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    let events = lines.map { line in
      let success = (line["success"] as? Bool).map { $0 ? " true" : " false" }
      return (line["event"] as? String ?? "") + (success ?? "")
    }
    #expect(events == sample.events && ends.all == sample.ends)
    #expect(lines.allSatisfy { $0["task"] as? Int == 1 && $0["name"] as? String == "upload" })
  }

  /// Whether it has a handler and when that, or what it has cancelled, ends the task, in milliseconds after the expiry.
  private static let expiries: [(hasHandler: Bool, endedAfter: Int?, ends: [String])] = [
    (false, nil, ["false at 0"]), (true, 0, ["true at 0"]), (true, 300, ["true at 300"]),
    (true, nil, ["false at 2000"]), (true, 2500, ["false at 2000"]),
  ]

  @Test(arguments: expiries)
  func `a task of the system's that was cancelled has time to clean up`(
    _ hasHandler: Bool, _ endedAfter: Int?, _ expected: [String]
  ) {
    let clock = FakeClock()
    let began = clock.read().uptime
    let ends = Mutex<[String]>([])
    let task = TracedTask(TraceSpan(recorder: nil, kind: .taskEnd, fields: []), later: clock.later)
    task.began { success in
      ends.withLock { $0.append("\(success) at \((clock.read().uptime - began) / 1_000_000)") }
    }
    if hasHandler {
      task.onExpiration {
        if endedAfter == 0 { task.end(success: true) }
        if let endedAfter, endedAfter > 0 { clock.later(endedAfter * 1_000_000) { task.end(success: true) } }
      }
    }
    task.expire()
    clock.pass(5_000_000_000)
    #expect(ends.withLock { $0 } == expected)
  }

  @Test func `it ends once when several threads end it`() async throws {
    let recorder = Recorder(to: .fake, RecorderEnvironment(disk: disk, bootSession: nil, age: nil, loading: nil))
    let ends = Ends()
    for _ in 0..<100 {
      let task = TracedTask(recorder.begin(.taskBegin, .taskEnd, [.name("upload")]))
      await withTaskGroup { group in
        for number in 0..<4 {
          group.addTask {
            switch number {
            case 0: task.began { ends.add($0) }
            case 1: task.expire()
            default: task.end(success: true)
            }
          }
        }
      }
    }
    // Two threads end it: the trace has both, but where its time was over before.
    let lines = disk.text(in: "/traces/app").components(separatedBy: "\"task.end\"").count - 1
    #expect(ends.all.count == 100 && (100...200).contains(lines))
  }

  @Test(arguments: [true, false])
  func `a cancelled Swift task is the expiry of a background task, and of no other work`(
    _ isTask: Bool
  ) async throws {
    let recorder = Recorder(to: .fake, RecorderEnvironment(disk: disk, bootSession: nil, age: nil, loading: nil))
    let span = recorder.begin(
      isTask ? .taskBegin : .workBegin, isTask ? .taskEnd : .workEnd, [.name("feed"), .kind("appRefresh")])
    let work = Task { await span.run { while !Task.isCancelled { await Task.yield() } } }
    work.cancel()
    await work.value
    let events = disk.text(in: "/traces/app").split(separator: "\n").map { line in
      line.split(separator: "\"")[3]
    }
    #expect(events == (isTask ? ["task.begin", "task.expire", "task.end"] : ["work.begin", "work.end"]))
  }

  @Test func `all handlers are called when its time is over, in order, and once`() {
    let task = TracedTask(TraceSpan(recorder: nil, kind: .taskEnd, fields: []))
    let calls = Mutex<[Int]>([])
    for number in 0..<3 { task.onExpiration { calls.withLock { $0.append(number) } } }
    task.expire()
    task.expire()
    #expect(calls.withLock { $0 } == [0, 1, 2])
  }

  @Test func `without a recorder it still ends in the system`() {
    let ends = Ends()
    let task = TracedTask(TraceSpan(recorder: nil, kind: .taskEnd, fields: []))
    task.began { ends.add($0) }
    task.end(success: true)
    #expect(ends.all == [true])
  }
}
