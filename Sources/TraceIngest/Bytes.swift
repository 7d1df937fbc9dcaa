/// Looking at bytes many at a time; the only unsafe code beside the calls of the system.
extension Span<UInt8> {
  /// The eight bytes from `offset`, the first in the lowest bits; they must lie within the span.
  @inline(__always) func word(at offset: Int) -> UInt64 {
    // The load checks its bounds; any bytes are an integer.
    unsafe UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// How many of `length` bytes from `start` equal those of `other` from `otherStart`.
  ///
  /// Both spans must hold eight bytes more than are asked for, else it looks at each byte.
  @inline(__always) func commonPrefix(
    at start: Int, with other: Span<UInt8>, at otherStart: Int, length: Int
  ) -> Int {
    precondition(start >= 0 && otherStart >= 0, "bytes before the first")
    // Every load below lies within both spans: it begins eight bytes before their ends or earlier.
    let wordEnd = Swift.min(length, count - start - 7, other.count - otherStart - 7)
    var offset = unsafe withUnsafeBytes { bytes in
      unsafe other.withUnsafeBytes { others in
        var offset = 0
        while offset < wordEnd {
          let word = unsafe bytes.loadUnaligned(fromByteOffset: start &+ offset, as: UInt64.self)
          let other = unsafe others.loadUnaligned(
            fromByteOffset: otherStart &+ offset, as: UInt64.self)
          if word != other {
            return offset &+ UInt64(littleEndian: word ^ other).trailingZeroBitCount / 8
          }
          offset = offset &+ 8
        }
        return offset
      }
    }
    if offset >= length { return length }
    if offset & 7 != 0 || offset < wordEnd { return offset }
    let end = Swift.min(length, count - start, other.count - otherStart)
    while offset < end, self[start + offset] == other[otherStart + offset] { offset += 1 }
    return offset
  }

  /// Whether `range` holds exactly the bytes of `other`.
  func equals(_ range: Range<Int>, _ other: Span<UInt8>) -> Bool {
    range.count == other.count
      && commonPrefix(at: range.lowerBound, with: other, at: 0, length: range.count) == range.count
  }

  /// The text that the bytes of `range` are in UTF-8.
  func string(_ range: Range<Int>) -> String {
    unsafe extracting(range).withUnsafeBufferPointer { bytes in
      unsafe String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Appends the bytes of `range` to `array`.
  @inline(__always) func append(_ range: Range<Int>, to array: inout [UInt8]) {
    unsafe extracting(range).withUnsafeBufferPointer { unsafe array.append(contentsOf: $0) }
  }

  /// Copies the bytes of `range` over those of `array` from `start`.
  @inline(__always) func copy(_ range: Range<Int>, into array: inout [UInt8], at start: Int) {
    precondition(start >= 0 && range.count <= array.count - start, "the copy does not fit")
    let part = extracting(range)
    unsafe part.withUnsafeBytes { bytes in
      unsafe array.withUnsafeMutableBytes { target in
        unsafe UnsafeMutableRawBufferPointer(rebasing: target[start...]).copyMemory(from: bytes)
      }
    }
  }

  /// The length of the valid UTF-8 sequence at `at`, or 0 if it is none.
  ///
  /// Source: Unicode 16, table 3-7.
  func sequenceLength(at: Int) -> Int {
    let first = self[at]
    if first < 0x80 { return 1 }
    guard first >= 0xC2, first <= 0xF4 else { return 0 }
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard count - at >= length else { return 0 }
    let second = self[at + 1]
    let low: UInt8 = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80
    let high: UInt8 = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF
    guard second >= low, second <= high else { return 0 }
    for offset in 2..<Swift.max(length, 2) where self[at + offset] & 0xC0 != 0x80 { return 0 }
    return length
  }

  /// Whether all of it is UTF-8.
  var isUTF8: Bool {
    var at = 0
    while at < count {
      let length = sequenceLength(at: at)
      if length == 0 { return false }
      at += length
    }
    return true
  }
}

extension [UInt8] {
  /// Moves the bytes of `range` to the front.
  mutating func moveDown(_ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "the range is out of bounds")
    unsafe withUnsafeMutableBytes { bytes in
      unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[0..<range.count])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[range]))
    }
  }
}
