import TraceModel

/// Numbers that are written one after the other into a blob, or read from it: one function names them for both ways.
///
/// A number takes as many bytes as it needs: 7 of its bits in each, those below first, and 1 above them where more
/// follow. Before that a number n becomes 2n + 1, or -2n for one below zero, so that small ones stay small; 0 stands for
/// none.
protocol PackedNumbers {
  /// The last place that was passed: the next one is written as what differs from it.
  var last: EventLocation { get set }
  /// True if numbers are read.
  var isReading: Bool { get }
  /// So many bytes are there at most for what follows; any number while writing.
  var remaining: Int { get }
  /// Writes the number, or sets it to the next one; `Event.absent` stands for none.
  mutating func number(_ value: inout Int64)
}

extension PackedNumbers {
  /// A number of any width.
  @inline(__always) mutating func integer(_ value: inout some FixedWidthInteger) {
    var wide = Int64(truncatingIfNeeded: value)
    number(&wide)
    value = .init(truncatingIfNeeded: wide)
  }

  /// A number that is never absent.
  @inline(__always) mutating func whole(_ value: inout Int64) {
    number(&value)
    if value == Event.absent { value = 0 }
  }

  /// The number of parts that follow, each of which takes a byte at least.
  mutating func count(_ value: Int) -> Int {
    var count = Int64(value)
    number(&count)
    return Int(min(max(count, 0), Int64(remaining)))
  }

  /// A place, as what differs from the last one: first, as bits, which parts of it follow.
  mutating func place(_ place: inout EventLocation) {
    var bits = place.partBits(after: last)
    number(&bits)
    self.place(&place, bits)
  }

  /// Passes what the bits of `EventLocation.partBits` say.
  mutating func place(_ place: inout EventLocation, _ bits: Int64) {
    place.time = difference(place.time, to: last.time, isThere: bits & 1 != 0)
    place.uptime = difference(place.uptime, to: last.uptime, isThere: bits & 2 != 0)
    place.seq = difference(place.seq, to: last.seq, isThere: bits & 4 != 0)
    source(&place, differs: bits & 8 != 0)
    line(&place, differs: bits & 16 != 0)
    last = last.followed(by: place)
  }

  /// Passes what the bits of `EventLocation.lineBits` say.
  mutating func line(of place: inout EventLocation, _ bits: Int64) {
    if bits & 4 != 0 { return }
    source(&place, differs: bits & 1 != 0)
    line(&place, differs: bits & 2 != 0)
  }

  private mutating func source(_ place: inout EventLocation, differs: Bool) {
    var number = differs ? place.source.rawValue : last.source.rawValue
    if differs { integer(&number) }
    place.source = SourceID(rawValue: number)
  }

  private mutating func line(_ place: inout EventLocation, differs: Bool) {
    let expected = last.expectedLine(ofNumber: place.seq)
    var rest = differs ? Int64(place.line) &- Int64(expected) : 0
    if differs { number(&rest) }
    place.line = Int32(truncatingIfNeeded: Int64(expected) &+ rest)
  }

  private mutating func difference(_ value: Int64, to last: Int64, isThere: Bool) -> Int64 {
    if !isThere { return Event.absent }
    var rest = value &- last
    number(&rest)
    return rest &+ last
  }
}

extension EventLocation {
  /// The place before the first one that is packed for a launch of a stream.
  init(packedAfter base: StreamBase) {
    self.init()
    time = base.time
    uptime = 0
    seq = 0
    source = SourceID(rawValue: Int32(truncatingIfNeeded: base.source))
    line = Int32(truncatingIfNeeded: base.line)
  }

  /// Which parts of a place are there, or differ from those of the last one, as bits.
  func partBits(after last: EventLocation) -> Int64 {
    var bits: Int64 = time == Event.absent ? 0 : 1
    bits |= (uptime == Event.absent ? 0 : 2) | (seq == Event.absent ? 0 : 4)
    return bits | (source == last.source ? 0 : 8) | (line == last.expectedLine(ofNumber: seq) ? 0 : 16)
  }

  /// The source and the line of a place whose number is known; 4 stands for none, 1 and 2 for what differs.
  func lineBits(after last: EventLocation) -> Int64 {
    if source.rawValue == 0, line == 0 { return 4 }
    return (source == last.source ? 0 : 1) | (line == last.expectedLine(ofNumber: seq) ? 0 : 2)
  }

  /// Lines of a launch mostly rise with its numbers.
  fileprivate func expectedLine(ofNumber other: Int64) -> Int32 {
    other == Event.absent ? line : Int32(truncatingIfNeeded: Int64(line) &+ other &- seq)
  }

  /// The last place once another one has followed this; what that lacks stays as it is.
  func followed(by place: EventLocation) -> EventLocation {
    var last = place
    if place.time == Event.absent { last.time = time }
    if place.uptime == Event.absent { last.uptime = uptime }
    if place.seq == Event.absent { last.seq = seq }
    return last
  }

  /// The same place later, on both clocks.
  func later(_ nanos: Int64) -> EventLocation {
    var later = self
    later.time &+= nanos
    later.uptime &+= nanos
    return later
  }
}
