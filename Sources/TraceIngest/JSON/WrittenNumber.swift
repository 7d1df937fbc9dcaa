import TraceModel

/// The mark before the fraction of a number.
package enum DecimalMark: Character, CaseIterable, Sendable {
  case point = "."
  case comma = ","

  /// The mark that some texts of one key show: that of those in which it can be no mark between thousands; nil if none
  /// shows it, or they contradict each other.
  ///
  ///     DecimalMark(shownBy: ["0,6", "1,234"])  // .comma
  ///     DecimalMark(shownBy: ["1,234"])         // nil
  init?(shownBy texts: some Sequence<String>) {
    var found: DecimalMark?
    for text in texts {
      guard let mark = WrittenNumber.mark(in: text) else { continue }
      if let found, found != mark { return nil }
      found = mark
    }
    guard let found else { return nil }
    self = found
  }

  /// The decimal marks of clocks and lengths that the first bytes of a source show, by their keys; none that an option
  /// gives already.
  static func marks(
    in head: [UInt8], _ format: DetectedFormat, _ options: IngestOptions
  ) -> [String: DecimalMark] {
    // Few logs have a comma between digits; only in such a text it may be a decimal mark.
    let isDigit = { (byte: UInt8) in byte &- UInt8(ascii: "0") < 10 }
    let comma = UInt8(ascii: ",")
    let hasComma = head.indices.dropFirst().dropLast().contains { at in
      head[at] == comma && isDigit(head[at - 1]) && isDigit(head[at + 1])
    }
    guard hasComma, format.name == LogFormat.canonical else { return [:] }
    let texts = KeyForm.texts(of: [.time, .uptime, .duration], in: head, format, options)
    return texts.filter { options.decimalMarks[$0.key] == nil }.compactMapValues { DecimalMark(shownBy: $0) }
  }
}

extension KeyForm {
  /// The texts under the keys of some fields in the first bytes of a source.
  fileprivate static func texts(
    of fields: [Field], in head: [UInt8], _ format: DetectedFormat, _ options: IngestOptions
  ) -> [String: [String]] {
    let keys = (options.keyMap + LineScan.aliases + fields.map { ($0, $0.name) })
      .filter { fields.contains($0.field) }.map { ($0.key, $0.key) }
    let batch = SourceClock.records(in: head, format)
    let records = batch.lines.compactMap { try? JSONValue(batch.text[$0.range]) }
    return Dictionary(keys, uniquingKeysWith: { $1 }).mapValues { key in
      records.compactMap { $0.value(at: key)?.string }
    }
  }

  /// Whether the day precedes the month in dates such as `14/09/2026`, as the times in the first bytes of a source show;
  /// nil if they have no such date.
  static func dayOrder(
    in head: [UInt8], _ format: DetectedFormat, _ options: IngestOptions
  ) -> (example: String, isDayFirst: Bool?)? {
    // Nearly all dates begin with the year.
    let hasDay = head.indices.dropFirst(2).dropLast(3).contains { at in
      "/-".utf8.contains(head[at]) && (head[at] == head[at + 3] || head[at] == head[at + 2]) && head[at - 1].isDigit
        && !(head[at - 2].isDigit && at > 2 && head[at - 3].isDigit)
    }
    guard format.name == LogFormat.canonical, hasDay else { return nil }
    let texts = texts(of: [.time], in: head, format, options)
    return WrittenTime.dayOrder(in: texts.sorted { $0.key < $1.key }.flatMap(\.value))
  }
}

/// A number as spreadsheets, loggers and people write it in a text, with its unit where one stands there.
///
/// ```
/// 0,612    1.234,5    1 234,5                      plain: a decimal comma, marks between thousands
/// 612 ms   0,6 s      1.2s    1m2.5s               a length: a number with its unit, or several
/// PT0.6S   PT1M2.5S                                ISO 8601
/// 00:00:00.6120000    1.02:03:04.5                 hours, minutes and seconds, and days before them
/// ```
///
/// Sources: ISO 8601, durations; Go, `Duration.String`; Microsoft, *Timespan data type* of Kusto; CLDR, number patterns.
enum WrittenNumber {
  /// A number without a unit.
  case plain(DecimalNumber)
  /// A length in nanoseconds; of a number with one unit, the power of ten of that.
  case length(Int64, unitPower: Int?)
  /// A comma with three digits behind it, which may be a decimal mark or part thousands.
  case unclear

  /// The number that a text is; nil if it is none.
  ///
  /// - Parameters:
  ///   - text: The whole text.
  ///   - mark: The decimal mark of the texts under its key, if that is known.
  init?(_ text: String, mark: DecimalMark? = nil) {
    let text = text[...].trimmingSpaces
    guard let first = text.first, text.utf8.count <= Self.longest else { return nil }
    if first == "P" || first == "p" {
      guard let nanos = Self.period(text) else { return nil }
      self = .length(nanos, unitPower: nil)
    } else if text.contains(":") {
      guard let nanos = Self.clock(text) else { return nil }
      self = .length(nanos, unitPower: nil)
    } else {
      guard let found = Self.terms(text, mark) else { return nil }
      self = found
    }
  }

