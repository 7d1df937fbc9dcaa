extension Array {
  /// Moves the element at `order[n]` to `n`, for each `n`, without a second copy; `order` has each index once.
  ///
  /// ```swift
  /// var letters = ["c", "a", "b"]
  /// letters.rearrange([1, 2, 0])
  /// // letters == ["a", "b", "c"]
  /// ```
  @inlinable package mutating func rearrange(_ order: [Int]) {
    var order = order
    // A span's `swapAt` moves elements; an array's own copies them.
    var elements = mutableSpan
    for first in order.indices {
      var index = first
      while order[index] != first {
        let next = order[index]
        elements.swapAt(index, next)
        order[index] = index
        index = next
      }
      order[index] = index
    }
  }
}

extension RandomAccessCollection {
  /// The index of the first element with `isBehind` true, or `endIndex`; all elements before it must give false.
  ///
  /// ```swift
  /// [10, 20, 20, 30].partitioningIndex { $0 >= 20 } == 1
  /// ```
  @inlinable public func partitioningIndex(where isBehind: (Element) -> Bool) -> Index {
    var low = startIndex
    var count = self.count
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if isBehind(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}

extension [Int64] {
  /// The indices of the numbers in rising order; equal numbers keep their order.
  ///
  /// ```swift
  /// [30, 10, 20].risingIndices() == [1, 2, 0]
  /// ```
  ///
  /// For speed: the numbers are dealt into buckets by their upper bits, one or two a bucket, and each bucket is sorted.
  /// For instants and durations, which are spread, that needs a fifth of the instructions of `sorted()`, and as many
  /// where most numbers fall into one bucket.
  public func risingIndices() -> [Int32] {
    guard count >= 16, let low = self.min(), let high = self.max() else {
      return indices.map(Int32.init).sorted(by: isRising)
    }
    let range = UInt64(bitPattern: high &- low)
    let shift = UInt64(Swift.max(0, count.leadingZeroBitCount - range.leadingZeroBitCount))
    // First where each bucket begins in the answer; then, while indices are dealt out, its next free place.
    var starts = [Int32](repeating: 0, count: Int(range >> shift) + 2)
    for number in self { starts[Int(UInt64(bitPattern: number &- low) >> shift) + 1] += 1 }
    for bucket in starts.indices.dropFirst() { starts[bucket] += starts[bucket - 1] }
    var order = [Int32](repeating: 0, count: count)
    for index in indices {
      let bucket = Int(UInt64(bitPattern: self[index] &- low) >> shift)
      order[Int(starts[bucket])] = Int32(index)
      starts[bucket] += 1
    }
    var begin = 0
    for end in starts.dropLast() {
      if Int(end) > begin + 1 { sort(&order, in: begin..<Int(end)) }
      begin = Int(end)
    }
    return order
  }

  private func sort(_ order: inout [Int32], in bucket: Range<Int>) {
    if bucket.count > 16 { return order[bucket].sort(by: isRising) }
    for next in bucket.dropFirst() {
      let index = order[next]
      var free = next
      while free > bucket.lowerBound, self[Int(order[free - 1])] > self[Int(index)] {
        order[free] = order[free - 1]
        free -= 1
      }
      order[free] = index
    }
  }

  private func isRising(_ a: Int32, _ b: Int32) -> Bool {
    let first = self[Int(a)]
    let second = self[Int(b)]
    return first == second ? a < b : first < second
  }
}
