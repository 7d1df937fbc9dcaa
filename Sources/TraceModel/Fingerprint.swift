/// A 64-bit FNV-1a hash, equal in every run and on every machine.
///
/// Source: Fowler, Noll and Vo, RFC 9923 (offset basis and prime for 64 bits).
public struct Fingerprint: Hashable, Sendable {
  /// The hash of what was added so far.
  public var value: UInt64

  /// The hash of no bytes, or a hash that was stored.
  public init(value: UInt64 = 0xcbf2_9ce4_8422_2325) { self.value = value }

  /// Adds one byte.
  @inlinable public mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }

  /// Adds bytes in order.
  @inlinable public mutating func add(_ bytes: some Sequence<UInt8>) { for byte in bytes { add(byte) } }

  /// Sixteen hexadecimal digits.
  public var hex: String {
    let digits = (0..<16).map { index in
      let digit = UInt8(truncatingIfNeeded: value >> UInt64(60 - 4 * index)) & 15
      return digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }
    return String(decoding: digits, as: UTF8.self)
  }
}
