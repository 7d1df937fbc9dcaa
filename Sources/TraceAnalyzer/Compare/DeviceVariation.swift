/// How much devices change between base and head, where each is compared with itself.
///
/// The launches of one side show how much they vary, and nothing of how a device changes until the other side runs on it:
/// it fills up, or is updated. Six devices or more show that, by how differently the share that has something changes on
/// them. The rank test asks the same (`RankTest`).
struct DeviceVariation {
  /// How many of the launches' worth is left: at most 1.
  let sizeFactor: Double

  /// The factor for the effective sizes of the shares of both sides that have something.
  ///
  /// - Parameters:
  ///   - base: The launches of base, of which each stratum is a device.
  ///   - head: Those of head in the proportions of base.
  ///   - sizes: The effective sizes of both.
  ///   - isBaseHit: If a launch of base has it.
  ///   - isHeadHit: If one of head has it.
  init(
    base: WeightedSample, head: WeightedSample, sizes: (base: Double, head: Double),
    isBaseHit: (Observation) -> Bool, isHeadHit: (Observation) -> Bool
  ) {
    let weights = base.stratumShares
    let squares = weights.reduce(0) { $0 + $1 * $1 }
    guard weights.count >= RankTest.fewestDevices, sizes.base > 0, sizes.head > 0 else {
      sizeFactor = 1
      return
    }
    let first = base.stratumParts(where: isBaseHit)
    let second = head.stratumParts(where: isHeadHit)
    let shares = [first, second].map { min(1, $0.reduce(0, +)) }
    let change = shares[1] - shares[0]
    let sum = weights.indices.reduce(0.0) { sum, place in
      let own = second[place] - first[place] - weights[place] * change
      return sum + own * own
    }
    let between = sum / (1 - squares)
    let within = shares[0] * (1 - shares[0]) / sizes.base + shares[1] * (1 - shares[1]) / sizes.head
    let degreesOfFreedom = max(1, Int(1 / squares - 1 + 1e-9))
    let critical = StudentDistribution.critical(degreesOfFreedom: degreesOfFreedom, alpha: CompareOptions.alpha)
    let ratio = WilsonInterval.critical95 / critical
    sizeFactor = between > 0 ? min(1, within / between * ratio * ratio) : 1
  }
}
