import Synchronization
import Testing

@testable import TraceAnalyzer

/// A set of few elements, or of many: what is asked of it takes as long however many there are.
@Suite(.tags(.small)) struct SmallSetTests {
  /// A number that counts how often any is compared with another.
  private struct Counted: Hashable, Sendable {
    static let comparisons = Mutex(0)
    var number: Int

    static func == (a: Self, b: Self) -> Bool {
      comparisons.withLock { $0 += 1 }
      return a.number == b.number
    }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  @Test func `it holds what a set holds`() {
    for range in [3, 40] as [UInt32] {
      var random: UInt32 = 4711
      var small = SmallSet<UInt32>()
      var set: Set<UInt32> = []
      for _ in 0..<2000 {
        random = random &* 1_664_525 &+ 1_013_904_223
        let element = random >> 16 % range
        if random >> 15 & 1 == 0 {
          small.insert(element)
          set.insert(element)
        } else {
          small.remove(element)
          set.remove(element)
        }
        #expect(small.isEmpty == set.isEmpty)
      }
      for element in set { small.remove(element) }
      #expect(small.isEmpty)
    }
  }

  @Test func `an element is compared with few others`() {
    var set = SmallSet<Counted>()
    let count = 10_000
    let before = Counted.comparisons.withLock { $0 }
    for number in 0..<count { set.insert(Counted(number: number)) }
    for number in (0..<count).reversed() { set.remove(Counted(number: number)) }
    #expect(set.isEmpty)
    #expect(Counted.comparisons.withLock { $0 } - before < 100 * count)
  }
}
