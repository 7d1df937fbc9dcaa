/// The times that a comparison is about, and the differences that matter.
package struct CompareOptions: Sendable {
  /// The probability that one of all intervals together misses its true difference.
  package static let alpha = 0.05
  /// The default margin: this project's numbers.
  package static let standardMargin = Margin(partsPerMillion: 50_000, leastNanos: 10_000_000)

  /// The least difference that matters.
  package var margin = CompareOptions.standardMargin
  /// The percentiles of launch times that are compared beside the launches as a whole, from 1 to 99.
  package var percentiles = [90]
  /// The times and shares that are compared.
  package var measures: [CompareMeasure] = [.launch]
  /// The properties that the sides are selected by: launches are compared across them.
  package var across: Set<ComparedProperty> = []
  /// A dimension whose values also have rows of their own.
  package var dimension: Dimension?
  /// True to compare the adoption of scenes for any two sides; else only if base has no scenes and head has.
  package var comparesScenes = false

  /// The standard options.
  package init() {}
}

/// The least difference that matters.
package struct Margin: Sendable, Equatable {
  /// The share of the base's time, in millionths: 50,000 is 5 %.
  package var partsPerMillion: Int64
  /// In nanoseconds: a smaller difference never matters.
  package var leastNanos: Int64

  /// A margin as a share of the base's time, and at least so many nanoseconds.
  package init(partsPerMillion: Int64, leastNanos: Int64) {
    self.partsPerMillion = partsPerMillion
    self.leastNanos = leastNanos
  }

  /// A smaller difference of shares never matters: one of a hundred launches; this project's number.
  package static let leastShare = 0.01

  /// The margin beside this share of base.
  func share(of base: Double) -> Double {
    max(base * Double(partsPerMillion) / 1_000_000, Self.leastShare)
  }

  /// The margin in nanoseconds beside this time of base.
  func nanos(of base: Double) -> Double {
    max(base * Double(partsPerMillion) / 1_000_000, Double(leastNanos))
  }
}

/// A property of devices that both sides of a comparison may be selected by, each with a value of its own.
///
/// `os=17` against `os=18` asks what the system changes: launches are then compared within models, across systems. Else
/// launches of different systems are never compared.
package enum ComparedProperty: String, CaseIterable, Sendable, Encodable {
  case model
  case system
}
