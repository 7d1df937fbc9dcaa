/// Every text once: bytes to a small number and back.
///
/// Texts lie one after the other in one array; an open-addressing table of numbers finds them again.
/// A value: a copy is a snapshot.
public struct TextTable: Sendable {
  private var bytes: [UInt8] = []
  /// `ends[i]` is where text `i` ends in `bytes`; it begins where text `i - 1` ends.
  private var ends: [Int] = [0]
  private var hashes: [UInt32] = [0]
  /// Indices into `ends`, 0 where free; always a power of two, at most half full.
  private var slots: [Int32] = Array(repeating: 0, count: 1024)

  /// An empty table.
  public init() {}

  /// How many texts it holds.
  public var count: Int { ends.count - 1 }

  /// How many bytes those texts have together.
  public var byteCount: Int { bytes.count }

  /// The number of the text with these UTF-8 bytes, or none if it was not interned.
  public func find(_ text: Span<UInt8>) -> TextID {
    text.isEmpty ? .none : TextID(rawValue: slots[slot(text, Self.hash(text))])
  }

  /// The number of the text with these UTF-8 bytes; the empty text is no text.
  public mutating func intern(_ text: Span<UInt8>) -> TextID {
    guard !text.isEmpty else { return .none }
    let hash = Self.hash(text)
    let slot = slot(text, hash)
    if slots[slot] != 0 { return TextID(rawValue: slots[slot]) }
    for index in text.indices { bytes.append(text[index]) }
    let id = Int32(ends.count)
    ends.append(bytes.count)
    hashes.append(hash)
    slots[slot] = id
    if ends.count * 2 > slots.count { grow() }
    return TextID(rawValue: id)
  }

  /// The slot of a text, or the free one that it belongs in.
  private func slot(_ text: Span<UInt8>, _ hash: UInt32) -> Int {
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot] != 0 {
      if hashes[Int(slots[slot])] == hash, isEqual(TextID(rawValue: slots[slot]), text) { return slot }
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  /// The number of this text.
  public mutating func intern(_ text: String) -> TextID { intern(Array(text.utf8).span) }

  /// The text, or the empty string for no text.
  public func string(_ id: TextID) -> String { String(decoding: bytes[range(id)], as: UTF8.self) }

  /// The text's bytes, or none for no text.
  public func slice(_ id: TextID) -> ArraySlice<UInt8> { bytes[range(id)] }

  /// Whether these bytes stand in the text.
  public func holds(_ word: [UInt8], _ id: TextID) -> Bool {
    let text = bytes.span.extracting(range(id))
    var at = 0
    while at + word.count <= text.count {
      var same = 0
      while same < word.count, text[at + same] == word[same] { same += 1 }
      if same == word.count { return true }
      at += 1
    }
    return false
  }

  private func range(_ id: TextID) -> Range<Int> {
    id.isNone ? 0..<0 : ends[Int(id.rawValue) - 1]..<ends[Int(id.rawValue)]
  }

  private func isEqual(_ id: TextID, _ text: Span<UInt8>) -> Bool {
    let stored = bytes.span.extracting(range(id))
    guard stored.count == text.count else { return false }
    for index in text.indices where stored[index] != text[index] { return false }
    return true
  }

  private mutating func grow() {
    var wider = [Int32](repeating: 0, count: slots.count * 2)
    for id in 1..<ends.count {
      var slot = Int(hashes[id]) & (wider.count - 1)
      while wider[slot] != 0 { slot = (slot + 1) & (wider.count - 1) }
      wider[slot] = Int32(id)
    }
    slots = wider
  }

  /// FNV-1a over the bytes, folded: short keys, no seed, so that every run is alike.
  private static func hash(_ text: Span<UInt8>) -> UInt32 {
    var hash = Fingerprint()
    for index in text.indices { hash.add(text[index]) }
    return UInt32(truncatingIfNeeded: hash.value ^ (hash.value >> 32))
  }
}
