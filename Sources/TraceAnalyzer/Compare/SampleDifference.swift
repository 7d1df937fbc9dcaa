/// The difference of a percentile or of a share between both sides.
enum SampleDifference {
  /// The percentile of both sides, with intervals that each miss the true one with the probability `alpha`.
  ///
  /// Each stratum is a device where `isByDevice`; head is in the proportions of base.
  static func quantiles(
    percent: Int, base: WeightedSample, head: WeightedSample, alpha: Double, isByDevice: Bool
  ) -> (base: WeightedSample.Quantile, head: WeightedSample.Quantile) {
    let first = base.quantile(percent: percent, alpha: alpha)
    let second = head.quantile(percent: percent, alpha: alpha)
    if !isByDevice { return (first, second) }
    let variation = DeviceVariation(
      base: base, head: head, sizes: (first.effectiveSize, second.effectiveSize),
      isBaseHit: { Double($0.nanos) <= first.value }, isHeadHit: { Double($0.nanos) <= second.value })
    if variation.sizeFactor == 1 { return (first, second) }
    return (
      base.quantile(percent: percent, alpha: alpha, sizeFactor: variation.sizeFactor),
      head.quantile(percent: percent, alpha: alpha, sizeFactor: variation.sizeFactor)
    )
  }

  /// The share of both sides that `isHit`, with intervals at the critical value of the normal distribution.
  static func shares(
    base: WeightedSample, head: WeightedSample, critical: Double, isByDevice: Bool, isHit: (Observation) -> Bool
  ) -> (base: WilsonInterval, head: WilsonInterval) {
    var factor = 1.0
    if isByDevice {
      let sizes = (base: base.effectiveSize(of: isHit), head: head.effectiveSize(of: isHit))
      factor = DeviceVariation(base: base, head: head, sizes: sizes, isBaseHit: isHit, isHeadHit: isHit).sizeFactor
    }
    return (
      base.shareInterval(critical: critical, sizeFactor: factor, where: isHit),
      head.shareInterval(critical: critical, sizeFactor: factor, where: isHit)
    )
  }
}
