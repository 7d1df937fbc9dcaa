import TraceModel

/// SHA-256 with a secret key: equal texts stay equal, and without the key nobody can try which text it was.
///
/// HMAC, as it takes a key of any length and no proof is needed why it is sound; our own, as CryptoKit is not on Linux.
/// Source: FIPS 180-4; RFC 2104. Tests hold it against the vectors of FIPS 180-4 and RFC 4231.
package struct KeyedHash: Sendable {
  private static let block = 64
  /// First the hash of nothing, then the constants of the rounds.
  private static let constants = PackageResources.sha256_txt.lines.joined(separator: " ").split(separator: " ").map {
    UInt32($0, radix: 16) ?? 0
  }
  private let inner, outer: [UInt8]

  /// A hash with this key; any number of bytes will do, 16 or more that nobody can guess are good.
  package init(key: [UInt8]) {
    let short = key.count > Self.block ? Self.digest(key) : key
    let padded = short + Array(repeating: 0, count: Self.block - short.count)
    inner = padded.map { $0 ^ 0x36 }
    outer = padded.map { $0 ^ 0x5c }
  }

  /// The 32 bytes that stand for `message`.
  package func of(_ message: some Sequence<UInt8>) -> [UInt8] { Self.digest(outer + Self.digest(inner + message)) }

  /// SHA-256 of `message`.
  static func digest(_ message: [UInt8]) -> [UInt8] {
    var message = message
    let bits = UInt64(message.count) * 8
    message.append(0x80)
    message += Array(repeating: 0, count: (block + 56 - message.count % block) % block)
    message += stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: bits >> UInt64($0)) }
    var state = SIMD8(constants[..<8])
    for start in stride(from: 0, to: message.count, by: block) { add(message[start..<start + block], to: &state) }
    return state.indices.flatMap { index in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: state[index] >> $0) } }
  }

  /// Six of the eight words move on by one place in each round.
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
      let one = v[7] &+ sum &+ choice &+ constants[8 + index] &+ words[index]
      let majority = v[0] & v[1] ^ v[0] & v[2] ^ v[1] & v[2]
      let two = (turned(v[0], 2) ^ turned(v[0], 13) ^ turned(v[0], 22)) &+ majority
      v = SIMD8(one &+ two, v[0], v[1], v[2], v[3] &+ one, v[4], v[5], v[6])
    }
    state &+= v
  }

  /// The word, its bits turned to the right.
  private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }
}
