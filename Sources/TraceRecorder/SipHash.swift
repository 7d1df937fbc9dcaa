/// SipHash-2-4, a keyed hash of 64 bits: without the key nobody can compute it or link two of its values.
///
/// Source: Aumasson and Bernstein, "SipHash: a fast short-input PRF" (2012); the tests compare it with their vectors.
struct SipHash {
  private var v0, v1, v2, v3: UInt64

  /// The hash of `bytes` under a key of 128 bits.
  static func hash(_ bytes: [UInt8], key: (UInt64, UInt64)) -> UInt64 {
    var state = Self(
      v0: key.0 ^ 0x736f_6d65_7073_6575, v1: key.1 ^ 0x646f_7261_6e64_6f6d, v2: key.0 ^ 0x6c79_6765_6e65_7261,
      v3: key.1 ^ 0x7465_6462_7974_6573)
    let whole = bytes.count & ~7
    for start in stride(from: 0, to: whole, by: 8) { state.absorb(word(bytes[start..<(start + 8)])) }
    state.absorb(UInt64(truncatingIfNeeded: bytes.count) << 56 | word(bytes[whole...]))
    state.v2 ^= 0xFF
    for _ in 0..<4 { state.round() }
    return state.v0 ^ state.v1 ^ state.v2 ^ state.v3
  }

  /// Up to eight bytes as a little-endian number.
  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }

  private mutating func absorb(_ word: UInt64) {
    v3 ^= word
    round()
    round()
    v0 ^= word
  }

  private mutating func round() {
    v0 &+= v1
    v1 = v1 << 13 | v1 >> 51
    v1 ^= v0
    v0 = v0 << 32 | v0 >> 32
    v2 &+= v3
    v3 = v3 << 16 | v3 >> 48
    v3 ^= v2
    v0 &+= v3
    v3 = v3 << 21 | v3 >> 43
    v3 ^= v0
    v2 &+= v1
    v1 = v1 << 17 | v1 >> 47
    v1 ^= v2
    v2 = v2 << 32 | v2 >> 32
  }
}
