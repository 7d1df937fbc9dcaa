import TraceModel

/// The numbers that a stream gives to its ids, by `TextID`.
///
/// For speed: most streams have a few ids, which are compared faster than one is hashed.
struct OwnNumbers {
  private static let few = 8
  private var ids: [TextID] = []
  private var numbers: [Int64] = []
  /// All of them, once they are more than a few.
  private var all: [TextID: Int64] = [:]

  /// The number of an id, if it has one; an id gets one once.
  subscript(id: TextID) -> Int64? {
    get {
      if !all.isEmpty { return all[id] }
      for place in ids.indices where ids[place] == id { return numbers[place] }
      return nil
    }
    set {
      guard let newValue else { return }
      if ids.count < Self.few {
        ids.append(id)
        numbers.append(newValue)
        return
      }
      if all.isEmpty { for place in ids.indices { all[ids[place]] = numbers[place] } }
      all[id] = newValue
    }
  }

  /// Goes over to the symbols to which ids were moved; false if one was left behind.
  mutating func move(by map: SymbolMap) -> Bool {
    for place in ids.indices {
      guard let moved = map.text(ids[place]) else { return false }
      ids[place] = moved
    }
    var others: [TextID: Int64] = [:]
    for (id, number) in all {
      guard let moved = map.text(id) else { return false }
      others[moved] = number
    }
    all = others
    return true
  }
}
