import CSQLite
import TraceModel

/// A text as the store holds it: a canonical UUID as 16 bytes (lower case) or 0x55 and 16 bytes
/// (upper case), anything else as it is.
struct PackedText: Bindable, Hashable {
  private let bytes: [UInt8]
  private let isText: Bool

  /// Packs a text.
  init(_ text: ArraySlice<UInt8>) {
    let packed = Self.uuid(text)
    (bytes, isText) = (packed ?? Array(text), packed == nil)
  }

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

  private static func uuid(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.count == 36 else { return nil }
    var packed: [UInt8] = [0x55]
    packed.reserveCapacity(17)
    var high: UInt8?
    var lower = false
    var upper = false
    for (offset, byte) in text.enumerated() {
      if offset == 8 || offset == 13 || offset == 18 || offset == 23 {
        guard byte == 0x2d else { return nil }
        continue
      }
      let nibble: UInt8
      switch byte {
      case 0x30...0x39: nibble = byte - 0x30
      case 0x41...0x46: (nibble, upper) = (byte - 0x37, true)
      case 0x61...0x66: (nibble, lower) = (byte - 0x57, true)
      default: return nil
      }
      if let first = high {
        packed.append(first << 4 | nibble)
        high = nil
      } else {
        high = nibble
      }
    }
    if upper { return lower ? nil : packed }
    packed.removeFirst()
    return packed
  }
}

extension TextTable {
  /// The number of the text that a column holds, packed or not; none for NULL.
  mutating func intern(_ statement: Statement, _ column: Int32) -> TextID {
    statement.isNull(column) ? .none : intern(PackedText(statement, column).spelled.span)
  }
}
