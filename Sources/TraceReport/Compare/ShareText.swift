/// Shares of launches, and their differences, as people read them.
enum ShareText {
  /// As in `4.1 %`.
  static func of(_ share: Double) -> String { "\(tenths(share)) %" }

  /// In percentage points, as in `+1.2 points`.
  static func difference(_ difference: Double) -> String { "\(signed(difference)) points" }

  /// As in `1.0 points`.
  static func points(_ share: Double) -> String { "\(tenths(share)) points" }

  /// As in `-0.4 … +2.1 points`.
  static func interval(low: Double?, high: Double?) -> String {
    guard let low, let high else { return "unbounded" }
    return "\(signed(low)) … \(signed(high)) points"
  }

  private static func signed(_ share: Double) -> String {
    let text = tenths(share)
    return share > 0 && text != "0.0" ? "+" + text : text
  }

  /// Per cent with one digit after the point.
  private static func tenths(_ share: Double) -> String {
    let tenths = Int((share * 1000).rounded(.toNearestOrEven))
    return "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
  }
}