  private static let longest = 48

  // MARK: - Units

  private static let minute: Int64 = 60
  private static let hour: Int64 = 3600

  /// Units, each as the power of ten and the factor that convert it to nanoseconds.
  private static let units: [String: (power: Int, factor: Int64)] = {
    let table: [(power: Int, factor: Int64, names: String)] = [
      (0, 1, "ns nsec nsecs nano nanos nanosecond nanoseconds"),
      (3, 1, "us µs μs mus usec usecs micro micros microsecond microseconds"),
      (
        6, 1,
        "ms msec msecs milli millis millisecond milliseconds millisekunde millisekunden milliseconde millisecondes "
          + "milisegundo milisegundos millisecondo millisecondi мс ミリ秒 毫秒"
      ),
      (9, 1, "s sec secs second seconds sek sekunde sekunden seconde secondes segundo segundos secondo secondi 秒 초"),
      (9, minute, "m min mins minute minutes minuten"),
      (9, hour, "h hr hrs hour hours"),
    ]
    let rows = table.flatMap { row in row.names.split(separator: " ").map { (String($0), (row.power, row.factor)) } }
    return Dictionary(uniqueKeysWithValues: rows)
  }()

  /// The unit that a word means, as `--map` accepts it: `ms` for `Millisekunden`; nil for minutes and for other words.
  static func unit(named word: String) -> String? {
    guard let unit = units[word.lowercased()], unit.factor == 1 else { return nil }
    return KeyUnit.powers.first { $0.value == unit.power }?.key
  }

  /// A number, or several with falling units.
  private static func terms(_ text: Substring, _ mark: DecimalMark?) -> WrittenNumber? {
    var rest = text
    var sum: Int64 = 0
    var last: (power: Int, factor: Int64)?
    var count = 0
    while !rest.isEmpty {
      let digits = rest.prefix { !$0.isLetter }
      rest = rest[digits.endIndex...]
      let word = rest.prefix(while: \.isLetter)
      rest = rest[word.endIndex...]
      guard let form = Form(digits.trimmingSpaces) else { return nil }
      let number = form.number(mark)
      if word.isEmpty {
        guard count == 0 else { return nil }
        return number.map { .plain($0) } ?? (form.isUnclear ? .unclear : nil)
      }
      guard let unit = units[word.lowercased()] else { return nil }
      if let last, (unit.power, unit.factor) >= last { return nil }
      guard let number else { return form.isUnclear ? .unclear : nil }
      guard let nanos = nanos(number, unit), case let (more, isOver) = sum.addingReportingOverflow(nanos), !isOver
      else { return nil }
      sum = more
      last = unit
      count += 1
    }
    return last.map { .length(sum, unitPower: count == 1 && $0.factor == 1 ? $0.power : nil) }
  }

  private static func nanos(_ number: DecimalNumber, _ unit: (power: Int, factor: Int64)) -> Int64? {
    guard let nanos = number.scaled(by: unit.power).integer(cutting: true) else { return nil }
    let (product, isOver) = nanos.multipliedReportingOverflow(by: unit.factor)
    return isOver ? nil : product
  }

