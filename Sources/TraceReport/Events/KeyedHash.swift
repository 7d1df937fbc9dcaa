import TraceModel

/// SHA-256 with a secret key: equal texts stay equal, and without the key a text cannot be found by trying.
///
/// HMAC, as it accepts a key of any length and is proven sound; our own, as CryptoKit is not on Linux. Source: FIPS
/// 180-4; RFC 2104. Tests compare it with the vectors of FIPS 180-4 and RFC 4231.
package struct KeyedHash: Sendable {
  private static let block = 64
  /// FIPS 180-4, section 5.3.3.
  private static let initialState = SIMD8<UInt32>(
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19)
  /// For the 64 rounds: FIPS 180-4, section 4.2.2.
  private static let roundConstants: [UInt32] = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
  ]
  private let inner, outer: [UInt8]

  /// A hash with a key of any length; 16 random bytes or more are safe.
  package init(key: [UInt8]) {
    let short = key.count > Self.block ? Self.digest(key) : key
    let padded = short + Array(repeating: 0, count: Self.block - short.count)
    inner = padded.map { $0 ^ 0x36 }
    outer = padded.map { $0 ^ 0x5c }
  }

  /// The 32 bytes that stand for `message`.
  package func of(_ message: some Sequence<UInt8>) -> [UInt8] { Self.digest(outer + Self.digest(inner + message)) }

  static func digest(_ message: [UInt8]) -> [UInt8] {
    var message = message
    let bits = UInt64(message.count) * 8
    message.append(0x80)
    message += Array(repeating: 0, count: (block + 56 - message.count % block) % block)
    message += stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: bits >> UInt64($0)) }
    var state = initialState
    for start in stride(from: 0, to: message.count, by: block) { add(message[start..<start + block], to: &state) }
    return state.indices.flatMap { index in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: state[index] >> $0) } }
  }

  /// Six of the eight words move on by one position in each round.
  private static func add(_ block: ArraySlice<UInt8>, to state: inout SIMD8<UInt32>) {
    var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { at in
      block[at..<at + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<64 {
      let early = words[index - 15]
      let late = words[index - 2]
      let first = turned(early, 7) ^ turned(early, 18) ^ early >> 3
      let second = turned(late, 17) ^ turned(late, 19) ^ late >> 10
      words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
    }
    var v = state
    for index in 0..<64 {
      let sum = turned(v[4], 6) ^ turned(v[4], 11) ^ turned(v[4], 25)
      let choice = v[4] & v[5] ^ ~v[4] & v[6]
      let one = v[7] &+ sum &+ choice &+ roundConstants[index] &+ words[index]
      let majority = v[0] & v[1] ^ v[0] & v[2] ^ v[1] & v[2]
      let two = (turned(v[0], 2) ^ turned(v[0], 13) ^ turned(v[0], 22)) &+ majority
      v = SIMD8(one &+ two, v[0], v[1], v[2], v[3] &+ one, v[4], v[5], v[6])
    }
    state &+= v
  }

  private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }
}
