/// The launches of base and head that may be compared with each other, in the order of their times.
struct RankedStratum {
  let base, head: RankedSide
  /// The weight of what counts once: 1, or `Observation.whole` where launches have weights.
  let whole: Int64

  /// The number of launches of both sides, or their weight.
  var size: Int64 { base.weight + head.weight }

  /// How much the stratum counts beside others, as van Elteren weighs them.
  var weight: Double { Double(base.weight) * Double(head.weight) / Double(size + whole) }

  /// The variance of the distance of a unit from the mean of the stratum, if the variance of units is 1.
  ///
  /// A unit of this weight pulls the mean to itself: of two that weigh the same it is ½, of many units 1.
  func spread(ofUnitOf weight: Int64) -> Double {
    let all = Double(size)
    let baseShare = Double(base.weight) / all
    let headShare = Double(head.weight) / all
    let squares = base.sumOfSquaredShares * baseShare * baseShare + head.sumOfSquaredShares * headShare * headShare
    return 1 - 2 * Double(weight) / all + squares
  }

  /// The sum over the head's launches of how far their ranks among all launches lie from the middle rank, doubled, times
  /// their weights.
  ///
  /// The rank of a launch is the weight of all that are faster, and half of that of all that took as long, so that
  /// doubled ranks are whole numbers.
  ///
  /// - Parameters:
  ///   - shift: Nanoseconds that are taken off each head launch.
  ///   - baseSums: By unit, where the same sum for each of the base's units is added, before its launches are weighed;
  ///     nothing is where it is empty.
  ///   - headSums: The same for the head's units.
  /// - Returns: The sum, exact; that of the base is its opposite.
  func rankSum<Sum: FixedWidthInteger & SignedInteger>(shift: Int64, baseSums: inout [Sum], headSums: inout [Sum])
    -> Sum
  {
    let sumsUnits = !baseSums.isEmpty
    let baseCount = base.nanos.count
    let headCount = head.nanos.count
    let all = size
    var sum: Sum = 0
    var below: Int64 = 0
    var b = 0
    var h = 0
    while b < baseCount || h < headCount {
      let next = min(b < baseCount ? base.nanos[b] : .max, h < headCount ? head.nanos[h] &- shift : .max)
      let firstBase = b
      let firstHead = h
      while b < baseCount, base.nanos[b] == next { b += 1 }
      while h < headCount, head.nanos[h] &- shift == next { h += 1 }
      let heads = head.weight(of: firstHead..<h)
      let run = base.weight(of: firstBase..<b) + heads
      let deviation = Sum(2 * below + run - all)
      sum += deviation * Sum(heads)
      if sumsUnits {
        for place in firstBase..<b { baseSums[Int(base.launchUnits[place])] += deviation }
        for place in firstHead..<h { headSums[Int(head.launchUnits[place])] += deviation }
      }
      below += run
    }
    return sum
  }
}
