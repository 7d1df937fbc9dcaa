import Foundation

/// Appends JSON members to a line.
///
/// It is written without `JSONEncoder`, which needs ten times as long as the `write` that follows
/// (`Tests/Benchmarks`, recorder), and an app would spend that on every event. A test compares each line with the
/// output of `JSONEncoder`.
extension [UInt8] {
  mutating func add(_ key: String, _ value: TraceField.Value) {
    self += key.utf8
    add(value)
  }

  /// Appends the attributes among the fields of an event as one object.
  mutating func addAttributes(of fields: [TraceField]) {
    self += ",\"attributes\":{".utf8
    var isFirst = true
    for (index, field) in fields.enumerated() where field.isAttribute {
      // An object may hold a name once: of two attributes with one name the last one counts.
      if fields[(index + 1)...].contains(where: { $0.isAttribute && $0.key == field.key }) { continue }
      if !isFirst { append(UInt8(ascii: ",")) }
      isFirst = false
      add(field.key)
      append(UInt8(ascii: ":"))
      add(field.value)
    }
    append(UInt8(ascii: "}"))
  }

  private mutating func add(_ value: TraceField.Value) {
    switch value {
    case .flag(let flag): self += (flag ? "true" : "false").utf8
    case .number(let number): add(number)
    case .decimal(let number):
      // Swift writes a finite number as JSON does, whatever the locale.
      if number.isFinite { self += "\(number)".utf8 } else { add(number.isNaN ? "nan" : "\(number)") }
    case .text(let text), .identity(let text): add(text)
    case .texts(let texts):
      append(UInt8(ascii: "["))
      for (index, text) in texts.enumerated() {
        if index > 0 { append(UInt8(ascii: ",")) }
        add(text)
      }
      append(UInt8(ascii: "]"))
    }
  }

  private mutating func add(_ text: String) {
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    // A string always encodes. If it did not, the empty string would still leave a valid line.
    guard isPlain else { return self += (try? JSONEncoder().encode(text)) ?? Data("\"\"".utf8) }
    append(UInt8(ascii: "\""))
    self += text.utf8
    append(UInt8(ascii: "\""))
  }

  private mutating func add(_ number: Int) {
    if number < 0 { append(UInt8(ascii: "-")) }
    addDigits(of: number.magnitude)
  }

  private mutating func addDigits(of number: UInt) {
    if number >= 10 { addDigits(of: number / 10) }
    append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
  }
}
