import Testing

@testable import TraceIngest

/// What a log without end adds is forgotten at last.
@Suite(.tags(.small)) struct RecentSetTests {
  @Test func `the latest elements stay, and old ones go`() {
    var set = RecentSet<Int>()
    for element in 0..<(3 * RecentSet<Int>.most) { set.insert(element) }
    #expect(!set.contains(0))
    #expect(set.contains(2 * RecentSet<Int>.most))
    #expect(set.contains(3 * RecentSet<Int>.most - 1))
    set.remove(2 * RecentSet<Int>.most)
    #expect(!set.contains(2 * RecentSet<Int>.most))
  }
}
