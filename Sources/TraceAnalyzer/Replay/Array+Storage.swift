extension Array {
  /// Becomes empty, and takes over the storage of another list, which loses its elements.
  ///
  /// For speed: a list that grows anew for each launch takes longer than what is written into it.
  mutating func takeStorage(of other: inout [Element]) {
    swap(&self, &other)
    removeAll(keepingCapacity: true)
  }
}
