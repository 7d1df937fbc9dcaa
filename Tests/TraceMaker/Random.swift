/// SplitMix64: small, seeded, and the same on every machine.
struct Random: Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number in `low...high`.
  mutating func number(_ low: Int64, _ high: Int64) -> Int64 {
    low + Int64(next() % UInt64(max(high - low, 0) + 1))
  }

  mutating func chance(_ probability: Double) -> Bool {
    Double(next() >> 11) / Double(1 << 53) < probability
  }

  /// An element of `choices`, which must hold one.
  mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[Int(number(0, Int64(choices.count - 1)))]
  }

  /// An id that looks like a random UUID, lowercase.
  mutating func uuid() -> String {
    let digits = Array("0123456789abcdef")
    var text = ""
    for place in 0..<32 {
      if [8, 12, 16, 20].contains(place) { text.append("-") }
      text.append(place == 12 ? "4" : place == 16 ? "a" : digits[Int(next() >> 60)])
    }
    return text
  }
}
