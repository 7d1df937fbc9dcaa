/// Each value once: maps a value to a small number and back.
///
/// An open-addressing table: a `Dictionary` hashes a context in three times the instructions, and holds values twice.
public struct InternTable<Value: Internable>: Sendable {
  /// The values, by number; only new values may be appended.
  public var values: [Value] = []
  /// A number and 1 for each hashed value, below the upper half of its hash; 0 where free.
  ///
  /// A power of two, at most half used.
  @usableFromInline var slots = [UInt64](repeating: 0, count: 16)
  /// How many of `values` are in `slots`.
  @usableFromInline var hashedCount = 0

  /// A table of no values.
  @inlinable public init() {}

  /// How many values it holds.
  @inlinable public var count: Int { values.count }

  /// The number of `value`, which is added if it is new; numbers begin at 0.
  @inlinable public mutating func intern(_ value: Value) -> Int32 {
    // Appended values are hashed at the first look-up.
    while hashedCount < values.count { enter(values[hashedCount].internHash) }
    let hash = value.internHash
    let mask = slots.count - 1
    var slot = Int(hash >> 32) & mask
    while slots[slot] != 0 {
      let number = Int(UInt32(truncatingIfNeeded: slots[slot])) - 1
      if slots[slot] >> 32 == hash >> 32, values[number] == value { return Int32(number) }
      slot = (slot + 1) & mask
    }
    values.append(value)
    enter(hash)
    return Int32(values.count - 1)
  }

  /// Frees the hash slots; the next look-up makes them again.
  public mutating func endInterning() {
    slots = [UInt64](repeating: 0, count: 16)
    hashedCount = 0
  }

  /// Enters the next value's hash.
  @inlinable mutating func enter(_ hash: UInt64) {
    hashedCount += 1
    Self.put((hash & 0xFFFF_FFFF_0000_0000) | UInt64(hashedCount), in: &slots)
    if hashedCount * 2 <= slots.count { return }
    var wider = [UInt64](repeating: 0, count: slots.count * 2)
    for entry in slots where entry != 0 { Self.put(entry, in: &wider) }
    slots = wider
  }

  @inlinable static func put(_ entry: UInt64, in slots: inout [UInt64]) {
    let mask = slots.count - 1
    var slot = Int(entry >> 32) & mask
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    slots[slot] = entry
  }

  /// The value with this number.
  @inlinable public subscript(number: Int32) -> Value { values[Int(number)] }
}

/// A value that an `InternTable` finds by a hash of its own.
public protocol Internable: Equatable, Sendable {
  /// A hash of the value, made with `WordHash`: equal for equal values, in every run.
  var internHash: UInt64 { get }
}

/// A hash over words of 64 bits, without a seed, so that every run is alike.
///
/// FNV-1a with words in place of bytes; the upper half of each product depends on all bits.
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
