import TraceModel

extension Judge {
  /// Of more events than that not every order is tried: the last ones alone change places.
  static let mostInOrder = 4

  /// The first order of `moments`, which have the same instant and no `seq`, in which the fewest steps are illegal,
  /// and where the machines stand after each such order.
  func likelyOrder(of moments: [Moment]) -> (moments: [Moment], ends: [[Instance]], isLegal: Bool) {
    let last = Array(moments.indices.suffix(Self.mostInOrder))
    let driven = moments.map { bench.tables.driven[Int($0.signature.kind.rawValue)] }
    let hasRivals = driven.reduce(0) { $0 + $1.nonzeroBitCount } > driven.reduce(0, |).nonzeroBitCount
    let step = Step(bench.tables)
    var (likely, fewest) = ((moments: moments, ends: [[Instance]]()), Int.max)
    // Where no two drive one machine, all orders end the same.
    for end in hasRivals ? Self.orders(of: last) : [last] {
      let order = moments.indices.dropLast(last.count) + end
      var (trial, found) = (self, [Candidate]())
      for index in order where found.count <= fewest {
        step.turn(to: moments[index])
        trial.apply(step, &found)
      }
      if found.count < fewest { (likely, fewest) = ((order.map { moments[$0] }, []), found.count) }
      if found.count == fewest { likely.ends.append(trial.instances) }
    }
    return (likely.moments, likely.ends, fewest == 0)
  }

  /// All orders of these places, in lexicographic order.
  private static func orders(of places: [Int]) -> [[Int]] {
    if places.isEmpty { return [[]] }
    return places.flatMap { first in orders(of: places.filter { $0 != first }).map { [first] + $0 } }
  }
}
