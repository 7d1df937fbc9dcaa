import Foundation
import Testing

@testable import TraceRecorder

/// Which traces go when there are too many, or too old ones.
@Suite(.tags(.small)) struct RecorderPruningTests {
  private static let now = 1_790_000_000
  private static let day = 86_400

  /// Files as `A f 3 0`: the launch, whether it was in the foreground or the background, blocks, and days of age.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let files: [String]
    /// The number of blocks that may be kept.
    var blocks = 1000
    var running = "Z"
    /// The numbers of the files that are left, from 1.
    let left: [Int]
  }

  private static let cases = [
    Case(testDescription: "there is room", files: ["A f 1 5", "B b 1 3", "Z f 1 0"], left: [1, 2, 3]),
    Case(testDescription: "nothing", files: [], left: []),
    Case(
      testDescription: "the oldest launch goes, from its middle on, its start at the very end",
      files: ["A f 1 5", "A f 1 5", "A f 1 5", "B f 1 4", "C f 1 3", "Z f 1 0"], blocks: 5, left: [1, 3, 4, 5, 6]),
    Case(
      testDescription: "then its end",
      files: ["A f 1 5", "A f 1 5", "A f 1 5", "B f 1 4", "C f 1 3", "Z f 1 0"], blocks: 6, left: [1, 2, 3, 4, 5, 6]),
    Case(
      testDescription: "then its start, and then the next launch",
      files: ["A f 1 5", "A f 1 5", "A f 1 5", "B f 1 4", "B f 1 4", "Z f 1 0"], blocks: 2, left: [4, 6]),
    Case(
      testDescription: "no launch may fill more than half, not even one that runs",
      files: ["A f 1 5", "Z f 1 1", "Z f 1 1", "Z f 1 1", "Z f 1 1", "Z f 1 0"], blocks: 8, left: [1, 2, 4, 5, 6]),
    Case(
      testDescription: "what runs keeps its first and its last file, whatever they take",
      files: ["A f 1 5", "Z f 9 1", "Z f 1 1", "Y f 9 1", "Y f 2 1", "Z f 9 0"], blocks: 4, running: "ZY",
      left: [2, 4, 5, 6]),
    Case(
      testDescription: "launches that nobody saw may fill half",
      files: ["A f 2 9", "B b 1 8", "C b 1 7", "D b 1 6", "E b 1 5", "F b 1 4", "Z f 1 0"], blocks: 8,
      left: [1, 3, 4, 5, 6, 7]),
    Case(
      testDescription: "a launch that came to the foreground late is none of those",
      files: ["B b 1 8", "B b 1 8", "B f 1 8", "C b 1 7", "D b 1 6", "E b 1 5", "Z b 1 0"], blocks: 8,
      left: [1, 2, 3, 4, 5, 6, 7]),
    Case(
      testDescription: "small files take whole blocks",
      files: "ABCDEFGHIJKLMNOPQRST".map { "\($0) f 0.01 1" }, blocks: 8, left: Array(13...20)),
    Case(
      testDescription: "what is older than 14 days goes, and not what is as old",
      files: ["A f 1 15", "A f 1 14.1", "A f 1 13", "B b 1 14", "Z f 1 0"], left: [3, 4, 5]),
    Case(testDescription: "an empty file goes as well", files: ["A f 0 15", "Z f 1 0"], left: [2]),
    Case(
      testDescription: "what still runs keeps its ends",
      files: ["Z f 1 30", "Z f 1 29", "Z f 1 20", "Z f 1 16"], left: [1, 4]),
    Case(
      testDescription: "a launch under a clock a year behind is no older than the one before it",
      files: ["A f 1 5", "B f 1 370", "C f 1 4", "Z f 1 0"], left: [1, 2, 3, 4]),
    Case(
      testDescription: "it goes with that one",
      files: ["A f 1 15", "B f 1 370", "C f 1 4", "Z f 1 0"], left: [3, 4]),
    Case(
      testDescription: "a time that has not come yet tells nothing",
      files: ["A f 1 20", "B f 1 -365", "C f 1 3", "Z f 1 0"], left: [3, 4]),
    Case(
      testDescription: "nor does it where all have it",
      files: ["A f 1 -365", "B f 1 -364", "Z f 1 -363"], left: [1, 2, 3]),
    Case(
      testDescription: "the present launch under a clock a year behind",
      files: ["A f 1 1", "B f 1 0", "Z f 1 365"], left: [1, 2, 3]),
  ]

  @Test(arguments: cases)
  func `what is kept`(_ sample: Case) throws {
    var files: [TracePruning.File] = []
    for (index, text) in sample.files.enumerated() {
      let words = text.split(separator: " ")
      let days = try #require(Double(words[3]))
      let blocks = try #require(Double(words[2]))
      let name = TraceFileName(
        number: index + 1, time: Self.now - Int(days * Double(Self.day)), process: 7,
        launch: String(repeating: String(words[0]), count: 8), isBackground: words[1] == "b")
      files.append(.init(name: name, bytes: Int(blocks * 4096)))
    }
    let pruning = TracePruning(
      limits: TraceLimits(bytes: sample.blocks * 4096, days: 14), now: Self.now,
      running: Set(sample.running.map { String(repeating: $0, count: 8) }))
    let removals = pruning.removals(among: files.shuffled())
    #expect(Set(removals).count == removals.count)
    #expect(Set(files.map(\.name)).subtracting(removals).map(\.number).sorted() == sample.left)
  }

  @Test(arguments: [(Int.max, 1), (Int.max / 86_400, 1), (14, 0), (0, 0), (-1, 0), (Int.min, 0)])
  func `any number of days is a limit`(days: Int, left: Int) {
    let name = TraceFileName(
      number: 1, time: Self.now - 15 * Self.day, process: 7, launch: "aaaaaaaa", isBackground: false)
    let pruning = TracePruning(limits: TraceLimits(bytes: 1 << 20, days: days), now: Self.now, running: [])
    // A launch that follows tells that the clock is right.
    let next = TraceFileName(number: 2, time: Self.now, process: 8, launch: "bbbbbbbb", isBackground: false)
    let removed = pruning.removals(among: [.init(name: name, bytes: 100), .init(name: next, bytes: 100)])
    #expect(removed.contains(name) == (left == 0))
  }

  @Test func `the limits hold after every launch of a year`() {
    let limits = TraceLimits(bytes: 1 << 20, days: 14)
    var numbers = SeededRandom(state: 7)
    var files: [TracePruning.File] = []
    var number = 0
    for hour in 0..<(365 * 24) {
      let launch = String(format: "%08x", hour)
      for _ in 0..<Int.random(in: 1...4, using: &numbers) {
        number += 1
        let name = TraceFileName(
          number: number, time: Self.now + hour * 3600, process: 7, launch: launch, isBackground: hour % 10 > 0)
        files.append(.init(name: name, bytes: Int.random(in: 0...limits.fileBytes, using: &numbers)))
      }
      let pruning = TracePruning(limits: limits, now: Self.now + hour * 3600, running: [launch])
      let removed = Set(pruning.removals(among: files))
      files.removeAll { removed.contains($0.name) }
      guard hour % 100 == 0 else { continue }
      #expect(files.reduce(0) { $0 + $1.taken } <= limits.bytes)
      let unseen = files.filter(\.name.isBackground)
      #expect(unseen.reduce(0) { $0 + $1.taken } <= limits.half + 2 * limits.fileBytes + 8192)
      #expect(files.allSatisfy { $0.name.time >= Self.now + hour * 3600 - 14 * Self.day })
      // There is one at least that somebody saw.
      #expect(hour < 10 || files.contains { !$0.name.isBackground })
    }
  }
}
