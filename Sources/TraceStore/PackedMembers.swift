import TraceModel

/// Where the members of a launch's summary go to as bytes, or come from: `MemberWriter` and `MemberReader`.
///
/// Nothing but the order says what a number means. It takes as many bytes as it needs: 7 of its bits in each, the
/// lowest first, and 1 above them where more follow. Before that a number n becomes 2n + 1, or -2n for one below zero,
/// so that small ones stay small; 0 stands for `Event.absent`. Texts are not in the bytes but beside them, in the order
/// in which they come: what number a text has is a matter of the `Symbols` or of the store that it is in.
protocol PackedMembers: Columns where Failure == Never {
  /// True if members are set to what is read.
  var isReading: Bool { get }
  /// The last location that was passed as a difference: the next one is written as what differs from it.
  var last: EventLocation { get set }
  /// The source of a location, where it is another one than that of the location before.
  mutating func source(_ id: inout SourceID)
  /// A list, of which each part begins as `empty`.
  mutating func list<Part>(_ parts: inout [Part], of empty: Part, _ pass: (inout Part, inout Self) -> Void)
  /// Says that what was read is nothing that a writer writes.
  mutating func noteDamage()
}

extension PackedMembers {
  mutating func ownText(_ id: inout TextID) { text(&id) }

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

  mutating func sets(_ sets: inout [KindSet]) {
    list(&sets, of: KindSet()) { set, members in members.kinds(&set) }
  }

  mutating func kind(_ kind: inout EventKind, unknown: inout TextID) {
    number(of: &kind)
    if kind == .unknown { text(&unknown) }
  }

  mutating func context(_ id: inout ContextID) { number(of: &id) }

  mutating func number<Value: RawRepresentable>(of value: inout Value) where Value.RawValue: FixedWidthInteger {
    var raw = value.rawValue
    integer(&raw)
    if let known = Value(rawValue: raw) { value = known } else { noteDamage() }
  }

  /// A case by its index among all; one that is not among them comes behind these.
  mutating func name<Value: Equatable>(
    of value: inout Value, in all: @autoclosure () -> [Value], _ name: (Value) -> String
  ) {
    let all = all()
    var index = all.firstIndex(of: value) ?? all.count
    integer(&index)
    if all.indices.contains(index) { value = all[index] }
  }

  /// Numbers, 63 at most, of which most are 0: first, as bits, which are not; a writer calls `each` twice.
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

  /// A location of which `bits` say what is there and what differs from the last one, as `EventLocation.partBits` does.
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
  /// The location before the first one that is packed for a launch of a stream.
  init(packedAfter base: StreamBase) {
    self.init()
    time = base.time
    uptime = 0
    seq = 0
    source = SourceID(rawValue: Int32(truncatingIfNeeded: base.source))
    line = Int32(truncatingIfNeeded: base.line)
  }

  /// Which parts of a location are there, or differ from those of the last one, as bits.
  func partBits(after last: EventLocation) -> Int64 {
    var bits: Int64 = time == Event.absent ? 0 : 1
    bits |= (uptime == Event.absent ? 0 : 2) | (seq == Event.absent ? 0 : 4)
    return bits | (source == last.source ? 0 : 8) | (line == last.expectedLine(ofNumber: seq) ? 0 : 16)
  }

  /// Lines of a launch mostly rise with its numbers.
  func expectedLine(ofNumber other: Int64) -> Int32 {
    other == Event.absent ? line : Int32(truncatingIfNeeded: Int64(line) &+ other &- seq)
  }

  /// The last location once another one has followed this; what that lacks stays as it is.
  func followed(by location: EventLocation) -> EventLocation {
    var last = location
    if location.time == Event.absent { last.time = time }
    if location.uptime == Event.absent { last.uptime = uptime }
    if location.seq == Event.absent { last.seq = seq }
    return last
  }

  /// The same location later, on both clocks.
  func later(_ nanos: Int64) -> EventLocation {
    var later = self
    later.time &+= nanos
    later.uptime &+= nanos
    return later
  }
}
