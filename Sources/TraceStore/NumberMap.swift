import TraceModel

/// A map from numbers, most of them small, to numbers.
struct NumberMap: Sendable {
  private var numbers: [Int64] = []
  /// Far larger keys, as in a file that another program has changed.
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

  /// Keys by values; no two keys have one value.
  var inverted: NumberMap {
    var inverted = NumberMap()
    for (index, number) in numbers.enumerated() where number >= 0 { inverted[number] = Int64(index) }
    for (index, number) in others { inverted[number] = index }
    return inverted
  }

  /// The map with each key `old` replaced by `indices[old]`; keys moved below 0 are left out.
  func moved(by indices: [Int32]) -> NumberMap {
    var moved = NumberMap()
    for (old, new) in indices.enumerated() where new >= 0 { moved[new] = self[old] }
    return moved
  }
}
