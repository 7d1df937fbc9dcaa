extension Array {
  /// Takes the memory of another list, whose elements go; its own go, too.
  ///
  /// For speed: a list that grows anew for each launch takes longer than what is written into it.
  mutating func takeRoom(of other: inout [Element]) {
    swap(&self, &other)
    removeAll(keepingCapacity: true)
  }
}