  /// A number of which it is known that its last mark is that of its fraction.
  private static func number(_ text: some StringProtocol) -> DecimalNumber? {
    let plain = text.utf8.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }
    guard let first = plain.first, first &- UInt8(ascii: "0") < 10 else { return nil }
    return DecimalNumber(plain.span)
  }

  /// A duration of ISO 8601 without years and months, as `PT0.6S` and `P1DT2H`.
  private static func period(_ text: Substring) -> Int64? {
    var rest = text.dropFirst()
    var sum: Int64 = 0
    var isTime = false
    var count = 0
    var units: [(name: Character, isTime: Bool, seconds: Int64)] = [
      ("D", false, 24 * hour), ("H", true, hour), ("M", true, minute), ("S", true, 1),
    ]
    while let first = rest.first {
      if first == "T" || first == "t" {
        if isTime { return nil }
        isTime = true
        rest = rest.dropFirst()
        continue
      }
      let digits = rest.prefix { !$0.isLetter }
      rest = rest[digits.endIndex...]
      guard let number = number(digits), let name = rest.popFirst()?.uppercased(),
        let index = units.firstIndex(where: { String($0.name) == name && $0.isTime == isTime }),
        let nanos = nanos(number, (9, units[index].seconds))
      else { return nil }
      units.removeFirst(index + 1)
      sum &+= nanos
      count += 1
    }
    return count > 0 ? sum : nil
  }

  /// Hours, minutes and seconds, with days before them or a fraction behind them.
  private static func clock(_ text: Substring) -> Int64? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    // Two numbers are minutes and seconds only if a fraction is behind them.
    guard parts.count == 3 || parts.count == 2 && (parts[1].contains(".") || parts[1].contains(",")) else { return nil }
    var head = parts[0]
    var seconds: Int64 = 0
    if parts.count == 3, let point = head.firstIndex(of: ".") {
      guard let days = Int64(head[..<point]), 0..<100_000 ~= days else { return nil }
      seconds = days * 24 * hour
      head = head[head.index(after: point)...]
    }
    let isWhole = (parts.dropFirst().dropLast() + [head]).allSatisfy { part in
      1...2 ~= part.utf8.count && part.utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
    }
    guard isWhole, let first = Int64(head), let last = number(parts[parts.count - 1]),
      let rest = nanos(last, (9, 1)), rest < minute * 1_000_000_000
    else { return nil }
    if parts.count == 2 { return (first * minute) * 1_000_000_000 + rest }
    guard let minutes = Int64(parts[1]), minutes < 60 else { return nil }
    return (seconds + first * hour + minutes * minute) * 1_000_000_000 + rest
  }

  // MARK: - Marks

  /// The decimal mark that a text shows, with or without a unit; nil if it shows none.
  static func mark(in text: String) -> DecimalMark? {
    guard let first = text.first(where: { $0 != " " }), first.isNumber || "-+−".contains(first), !text.contains(":")
    else { return nil }
    return Form(text[...].trimmingSpaces.prefix { !$0.isLetter }.trimmingSpaces)?.shown
  }

  /// Digits with marks between them.
  private struct Form {
    private var isNegative = false
    /// The runs of digits, and the marks between them.
    private var runs: [Substring] = []
    private var marks: [Character] = []

    /// Nil if the text is anything else.
    init?(_ text: Substring) {
      var rest = text
      if let sign = rest.first, "-+−".contains(sign) {
        isNegative = sign != "+"
        rest.removeFirst()
      }
      while true {
        let run = rest.prefix { $0.isASCII && $0.isNumber }
        if run.isEmpty { return nil }
        runs.append(run)
        rest = rest[run.endIndex...]
        guard let mark = rest.popFirst() else { break }
        guard ".,'’ \u{A0}\u{202F}".contains(mark) else { return nil }
        marks.append(mark)
      }
    }

    /// True if all marks are between thousands.
    private var mayBeWhole: Bool {
      areThousands(runs[...], marks[...])
    }

    /// The last mark, if it may be the one before a fraction.
    private var lastMark: DecimalMark? {
      guard let mark = marks.last.flatMap(DecimalMark.init(rawValue:)), !marks.dropLast().contains(mark.rawValue),
        areThousands(runs.dropLast(), marks.dropLast())
      else { return nil }
      return mark
    }

    private func areThousands(_ runs: ArraySlice<Substring>, _ marks: ArraySlice<Character>) -> Bool {
      guard let first = runs.first, let mark = marks.first else { return true }
      return first.count < 4 && !first.hasPrefix("0") && marks.allSatisfy { $0 == mark }
        && runs.dropFirst().allSatisfy { $0.count == 3 }
    }

    /// The decimal mark, where the marks can be nothing else.
    var shown: DecimalMark? {
      guard let mark = lastMark else {
        // What stands twice is between thousands.
        guard mayBeWhole, let other = marks.first.flatMap(DecimalMark.init(rawValue:)) else { return nil }
        return other == .comma ? .point : .comma
      }
      return mayBeWhole ? nil : mark
    }

    /// True if only a known mark tells whether the number has a fraction; a point alone is read as the decimal mark.
    var isUnclear: Bool { lastMark == .comma && mayBeWhole }

    /// The number; nil if it is not clear, or has another mark than its key's.
    func number(_ known: DecimalMark?) -> DecimalNumber? {
      var isFraction = false
      if let mark = lastMark {
        isFraction = known.map { $0 == mark } ?? (mark == .point || !mayBeWhole)
        if known == nil, !isFraction { return nil }
      }
      if !isFraction {
        guard mayBeWhole, known.map({ !marks.contains($0.rawValue) }) ?? true else { return nil }
      }
      let whole = (isFraction ? runs.dropLast() : runs[...]).joined()
      let text = "\(isNegative ? "-" : "")\(whole)\(isFraction ? ".\(runs[runs.count - 1])" : "")"
      return DecimalNumber(Array(text.utf8).span)
    }
  }
}

extension Substring {
  /// Without spaces around it, also those that do not break lines.
  fileprivate var trimmingSpaces: Substring {
    var rest = self
    while let first = rest.first, first.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    return rest
  }
}
