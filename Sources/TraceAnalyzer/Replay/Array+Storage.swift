extension Array {
  /// Becomes empty, and takes over the storage of another list, which loses its elements.
  ///
  /// For speed: a list that grows anew for each launch takes longer than what is written into it.
  mutating func takeStorage(of other: inout [Element]) {
    swap(&self, &other)
    removeAll(keepingCapacity: true)
  }

  /// The same elements in storage of their own, where the next launch takes over that of this list.
  var inOwnStorage: [Element] {
    if isEmpty { return [] }
    var list: [Element] = []
    list.reserveCapacity(count)
    list += self
    return list
  }
}
