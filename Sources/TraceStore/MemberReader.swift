import TraceModel

/// Reads what a `MemberWriter` wrote; if another program has changed it, all numbers are 0 and `isDamaged` is true.
struct MemberReader: PackedMembers {
  var last: EventLocation
  var texts: ArraySlice<TextID>
  /// True if no writer writes these bytes.
  private(set) var isDamaged = false
  private let bytes: [UInt8]
  private(set) var next = 0

  init(_ bytes: [UInt8], texts: [TextID] = [], after base: StreamBase = StreamBase()) {
    self.bytes = bytes
    self.texts = texts[...]
    last = EventLocation(packedAfter: base)
  }

  var isReading: Bool { true }

  var isMore: Bool { next < bytes.count && !isDamaged }

  /// True if all bytes were read and none is damaged.
  var isWhole: Bool { next == bytes.count && !isDamaged }

  func bytes(from start: Int) -> ArraySlice<UInt8> { bytes[start..<next] }

  @inline(__always) mutating func number(_ value: inout Int64) {
    let folded = packedNumber() &- 1
    value = Int64(bitPattern: folded >> 1) ^ -Int64(bitPattern: folded & 1)
  }

  private mutating func packedNumber() -> UInt64 {
    var packed: UInt64 = 0
    var shift: UInt64 = 0
    var index = next
    let end = min(bytes.count, next &+ 10)
    while index < end {
      let byte = bytes[index]
      index &+= 1
      packed |= UInt64(byte & 0x7f) &<< shift
      shift &+= 7
      if byte < 0x80 {
        next = index
        return packed
      }
    }
    noteDamage()
    return 1
  }

  mutating func skip(_ count: Int) {
    var rest = count
    while rest > 0, next < bytes.count {
      if bytes[next] < 0x80 { rest -= 1 }
      next += 1
    }
    if rest > 0 { noteDamage() }
  }

  mutating func text(_ id: inout TextID) {
    if let text = texts.popFirst() { id = text } else { noteDamage() }
  }

  mutating func source(_ id: inout SourceID) { number(of: &id) }

  mutating func list<Part>(_ parts: inout [Part], of empty: Part, _ pass: (inout Part, inout Self) -> Void) {
    var count: Int64 = 0
    number(&count)
    parts.removeAll(keepingCapacity: true)
    // Each part takes at least a byte, so no list is longer than the bytes.
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
