/// The launches of one side in one stratum, the fastest first.
struct RankedSide {
  let nanos: [Int64]
  /// The unit of each launch, as a place in `units`.
  let places: [Int32]
  /// The numbers of the units, rising.
  let units: [Int32]

  /// The observations of one side in one stratum, in their total order.
  init(_ sorted: [Observation]) {
    nanos = sorted.map(\.nanos)
    var units: [Int32] = []
    for unit in sorted.map(\.unit).sorted() where unit != units.last { units.append(unit) }
    self.units = units
    places = sorted.map { observation in
      var low = 0
      var high = units.count - 1
      while low < high {
        let middle = (low + high) / 2
        if units[middle] < observation.unit { low = middle + 1 } else { high = middle }
      }
      return Int32(low)
    }
  }
}
