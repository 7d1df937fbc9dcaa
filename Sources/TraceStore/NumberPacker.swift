import TraceModel

/// Writes numbers into a blob.
struct NumberPacker: PackedNumbers {
  private(set) var bytes: [UInt8] = []
  var last: EventLocation

  init(after base: StreamBase) { last = EventLocation(packedAfter: base) }

  var isReading: Bool { false }
  var remaining: Int { .max }

  mutating func number(_ value: inout Int64) {
    // The absent number, of which the sign alone is set, becomes 0.
    var rest = value == Event.absent ? 0 : UInt64(bitPattern: value &<< 1 ^ value &>> 63) &+ 1
    while rest > 0x7f {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
