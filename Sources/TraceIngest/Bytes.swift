import TraceModel

extension Span<UInt8> {
  /// The text that these bytes are in UTF-8.
  var string: String { unsafe withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) } }

  /// Whether all of it is UTF-8.
  var isUTF8: Bool { unsafe withUnsafeBufferPointer { unsafe String(validating: $0, as: UTF8.self) != nil } }

  /// Appends these bytes to `array`.
  func append(to array: inout [UInt8]) { unsafe withUnsafeBufferPointer { unsafe array.append(contentsOf: $0) } }

  /// How many bytes from `at` on are the same as those from `other` on, which lies before it.
  @inline(__always) func common(_ at: Int, _ other: Int) -> Int {
    precondition(0 <= other && other <= at && at <= count, "no such place")
    let limit = count - at
    return unsafe withUnsafeBytes { bytes in
      var length = 0
      // Two words in a turn, as mostly all of a line's rest is the same.
      while length &+ 16 <= limit {
        let one = unsafe bytes.loadUnaligned(fromByteOffset: at &+ length, as: SIMD2<UInt64>.self)
        let two = unsafe bytes.loadUnaligned(fromByteOffset: other &+ length, as: SIMD2<UInt64>.self)
        let low = UInt64(littleEndian: one[0] ^ two[0])
        let high = UInt64(littleEndian: one[1] ^ two[1])
        if low != 0 { return length &+ low.trailingZeroBitCount >> 3 }
        if high != 0 { return length &+ 8 &+ high.trailingZeroBitCount >> 3 }
        length &+= 16
      }
      while length < limit, unsafe bytes[at &+ length] == bytes[other &+ length] { length &+= 1 }
      return length
    }
  }

  /// The first position from `start` whose byte is not ASCII, or is a control, quote or backslash.
  @inline(__always) func plainEnd(_ start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var at = start
    while at + 8 <= count {
      // The high bit of a byte is set where it is not plain; only above such a one it may be wrong.
      let word = word(at)
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
