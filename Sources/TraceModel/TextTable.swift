/// Every text once: maps bytes to a small number and back.
///
/// Texts lie one after the other in one array; an open-addressing table of numbers finds them. A copy is a snapshot.
public struct TextTable: Sendable {
  private var bytes: [UInt8] = []
  /// `ends[i]` is where text `i` ends in `bytes`; it begins where text `i - 1` ends.
  private var ends: [Int] = [0]
  /// Indices into `ends`, 0 where free, each below its text's hash; always a power of two, at most half full.
  private var slots: [UInt64] = Array(repeating: 0, count: 1024)
  /// How many of the texts are in `slots`; appended ones are entered when a text is interned.
  private var hashedCount = 0

  /// An empty table.
  public init() {}

  /// How many texts it holds.
  public var count: Int { ends.count - 1 }

  /// The bytes of all texts together.
  public var byteCount: Int { bytes.count }

  /// The number of the text with these UTF-8 bytes; none if it was not interned.
  ///
  /// After `append`, each call hashes all appended texts until one is interned.
  public func find(_ text: Span<UInt8>) -> TextID {
    if hashedCount < count {
      var hashed = self
      hashed.hashAppended()
      return hashed.find(text)
    }
    return text.isEmpty ? .none : TextID(rawValue: Int32(truncatingIfNeeded: slots[slot(text, Self.hash(text))]))
  }

  /// The number of the text with these UTF-8 bytes; the empty text is no text.
  public mutating func intern(_ text: Span<UInt8>) -> TextID {
    intern(text) { bytes in
      // Reserve first: appending byte by byte needs five times the instructions.
      let start = bytes.count
      bytes += repeatElement(0, count: text.count)
      var copy = bytes.mutableSpan
      for index in text.indices { copy[start + index] = text[index] }
    }
  }

  /// The number of a text of another table.
  public mutating func intern(_ id: TextID, of other: TextTable) -> TextID {
    let text = other.bytes[other.range(id)]
    return intern(text.span) { $0 += text }
  }

  /// The number of a text, whose bytes `append` adds if it is new.
  @inline(__always) private mutating func intern(_ text: Span<UInt8>, _ append: (inout [UInt8]) -> Void) -> TextID {
    guard !text.isEmpty else { return .none }
    if hashedCount < count { hashAppended() }
    let hash = Self.hash(text)
    let slot = slot(text, hash)
    if slots[slot] != 0 { return TextID(rawValue: Int32(truncatingIfNeeded: slots[slot])) }
    append(&bytes)
    let id = Int32(ends.count)
    ends.append(bytes.count)
    slots[slot] = hash | UInt64(id)
    hashedCount += 1
    if ends.count * 2 > slots.count { grow() }
    return TextID(rawValue: id)
  }

  /// Adds new texts, one after the other in `bytes`, each of which ends at one of `ends`.
  ///
  /// For speed they are hashed at the next look-up only.
  mutating func append(_ bytes: [UInt8], ends: [Int]) {
    let start = self.bytes.count
    self.bytes += bytes
    for end in ends { self.ends.append(start + end) }
  }

  private mutating func hashAppended() {
    while hashedCount < count {
      let id = TextID(rawValue: Int32(truncatingIfNeeded: hashedCount + 1))
      let hash = Self.hash(bytes.span.extracting(range(id)))
      Self.put(hash | UInt64(id.rawValue), in: &slots)
      hashedCount += 1
      if (hashedCount + 1) * 2 > slots.count { grow() }
    }
  }

  /// The slot of a text, or the free one for it.
  @inline(__always) private func slot(_ text: Span<UInt8>, _ hash: UInt64) -> Int {
    let mask = slots.count - 1
    let slots = slots.span
    var slot = Int(hash >> 32) & mask
    while slots[slot] != 0 {
      if (slots[slot] ^ hash) >> 32 == 0, isEqual(TextID(rawValue: Int32(truncatingIfNeeded: slots[slot])), text) {
        return slot
      }
      slot = (slot + 1) & mask
    }
    return slot
  }

  /// The number of this text.
  public mutating func intern(_ text: String) -> TextID { intern(Array(text.utf8).span) }

  /// The text, or the empty string for no text.
  public func string(_ id: TextID) -> String { String(decoding: bytes[range(id)], as: UTF8.self) }

  /// The text's bytes, or none for no text.
  public func slice(_ id: TextID) -> ArraySlice<UInt8> { bytes[range(id)] }

  /// True if the text contains these bytes, at least one.
  public func holds(_ searched: [UInt8], _ id: TextID) -> Bool {
    let text = bytes.span.extracting(range(id))
    let searched = searched.span
    var start = 0
    while start + searched.count <= text.count {
      if text[start] == searched[0] {
        var length = 1
        while length < searched.count, text[start + length] == searched[length] { length += 1 }
        if length == searched.count { return true }
      }
      start += 1
    }
    return false
  }

