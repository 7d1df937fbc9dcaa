import TraceAnalyzer
import TraceIngest
import TraceModel

/// Values of options, read from text; each error says what would have been right.
enum Values {
  /// One of `names`.
  static func choice<Value>(
    _ text: String, _ all: some Sequence<(String, Value)>
  ) throws(UsageError) -> Value {
    let all = Array(all)
    if let found = all.first(where: { $0.0 == text }) { return found.1 }
    let names = all.map(\.0)
    guard let nearest = Suggestion.nearest(to: text, among: names) else {
      throw UsageError("needs one of \(names.joined(separator: ", ")), not '\(text)'")
    }
    let form = names.count > 12 ? "a known name" : "one of \(names.joined(separator: ", "))"
    throw UsageError("needs \(form), not '\(text)'; did you mean '\(nearest)'?")
  }

  /// A case of an enumeration, by its raw value.
  static func choice<Value: CaseIterable & RawRepresentable<String>>(
    _ text: String
  ) throws(UsageError) -> Value {
    try choice(text, Value.allCases.map { ($0.rawValue, $0) })
  }

  /// The parts of a list with commas.
  static func list(_ text: String) -> [String] {
    text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  /// Both sides of the first `=`.
  static func pair(_ text: String, _ form: String) throws(UsageError) -> (String, String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
      throw UsageError("needs \(form), not '\(text)'")
    }
    return (String(parts[0]), String(parts[1]))
  }

  /// A whole number from 1 on.
  static func count(_ text: String) throws(UsageError) -> Int {
    guard let value = Int(text), value > 0 else {
      throw UsageError("needs a whole number from 1 on, not '\(text)'")
    }
    return value
  }

  /// A duration with its unit, in nanoseconds.
  static func duration(_ text: String) throws(UsageError) -> Int64 {
    let number = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    let units: [Substring: Int64] = [
      "ns": 1, "us": 1000, "µs": 1000, "ms": 1_000_000, "s": 1_000_000_000,
      "min": 60_000_000_000, "h": 3_600_000_000_000,
    ]
    guard let unit = units[text[number.endIndex...]], let nanos = scaled(number, by: unit) else {
      throw UsageError("needs a duration with its unit, as in 400ms, 25s or 10min, not '\(text)'")
    }
    return nanos
  }

  /// How many rejects are too many: a number, or a percentage of the records.
  static func rejectLimit(_ text: String) throws(UsageError) -> RejectLimit {
    if text.last == "%", let share = scaled(text.dropLast(), by: 100) { return .share(share) }
    guard let count = Int64(text), count >= 0 else {
      throw UsageError("needs a number or a percentage, as in 10 or 0.5%, not '\(text)'")
    }
    return .count(count)
  }

  /// A day, or an instant as RFC 3339, in nanoseconds since 1970.
  static func instant(_ text: String) throws(UsageError) -> Int64 {
    let whole = text.utf8.count == 10 ? text + "T00:00:00Z" : text
    guard let instant = Timestamp.parse(Array(whole.utf8).span) else {
      throw UsageError(
        "needs a day or a time, as in 2026-11-20 or 2026-11-20T10:00:00Z, not '\(text)'")
    }
    return instant.nanoseconds
  }

  /// An offset from UTC, in seconds east of it.
  static func zone(_ text: String) throws(UsageError) -> Int64 {
    guard text.utf8.count == 6, "+-".contains(text.prefix(1)),
      let instant = Timestamp.parse(Array("1970-01-02T00:00:00\(text)".utf8).span)
    else { throw UsageError("needs an offset from UTC, as in +02:00, not '\(text)'") }
    return 86_400 - instant.nanoseconds / 1_000_000_000
  }

  /// The name of an event, or one of its aliases.
  static func eventName(_ text: String) throws(UsageError) -> String {
    if EventNames.meaning(of: text) != nil { return text }
    let nearest = Suggestion.nearest(to: text, among: EventNames.meanings.keys.sorted())
    let hint = nearest.map { "; did you mean '\($0)'?" } ?? ""
    throw UsageError("needs the name of an event, not '\(text)'\(hint)")
  }

  /// A decimal number times `unit`, exact; nothing if it is none, or has more digits than count.
  private static func scaled(_ number: Substring, by unit: Int64) -> Int64? {
    let parts = number.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first.flatMap({ Int64($0) }) else { return nil }
    var (value, overflow) = whole.multipliedReportingOverflow(by: unit)
    guard !overflow else { return nil }
    var place = unit
    for digit in parts.count > 1 ? parts[1] : "" {
      guard let digit = digit.wholeNumberValue, place.isMultiple(of: 10) || digit == 0 else {
        return nil
      }
      place /= 10
      (value, overflow) = value.addingReportingOverflow(Int64(digit) * place)
      if overflow { return nil }
    }
    return value
  }
}
