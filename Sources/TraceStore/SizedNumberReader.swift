import TraceModel

/// Reads the numbers of records that follow each other.
struct SizedNumberReader: SizedNumbers {
  private let bytes: [UInt8]
  /// Where the next number begins, or the next record.
  private(set) var next = 0
  private var sizes: UInt64 = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// True if a record follows.
  var isMore: Bool { next + SizedRecord.padding < bytes.count }

  /// Begins the next record, of as many numbers as `count` says for its head.
  @inline(__always) mutating func begin(_ count: (UInt32) -> Int) -> UInt32 {
    let head = UInt32(truncatingIfNeeded: word)
    skip(SizedRecord.headSize)
    sizes = word
    skip(SizedRecord.sizesSize(of: count(head)))
    return head
  }

  @inline(__always) mutating func number(_ value: inout Int64) {
    let bits = (sizes & 7) << 3
    sizes >>= 3
    let packed = word & (.max >> (56 &- bits))
    skip(Int(bits >> 3) + 1)
    value = Int64(bitPattern: packed >> 1) ^ -Int64(bitPattern: packed & 1)
  }

  /// The bytes of what was read since a place.
  func bytes(from place: Int) -> ArraySlice<UInt8> { bytes[place..<next] }

  /// The next eight bytes; somebody may have changed them, so that they end too early: then all that follows is 0.
  @inline(__always) private var word: UInt64 { next + 8 <= bytes.count ? bytes.span.word(next) : 0 }

  @inline(__always) private mutating func skip(_ count: Int) { next = min(next &+ count, bytes.count) }
}
