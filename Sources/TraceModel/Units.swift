/// Numbers as people read them.
public enum Units {
  /// A number with a comma between each three digits.
  public static func count(_ value: some BinaryInteger) -> String {
    var digits = String(value.magnitude)
    for offset in stride(from: digits.count - 3, to: 0, by: -3) {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: offset))
    }
    return (value < 0 ? "-" : "") + digits
  }

  /// A number of things, as in `1 launch` or `1,200 launches`.
  public static func count(_ value: some BinaryInteger, _ thing: String) -> String {
    let plural = thing.hasSuffix("ch") || thing.hasSuffix("sh") ? "es" : "s"
    return "\(count(value)) \(thing)\(value == 1 ? "" : plural)"
  }

  /// An amount of memory or disk in powers of ten, as in `512 bytes`, `61 kB` or `1.3 MB`.
  public static func bytes(_ count: Int64) -> String {
    if count < 1000 { return self.count(count, "byte") }
    let units: [(size: Int64, name: String)] = [(1_000_000_000, "GB"), (1_000_000, "MB"), (1000, "kB")]
    let unit = units.first { count >= $0.size } ?? (1000, "kB")
    let tenths = count / (unit.size / 10)
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10) \(unit.name)" : "\(self.count(tenths / 10)) \(unit.name)"
  }

  /// A share of all, rounded as people read it, as in `0.3 %`, `32 %`, `under 0.1 %` or `over 99 %`; nil of none.
  public static func share(_ some: Int64, of all: Int64) -> String? {
    guard some > 0, all > 0 else { return nil }
    // Counts of a store that was tampered with may be any.
    let share = min(Double(some) / Double(all), 1)
    let tenths = Int64((share * 1000).rounded())
    if tenths == 0 { return "under 0.1 %" }
    if tenths < 100 { return "\(tenths / 10).\(tenths % 10) %" }
    let whole = Int64((share * 100).rounded())
    return whole == 100 && some < all ? "over 99 %" : "\(whole) %"
  }

  /// How many there are of each, the most frequent first.
  public static func list(_ counts: [String: Int]) -> String {
    counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\(count($0.value)) \($0.key)" }.joined(
      separator: ", ")
  }
}
