import TraceIngest

/// A mistake in the configuration.
struct ConfigurationError: Error, CustomStringConvertible {
  var path: String
  var place: TextPlace
  /// What is wrong, and what would be right.
  var text: String

  /// As in `.tracetool.json:4:5: no rule 'order.scenes'; nearest: order.scene`.
  var description: String { "\(path):\(place.line):\(place.column): \(text)" }
}
