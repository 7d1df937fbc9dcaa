/// A block of values of its own: to reach one costs no more than to check its index.
@safe struct FixedBuffer<Element: BitwiseCopyable>: ~Copyable {
  private let base: UnsafeMutablePointer<Element>
  let count: Int

  init(repeating element: Element, count: Int) {
    unsafe base = .allocate(capacity: count)
    unsafe base.initialize(repeating: element, count: count)
    self.count = count
  }

  /// Room for `count` values, each of which must be written before it is read: initializing all takes longer than a
  /// line.
  init(room count: Int) {
    unsafe base = .allocate(capacity: count)
    self.count = count
  }

  deinit { unsafe base.deallocate() }

  subscript(index: Int) -> Element {
    @inline(__always) unsafeAddress {
      precondition(index >= 0 && index < count, "no such index")
      return unsafe UnsafePointer(base + index)
    }
    @inline(__always) unsafeMutableAddress {
      precondition(index >= 0 && index < count, "no such index")
      return unsafe base + index
    }
  }

  /// The value at `index`, which is not checked: one that its kind of number bounds, as a byte or a hash of so many bits.
  @unsafe subscript(unchecked index: Int) -> Element {
    @inline(__always) unsafeAddress {
      assert(index >= 0 && index < count, "no such index")
      return unsafe UnsafePointer(base + index)
    }
    @inline(__always) unsafeMutableAddress {
      assert(index >= 0 && index < count, "no such index")
      return unsafe base + index
    }
  }

  /// Makes all values this one.
  @inline(__always) mutating func fill(_ element: Element) {
    unsafe base.update(repeating: element, count: count)
  }

  /// Copies values from `other`, which begin there at `start`, to `range`.
  @inline(__always) mutating func copy(_ other: borrowing FixedBuffer, from start: Int, to range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "no such index")
    precondition(start >= 0 && start &+ range.count <= other.count, "no such index")
    unsafe (base + range.lowerBound).update(from: other.base + start, count: range.count)
  }
}

extension FixedBuffer<Int64> {
  /// True if the numbers in `range` are those that begin in `other` at `start`.
  @inline(__always) func isSame(_ range: Range<Int>, in other: borrowing FixedBuffer, at start: Int) -> Bool {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "no such index")
    precondition(start >= 0 && start &+ range.count <= other.count, "no such index")
    var difference: Int64 = 0
    for index in 0..<range.count {
      difference |= unsafe base[range.lowerBound &+ index] ^ other.base[start &+ index]
    }
    return difference == 0
  }

  /// A number, mostly another one for other numbers in `range`; its upper bits depend on all of them.
  @inline(__always) func hash(_ range: Range<Int>) -> UInt64 {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "no such index")
    var hash: UInt64 = 0
    for index in range { unsafe hash = (hash ^ UInt64(bitPattern: base[index])) &* 0x9E37_79B9_7F4A_7C15 }
    return hash ^ hash >> 32
  }
}

/// Groups of numbers that came before, each with two more that say what it means.
///
/// Without it a stream, a context or a signature is made and looked up by hash for every event, in some
/// 600 instructions instead of 60. A group whose slot another one has replaces that, which is then made anew.
struct ValueGroups: ~Copyable {
  /// The number of slots; a power of two.
  private static let count = 256
  private let width: Int
  /// In each slot the numbers of a group and its meaning; the first is 0 where there is none.
  private var values: FixedBuffer<Int64>

  /// No groups yet, which will have `width` numbers each, or fewer if the first says how many; that is not 0.
  init(width: Int) {
    self.width = width
    values = FixedBuffer(room: (width + 2) * Self.count)
    for slot in 0..<Self.count { values[slot * (width + 2)] = 0 }
  }

  /// The meaning of the numbers in `range`, if they came before, and their slot.
  @inline(__always) func find(_ range: Range<Int>, of line: borrowing FixedBuffer<Int64>) -> (
    slot: Int, meaning: (Int64, Int64)?
  ) {
    let slot = Int(line.hash(range) >> 56) &* (width &+ 2)
    guard line.isSame(range, in: values, at: slot) else { return (slot, nil) }
    return (slot, (values[slot &+ width], values[slot &+ width &+ 1]))
  }

  /// Keeps the numbers in `range` with their meaning in the slot that `find` gave.
  mutating func set(
    _ range: Range<Int>, of line: borrowing FixedBuffer<Int64>, in slot: Int, to meaning: (Int64, Int64)
  ) {
    values.copy(line, from: range.lowerBound, to: slot..<slot + range.count)
    values[slot + width] = meaning.0
    values[slot + width + 1] = meaning.1
  }
}
