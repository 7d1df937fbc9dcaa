import TraceModel

extension Judge {
  /// Of more events than that not every order is tried.
  static let mostInOrder = 4
  private static let orderCount = (1...mostInOrder).reduce(1, *)

  /// The first order of `moments`, which have the same instant and no `seq`, in which the fewest steps are illegal,
  /// and where the machines stand after each such order.
  func likelyOrder(of moments: [Moment]) -> (moments: [Moment], ends: [[Instance]], isLegal: Bool) {
    var order = Array(moments.indices)
    let driven = moments.map { bench.tables.driven[Int($0.signature.kind.rawValue)] }
    let hasRivals = driven.reduce(0) { $0 + $1.nonzeroBitCount } > driven.reduce(0, |).nonzeroBitCount
    var (likely, fewest) = ((moments: moments, ends: [[Instance]]()), Int.max)
    for _ in 0..<Self.orderCount {
      var (trial, found) = (self, [Candidate]())
      for index in order where found.count <= fewest { _ = trial.apply(moments[index], &found) }
      if found.count < fewest { (likely, fewest) = ((order.map { moments[$0] }, []), found.count) }
      if found.count == fewest { likely.ends.append(trial.instances) }
      // Where no two drive one machine, all orders end the same.
      guard hasRivals, Self.permute(&order) else { break }
    }
    return (likely.moments, likely.ends, fewest == 0)
  }

  /// The next permutation in lexicographic order.
  private static func permute(_ order: inout [Int]) -> Bool {
    guard let pivot = order.indices.dropLast().last(where: { order[$0] < order[$0 + 1] }),
      let next = order.indices.last(where: { order[$0] > order[pivot] })
    else { return false }
    order.swapAt(pivot, next)
    order[(pivot + 1)...].reverse()
    return true
  }
}
