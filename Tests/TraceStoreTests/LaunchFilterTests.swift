import Testing
import TraceModel

@testable import TraceStore

/// A store that was empty is not asked for launches that it can't have; it is asked for all others.
@Suite(.tags(.small)) struct LaunchFilterTests {
  @Test func `it may hold what was noted, and seldom anything else`() {
    var filter = LaunchFilter()
    let launches = (0..<20_000).map { Array("8F2B-\($0)-launch".utf8)[...] }
    let noted = launches.prefix(10_000)
    for launch in noted { filter.note(launch) }
    #expect(noted.allSatisfy(filter.mayHold))
    #expect(launches.dropFirst(10_000).filter(filter.mayHold).count < 500)
  }

  @Test(arguments: [false, true]) func `a launch is found again`(_ isEmpty: Bool) throws {
    let folder = Folder()
    let store = try EventStore(path: folder.store, mode: .write)
    var first = Maker()
    if !isEmpty { _ = try store.add([first.event(launch: "other", seq: 0)], first.symbols) }
    // What is undone is not there.
    try store.begin()
    _ = try store.append([first.event(seq: 0)], symbols: first.symbols)
    try store.rollback()
    #expect(try store.add([first.event(seq: 0)], first.symbols).newEvents == 1)
    // Other symbols, in which the launch has another number.
    for seq in 1...2 {
      store.startGeneration()
      var next = Maker()
      let events = [next.event(launch: "new \(seq)", seq: 0), next.event(launch: "L", seq: Int64(seq))]
      #expect(try store.add(events, next.symbols).newEvents == 2)
    }
    // Another writer adds one.
    let other = try EventStore(path: folder.store, mode: .write)
    var maker = Maker()
    _ = try other.add([maker.event(launch: "another writer's", seq: 0)], maker.symbols)
    _ = try store.add([maker.event(launch: "another writer's", seq: 1)], maker.symbols)
    #expect(try store.count("streams") == (isEmpty ? 4 : 5))
    #expect(try store.integer("SELECT count(*) FROM (SELECT DISTINCT launch FROM streams)") == (isEmpty ? 4 : 5))
    let events = "SELECT count(*) FROM events JOIN streams ON streams.id = events.stream WHERE launch = 'L'"
    #expect(try store.integer(events) == 3)
  }
}
