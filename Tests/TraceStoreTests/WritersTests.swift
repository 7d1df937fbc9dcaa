import Foundation
import Synchronization
import Testing
import TraceModel

@testable import TraceStore

@Suite(.tags(.medium)) struct WritersTests {
  private static let transactions = 12

  /// Runs `body` on so many threads at once; returns what went wrong.
  private func atOnce(
    _ count: Int, _ body: @escaping @Sendable (Int) throws -> Void
  ) -> [String] {
    let group = DispatchGroup()
    let failures = SharedList()
    for number in 0..<count {
      DispatchQueue(label: "writer \(number)").async(group: group) {
        do { try body(number) } catch { failures.add("\(number): \(error)") }
      }
    }
    group.wait()
    return failures.all
  }

  @Test func `four writers make one store and all finish`() throws {
    let path = Folder()
    let file = path.store
    let failures = atOnce(4) { number in
      let store = try EventStore(path: file, mode: .write, busyTimeout: 120_000)
      var maker = Maker()
      maker.source = try store.addSource("\(number)")
      for turn in 0..<Self.transactions {
        // A launch of its own, one that all write to, and the same event from everybody.
        let events = [
          maker.event(launch: "own \(number)", seq: Int64(turn)),
          maker.event(launch: "shared", seq: Int64(turn * 4 + number)),
          maker.event(launch: "same", seq: Int64(turn)),
        ]
        _ = try store.add(events, maker.symbols)
      }
    }
    #expect(failures == [])
    let store = try EventStore(path: file, mode: .read)
    let counts = try ["events", "sources", "streams"].map(store.count)
    #expect(counts == [Int64(Self.transactions * 9), 4, 6])
  }

  @Test func `who looks while a store is made sees nothing or all of it`() throws {
    for _ in 0..<5 {
      let path = Folder()
      let file = path.store
      let failures = atOnce(3) { number in
        if number == 0 {
          _ = try EventStore(path: file, mode: .write, busyTimeout: 120_000).addSource("a")
          return
        }
        let beforehand = ["there is no such file", "there is nothing in it"]
        var isMade = false
        while !isMade {
          do {
            let store = try EventStore(path: file, mode: .read, busyTimeout: 120_000)
            isMade = try store.count("sources") == 1
          } catch let error as StoreError where beforehand.contains(error.message) {
            continue
          }
        }
      }
      #expect(failures == [])
    }
  }
}

/// Texts that several threads collect.
private final class SharedList: Sendable {
  private let texts = Mutex<[String]>([])

  var all: [String] { texts.withLock { $0 } }

  func add(_ text: String) { texts.withLock { $0.append(text) } }
}
