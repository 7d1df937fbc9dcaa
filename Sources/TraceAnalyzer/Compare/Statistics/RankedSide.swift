/// The launches of one side in one stratum, the fastest first.
struct RankedSide {
  /// The time and the unit of each launch.
  let nanos: [Int64]
  let launchUnits: [Int32]
  /// The units that have a launch here, each once.
  let units: [Int32]

  /// The observations of one side in one stratum, in any order: launches with one time share their rank.
  init(_ observations: [Observation]) {
    let sorted = observations.sorted { $0.nanos < $1.nanos }
    nanos = sorted.map(\.nanos)
    launchUnits = sorted.map(\.unit)
    var units: [Int32] = []
    for unit in launchUnits.sorted() where unit != units.last { units.append(unit) }
    self.units = units
  }
}
