import TraceAnalyzer
import TraceModel

/// Values of options, read from text; each error says what would have been right.
enum Values {
  /// What stands under one of these names.
  static func choice<Value>(_ text: String, _ all: [(String, Value)]) throws -> Value {
    if let found = all.first(where: { $0.0 == text }) { return found.1 }
    let names = all.map(\.0)
    let known = names.count > 12 ? "no known name" : "none of \(names.joined(separator: ", "))"
    throw Failure.usage("'\(text)' is \(known)\(Suggestion.hint(text, among: names))")
  }

  /// A case of an enumeration, by its raw value.
  @Sendable static func choice<Value: CaseIterable & RawRepresentable<String>>(
    _ text: String
  ) throws -> Value {
    try choice(text, Value.allCases.map { ($0.rawValue, $0) })
  }

  /// What the parts of a list with commas are read as.
  static func list<Value>(_ text: String, _ read: (String) throws -> Value) throws -> [Value] {
    try text.split(separator: ",", omittingEmptySubsequences: false).map { try read(String($0)) }
  }

  /// Both sides of the first `=`.
  static func pair(_ text: String, _ form: String) throws -> (String, String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
      throw Failure.usage("needs \(form), not '\(text)'")
    }
    return (String(parts[0]), String(parts[1]))
  }

  /// A whole number from 1 on.
  @Sendable static func count(_ text: String) throws -> Int {
    guard let value = Int(text), value > 0 else {
      throw Failure.usage("needs a whole number from 1 on, not '\(text)'")
    }
    return value
  }

  /// A duration with its unit, in nanoseconds.
  static func duration(_ text: String) throws -> Int64 {
    let units = ["ms": 1e6, "s": 1e9, "min": 60e9]
    let unit = text.drop { $0.isNumber || $0 == "." }
    guard let scale = units[String(unit)],
      let number = Double(text.prefix(text.count - unit.count)),
      number * scale < 0x1p53
    else {
      throw Failure.usage(
        "needs a duration with its unit, as in 400ms, 25s or 10min, not '\(text)'")
    }
    return Int64((number * scale).rounded())
  }

  /// How many rejects are too many: a number, or a percentage of the records.
  @Sendable static func rejectLimit(_ text: String) throws -> RejectLimit {
    let isPercent = text.last == "%"
    guard let number = Double(isPercent ? text.dropLast() : text[...]), number >= 0 else {
      throw Failure.usage("needs a number or a percentage, as in 10 or 0.5%, not '\(text)'")
    }
    return RejectLimit(number: number, isPercent: isPercent)
  }

  /// A day, or an instant as RFC 3339, in nanoseconds since 1970.
  @Sendable static func instant(_ text: String) throws -> Int64 {
    let whole = text.utf8.count == 10 ? text + "T00:00:00Z" : text
    guard let instant = Timestamp.parse(Array(whole.utf8).span) else {
      throw Failure.usage(
        "needs a day or a time, as in 2026-11-20 or 2026-11-20T10:00:00Z, not '\(text)'")
    }
    return instant.nanoseconds
  }

  /// An offset from UTC, in seconds east of it.
  @Sendable static func zone(_ text: String) throws -> Int64 {
    guard text.utf8.count == 6, "+-".contains(text.prefix(1)),
      let instant = Timestamp.parse(Array("1970-01-02T00:00:00\(text)".utf8).span)
    else { throw Failure.usage("needs an offset from UTC, as in +02:00, not '\(text)'") }
    return 86_400 - instant.nanoseconds / 1_000_000_000
  }

  /// The name of an event, or one of its aliases.
  static func eventName(_ text: String) throws -> String {
    try choice(text, EventNames.meanings.keys.sorted().map { ($0, $0) })
  }
}
