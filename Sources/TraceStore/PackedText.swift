import CSQLite
import TraceModel

/// A text as the store holds it: a canonical UUID as 16 bytes (lower case) or 0x55 and 16 bytes (upper case).
struct PackedText: Bindable, Hashable {
  let bytes: [UInt8]
  let isText: Bool

  /// The distance of a hexadecimal letter's code from its value.
  private static let lower: UInt8 = 0x57
  private static let upper: UInt8 = 0x37

  init(_ text: ArraySlice<UInt8>) {
    let packed = Self.packed(text, [], Self.lower) ?? Self.packed(text, [0x55], Self.upper)
    bytes = packed ?? Array(text)
    isText = packed == nil
  }

  /// `start` and the bytes of a UUID; `letters` is the distance of a letter's code from its value.
  private static func packed(_ text: ArraySlice<UInt8>, _ start: [UInt8], _ letters: UInt8) -> [UInt8]? {
    guard text.count == 36 else { return nil }
    let text = text.span
    var packed = start
    packed.reserveCapacity(17)
    var index = 0
    while index < 36 {
      if isDash(index) {
        if text[index] != 0x2d { return nil }
        index += 1
        continue
      }
      guard let high = digit(text[index], letters), let low = digit(text[index + 1], letters) else { return nil }
      packed.append(high << 4 | low)
      index += 2
    }
    return packed
  }

  private static func digit(_ byte: UInt8, _ letters: UInt8) -> UInt8? {
    let isLetter = byte > 0x39
    let digit = byte &- (isLetter ? letters : 0x30)
    return digit < 16 && isLetter == (digit > 9) ? digit : nil
  }

  private static func isDash(_ index: Int) -> Bool { index == 8 || index == 13 || index == 18 || index == 23 }

  init(_ statement: Statement, _ column: Int32) {
    bytes = statement.bytes(column)
    isText = statement.type(column) == SQLITE_TEXT
  }

  func bind(to statement: Statement, at index: Int32) { statement.bind(bytes[...], isText: isText, at: index) }

  fileprivate static func withUnpacked<Result>(_ bytes: Span<UInt8>, _ body: (Span<UInt8>) -> Result) -> Result {
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 36) { text in
      unsafe text.initialize(repeating: 0x2d)
      let letters = bytes.count == 16 ? lower : upper
      var next = 0
      for index in bytes.count - 16..<bytes.count {
        if isDash(next) { next += 1 }
        let high = bytes[index] >> 4
        let low = bytes[index] & 15
        unsafe text[next] = high &+ (high > 9 ? letters : 0x30)
        unsafe text[next + 1] = low &+ (low > 9 ? letters : 0x30)
        next += 2
      }
      return unsafe body(UnsafeBufferPointer(text).span)
    }
  }
}

extension TextTable {
  /// The number of the text in a column, packed or not; none for NULL.
  mutating func intern(_ statement: Statement, _ column: Int32) -> TextID {
    let isText = statement.type(column) == SQLITE_TEXT
    return statement.withBytes(column) { bytes in
      // Packed texts have 16 or 17 bytes; this program writes no other blobs.
      isText || bytes.count & ~1 != 16 ? intern(bytes) : PackedText.withUnpacked(bytes) { intern($0) }
    }
  }
}
