/// The share of launches that have a property, within strata that have weights of their own.
///
/// Other models or systems on one side change the share of all launches, though the share of each model is the same: so
/// both sides get the strata of base.
struct StratifiedShare {
  let share: Double
  /// How many independent launches would show the share as exactly.
  let effectiveSize: Double

  /// The share of the launches of a side.
  ///
  /// - Parameters:
  ///   - hits: By stratum and by unit, how many launches have the property.
  ///   - units: The launches of the side.
  ///   - weights: By stratum, how much it counts; together 1. Each is one of the side's.
  init(hits: [Int: [Int: Int]], units: StratifiedUnits, weights: [(stratum: Int, weight: Double)]) {
    var share = 0.0
    var variance = 0.0
    // The inverse of the effective size if all launches are alike.
    var inverse = 0.0
    for (stratum, weight) in weights {
      guard let counts = units.strata[stratum] else { continue }
      let part = ClusteredShare(hits: hits[stratum] ?? [:], launches: counts)
      share += weight * part.share
      variance += weight * weight * part.variance
      inverse += weight * weight / Double(counts.units)
    }
    self.share = min(1, share)
    let isMixed = variance > 0 && share < 1
    let size = isMixed ? share * (1 - share) / variance : inverse > 0 ? 1 / inverse : 0
    effectiveSize = min(Double(units.all.launches), size) * units.all.sizeFactor
  }
}
