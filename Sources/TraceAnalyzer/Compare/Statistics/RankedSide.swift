/// The launches of one side in one stratum, the fastest first.
struct RankedSide {
  /// The time and the unit of each launch.
  let nanos: [Int64]
  let launchUnits: [Int32]
  /// The units that have a launch here, each once, and by their places the weight of each of their launches, and of all.
  let units: [Int32]
  let launchWeights, unitWeights: [Int64]
  /// The weight of all launches.
  let weight: Int64
  /// The sum over units of the square of their share in the weight.
  let sumOfSquaredShares: Double
  /// By a launch's place, the weight of all before it, and of all at the end; empty where each launch weighs 1.
  private let weightsBefore: [Int64]

  /// The observations of one side in one stratum, in any order: launches with one time share their rank.
  ///
  /// Where `isWeighted`, weights are those of the observations; else each launch weighs 1.
  init(_ observations: [Observation], isWeighted: Bool) {
    let sorted = observations.sorted { $0.nanos < $1.nanos }
    nanos = sorted.map(\.nanos)
    launchUnits = sorted.map(\.unit)
    var units: [Int32] = []
    var launchWeights: [Int64] = []
    var unitWeights: [Int64] = []
    for observation in Self.byUnit(observations) {
      let weight = isWeighted ? Int64(observation.weight) : 1
      if observation.unit == units.last {
        unitWeights[unitWeights.count - 1] += weight
      } else {
        units.append(observation.unit)
        launchWeights.append(weight)
        unitWeights.append(weight)
      }
    }
    self.units = units
    self.launchWeights = launchWeights
    self.unitWeights = unitWeights
    var before: [Int64] = isWeighted ? [0] : []
    if isWeighted { for observation in sorted { before.append(before[before.count - 1] + Int64(observation.weight)) } }
    weightsBefore = before
    let weight = before.last ?? Int64(sorted.count)
    self.weight = weight
    let sum = Double(max(1, weight))
    sumOfSquaredShares = unitWeights.reduce(0) { $0 + Double($1) * Double($1) } / (sum * sum)
  }

  /// The observations of each unit together; they often are already, as where each launch is a unit of its own.
  private static func byUnit(_ observations: [Observation]) -> [Observation] {
    var last: Int32 = -1
    for observation in observations {
      if observation.unit < last { return observations.sorted { $0.unit < $1.unit } }
      last = observation.unit
    }
    return observations
  }

  /// The weight of the launches at these places.
  func weight(of places: Range<Int>) -> Int64 {
    weightsBefore.isEmpty
      ? Int64(places.count) : weightsBefore[places.upperBound] - weightsBefore[places.lowerBound]
  }
}
