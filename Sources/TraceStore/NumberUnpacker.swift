import TraceModel

/// Reads numbers from a blob; behind its end all are absent.
struct NumberUnpacker: PackedNumbers {
  private let bytes: [UInt8]
  private var next = 0
  var last: EventLocation

  init(_ bytes: [UInt8], after base: StreamBase) {
    self.bytes = bytes
    last = EventLocation(packedAfter: base)
  }

  var isReading: Bool { true }
  var remaining: Int { bytes.count - next }

  @inline(__always) mutating func number(_ value: inout Int64) {
    let packed = shortNumber() ?? longNumber()
    let folded = packed &- 1
    value = packed == 0 ? Event.absent : Int64(bitPattern: folded >> 1) ^ -Int64(bitPattern: folded & 1)
  }

  /// The next number, if it has at most nine bytes, as any instant has: for speed eight of these are taken as one word.
  @inline(__always) private mutating func shortNumber() -> UInt64? {
    guard next + 9 <= bytes.count else { return nil }
    let word = bytes.span.word(next)
    let last = ~word & 0x8080_8080_8080_8080
    let after = next + last.trailingZeroBitCount >> 3 + 1  // The ninth byte is the last where none of these is.
    let ninth = last == 0 ? UInt64(bytes[next + 8]) : 0
    if ninth >= 0x80 || after > bytes.count { return nil }
    next = after
    // Seven bits of each byte, up to that which is the last; then neighbours are joined.
    let sevens = word & (last ^ (last &- 1)) & 0x7f7f_7f7f_7f7f_7f7f
    let twos = sevens & 0x007f_007f_007f_007f | (sevens & 0x7f00_7f00_7f00_7f00) >> 1
    let fours = twos & 0x0000_3fff_0000_3fff | (twos & 0x3fff_0000_3fff_0000) >> 2
    return fours & 0x0fff_ffff | (fours & 0x0fff_ffff_0000_0000) >> 4 | ninth << 56
  }

  /// The next number, whatever it is.
  private mutating func longNumber() -> UInt64 {
    var packed: UInt64 = 0
    var shift: UInt64 = 0
    var place = next
    // Somebody may have changed the blob: it ends where it ends, and bits above 64 fall away.
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if shift < 64 { packed |= UInt64(byte & 0x7f) &<< shift }
      shift &+= 7
      if byte < 0x80 { break }
    }
    next = place
    return packed
  }
}
