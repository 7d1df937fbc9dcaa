/// The interval of a share that a sample shows.
///
/// Source: Wilson, *Probable Inference, the Law of Succession, and Statistical Inference* (1927).
struct WilsonInterval: Equatable {
  /// The standard normal distribution's 97.5th percentile, for an interval of 95 %.
  static let critical95 = 1.959963984540054

  let share, low, high: Double

  /// The interval of `share` in a sample of `size`, which may be what a sample is worth and no whole number.
  init(share: Double, size: Double, critical: Double = critical95) {
    let square = critical * critical
    let centre = share + square / (2 * size)
    let half = critical * (share * (1 - share) / size + square / (4 * size * size)).squareRoot()
    let scale = 1 + square / size
    self.share = share
    // At either end the bound is exact, and its difference of two equals may not be.
    low = share <= 0 ? 0 : (centre - half) / scale
    high = share >= 1 ? 1 : (centre + half) / scale
  }
}
