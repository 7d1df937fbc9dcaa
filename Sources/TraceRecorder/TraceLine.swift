import Foundation

/// A line of JSON as it is put together, by hand: `JSONEncoder` takes ten times as long as the `write` that follows
/// (`Tests/Benchmarks/recorder.sh`), and an app would spend that at each event.
///
/// A test holds each line against what `JSONEncoder` says.
extension [UInt8] {
  mutating func add(_ key: String, _ value: TraceField.Value) {
    self += key.utf8
    switch value {
    case .flag(let flag): self += (flag ? "true" : "false").utf8
    case .number(let number): add(number)
    case .text(let text):
      let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
      // A text always encodes; the empty one would still leave a line.
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
      rest = rest / 10
      length = length + 1
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
