/// Keys of up to eight numbers, each with the place at which it first came.
///
/// For speed: a `Dictionary` of such keys takes some 500 instructions a look-up, this takes 40 to 80, and reports look up
/// each launch. An open-addressing table of places, at most half full; a hash without a seed, so that every run is alike.
struct NumberKeys {
  typealias Key = SIMD8<Int64>

  /// How many numbers of a key count; the others are not looked at.
  private let width: Int
  /// The keys in the order in which they came.
  private(set) var keys: [Key] = []
  /// Places in `keys` from 1, 0 where free; always a power of two.
  private var slots = [Int32](repeating: 0, count: 64)

  /// No keys yet, of which so many numbers count.
  init(width: Int) { self.width = width }

  /// The place of a key in `keys`, to which it is added if it is new.
  mutating func place(of key: Key) -> Int {
    let slot = slot(of: key)
    if slots[slot] > 0 { return Int(slots[slot]) - 1 }
    keys.append(key)
    slots[slot] = Int32(keys.count)
    if keys.count * 2 > slots.count { grow() }
    return keys.count - 1
  }

  /// The slot of a key, or the free one that it belongs in.
  private func slot(of key: Key) -> Int {
    let mask = slots.count - 1
    var slot = hash(key) & mask
    while slots[slot] > 0, !isEqual(keys[Int(slots[slot]) - 1], key) { slot = (slot + 1) & mask }
    return slot
  }

  private func isEqual(_ a: Key, _ b: Key) -> Bool {
    for lane in 0..<width where a[lane] != b[lane] { return false }
    return true
  }

  private mutating func grow() {
    slots = [Int32](repeating: 0, count: slots.count * 2)
    for place in keys.indices { slots[slot(of: keys[place])] = Int32(place + 1) }
  }

  /// Like FNV-1a with words for bytes, of which a product's upper half depends on all.
  private func hash(_ key: Key) -> Int {
    var hash: UInt64 = 0
    for lane in 0..<width {
      hash = (hash ^ UInt64(bitPattern: key[lane])) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
    }
    return Int(truncatingIfNeeded: hash >> 1)
  }
}
