import TraceModel

/// What stood under one key of some records: how often, of which type, and which values.
struct KeyUse {
  /// How many different values are told apart.
  private static let valueLimit = 20_000

  /// The place of the key among those of the first record that has it.
  let place: Int
  private(set) var count: Int64 = 0
  /// How often it was a text that is not empty, a number, a whole number, true or false, a time.
  private(set) var texts: Int64 = 0
  private(set) var numbers: Int64 = 0
  private(set) var integers: Int64 = 0
  private(set) var truths: Int64 = 0
  private(set) var times: Int64 = 0
  /// The first value, as it was written.
  private(set) var example = ""
  /// How often each value came; texts without quotes.
  private(set) var values: [String: Int64] = [:]
  /// How often the value was another than that of the record before.
  private(set) var changes: Int64 = 0
  private var last: String?

  /// A key at a place, under which nothing stood yet.
  init(place: Int) { self.place = place }

  /// Counts a value.
  mutating func add(_ value: JSONValue) {
    let text = value.written
    count += 1
    if count == 1 { example = String(decoding: value.raw, as: UTF8.self) }
    if let string = value.string {
      texts += string.isEmpty ? 0 : 1
    } else if let number = DecimalNumber(value.raw.span) {
      numbers += 1
      integers += number.integer() == nil ? 0 : 1
    }
    truths += value.truth == nil ? 0 : 1
    times += value.isInstant ? 1 : 0
    if last != text { changes += 1 }
    last = text
    if values.count < Self.valueLimit || values[text] != nil { values[text, default: 0] += 1 }
  }

  /// True if all values were texts or whole numbers, as ids are.
  var isOfIDs: Bool { count > 0 && texts + integers == count }

  /// Whether each value holds for several records that follow each other, as the id of a launch does and the id of a
  /// record does not; of few records nothing is known.
  var holdsForRuns: Bool { count < 4 || 2 * changes <= count }

  /// Whether all different values are of a form.
  func isOfForm(_ form: (String) -> Bool) -> Bool { !values.isEmpty && values.keys.allSatisfy(form) }
}

extension JSONValue {
  /// A text without its quotes, anything else as it is written.
  var written: String { string ?? String(decoding: raw, as: UTF8.self) }
}
