/// Writes the numbers of one record.
struct SizedNumberWriter: SizedNumbers {
  private var bytes: [UInt8] = []
  private var sizes: UInt64 = 0
  private var count = 0

  mutating func number(_ value: inout Int64) {
    // A number n is 2n, or -2n - 1 for one below zero, so that small ones stay small.
    let packed = UInt64(bitPattern: value &<< 1 ^ value &>> 63)
    let size = max(1, (71 - packed.leadingZeroBitCount) >> 3)
    for byte in 0..<size { bytes.append(UInt8(truncatingIfNeeded: packed >> UInt64(8 * byte))) }
    sizes |= UInt64(size - 1) << UInt64(3 * count)
    count += 1
  }

  /// The record with this head.
  func record(_ head: UInt32) -> [UInt8] {
    var record: [UInt8] = []
    record.reserveCapacity(16 + bytes.count)
    for byte in 0..<SizedRecord.headSize { record.append(UInt8(truncatingIfNeeded: head >> UInt32(8 * byte))) }
    for byte in 0..<SizedRecord.sizesSize(of: count) {
      record.append(UInt8(truncatingIfNeeded: sizes >> UInt64(8 * byte)))
    }
    return record + bytes
  }
}
