/// The launches of base and head that may be compared with each other, in the order of their times.
struct RankedStratum {
  let base, head: RankedSide

  /// The number of launches of both sides.
  var count: Int { base.nanos.count + head.nanos.count }

  /// How much the stratum counts beside others, as van Elteren weighs them.
  var weight: Double { Double(base.nanos.count) * Double(head.nanos.count) / Double(count + 1) }

  /// The variance of the distance of a unit from the mean of the stratum, if the variance of units is 1.
  ///
  /// A unit of `launches` pulls the mean to itself: of two that have as many it is ½, of many units 1.
  func spread(ofUnitWith launches: Int) -> Double {
    let all = Double(count)
    let baseShare = Double(base.nanos.count) / all
    let headShare = Double(head.nanos.count) / all
    let squares = base.sumOfSquaredShares * baseShare * baseShare + head.sumOfSquaredShares * headShare * headShare
    return 1 - 2 * Double(launches) / all + squares
  }

  /// The sum over the head's launches of how far their ranks among all launches lie from the middle rank, doubled.
  ///
  /// Launches with one time share the mean of their ranks, so that doubled ranks are whole numbers.
  ///
  /// - Parameters:
  ///   - shift: Nanoseconds that are taken off each head launch.
  ///   - baseSums: By unit, where the same sum for each of the base's units is added; nothing is where it is empty.
  ///   - headSums: The same for the head's units.
  /// - Returns: The sum, exact; that of the base is its opposite.
  func rankSum(shift: Int64, baseSums: inout [Int64], headSums: inout [Int64]) -> Int64 {
    let sumsUnits = !baseSums.isEmpty
    let baseCount = base.nanos.count
    let headCount = head.nanos.count
    let all = Int64(baseCount + headCount)
    var sum: Int64 = 0
    var below: Int64 = 0
    var b = 0
    var h = 0
    while b < baseCount || h < headCount {
      let next = min(b < baseCount ? base.nanos[b] : .max, h < headCount ? head.nanos[h] &- shift : .max)
      let firstBase = b
      let firstHead = h
      while b < baseCount, base.nanos[b] == next { b += 1 }
      while h < headCount, head.nanos[h] &- shift == next { h += 1 }
      let heads = Int64(h - firstHead)
      let run = Int64(b - firstBase) + heads
      let deviation = 2 * below + run - all
      sum += deviation * heads
      if sumsUnits {
        for place in firstBase..<b { baseSums[Int(base.launchUnits[place])] += deviation }
        for place in firstHead..<h { headSums[Int(head.launchUnits[place])] += deviation }
      }
      below += run
    }
    return sum
  }
}
