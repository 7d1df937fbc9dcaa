import TraceModel

/// Numbers by numbers, most of which are small.
struct NumberMap: Sendable {
  private var numbers: [Int64] = []
  /// By those that are far off, as in a file that another program has changed.
  private var others: [Int64: Int64] = [:]

  subscript(index: some BinaryInteger) -> Int64? {
    @inline(__always) get {
      if numbers.indices ~= Int(index), numbers[Int(index)] >= 0 { return numbers[Int(index)] }
      return others.isEmpty ? nil : others[Int64(index)]
    }
    set {
      guard 0...2 * numbers.count + 1024 ~= Int(index) else { return others[Int64(index)] = newValue }
      if index >= numbers.count { numbers += repeatElement(-1, count: Int(index) + 1 - numbers.count) }
      numbers[Int(index)] = newValue ?? -1
    }
  }

  /// The indices by their numbers, each of which one index has.
  var inverted: NumberMap {
    var inverted = NumberMap()
    for (index, number) in numbers.enumerated() where number >= 0 { inverted[number] = Int64(index) }
    for (index, number) in others { inverted[number] = index }
    return inverted
  }

  /// The same numbers by the indices to which theirs were moved; those below 0 were left behind.
  func moved(by indices: [Int32]) -> NumberMap {
    var moved = NumberMap()
    for (old, new) in indices.enumerated() where new >= 0 { moved[new] = self[old] }
    return moved
  }
}
