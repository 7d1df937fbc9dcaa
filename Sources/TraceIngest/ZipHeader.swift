/// What both headers of a member of a zip archive say of it.
///
/// Source: PKWARE, APPNOTE.TXT 6.3.10, sections 4.4.4 (flags), 4.4.5 (methods) and 4.5.3 (large sizes).
struct ZipHeader {
  let flags: Int64
  let method: Int64
  let checksum: Int64
  /// The size of its bytes in the archive, and when they are unpacked.
  let packed: Int64
  let whole: Int64

  /// Its sizes are known only behind its bytes.
  var isOpen: Bool { flags & 8 != 0 }

  /// It holds nothing: two bytes of DEFLATE are its end alone (RFC 1951, section 3.2.6).
  var isEmpty: Bool { whole == 0 && packed == (method == 8 ? 2 : 0) && flags & 1 == 0 }

  var packing: Archive.Packing {
    if flags & 1 != 0 { return .unreadable("it is encrypted") }
    let checksum = UInt32(truncatingIfNeeded: checksum)
    switch method {
    case 0 where packed != whole, 8 where packed == 0 && whole > 0: return Self.contradiction
    case 0: return .stored(checksum: checksum)
    case 8: return .deflated(checksum: checksum, size: UInt32(truncatingIfNeeded: whole))
    default: return .unreadable("it is packed by method \(method)\(Self.names[method].map { " (\($0))" } ?? "")")
    }
  }

  static let contradiction = Archive.Packing.unreadable("its sizes contradict each other")

  /// What people call the methods that they meet.
  private static let names: [Int64: String] = [
    1: "shrink", 6: "implode", 9: "Deflate64", 12: "bzip2", 14: "LZMA", 93: "zstd", 95: "xz", 98: "PPMd", 99: "AES",
  ]

  /// The numbers of eight bytes that an extra field has for those that are too large for the header.
  static func long(_ extra: [UInt8]) -> [UInt8] {
    var at = 0
    while at + 4 <= extra.count {
      let end = at + 4 + Int(extra.number(at + 2, 2))
      if end > extra.count { break }
      if extra.number(at, 2) == 1 { return Array(extra[at + 4..<end]) }
      at = end
    }
    return []
  }
}

extension [UInt8] {
  /// The little-endian number of `count` bytes at a place.
  func number(_ at: Int, _ count: Int) -> Int64 {
    (0..<count).reduce(0) { $0 | Int64(truncatingIfNeeded: UInt64(self[at + $1]) << UInt64(8 * $1)) }
  }

  /// Takes a number of eight bytes off the front; nil if there are not so many.
  mutating func popNumber() -> Int64? {
    guard count >= 8 else { return nil }
    defer { removeFirst(8) }
    return number(0, 8)
  }
}
