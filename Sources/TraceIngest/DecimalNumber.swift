/// A decimal number as it was written, exact: never a Double.
struct DecimalNumber {
  /// The first 19 digits from the first that is not 0.
  private var significand: UInt64 = 0
  private var digitCount = 0
  /// Whether a digit after those is not 0.
  private var hasMore = false
  /// How many of all digits from the first that is not 0 stand before the point.
  private var point = 0
  private var isNegative = false

  /// Reads all of `range`: sign, digits, a fraction, an exponent; nothing for anything else.
  init?(_ text: Span<UInt8>, _ range: Range<Int>) {
    var at = range.lowerBound
    let end = range.upperBound
    guard at < end else { return nil }
    if text[at] == UInt8(ascii: "-") {
      isNegative = true
      at += 1
    }
    let first = at
    if let plain = Self.plain(text, first..<end) {
      (significand, digitCount, point) = (plain, end - first, end - first)
      return
    }
    while at < end, text[at] &- UInt8(ascii: "0") < 10 {
      add(text[at] &- UInt8(ascii: "0"), isFraction: false)
      at += 1
    }
    guard at > first else { return nil }
    if at == end { return }
    if text[at] == UInt8(ascii: ".") {
      let fraction = at + 1
      at = fraction
      while at < end, text[at] &- UInt8(ascii: "0") < 10 {
        add(text[at] &- UInt8(ascii: "0"), isFraction: true)
        at += 1
      }
      guard at > fraction else { return nil }
    }
    guard at < end else { return }
    guard text[at] | 0x20 == UInt8(ascii: "e"), let exponent = Self.exponent(text, at + 1..<end)
    else { return nil }
    point += exponent
  }

  /// The value of digits alone, at most 19 and the first not 0: as numbers are mostly written.
  @inline(__always) private static func plain(_ text: Span<UInt8>, _ range: Range<Int>) -> UInt64? {
    guard 1...19 ~= range.count, text[range.lowerBound] != UInt8(ascii: "0") else { return nil }
    var value: UInt64 = 0
    for at in range {
      let digit = text[at] &- UInt8(ascii: "0")
      if digit > 9 { return nil }
      value = value &* 10 &+ UInt64(digit)
    }
    return value
  }

  @inline(__always) private mutating func add(_ digit: UInt8, isFraction: Bool) {
    if digitCount == 0, digit == 0 {
      if isFraction { point -= 1 }
      return
    }
    if !isFraction { point += 1 }
    if digitCount < 19 {
      significand = significand &* 10 &+ UInt64(digit)
      digitCount += 1
    } else if digit != 0 {
      hasMore = true
    }
  }

  private static func exponent(_ text: Span<UInt8>, _ range: Range<Int>) -> Int? {
    var at = range.lowerBound
    guard at < range.upperBound else { return nil }
    let isNegative = text[at] == UInt8(ascii: "-")
    if isNegative || text[at] == UInt8(ascii: "+") { at += 1 }
    guard at < range.upperBound else { return nil }
    var value = 0
    while at < range.upperBound {
      let digit = text[at] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      // More would change nothing: such a number is 0 or out of any range.
      value = min(value * 10 + Int(digit), 1 << 40)
      at += 1
    }
    return isNegative ? -value : value
  }

  /// The number as an integer, or nothing if it is none or is out of the range of Int64.
  ///
  /// The least Int64 counts as out of range: it stands for an absent number.
  var integer: Int64? { hasMore ? nil : integer(cutting: false) }

  /// The number without its fraction, or nothing if it is out of the range of Int64.
  var truncated: Int64? { integer(cutting: true) }

  private func integer(cutting: Bool) -> Int64? {
    if digitCount == 0 { return 0 }
    if point > 19 { return nil }
    if point <= 0 { return cutting ? 0 : nil }
    var value = significand
    for _ in min(point, digitCount)..<digitCount where value != 0 {
      let (quotient, rest) = value.quotientAndRemainder(dividingBy: 10)
      if rest != 0, !cutting { return nil }
      value = quotient
    }
    for _ in digitCount..<max(point, digitCount) {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      value = product
    }
    guard let result = Int64(exactly: value) else { return nil }
    return isNegative ? -result : result
  }

  /// The number as time since 1970 in nanoseconds; its magnitude tells s, ms, µs or ns.
  ///
  /// Digits after the ninth of a second are cut off.
  var instant: Int64? {
    guard !isNegative, digitCount > 0, point == 10 || point == 13 || point == 16 || point == 19
    else { return nil }
    var value = significand
    for _ in digitCount..<19 { value *= 10 }
    return Int64(exactly: value)
  }
}
