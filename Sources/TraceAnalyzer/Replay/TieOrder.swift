import TraceModel

/// Finds a legal order for events that have the same instant and no `seq`.
enum TieOrder {
  /// How many orders are tried: all those of four events.
  private static let limit = 24

  /// The first order of `moments` in which no step is illegal, or nothing: then they stand as they
  /// came.
  static func legal(_ moments: [Moment], after judge: Judge) -> [Moment]? {
    var order = Array(moments.indices)
    for _ in 0..<limit {
      var trial = judge
      var found: [Candidate] = []
      for index in order where found.isEmpty { _ = trial.apply(moments[index], &found) }
      if found.isEmpty { return order.map { moments[$0] } }
      guard advance(&order) else { return nil }
    }
    return nil
  }

  /// The next permutation in lexicographic order.
  private static func advance(_ order: inout [Int]) -> Bool {
    guard let pivot = order.indices.dropLast().last(where: { order[$0] < order[$0 + 1] }),
      let next = order.indices.last(where: { order[$0] > order[pivot] })
    else { return false }
    order.swapAt(pivot, next)
    order[(pivot + 1)...].reverse()
    return true
  }
}
