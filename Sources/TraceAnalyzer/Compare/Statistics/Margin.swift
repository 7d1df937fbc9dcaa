/// The least difference that matters.
package struct Margin: Sendable, Equatable {
  /// The part of the base's time, in millionths: 50,000 is 5 %.
  package var partsPerMillion: Int64
  /// In nanoseconds: a smaller difference never matters.
  package var leastNanos: Int64

  /// A margin of a part of the base's time, and at least some nanoseconds.
  package init(partsPerMillion: Int64, leastNanos: Int64) {
    self.partsPerMillion = partsPerMillion
    self.leastNanos = leastNanos
  }

  /// A smaller difference of shares never matters: one of a hundred launches; this project's number.
  package static let leastShare = 0.01

  /// The margin beside a base in which this share of launches has something.
  func share(of base: Double) -> Double {
    max(base * Double(partsPerMillion) / 1_000_000, Self.leastShare)
  }

  /// The margin in nanoseconds beside a base that takes so long.
  func nanos(of base: Double) -> Double {
    max(base * Double(partsPerMillion) / 1_000_000, Double(leastNanos))
  }
}
