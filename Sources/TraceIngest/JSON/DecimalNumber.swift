/// A decimal number exactly as it is written: never a Double.
struct DecimalNumber {
  /// The first 19 digits from the first that is not 0; the number is this times ten to the power of `exponent`.
  private var significand: UInt64 = 0
  private var exponent = 0
  /// True if a later digit is not 0.
  private var hasMore = false
  private let isNegative: Bool

  init(_ whole: UInt64) {
    significand = whole
    isNegative = false
  }

  /// Reads all of `text`: sign, digits, a fraction, an exponent; nil for anything else.
  init?(_ text: Span<UInt8>) {
    isNegative = !text.isEmpty && text[0] == UInt8(ascii: "-")
    var at = isNegative ? 1 : 0
    guard read(text, &at, isFraction: false) else { return nil }
    if at < text.count, text[at] == UInt8(ascii: ".") {
      at += 1
      guard read(text, &at, isFraction: true) else { return nil }
    }
    if at == text.count { return }
    guard text[at] | 0x20 == UInt8(ascii: "e"), let power = Int(text.extracting((at + 1)...).string) else { return nil }
    // A number with a greater power is 0 or out of any range.
    exponent += min(max(power, -1 << 40), 1 << 40)
  }

  @inline(__always) private mutating func read(_ text: Span<UInt8>, _ at: inout Int, isFraction: Bool) -> Bool {
    let start = at
    while at < text.count, case let digit = text[at] &- UInt8(ascii: "0"), digit < 10 {
      if significand < 1_000_000_000_000_000_000 {
        significand = significand &* 10 &+ UInt64(digit)
        if isFraction { exponent -= 1 }
      } else {
        hasMore = hasMore || digit != 0
        if !isFraction { exponent += 1 }
      }
      at += 1
    }
    return at > start
  }

  /// The exact product with ten to the power of `power`.
  func scaled(by power: Int) -> DecimalNumber {
    var scaled = self
    scaled.exponent += power
    return scaled
  }

  /// Nil for a fraction that is not cut off by `cutting`, and beyond Int64, whose least number marks an absent one.
  func integer(cutting: Bool = false) -> Int64? {
    if hasMore, !cutting { return nil }
    var value = significand
    var exponent = exponent
    while value != 0, exponent < 0 {
      let (quotient, rest) = value.quotientAndRemainder(dividingBy: 10)
      if rest != 0, !cutting { return nil }
      value = quotient
      exponent = exponent + 1
    }
    while value != 0, exponent > 0 {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      value = product
      exponent = exponent - 1
    }
    guard let result = Int64(exactly: value) else { return nil }
    return isNegative ? -result : result
  }

  /// Seconds since 2001 as nanoseconds since 1970; nil for a time before 2010.
  ///
  /// Numbers that are times from 2000 on in seconds since 1970 are not read as since 2001. Source: Apple,
  /// `JSONEncoder.DateEncodingStrategy.deferredToDate`, `Date.timeIntervalSinceReferenceDate`.
  var instantSince2001: Int64? {
    guard let nanos = scaled(by: 9).integer(cutting: true), Self.since2001.contains(nanos) else { return nil }
    return nanos + Self.reference
  }

  /// From the time between 2001 and 2010 to less than that between 1970 and 2000, in nanoseconds.
  private static let since2001: Range<Int64> = 283_996_800_000_000_000..<946_684_800_000_000_000
  /// From 1970 to 2001, in nanoseconds.
  private static let reference: Int64 = 978_307_200_000_000_000

  /// A time since 1970 in nanoseconds, cut to them; the magnitude decides whether the number counts s, ms, µs or ns.
  var instant: Int64? {
    guard !isNegative, significand != 0 else { return nil }
    var value = significand
    var exponent = exponent
    while value < 1_000_000_000_000_000_000 {
      value = value * 10
      exponent = exponent - 1
    }
    // A time in nanoseconds has 19 digits: in seconds, 9 of them are behind the decimal point.
    return [-9, -6, -3, 0].contains(exponent) ? Int64(exactly: value) : nil
  }
}
