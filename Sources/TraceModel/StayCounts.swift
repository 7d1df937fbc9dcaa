/// How many stays ended in each way: all that is kept of stays that nothing can be found in.
public struct StayCounts: Hashable, Sendable {
  /// By `StayEnd.rawValue`.
  private var counts = SIMD8<UInt16>(repeating: 0)
  private var count: UInt16 = 0

  /// No stays.
  public init() {}

  /// Counts a stay; returns false if there are too many to be counted.
  public mutating func add(_ stay: StaySummary) -> Bool {
    if count == .max { return false }
    count += 1
    counts[Int(stay.end.rawValue)] += 1
    return true
  }

  /// Hashes one word: all counts by themselves take five times as long, for each launch of a check.
  public func hash(into hasher: inout Hasher) {
    var hash = WordHash()
    for half in [counts.lowHalf, counts.highHalf] {
      hash.add(UInt64(half[0]) | UInt64(half[1]) << 16 | UInt64(half[2]) << 32 | UInt64(half[3]) << 48)
    }
    hasher.combine(hash.value)
  }

  /// So many stays that say how they ended alone, in the order of the ends.
  var stays: [StaySummary] {
    StayEnd.allCases.flatMap { end in
      var stay = StaySummary()
      stay.end = end
      return Array(repeating: stay, count: Int(counts[Int(end.rawValue)]))
    }
  }
}
