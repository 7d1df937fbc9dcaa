import CSQLite
import TraceModel

/// A text as the store holds it: a canonical UUID as 16 bytes (lower case) or 0x55 and 16 bytes
/// (upper case), anything else as it is.
struct PackedText: Bindable, Hashable {
  private let bytes: [UInt8]
  private let isText: Bool

  /// What a letter is above its value.
  private static let (lower, upper): (UInt8, UInt8) = (0x57, 0x37)

  /// Packs a text.
  init(_ text: ArraySlice<UInt8>) {
    var packed: [UInt8]?
    if text.count == 36 {
      // Whatever they are: what is no UUID does not come back as it was.
      let digits = text.filter { $0 != 0x2d }.map { $0 > 0x39 ? $0 & 7 + 9 : $0 & 15 }
      let bytes = stride(from: 1, to: digits.count, by: 2).map { digits[$0 - 1] << 4 | digits[$0] }
      packed = [bytes, [0x55] + bytes].first { $0.count > 15 && Self.unpacked($0.span)[...] == text }
    }
    (bytes, isText) = (packed ?? Array(text), packed == nil)
  }

  /// Takes what a column holds.
  init(_ statement: Statement, _ column: Int32) {
    (bytes, isText) = (statement.bytes(column), statement.type(column) == SQLITE_TEXT)
  }

  func bind(to statement: Statement, at index: Int32) { statement.bind(bytes[...], isText: isText, at: index) }

  /// The text that packed bytes stand for.
  fileprivate static func unpacked(_ bytes: Span<UInt8>) -> [UInt8] {
    let letters = bytes.count == 16 ? lower : upper
    var text: [UInt8] = []
    text.reserveCapacity(36)
    for index in bytes.count - 16..<bytes.count {
      if [8, 13, 18, 23].contains(text.count) { text.append(0x2d) }
      let (high, low) = (bytes[index] >> 4, bytes[index] & 15)
      text.append(high &+ (high > 9 ? letters : 0x30))
      text.append(low &+ (low > 9 ? letters : 0x30))
    }
    return text
  }
}

extension TextTable {
  /// The number of the text that a column holds, packed or not; none for NULL.
  mutating func intern(_ statement: Statement, _ column: Int32) -> TextID {
    let isText = statement.type(column) == SQLITE_TEXT
    return statement.withBytes(column) { bytes in
      isText || bytes.isEmpty ? intern(bytes) : intern(PackedText.unpacked(bytes).span)
    }
  }
}
