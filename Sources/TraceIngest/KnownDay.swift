import TraceModel

/// The day of the last time that was written as a text, by which another time of that day is read in a fifth of the
/// instructions.
///
/// It exists for speed alone: `Timestamp.parse` and what leads to it take some 1,100 instructions for a time as in
///
/// ```
/// "2025-10-09T08:53:20.332Z"
/// ```
///
/// and most times of a log share the day with the time before. So its 11 bytes are compared, and the digits behind them
/// are read. Any other form, with an offset or without a zone, is for `Timestamp.parse`.
struct KnownDay: BitwiseCopyable {
  /// The bytes of `2025-10-09T`.
  private static let length = 11

  /// Where its text stands in the buffer.
  private let start: Int32
  /// When it began, in nanoseconds since 1970, UTC.
  private let nanoseconds: Int64

  /// The day of a time that was read from a text; nothing if the text has another form.
  ///
  /// - Parameters:
  ///   - time: Nanoseconds since 1970, UTC.
  ///   - text: What was read; `KnownMembers.margin` bytes must follow.
  ///   - at: Where the time begins in it, with its quote.
  init?(of time: Int64, _ text: Span<UInt8>, _ at: Int) {
    var end = at &+ 1 &+ Self.length
    guard let sinceMidnight = Self.sinceMidnight(text, &end) else { return nil }
    let (nanoseconds, isOverflow) = time.subtractingReportingOverflow(sinceMidnight)
    if isOverflow { return nil }
    start = Int32(truncatingIfNeeded: at &+ 1)
    self.nanoseconds = nanoseconds
  }

  /// The time whose text begins at `at`, with its quote, if it is of this day; then `at` is moved behind it.
  ///
  /// `KnownMembers.margin` bytes must follow.
  @inline(__always) func time(_ text: Span<UInt8>, _ at: inout Int) -> Int64? {
    precondition(at >= 0 && at <= text.count &- KnownMembers.margin, "no such place")
    guard unsafe text.byte(unchecked: at) == UInt8(ascii: "\""), isSame(text, at &+ 1) else { return nil }
    var end = at &+ 1 &+ Self.length
    guard let sinceMidnight = Self.sinceMidnight(text, &end) else { return nil }
    let (time, isOverflow) = nanoseconds.addingReportingOverflow(sinceMidnight)
    if isOverflow { return nil }
    at = end
    return time
  }

  /// True if the text of the day stands at `at`.
  @inline(__always) private func isSame(_ text: Span<UInt8>, _ at: Int) -> Bool {
    unsafe text.isSameText(unchecked: at, Int(start), Self.length)
  }

  /// The nanoseconds that `08:53:20.332Z"` says, with up to nine digits or none behind the seconds; moves `at` behind it.
  ///
  /// `KnownMembers.margin` bytes must follow but for the day's.
  @inline(__always) private static func sinceMidnight(_ text: Span<UInt8>, _ at: inout Int) -> Int64? {
    // Digits become their values, colons zeros.
    let clock = unsafe text.eight(unchecked: at) ^ 0x3030_3A30_303A_3030
    // The sum sets the highest bit of each byte that is above the greatest one allowed in its place: `29:59:59`. A second
    // 60 is not read here.
    let excess = (clock &+ 0x767A_7F76_7A7F_767D) | clock
    // Each byte times ten and the one behind it.
    let pairs = clock &* 10 &+ clock >> 8
    let hour = Int64(pairs & 0xFF)
    let minute = Int64(pairs >> 24 & 0xFF)
    let second = Int64(pairs >> 48 & 0xFF)
    guard excess & 0x8080_8080_8080_8080 == 0, hour < 24 else { return nil }
    at = at &+ 8
    var fraction: UInt64 = 0
    if unsafe text.byte(unchecked: at) == UInt8(ascii: ".") {
      at = at &+ 1
      var (digits, count) = unsafe text.leadingDigits(unchecked: at)
      let last = unsafe text.byte(unchecked: at &+ count) &- UInt8(ascii: "0")
      if count == 8, last < 10 {
        digits = digits &* 10 &+ UInt64(last)
        count = 9
      }
      if count == 0 { return nil }
      for _ in count..<9 { digits = digits &* 10 }
      fraction = digits
      at = at &+ count
    }
    let zone = unsafe text.byte(unchecked: at)
    let mark = unsafe text.byte(unchecked: at &+ 1)
    guard zone == UInt8(ascii: "Z"), mark == UInt8(ascii: "\"") else { return nil }
    at = at &+ 2
    let seconds = (hour &* 60 &+ minute) &* 60 &+ second
    return seconds &* 1_000_000_000 &+ Int64(fraction)
  }
}
