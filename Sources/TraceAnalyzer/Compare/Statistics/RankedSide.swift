/// The launches of one side in one stratum, the fastest first.
struct RankedSide {
  /// The time and the unit of each launch.
  let nanos: [Int64]
  let launchUnits: [Int32]
  /// The units that have a launch here, each once, and by their places how many launches each has.
  let units: [Int32]
  let unitCounts: [Int]
  /// The sum over units of the square of their share in the launches.
  let sumOfSquaredShares: Double

  /// The observations of one side in one stratum, in any order: launches with one time share their rank.
  init(_ observations: [Observation]) {
    let sorted = observations.sorted { $0.nanos < $1.nanos }
    nanos = sorted.map(\.nanos)
    launchUnits = sorted.map(\.unit)
    var units: [Int32] = []
    var unitCounts: [Int] = []
    for unit in launchUnits.sorted() {
      if unit == units.last {
        unitCounts[unitCounts.count - 1] += 1
      } else {
        units.append(unit)
        unitCounts.append(1)
      }
    }
    self.units = units
    self.unitCounts = unitCounts
    let count = Double(max(1, nanos.count))
    sumOfSquaredShares = unitCounts.reduce(0) { $0 + Double($1) * Double($1) } / (count * count)
  }
}
