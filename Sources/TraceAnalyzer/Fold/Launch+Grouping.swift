import TraceModel

extension [Launch] {
  /// The launches apart by their values in some dimensions: groups in a total order, each in none.
  func grouped(by dimensions: [Dimension]) -> [(by: [GroupValue], launches: [Launch])] {
    let groups = Dictionary(grouping: self) { launch in dimensions.map { $0.value(of: launch) } }
    let order = groups.keys.sorted { a, b in zip(a, b).first { $0 != $1 }.map(Normalised.isOrdered) ?? false }
    return order.map { values in
      (zip(dimensions.map(\.rawValue), values).map(GroupValue.init), groups[values] ?? [])
    }
  }
}
