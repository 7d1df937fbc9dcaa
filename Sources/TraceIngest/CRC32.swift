/// The checksum of zip and gzip: CRC-32 with the polynomial 0xEDB88320 (RFC 1952, section 8).
///
/// ```swift
/// var sum = CRC32()
/// sum.add(Array("123456789".utf8)[...])
/// sum.value  // 0xCBF43926
/// ```
struct CRC32: Sendable {
  /// What a byte adds, by its value.
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320 }
  }

  private var state: UInt32 = ~0

  /// The checksum of all bytes that were added.
  var value: UInt32 { ~state }

  /// Adds the next bytes.
  mutating func add(_ bytes: ArraySlice<UInt8>) {
    let table = Self.table
    for byte in bytes { state = state >> 8 ^ table[Int(UInt8(truncatingIfNeeded: state) ^ byte)] }
  }
}
