import TraceModel

extension Span<UInt8> {
  /// The text that these bytes are in UTF-8.
  var string: String { unsafe withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) } }

  /// Whether all of it is UTF-8.
  var isUTF8: Bool { unsafe withUnsafeBufferPointer { unsafe String(validating: $0, as: UTF8.self) != nil } }

  /// Appends these bytes to `array`.
  func append(to array: inout [UInt8]) { unsafe withUnsafeBufferPointer { unsafe array.append(contentsOf: $0) } }

  /// How many bytes from `at` on are the same as those from `other` on, which lies before it.
  @inline(__always) func common(_ at: Int, _ other: Int) -> Int {
    precondition(0 <= other && other <= at && at <= count, "no such place")
    let limit = count - at
    return unsafe withUnsafeBytes { bytes in
      var length = 0
      while length &+ 8 <= limit {
        let one = unsafe bytes.loadUnaligned(fromByteOffset: at &+ length, as: UInt64.self)
        let two = unsafe bytes.loadUnaligned(fromByteOffset: other &+ length, as: UInt64.self)
        let bits = UInt64(littleEndian: one ^ two).trailingZeroBitCount
        if bits < 64 { return length &+ bits >> 3 }
        length &+= 8
      }
      while length < limit, unsafe bytes[at &+ length] == bytes[other &+ length] { length &+= 1 }
      return length
    }
  }

  /// The first position from `start` whose byte is not ASCII, or is a control, quote or backslash.
  @inline(__always) func plainEnd(_ start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var at = start
    while at + 8 <= count {
      // The high bit of a byte is set where it is not plain; only above such a one it may be wrong.
      let word = word(at)
      let (quote, backslash) = (word ^ ones &* 0x22, word ^ ones &* 0x5C)
      let special = word | (word &- ones &* 0x20) & ~word | (quote &- ones) & ~quote | (backslash &- ones) & ~backslash
      if special & ones << 7 != 0 { return at + (special & ones << 7).trailingZeroBitCount >> 3 }
      at += 8
    }
    while at < count, 0x20..<0x80 ~= self[at], self[at] != 0x22, self[at] != 0x5C { at += 1 }
    return at
  }
}

extension [UInt8] {
  /// As many bytes, of which the first are `text`; the others are not to be read before they are written.
  init(room count: Int, _ text: Span<UInt8> = Span()) {
    unsafe self.init(unsafeUninitializedCapacity: count) { _, initializedCount in initializedCount = count }
    replace(with: text)
  }

  /// Puts `text` in place of the first bytes.
  mutating func replace(with text: Span<UInt8>) {
    precondition(text.count <= count, "the text does not fit")
    unsafe withUnsafeMutableBytes { bytes in
      unsafe text.withUnsafeBytes { unsafe bytes.copyMemory(from: $0) }
    }
  }
}

/// A block of values of its own: to reach one costs no more than to check its place.
@safe struct Block<Element: BitwiseCopyable>: ~Copyable {
  private let base: UnsafeMutablePointer<Element>
  let count: Int

  init(repeating element: Element, count: Int) {
    unsafe base = .allocate(capacity: count)
    unsafe base.initialize(repeating: element, count: count)
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
}
