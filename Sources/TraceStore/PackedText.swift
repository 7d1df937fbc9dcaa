import CSQLite
import TraceModel

/// A text as the store holds it: a canonical UUID as 16 bytes (lower case) or 0x55 and 16 bytes
/// (upper case), anything else as it is.
struct PackedText: Bindable, Hashable {
  private let bytes: [UInt8]
  private let isText: Bool

  /// Packs a text.
  init(_ text: ArraySlice<UInt8>) {
    let packed = text.count == 36 ? Self.packed(text) : []
    for bytes in [packed, [0x55] + packed] where packed.count == 16 {
      self.init(bytes: bytes, isText: false)
      if spelled[...] == text { return }
    }
    self.init(bytes: Array(text), isText: true)
  }

  /// The bytes that hexadecimal digits spell, whatever lies between them.
  private static func packed(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var packed: [UInt8] = []
    packed.reserveCapacity(16)
    var high: UInt8?
    for byte in text where byte != 0x2d {
      let digit = (byte & 15) &+ (byte > 0x39 ? 9 : 0)
      if let first = high { packed.append(first << 4 | digit & 15) }
      high = high == nil ? digit : nil
    }
    return packed
  }

  private init(bytes: [UInt8], isText: Bool) { (self.bytes, self.isText) = (bytes, isText) }

  /// Takes what a column holds.
  init(_ statement: Statement, _ column: Int32) {
    (bytes, isText) = (statement.bytes(column), statement.type(column) == SQLITE_TEXT)
  }

  /// The text's own bytes.
  var spelled: [UInt8] {
    if isText { return bytes }
    var text: [UInt8] = []
    text.reserveCapacity(36)
    let letters: UInt8 = bytes.count == 17 ? 0x37 : 0x57
    for (offset, byte) in bytes.suffix(16).enumerated() {
      let (high, low) = (byte >> 4, byte & 15)
      text.append(high < 10 ? 0x30 + high : letters + high)
      text.append(low < 10 ? 0x30 + low : letters + low)
      if offset == 3 || offset == 5 || offset == 7 || offset == 9 { text.append(0x2d) }
    }
    return text
  }

  func bind(to statement: Statement, at index: Int32) {
    statement.bind(bytes[...], isText: isText, at: index)
  }
}

extension TextTable {
  /// The number of the text that a column holds, packed or not; none for NULL.
  mutating func intern(_ statement: Statement, _ column: Int32) -> TextID {
    statement.isNull(column) ? .none : intern(PackedText(statement, column).spelled.span)
  }
}
