/// A hash over words of 64 bits, without a seed, so that every run is alike.
///
/// Like FNV-1a with words for bytes, of which a product's upper half depends on all.
///
/// ```swift
/// var hash = WordHash()
/// hash.add(device, model)
/// return hash.value
/// ```
public struct WordHash: Sendable {
  @usableFromInline var state: UInt64 = 0xCBF2_9CE4_8422_2325

  /// A hash of no words.
  @inlinable public init() {}

  /// The hash of the words that were added; its upper half is the better one.
  @inlinable public var value: UInt64 { (state ^ state >> 32) &* 0x9E37_79B9_7F4A_7C15 }

  /// Adds a word.
  @inlinable public mutating func add(_ word: UInt64) {
    state = (state ^ word) &* 0x9E37_79B9_7F4A_7C15
    state ^= state >> 32
  }

  /// Adds two texts by their numbers.
  @inlinable public mutating func add(_ first: TextID, _ second: TextID) {
    add(UInt64(UInt32(bitPattern: first.rawValue)) << 32 | UInt64(UInt32(bitPattern: second.rawValue)))
  }
}
