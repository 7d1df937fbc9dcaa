import CSQLite
import TraceModel

/// A text as the store holds it: a canonical UUID as 16 bytes (lower case) or 0x55 and 16 bytes
/// (upper case), anything else as it is.
struct PackedText: Bindable, Hashable {
  var bytes: [UInt8]
  var isBlob: Bool

  /// Packs a text.
  init(_ text: ArraySlice<UInt8>) {
    (bytes, isBlob) = Self.uuid(text).map { ($0, true) } ?? (Array(text), false)
  }

  /// Takes what a column holds.
  init(_ statement: borrowing Statement, _ column: Int32) {
    bytes = statement.bytes(column)
    isBlob = statement.type(column) == SQLITE_BLOB
  }

  func bind(to statement: borrowing Statement, at index: Int32) {
    if isBlob {
      statement.bind(blob: bytes, at: index)
    } else {
      statement.bind(text: bytes, at: index)
    }
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
  /// The number of the text that a column holds, packed or not.
  mutating func intern(_ statement: borrowing Statement, _ column: Int32) -> TextID {
    switch statement.type(column) {
    case SQLITE_NULL: return .none
    case SQLITE_BLOB:
      let text = statement.withBytes(column, spelledUUID)
      return intern(text.span)
    default:
      return statement.withBytes(column) { intern($0) }
    }
  }
}

private func spelledUUID(_ bytes: Span<UInt8>) -> [UInt8] {
  var text: [UInt8] = []
  text.reserveCapacity(36)
  let letters: UInt8 = bytes.count == 17 ? 0x37 : 0x57
  for offset in 0..<16 {
    let (high, low) = (bytes[bytes.count - 16 + offset] >> 4, bytes[bytes.count - 16 + offset] & 15)
    text.append(high < 10 ? 0x30 + high : letters + high)
    text.append(low < 10 ? 0x30 + low : letters + low)
    if offset == 3 || offset == 5 || offset == 7 || offset == 9 { text.append(0x2d) }
  }
  return text
}
