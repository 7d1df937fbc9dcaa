import TraceModel

extension Judge {
  /// The first order of `moments`, which have the same instant and no `seq`, in which no step is
  /// illegal, or nothing: then they stand as they came.
  func legalOrder(of moments: [Moment]) -> [Moment]? {
    var order = Array(moments.indices)
    for _ in 0..<24 {  // All orders of four events.
      var (trial, found) = (self, [Candidate]())
      for index in order where found.isEmpty { _ = trial.apply(moments[index], &found) }
      if found.isEmpty { return order.map { moments[$0] } }
      guard Self.permute(&order) else { return nil }
    }
    return nil
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
