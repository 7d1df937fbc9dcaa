import TraceModel

extension Span<UInt8> {
  /// The bytes read as UTF-8.
  package var string: String { unsafe withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) } }

  var isUTF8: Bool { unsafe withUnsafeBufferPointer { unsafe String(validating: $0, as: UTF8.self) != nil } }

  func append(to array: inout [UInt8]) { unsafe withUnsafeBufferPointer { unsafe array.append(contentsOf: $0) } }

  /// Eight bytes from `at`, the first lowest; the offset is checked once, in three instructions.
  @inline(__always) func eight(_ at: Int) -> UInt64 {
    precondition(at >= 0 && at <= count &- 8, "no such offset")
    return unsafe withUnsafeBytes { unsafe UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: at, as: UInt64.self)) }
  }

  /// The byte at `at`, an unchecked offset.
  ///
  /// Unchecked reads are for lines that `SeenMembers.margin` bytes follow: offsets within such a line, and within
  /// earlier lines of the buffer, need no check, which would double the time.
  @unsafe @inline(__always) func byte(unchecked at: Int) -> UInt8 {
    assert(at >= 0 && at < count, "no such offset")
    return unsafe self[unchecked: at]
  }

  /// As `eight(_:)`, with an unchecked offset.
  @unsafe @inline(__always) func eight(unchecked at: Int) -> UInt64 {
    assert(at >= 0 && at <= count &- 8, "no such offset")
    return unsafe UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: UInt64.self))
  }

  /// Calls `body` with the bytes at `range`, eight at a time, and returns the rest, filled up with zeros.
  ///
  /// Eight more bytes must follow. One check of all offsets needs a third of the instructions of `eight` for each.
  @inline(__always) func withWords(_ range: Range<Int>, _ body: (UInt64) -> Void) -> UInt64 {
    precondition(range.lowerBound >= 0 && range.upperBound <= count &- 8, "no such offset")
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

  /// True if the bytes at `at` are those of `text`; at least as many bytes must follow `at`.
  @inline(__always) func holds(_ text: Span<UInt8>, at: Int) -> Bool {
    let length = text.count
    if length < 8 {
      for index in 0..<length where self[at &+ index] != text[index] { return false }
      return true
    }
    var index = 0
    while index < length &- 8 {
      if eight(at &+ index) != text.eight(index) { return false }
      index &+= 8
    }
    // Compares some of the last eight bytes twice.
    return eight(at &+ length &- 8) == text.eight(length &- 8)
  }

  /// True if the `length` bytes at `at` are those at `other`; eight bytes must follow both.
  @inline(__always) func isSame(_ at: Int, _ other: Int, _ length: Int) -> Bool {
    precondition(at >= 0 && other >= 0 && length >= 0, "no such offset")
    precondition(at &+ length <= count &- 8 && other &+ length <= count &- 8, "no such offset")
    return unsafe isSame(unchecked: at, other, length)
  }

  /// As `isSame`, with unchecked offsets.
  @unsafe @inline(__always) func isSame(unchecked at: Int, _ other: Int, _ length: Int) -> Bool {
    let difference = unsafe eight(unchecked: at) ^ eight(unchecked: other)
    if length < 8 { return difference & ((1 as UInt64) &<< UInt64(truncatingIfNeeded: 8 &* length) &- 1) == 0 }
    if difference != 0 { return false }
    // Of up to 16 bytes, the last eight hold the rest.
    if length <= 16 { return unsafe eight(unchecked: at &+ length &- 8) == eight(unchecked: other &+ length &- 8) }
    return isSameRun(at, other, length)
  }

  /// As `isSame(unchecked:_:_:)`, faster for mostly equal texts of a few words; sixteen bytes must follow both.
  ///
  /// Members have all lengths, and a processor predicts badly how often a loop over words repeats: so up to 48 bytes
  /// are compared without a loop, sixteen at a time, and possibly twice.
  @unsafe @inline(__always) func isSameText(unchecked at: Int, _ other: Int, _ length: Int) -> Bool {
    if length <= 8 { return unsafe isSame(unchecked: at, other, length) }
    let third = Swift.max(length &- 16, 0)
    let second = Swift.min(16, third)
    var difference = unsafe sixteen(unchecked: at) ^ sixteen(unchecked: other)
    unsafe difference |= sixteen(unchecked: at &+ second) ^ sixteen(unchecked: other &+ second)
    unsafe difference |= sixteen(unchecked: at &+ third) ^ sixteen(unchecked: other &+ third)
    // If the text has fewer than sixteen bytes, the last of these do not belong to it.
    let shift = UInt64(truncatingIfNeeded: 128 &- 8 &* Swift.min(length, 16))
    if difference[0] | difference[1] &<< shift != 0 { return false }
    var index = 32
    while index < third {
      if unsafe eight(unchecked: at &+ index) != eight(unchecked: other &+ index) { return false }
      index = index &+ 8
    }
    return true
  }

  /// Sixteen bytes from `at`, an unchecked offset, the first lowest in the first word.
  @unsafe @inline(__always) private func sixteen(unchecked at: Int) -> SIMD2<UInt64> {
    assert(at >= 0 && at <= count &- 16, "no such offset")
    let words = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: SIMD2<UInt64>.self)
    return SIMD2(UInt64(littleEndian: words[0]), UInt64(littleEndian: words[1]))
  }

  /// Reads the number at `at`, which moves after it; nil for over 19 digits, or from 2^63; 24 bytes must follow.
  @inline(__always) func wholeNumber(_ at: inout Int) -> UInt64? {
    precondition(at >= 0 && at <= count &- 24, "no such offset")
    let start = at
    var value: UInt64 = 0
    while at &- start <= 16 {
      let (group, count) = unsafe leadingDigits(unchecked: at)
      if count == 8 {
        value = value &* 100_000_000 &+ group
        at = at &+ 8
        continue
      }
      for _ in 0..<count { value = value &* 10 }
      value = value &+ group
      at = at &+ count
      break
    }
    let count = at &- start
    // Numbers that are too long, or begin with an extra 0, are refused.
    guard count > 0, count < 20, value <= Int64.max else { return nil }
    return unsafe count == 1 || byte(unchecked: start) != UInt8(ascii: "0") ? value : nil
  }

  /// As `wholeNumber`, for exactly nineteen digits, such as a time in nanoseconds.
  @inline(__always) func nineteenDigits(_ at: inout Int) -> Int64? {
    precondition(at >= 0 && at <= count &- 24, "no such offset")
    let (high, isHighWhole) = unsafe Self.eightDigits(eight(unchecked: at))
    let (low, isLowWhole) = unsafe Self.eightDigits(eight(unchecked: at &+ 8))
    let rest = unsafe eight(unchecked: at &+ 16) ^ 0x3030_3030
    let digits = rest & 0xFF_FFFF
    let isEndWhole = ((digits &+ 0x76_7676) | digits) & 0x80_8080 == 0
    guard isHighWhole, isLowWhole, isEndWhole, rest & 0xFF00_0000 > 9 << 24, high >= 10_000_000 else { return nil }
    let end = (digits & 0xFF) &* 100 &+ (digits >> 8 & 0xFF) &* 10 &+ digits >> 16
    // Any nineteen digits fit in 64 bits, but not in an Int64.
    let value = (high &* 100_000_000 &+ low) &* 1000 &+ end
    if value > Int64.max { return nil }
    at = at &+ 19
    return Int64(value)
  }

  /// The number that eight bytes are, and whether all are digits.
  @inline(__always) private static func eightDigits(_ text: UInt64) -> (value: UInt64, isWhole: Bool) {
    let digits = text ^ 0x3030_3030_3030_3030
    // The sum sets the highest bit of each byte that is above nine.
    let excess = ((digits &+ 0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080
    let twos = (digits &* 2561) >> 8 & 0x00FF_00FF_00FF_00FF
    let fours = (twos &* 6_553_601) >> 16 & 0x0000_FFFF_0000_FFFF
    return ((fours &* 42_949_672_960_001) >> 32, excess == 0)
  }

  @unsafe @inline(__always) func leadingDigits(unchecked at: Int) -> (value: UInt64, count: Int) {
    let text = unsafe eight(unchecked: at)
    let high = 0xF0F0_F0F0_F0F0_F0F0 as UInt64
    let three = 0x3030_3030_3030_3030 as UInt64
    // A digit may be taken for another byte only after the first byte that is no digit.
    let other = ((text & high) ^ three) | (((text &+ 0x0606_0606_0606_0606) & high) ^ three)
    let count = other.trailingZeroBitCount >> 3
    if count == 0 { return (0, 0) }
    // Shifts the digits to the end; the bytes before them are zeros.
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
      // A byte that is not plain sets its high bit; bytes above the first of these may have it wrongly.
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

extension UInt8 {
  @inline(__always) var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

  var isLetter: Bool { self | 0x20 &- UInt8(ascii: "a") < 26 }
}

extension [UInt8] {
  /// The bytes of U+FEFF, with which a text in UTF-8 may begin.
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// An array of `count` bytes, each of which must be written before it is read.
  init(room count: Int) {
    unsafe self.init(unsafeUninitializedCapacity: count) { _, initializedCount in initializedCount = count }
  }
}

extension ArraySlice<UInt8> {
  /// The index at which `other`, which must not be empty, first begins.
  func firstIndex(of other: some Collection<UInt8>) -> Int? {
    var rest = self
    while let first = other.first, let found = rest.firstIndex(of: first) {
      rest = self[found...]
      if rest.starts(with: other) { return found }
      rest = rest.dropFirst()
    }
    return nil
  }

  var string: String { String(decoding: self, as: UTF8.self) }
}
