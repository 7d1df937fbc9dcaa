/// The times that a comparison is about, and the differences that matter.
package struct CompareOptions: Sendable {
  /// The probability that one of all intervals together misses its true difference.
  package static let alpha = 0.05
  /// The margin unless another is asked for: this project's numbers.
  package static let standardMargin = Margin(partsPerMillion: 50_000, leastNanos: 10_000_000)

  /// The least difference that matters.
  package var margin = CompareOptions.standardMargin
  /// The percentiles of launch times that are compared beside the launches as a whole, from 1 to 99.
  package var percentiles = [90]
  /// The times and shares that are compared.
  package var measures: [CompareMeasure] = [.launch]
  /// The properties that the sides are selected by: launches are compared across them.
  package var across: Set<ComparedProperty> = []
  /// A dimension of which each value has rows of its own as well.
  package var dimension: Dimension?
  /// True to compare the adoption of scenes for any two sides; else only if base has no scenes and head has.
  package var comparesScenes = false

  /// The standard options.
  package init() {}
}
