import TraceModel

struct MemberWriter: PackedMembers {
  var last: EventLocation
  private(set) var bytes: [UInt8] = []
  private(set) var texts: [TextID] = []
  /// The sources passed, each with the offset in `bytes` for its number: a store numbers sources in its own way.
  private(set) var sources: [(offset: Int, id: SourceID)] = []

  init(after base: StreamBase = StreamBase()) {
    last = EventLocation(packedAfter: base)
    // Half of what most launches need; an array that grows from empty moves its bytes five times.
    bytes.reserveCapacity(128)
  }

  var isReading: Bool { false }

  mutating func number(_ value: inout Int64) {
    // `Event.absent`, of which only the sign bit is set, becomes 0.
    var rest = UInt64(bitPattern: value &<< 1 ^ value &>> 63) &+ 1
    while rest > 0x7f {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func text(_ id: inout TextID) { texts.append(id) }

  mutating func source(_ id: inout SourceID) { sources.append((bytes.count, id)) }

  mutating func list<Part>(_ parts: inout [Part], of empty: Part, _ pass: (inout Part, inout Self) -> Void) {
    var count = parts.count
    integer(&count)
    // The list itself is not changed, which avoids a copy.
    for var part in parts { pass(&part, &self) }
  }

  mutating func noteDamage() {}

  mutating func append(_ packed: ArraySlice<UInt8>) { bytes += packed }
}
