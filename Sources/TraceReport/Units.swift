/// Numbers as people read them.
package enum Units {
  /// A number with a comma between each three digits.
  package static func count(_ value: some BinaryInteger) -> String {
    var digits = String(value.magnitude)
    for place in stride(from: digits.count - 3, to: 0, by: -3) {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: place))
    }
    return (value < 0 ? "-" : "") + digits
  }

  /// A number of things, as in `1 launch` or `1,200 launches`.
  package static func count(_ value: some BinaryInteger, _ thing: String) -> String {
    let plural = thing.hasSuffix("ch") ? "es" : "s"
    return "\(count(value)) \(thing)\(value == 1 ? "" : plural)"
  }

  /// How many there are of each, the most frequent first.
  static func list(_ counts: [String: Int]) -> String {
    counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\(count($0.value)) \($0.key)" }.joined(
      separator: ", ")
  }
}
