import Foundation

/// Appends JSON members to a line.
///
/// It is written by hand since `JSONEncoder` takes ten times as long as the `write` that follows
/// (`Tests/Benchmarks`, recorder), and an app would spend that on every event. A test compares each line with the
/// output of `JSONEncoder`.
extension [UInt8] {
  mutating func add(_ key: String, _ value: TraceField.Value) {
    self += key.utf8
    switch value {
    case .flag(let flag): self += (flag ? "true" : "false").utf8
    case .number(let number): add(number)
    case .text(let text):
      let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
      // A string always encodes. If it did not, the empty string would still leave a valid line.
      guard isPlain else { return self += (try? JSONEncoder().encode(text)) ?? Data("\"\"".utf8) }
      append(UInt8(ascii: "\""))
      self += text.utf8
      append(UInt8(ascii: "\""))
    }
  }

  private mutating func add(_ number: Int) {
    var rest = number.magnitude
    var length = 1
    while rest >= 10 {
      rest /= 10
      length += 1
    }
    if number < 0 { append(UInt8(ascii: "-")) }
    for _ in 0..<length { append(UInt8(ascii: "0")) }
    rest = number.magnitude
    for place in indices.suffix(length).reversed() {
      self[place] += UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }
}