  /// True if the text is ASCII without an upper-case letter: `lowercased()` would not change it.
  public func isLowercaseASCII(_ id: TextID) -> Bool {
    let text = bytes.span.extracting(range(id))
    let ones = 0x0101_0101_0101_0101 as UInt64
    var at = 0
    while at + 8 <= text.count {
      let word = text.word(at)
      // The highest bit of a byte from "A" on, and of one behind "Z"; ASCII has no such bit, so no sum overflows.
      let fromA = word & ~(ones << 7) &+ ones &* (0x80 - 0x41)
      let behindZ = word & ~(ones << 7) &+ ones &* (0x80 - 0x5B)
      if (word | fromA & ~behindZ) & ones << 7 != 0 { return false }
      at += 8
    }
    while at < text.count {
      if text[at] >= 0x80 || (0x41...0x5A).contains(text[at]) { return false }
      at += 1
    }
    return true
  }

  private func range(_ id: TextID) -> Range<Int> {
    id.isNone ? 0..<0 : ends[Int(id.rawValue) - 1]..<ends[Int(id.rawValue)]
  }

  private func isEqual(_ id: TextID, _ text: Span<UInt8>) -> Bool {
    let stored = bytes.span.extracting(range(id))
    guard stored.count == text.count else { return false }
    var at = 0
    while at + 8 < text.count {
      if stored.word(at) != text.word(at) { return false }
      at += 8
    }
    return stored.lastWord == text.lastWord
  }

  private mutating func grow() {
    var wider = [UInt64](repeating: 0, count: slots.count * 2)
    for entry in slots where entry != 0 { Self.put(entry, in: &wider) }
    slots = wider
  }

  /// Puts an entry into the first free slot from its hash on.
  private static func put(_ entry: UInt64, in slots: inout [UInt64]) {
    var slot = Int(entry >> 32) & (slots.count - 1)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = entry
  }

  /// A hash in the upper half, over eight bytes at a time, without a seed, so that every run is alike.
  ///
  /// FNV-1a with words for bytes, of which a product's upper half depends on all.
  @inline(__always) private static func hash(_ text: Span<UInt8>) -> UInt64 {
    let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
    var hash = UInt64(text.count)
    var at = 0
    while at + 8 < text.count {
      hash = (hash ^ text.word(at)) &* factor
      hash ^= hash >> 32
      at += 8
    }
    hash = (hash ^ text.lastWord) &* factor
    return ((hash ^ (hash >> 32)) &* factor) & 0xFFFF_FFFF_0000_0000
  }
}

extension Span<UInt8> {
  /// The last eight bytes, or all if they are fewer.
  @inline(__always) fileprivate var lastWord: UInt64 {
    if count >= 8 { return word(count - 8) }
    var word: UInt64 = 0
    for index in indices { word = word << 8 | UInt64(self[index]) }
    return word
  }
}

/// Bytes eight at a time: a word takes as few instructions as a byte.
///
/// Byte by byte, reading a log needed 1.03 to 1.11 times the instructions.
extension Span<UInt8> {
  /// Eight bytes from `at`, the first lowest; the compiler makes one load of it.
  @inlinable @inline(__always) public func word(_ at: Int) -> UInt64 {
    let eight = extracting(at..<at &+ 8)
    let low = UInt64(eight[0]) | UInt64(eight[1]) << 8 | UInt64(eight[2]) << 16 | UInt64(eight[3]) << 24
    let high = UInt64(eight[4]) | UInt64(eight[5]) << 8 | UInt64(eight[6]) << 16 | UInt64(eight[7]) << 24
    return low | high << 32
  }

  /// The number that eight digits at `at` write; nil if there are no eight.
  @inlinable @inline(__always) public func eightDigits(_ at: Int) -> UInt64? {
    guard at + 8 <= count else { return nil }
    let text = word(at)
    let high = 0xF0F0_F0F0_F0F0_F0F0 as UInt64
    guard text & high == 0x3030_3030_3030_3030, (text &+ 0x0606_0606_0606_0606) & high == 0x3030_3030_3030_3030 else {
      return nil
    }
    // Neighbours are joined: to numbers of two digits, of four, of eight.
    let twos = ((text & 0x0F0F_0F0F_0F0F_0F0F) &* 2561) >> 8 & 0x00FF_00FF_00FF_00FF
    let fours = (twos &* 6_553_601) >> 16 & 0x0000_FFFF_0000_FFFF
    return (fours &* 42_949_672_960_001) >> 32
  }
}
