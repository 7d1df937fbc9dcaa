import TraceModel

extension Span<UInt8> {
  /// The text that these bytes are in UTF-8.
  var string: String { unsafe withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) } }

  /// Whether all of it is UTF-8.
  var isUTF8: Bool { unsafe withUnsafeBufferPointer { unsafe String(validating: $0, as: UTF8.self) != nil } }

  /// Appends these bytes to `array`.
  func append(to array: inout [UInt8]) { unsafe withUnsafeBufferPointer { unsafe array.append(contentsOf: $0) } }

  /// Eight bytes from `at`, the first of them lowest.
  ///
  /// It exists for speed: its one check takes three instructions, those of `word` twenty.
  @inline(__always) func eight(_ at: Int) -> UInt64 {
    precondition(at >= 0 && at <= count &- 8, "no such place")
    return unsafe withUnsafeBytes { unsafe UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: at, as: UInt64.self)) }
  }

  /// Calls `body` with the bytes at `range`, eight at a time, and returns those that are left, with zeros behind them.
  ///
  /// Eight more must follow. All places are checked at once, which is a third of the instructions of `eight` for each.
  @inline(__always) func withWords(_ range: Range<Int>, _ body: (UInt64) -> Void) -> UInt64 {
    precondition(range.lowerBound >= 0 && range.upperBound <= count &- 8, "no such place")
    return unsafe withUnsafeBytes { bytes in
      var at = range.lowerBound
      while at &+ 8 <= range.upperBound {
        unsafe body(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)))
        at = at &+ 8
      }
      let word = unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
      return word & ((1 as UInt64) &<< UInt64(truncatingIfNeeded: 8 &* (range.upperBound &- at)) &- 1)
    }
  }

  /// True if the bytes at `at` are those of `text`; from each of these places on there must be eight bytes.
  @inline(__always) func holds(_ text: Span<UInt8>, at: Int) -> Bool {
    let length = text.count
    if length < 8 {
      for place in 0..<length where self[at &+ place] != text[place] { return false }
      return true
    }
    var place = 0
    while place < length &- 8 {
      if eight(at &+ place) != text.eight(place) { return false }
      place &+= 8
    }
    // Some of the last eight were compared before.
    return eight(at &+ length &- 8) == text.eight(length &- 8)
  }

  /// True if the `length` bytes at `at` are those at `other`; eight bytes must follow both places.
  @inline(__always) func isSame(_ at: Int, _ other: Int, _ length: Int) -> Bool {
    let difference = eight(at) ^ eight(other)
    if length < 8 { return difference & ((1 as UInt64) &<< UInt64(truncatingIfNeeded: 8 &* length) &- 1) == 0 }
    if difference != 0 { return false }
    // Up to 16 bytes, the last eight hold the rest.
    if length <= 16 { return eight(at &+ length &- 8) == eight(other &+ length &- 8) }
    return isSameRun(at, other, length)
  }

  /// The same as `isSame`, in fewer instructions for what is mostly equal, and shorter than a hundred bytes.
  @inline(__always) func isSameText(_ at: Int, _ other: Int, _ length: Int) -> Bool {
    precondition(at >= 0 && other >= 0 && length >= 0, "no such place")
    precondition(at &+ length <= count &- 8 && other &+ length <= count &- 8, "no such place")
    return unsafe withUnsafeBytes { bytes in
      var place = 0
      while place &+ 8 <= length {
        let one = unsafe bytes.loadUnaligned(fromByteOffset: at &+ place, as: UInt64.self)
        let two = unsafe bytes.loadUnaligned(fromByteOffset: other &+ place, as: UInt64.self)
        if one != two { return false }
        place = place &+ 8
      }
      let one = unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at &+ place, as: UInt64.self))
      let two = unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: other &+ place, as: UInt64.self))
      // The last word also holds bytes after the text: the mask leaves them out.
      return (one ^ two) & ((1 as UInt64) &<< UInt64(truncatingIfNeeded: 8 &* (length &- place)) &- 1) == 0
    }
  }

  /// The number that digits write from `at`, if it has at most 19 and is below 2^63.
  ///
  /// Then `at` is moved behind it. 24 bytes must follow.
  @inline(__always) func wholeNumber(_ at: inout Int) -> UInt64? {
    let start = at
    var value: UInt64 = 0
    while at &- start <= 16 {
      let (part, count) = leadingDigits(at)
      if count == 8 {
        value = value &* 100_000_000 &+ part
        at = at &+ 8
        continue
      }
      for _ in 0..<count { value = value &* 10 }
      value = value &+ part
      at = at &+ count
      break
    }
    let count = at &- start
    // Without those that are too long, and those with a 0 in front, which are no numbers.
    guard count > 0, count < 20, value <= Int64.max, count == 1 || self[start] != UInt8(ascii: "0") else { return nil }
    return value
  }

  /// The number that nineteen digits write from `at`, if they are no more and it is below 2^63: of a time, nanoseconds.
  ///
  /// Then `at` is moved behind it. 24 bytes must follow.
  @inline(__always) func nineteenDigits(_ at: inout Int) -> Int64? {
    let (high, isHighWhole) = Self.eightDigits(eight(at))
    let (low, isLowWhole) = Self.eightDigits(eight(at &+ 8))
    let rest = eight(at &+ 16) ^ 0x3030_3030
    let digits = rest & 0xFF_FFFF
    let isEndWhole = ((digits &+ 0x76_7676) | digits) & 0x80_8080 == 0
    guard isHighWhole, isLowWhole, isEndWhole, rest & 0xFF00_0000 > 9 << 24, high >= 10_000_000 else { return nil }
    let end = (digits & 0xFF) &* 100 &+ (digits >> 8 & 0xFF) &* 10 &+ digits >> 16
    // Nineteen digits fit in 64 bits; the greatest of them do not fit in an Int64.
    let value = (high &* 100_000_000 &+ low) &* 1000 &+ end
    if value > Int64.max { return nil }
    at = at &+ 19
    return Int64(value)
  }

  /// The number that eight bytes write if all of them are digits, and whether they are.
  @inline(__always) private static func eightDigits(_ text: UInt64) -> (value: UInt64, isWhole: Bool) {
    let digits = text ^ 0x3030_3030_3030_3030
    // The sum sets the highest bit of each byte that is above nine.
    let excess = ((digits &+ 0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080
    let twos = (digits &* 2561) >> 8 & 0x00FF_00FF_00FF_00FF
    let fours = (twos &* 6_553_601) >> 16 & 0x0000_FFFF_0000_FFFF
    return ((fours &* 42_949_672_960_001) >> 32, excess == 0)
  }

  /// The number of digits at the start of the eight bytes at `at`, and their value.
  @inline(__always) func leadingDigits(_ at: Int) -> (value: UInt64, count: Int) {
    let text = eight(at)
    let high = 0xF0F0_F0F0_F0F0_F0F0 as UInt64
    let three = 0x3030_3030_3030_3030 as UInt64
    // Only above the first byte that is no digit another may look like none.
    let other = ((text & high) ^ three) | (((text &+ 0x0606_0606_0606_0606) & high) ^ three)
    let count = other.trailingZeroBitCount >> 3
    if count == 0 { return (0, 0) }
    // What is in front of the digits counts as zeros.
    let digits = (text & 0x0F0F_0F0F_0F0F_0F0F) &<< UInt64(64 &- 8 &* count)
    let twos = (digits &* 2561) >> 8 & 0x00FF_00FF_00FF_00FF
    let fours = (twos &* 6_553_601) >> 16 & 0x0000_FFFF_0000_FFFF
    return ((fours &* 42_949_672_960_001) >> 32, count)
  }

  /// The first position from `start` whose byte is not ASCII, or is a control, quote or backslash.
  @inline(__always) func plainEnd(_ start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var at = start
    while at + 8 <= count {
      // The high bit of a byte is set where it is not plain; only above such a one it may be wrong.
      let word = eight(at)
      let quote = word ^ ones &* 0x22
      let backslash = word ^ ones &* 0x5C
      let special = word | (word &- ones &* 0x20) & ~word | (quote &- ones) & ~quote | (backslash &- ones) & ~backslash
      if special & ones << 7 != 0 { return at + (special & ones << 7).trailingZeroBitCount >> 3 }
      at += 8
    }
    while at < count, 0x20..<0x80 ~= self[at], self[at] != 0x22, self[at] != 0x5C { at += 1 }
    return at
  }
}

extension [UInt8] {
  /// So many bytes, none of which is to be read before it is written.
  init(room count: Int) {
    unsafe self.init(unsafeUninitializedCapacity: count) { _, initializedCount in initializedCount = count }
  }
}
