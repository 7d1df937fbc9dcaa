import TraceModel

/// Where the members of a launch's summary go to as bytes, or come from: `MemberWriter` and `MemberReader`.
///
/// Only the order says what a number means. A number is written 7 bits a byte, lowest first, with the top bit set where
/// more follow. Before that n becomes 2n + 1, or -2n if negative, so that small numbers stay short; 0 stands for
/// `Event.absent`. Texts are kept beside the bytes, in the order in which they come, as their numbers depend on the
/// `Symbols` or the store.
protocol PackedMembers {
  var isReading: Bool { get }
  /// The last location passed; the next is written as a difference to it.
  var last: EventLocation { get set }
  /// A number; `Event.absent` takes one byte.
  mutating func number(_ value: inout Int64)
  mutating func text(_ id: inout TextID)
  /// The source of a location, if it differs from that of the location before.
  mutating func source(_ id: inout SourceID)
  /// A list; a reader makes each part from `empty`.
  mutating func list<Part>(_ parts: inout [Part], of empty: Part, _ pass: (inout Part, inout Self) -> Void)
  /// Notes that no writer writes these bytes.
  mutating func noteDamage()
}

extension PackedMembers {
  /// A number of any width, never absent.
  mutating func integer(_ value: inout some FixedWidthInteger) {
    var wide = Int64(truncatingIfNeeded: value)
    number(&wide)
    value = .init(truncatingIfNeeded: wide)
  }

  mutating func word(_ word: inout String) {
    var bytes = isReading ? [] : Array(word.utf8)
    list(&bytes, of: 0) { byte, members in members.integer(&byte) }
    if isReading { word = String(decoding: bytes, as: UTF8.self) }
  }

  @inline(__always) mutating func kinds(_ kinds: inout KindSet) {
    var low = Int64(truncatingIfNeeded: kinds.bits)
    var high = Int64(truncatingIfNeeded: kinds.bits >> 64)
    number(&low)
    number(&high)
    kinds.bits = UInt128(UInt64(bitPattern: high)) << 64 | UInt128(UInt64(bitPattern: low))
  }

  mutating func number<Value: RawRepresentable>(of value: inout Value) where Value.RawValue: FixedWidthInteger {
    var raw = value.rawValue
    integer(&raw)
    if let known = Value(rawValue: raw) { value = known } else { noteDamage() }
  }

  /// At most 63 numbers, most of them 0, after bits that say which are not; a writer calls `each` twice.
  mutating func sparse<Value, Number: FixedWidthInteger>(
    _ value: inout Value, _ each: (inout Value, (inout Number) -> Void) -> Void
  ) {
    var bits: Int64 = 0
    if !isReading {
      var bit: Int64 = 1
      each(&value) { number in
        if number != 0 { bits |= bit }
        bit <<= 1
      }
    }
    number(&bits)
    each(&value) { number in
      if bits & 1 != 0 { integer(&number) }
      bits >>= 1
    }
  }

  /// A location; `bits`, from `EventLocation.partBits`, say what it has and what differs from the last one.
  mutating func location(_ location: inout EventLocation, _ bits: Int64) {
    location.time = difference(location.time, to: last.time, isThere: bits & 1 != 0)
    location.uptime = difference(location.uptime, to: last.uptime, isThere: bits & 2 != 0)
    location.seq = difference(location.seq, to: last.seq, isThere: bits & 4 != 0)
    if bits & 8 != 0 { source(&location.source) } else { location.source = last.source }
    let expected = last.expectedLine(ofNumber: location.seq)
    var line = bits & 16 != 0 ? location.line &- expected : 0
    if bits & 16 != 0 { integer(&line) }
    location.line = expected &+ line
    last = last.followed(by: location)
  }

  private mutating func difference(_ value: Int64, to last: Int64, isThere: Bool) -> Int64 {
    if !isThere { return Event.absent }
    var rest = value &- last
    number(&rest)
    return rest &+ last
  }
}

extension EventLocation {
  /// The location before the first one packed.
  init(packedAfter base: StreamBase) {
    self.init()
    time = base.time
    uptime = 0
    seq = 0
    source = SourceID(rawValue: Int32(truncatingIfNeeded: base.source))
    line = Int32(truncatingIfNeeded: base.line)
  }

  /// Bits for the parts of a location that exist, or differ from those of the last one.
  func partBits(after last: EventLocation) -> Int64 {
    var bits: Int64 = time == Event.absent ? 0 : 1
    bits |= (uptime == Event.absent ? 0 : 2) | (seq == Event.absent ? 0 : 4)
    return bits | (source == last.source ? 0 : 8) | (line == last.expectedLine(ofNumber: seq) ? 0 : 16)
  }

  /// The line expected for a number, as lines of a launch mostly rise with its numbers.
  func expectedLine(ofNumber other: Int64) -> Int32 {
    other == Event.absent ? line : Int32(truncatingIfNeeded: Int64(line) &+ other &- seq)
  }

  /// The last location once `location` has followed; parts that it lacks stay.
  func followed(by location: EventLocation) -> EventLocation {
    var last = location
    if location.time == Event.absent { last.time = time }
    if location.uptime == Event.absent { last.uptime = uptime }
    if location.seq == Event.absent { last.seq = seq }
    return last
  }

  func later(_ nanos: Int64) -> EventLocation {
    var later = self
    later.time &+= nanos
    later.uptime &+= nanos
    return later
  }
}
