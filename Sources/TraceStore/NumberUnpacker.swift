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
    let folded = packed &- 1
    value = packed == 0 ? Event.absent : Int64(bitPattern: folded >> 1) ^ -Int64(bitPattern: folded & 1)
  }
}
