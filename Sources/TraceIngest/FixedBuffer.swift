/// A block of values of its own: to reach one costs no more than to check its place.
@safe struct FixedBuffer<Element: BitwiseCopyable>: ~Copyable {
  private let base: UnsafeMutablePointer<Element>
  let count: Int

  init(repeating element: Element, count: Int) {
    unsafe base = .allocate(capacity: count)
    unsafe base.initialize(repeating: element, count: count)
    self.count = count
  }

  /// So many values, none of which is to be read before it is written: to write them all takes longer than a line.
  init(room count: Int) {
    unsafe base = .allocate(capacity: count)
    self.count = count
  }

  deinit { unsafe base.deallocate() }

  subscript(index: Int) -> Element {
    @inline(__always) unsafeAddress {
      precondition(index >= 0 && index < count, "no such place")
      return unsafe UnsafePointer(base + index)
    }
    @inline(__always) unsafeMutableAddress {
      precondition(index >= 0 && index < count, "no such place")
      return unsafe base + index
    }
  }

  /// The value at `index`, which is not checked: of a place that its kind of number bounds, as a byte or a hash of so many
  /// bits.
  @unsafe subscript(unchecked index: Int) -> Element {
    @inline(__always) unsafeAddress {
      assert(index >= 0 && index < count, "no such place")
      return unsafe UnsafePointer(base + index)
    }
    @inline(__always) unsafeMutableAddress {
      assert(index >= 0 && index < count, "no such place")
      return unsafe base + index
    }
  }

  /// Makes all values this one.
  @inline(__always) mutating func fill(_ element: Element) {
    unsafe base.update(repeating: element, count: count)
  }

  /// Copies values from `other`, which begin there at `start`, to `range`.
  @inline(__always) mutating func copy(_ other: borrowing FixedBuffer, from start: Int, to range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "no such place")
    precondition(start >= 0 && start &+ range.count <= other.count, "no such place")
    unsafe (base + range.lowerBound).update(from: other.base + start, count: range.count)
  }
}

extension FixedBuffer<Int64> {
  /// True if the numbers in `range` are those that begin in `other` at `start`.
  @inline(__always) func isSame(_ range: Range<Int>, in other: borrowing FixedBuffer, at start: Int) -> Bool {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "no such place")
    precondition(start >= 0 && start &+ range.count <= other.count, "no such place")
    var difference: Int64 = 0
    for index in 0..<range.count {
      difference |= unsafe base[range.lowerBound &+ index] ^ other.base[start &+ index]
    }
    return difference == 0
  }

  /// A number, mostly another one for other numbers in `range`; its upper bits depend on all of them.
  @inline(__always) func hash(_ range: Range<Int>) -> UInt64 {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "no such place")
    var hash: UInt64 = 0
    for index in range { unsafe hash = (hash ^ UInt64(bitPattern: base[index])) &* 0x9E37_79B9_7F4A_7C15 }
    return hash ^ hash >> 32
  }
}
