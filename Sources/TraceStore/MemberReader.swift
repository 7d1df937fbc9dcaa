import TraceModel

/// Reads what a `MemberWriter` wrote.
///
/// Another program may have changed the bytes: behind their end, or where they are nothing that a writer writes, all numbers are
/// 0 and `isDamaged` says so.
struct MemberReader: PackedMembers {
  let base: StreamBase
  var last: EventLocation
  /// The texts that are still to come.
  var texts: ArraySlice<TextID>
  /// True if the bytes are nothing that a writer writes.
  private(set) var isDamaged = false
  private let bytes: [UInt8]
  /// Where the next number begins.
  private(set) var next = 0

  /// A reader of members of a stream, with the texts that the writer had.
  init(_ bytes: [UInt8], texts: [TextID] = [], after base: StreamBase = StreamBase()) {
    self.bytes = bytes
    self.texts = texts[...]
    self.base = base
    last = EventLocation(packedAfter: base)
  }

  var isReading: Bool { true }

  /// True if more members follow.
  var isMore: Bool { next < bytes.count && !isDamaged }

  /// True if all was read, and there was nothing else.
  var isWhole: Bool { next == bytes.count && !isDamaged }

  /// The bytes of what was read since an offset.
  func bytes(from start: Int) -> ArraySlice<UInt8> { bytes[start..<next] }

  @inline(__always) mutating func number(_ value: inout Int64) {
    let folded = (shortNumber() ?? longNumber()) &- 1
    value = Int64(bitPattern: folded >> 1) ^ -Int64(bitPattern: folded & 1)
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
    while next < bytes.count, shift < 64 {
      let byte = bytes[next]
      next += 1
      packed |= UInt64(byte & 0x7f) << shift
      shift += 7
      if byte < 0x80 { return packed }
    }
    noteDamage()
    return 1
  }

  mutating func text(_ id: inout TextID) {
    if let text = texts.popFirst() { id = text } else { noteDamage() }
  }

  mutating func source(_ id: inout SourceID) { number(of: &id) }

  mutating func list<Part>(_ parts: inout [Part], of empty: Part, _ pass: (inout Part, inout Self) -> Void) {
    var count: Int64 = 0
    number(&count)
    parts.removeAll(keepingCapacity: true)
    // Each part takes a byte at least, so that no list is longer than the bytes.
    if !(0...Int64(bytes.count - next) ~= count) { return noteDamage() }
    parts.reserveCapacity(min(Int(count), 256))
    for _ in 0..<count where !isDamaged {
      var part = empty
      pass(&part, &self)
      parts.append(part)
    }
  }

  mutating func noteDamage() {
    isDamaged = true
    next = bytes.count
  }
}
