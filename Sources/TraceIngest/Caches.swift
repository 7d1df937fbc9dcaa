import TraceModel

/// Short byte strings to numbers; a new one takes the place of an older one with the same slot.
struct ByteCache {
  private static let width = 64
  private var bytes: [UInt8]
  private var lengths: [UInt8]
  private var numbers: [Int32]

  init(slots: Int) {
    bytes = Array(repeating: 0, count: slots * Self.width + 8)
    lengths = Array(repeating: 0, count: slots)
    numbers = Array(repeating: 0, count: slots)
  }

  /// The slot for a text, by its length and its first and last bytes.
  @inline(__always) func slot(_ line: Span<UInt8>, _ range: Range<Int>) -> Int {
    var hash = UInt64(truncatingIfNeeded: range.count)
    let start = range.lowerBound
    if range.count >= 8, range.upperBound <= line.count {
      hash = mix(hash ^ line.word(at: start)) ^ line.word(at: range.upperBound - 8)
    } else {
      for at in range { hash = hash << 8 ^ UInt64(line[at]) }
    }
    return Int(truncatingIfNeeded: mix(hash) >> 32) & (lengths.count - 1)
  }

  @inline(__always) func number(_ line: Span<UInt8>, _ range: Range<Int>, slot: Int) -> Int32? {
    guard Int(lengths[slot]) == range.count, range.count > 0 else { return nil }
    let equal = line.commonPrefix(
      at: range.lowerBound, with: bytes.span, at: slot * Self.width, length: range.count)
    return equal == range.count ? numbers[slot] : nil
  }

  mutating func set(_ line: Span<UInt8>, _ range: Range<Int>, slot: Int, _ number: Int32) {
    guard range.count <= Self.width else { return }
    line.copy(range, into: &bytes, at: slot * Self.width)
    lengths[slot] = UInt8(range.count)
    numbers[slot] = number
  }

  mutating func clear() {
    for slot in lengths.indices { lengths[slot] = 0 }
  }
}

/// Values to numbers; a new one takes the place of an older one with the same slot.
struct ValueCache<Value: Equatable> {
  private var values: [Value]
  private var numbers: [Int32]

  /// A cache of `slots` values; `filler` is any value, it is never found.
  init(slots: Int, filler: Value) {
    values = Array(repeating: filler, count: slots)
    numbers = Array(repeating: -1, count: slots)
  }

  /// The number of `value`, made by `intern` if it is not at hand.
  @inline(__always) mutating func number(
    _ value: Value, hash: UInt64, intern: (Value) -> Int32
  ) -> Int32 {
    let slot = Int(truncatingIfNeeded: mix(hash) >> 32) & (numbers.count - 1)
    if numbers[slot] >= 0, values[slot] == value { return numbers[slot] }
    let number = intern(value)
    values[slot] = value
    numbers[slot] = number
    return number
  }

  mutating func clear() {
    for slot in numbers.indices { numbers[slot] = -1 }
  }
}

/// Spreads a hash over its upper half.
@inline(__always) func mix(_ value: UInt64) -> UInt64 {
  let product = value &* 0x9E37_79B9_7F4A_7C15
  return product ^ (product >> 29)
}
