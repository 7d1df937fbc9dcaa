extension Array {
  /// Puts the element from the place `order[n]` at the place `n`, for each `n`, without a second copy of all of them.
  ///
  /// ```swift
  /// var letters = ["c", "a", "b"]
  /// letters.rearrange([1, 2, 0])
  /// // letters == ["a", "b", "c"]
  /// ```
  ///
  /// - Parameter order: Each place of the array, once.
  @inlinable package mutating func rearrange(_ order: [Int]) {
    var order = order
    // Exchanged in a span elements are moved; an array's own `swapAt` copies them.
    var elements = mutableSpan
    for first in order.indices {
      var place = first
      while order[place] != first {
        let next = order[place]
        elements.swapAt(place, next)
        order[place] = place
        place = next
      }
      order[place] = place
    }
  }
}
