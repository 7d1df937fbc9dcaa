/// A block of memory for a fixed number of values; reading one costs only a check of its index.
@safe struct FixedBuffer<Element: BitwiseCopyable>: ~Copyable {
  private let base: UnsafeMutablePointer<Element>
  let count: Int

  init(repeating element: Element, count: Int) {
    unsafe base = .allocate(capacity: count)
    unsafe base.initialize(repeating: element, count: count)
    self.count = count
  }

  /// Memory for `count` values, each to be written before it is read: to initialize all takes longer than to read a
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

  /// The value at an unchecked `index`, whose type must bound it, as a byte or a hash of a few bits does.
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

  @inline(__always) mutating func fill(_ element: Element) {
    unsafe base.update(repeating: element, count: count)
  }

  @inline(__always) mutating func copy(_ other: borrowing FixedBuffer, from start: Int, to range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "no such index")
    precondition(start >= 0 && start &+ range.count <= other.count, "no such index")
    unsafe (base + range.lowerBound).update(from: other.base + start, count: range.count)
  }
}

extension FixedBuffer<Int64> {
  /// True if the numbers in `range` equal those of `other` from index `start` on.
  @inline(__always) func isSame(_ range: Range<Int>, in other: borrowing FixedBuffer, at start: Int) -> Bool {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "no such index")
    precondition(start >= 0 && start &+ range.count <= other.count, "no such index")
    var difference: Int64 = 0
    for index in 0..<range.count {
      difference |= unsafe base[range.lowerBound &+ index] ^ other.base[start &+ index]
    }
    return difference == 0
  }

  /// A hash of the numbers in `range`; its upper bits depend on all of them.
  @inline(__always) func hash(_ range: Range<Int>) -> UInt64 {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "no such index")
    var hash: UInt64 = 0
    for index in range { unsafe hash = (hash ^ UInt64(bitPattern: base[index])) &* 0x9E37_79B9_7F4A_7C15 }
    return hash ^ hash >> 32
  }
}

/// A table of groups of numbers, each with its meaning, which is two more numbers.
///
/// To make a stream, a context or a signature, and look it up by hash, takes some 600 instructions for each event; the
/// table takes 60. A group replaces the one that had its slot before.
struct ValueGroups: ~Copyable {
  /// A power of two.
  private static let count = 256
  private let width: Int
  /// A group's numbers and meaning for each slot; the first number is 0 in an empty slot.
  private var values: FixedBuffer<Int64>

  /// For groups of `width` numbers, or of fewer if their first number is their count, which is not 0.
  init(width: Int) {
    self.width = width
    values = FixedBuffer(room: (width + 2) * Self.count)
    for slot in 0..<Self.count { values[slot * (width + 2)] = 0 }
  }

  /// The slot of the numbers in `range`, and their meaning if it is known.
  @inline(__always) func find(_ range: Range<Int>, of line: borrowing FixedBuffer<Int64>) -> (
    slot: Int, meaning: (Int64, Int64)?
  ) {
    let slot = Int(line.hash(range) >> 56) &* (width &+ 2)
    guard line.isSame(range, in: values, at: slot) else { return (slot, nil) }
    return (slot, (values[slot &+ width], values[slot &+ width &+ 1]))
  }

  /// Keeps the meaning of the numbers in `range`, in the slot that `find` returned.
  mutating func set(
    _ range: Range<Int>, of line: borrowing FixedBuffer<Int64>, in slot: Int, to meaning: (Int64, Int64)
  ) {
    values.copy(line, from: range.lowerBound, to: slot..<slot + range.count)
    values[slot + width] = meaning.0
    values[slot + width + 1] = meaning.1
  }
}
