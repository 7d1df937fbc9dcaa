/// How many launches each unit of a side has.
struct UnitCounts {
  /// By the unit's number.
  private(set) var counts: [Int]
  private(set) var launches: Int
  /// Units that have a launch.
  private(set) var units: Int
  /// The sum over units of the square of their launches.
  private(set) var sumOfSquares: Double

  /// The counts of launches that are of these units.
  init(units all: [Int]) {
    var counts = [Int](repeating: 0, count: (all.max() ?? -1) + 1)
    for unit in all { counts[unit] += 1 }
    self.counts = counts
    launches = all.count
    units = counts.count { $0 > 0 }
    sumOfSquares = counts.reduce(0) { $0 + Double($1) * Double($1) }
  }
}
