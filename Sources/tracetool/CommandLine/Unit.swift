import TraceModel

struct Unit {
  let name: String
  /// In nanoseconds or bytes.
  let scale: Int64

  static let durations = [
    Unit(name: "ms", scale: 1_000_000), Unit(name: "s", scale: 1_000_000_000), Unit(name: "min", scale: 60_000_000_000),
  ]

  static let amountsOfMemory = [
    Unit(name: "MB", scale: 1_000_000), Unit(name: "MiB", scale: 1 << 20), Unit(name: "GB", scale: 1_000_000_000),
    Unit(name: "GiB", scale: 1 << 30),
  ]

  /// The quantity of a text, as `1.5s`; nil without one of `units`, or where a `Double` is not exact.
  static func quantity(_ text: String, in units: [Unit]) -> Int64? {
    let name = text.drop { $0.isNumber || $0 == "." }
    guard let unit = units.first(where: { $0.name == name }), let number = Double(text.dropLast(name.count)) else {
      return nil
    }
    let quantity = number * Double(unit.scale)
    return quantity < 0x1p53 ? Int64(quantity.rounded()) : nil
  }

  /// A quantity in the largest unit of which it is a multiple.
  static func text(_ quantity: Int64, in units: [Unit]) -> String {
    let unit = units.last { quantity.isMultiple(of: $0.scale) } ?? units[0]
    return "\(quantity / unit.scale)\(unit.name)"
  }

  /// A quantity of any size that `quantity` reads back: `33.2s`, `120.5ms` or `80MB`.
  static func exactText(_ quantity: Int64, of unit: Budget.Unit) -> String {
    switch unit {
    case .time where quantity >= 1_000_000_000: decimal(quantity, digits: 9) + "s"
    case .time: decimal(quantity, digits: 6) + "ms"
    case .memory: decimal(quantity, digits: 6) + "MB"
    }
  }

  /// A whole number of the smallest fractions of a unit as a decimal, without trailing zeros.
  private static func decimal(_ quantity: Int64, digits: Int) -> String {
    let scale = (0..<digits).reduce(Int64(1)) { scale, _ in scale * 10 }
    let fraction = "\(quantity % scale)"
    let padded = String(repeating: "0", count: digits - fraction.count) + fraction
    let shown = String(padded.reversed().drop { $0 == "0" }.reversed())
    return "\(quantity / scale)" + (shown.isEmpty ? "" : ".\(shown)")
  }
}
