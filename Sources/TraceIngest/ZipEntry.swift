/// An entry of the directory of a zip archive.
///
/// Source: PKWARE, APPNOTE.TXT 6.3.10, sections 4.3.12 and 4.5.3.
struct ZipEntry {
  private static let mark: [UInt8] = [0x50, 0x4B, 1, 2]
  /// The number of bytes before the name.
  private static let size = 46
  /// A link, in the upper half of the attributes that Unix has: S_IFLNK of S_IFMT.
  private static let linkMode: Int64 = 0xA000
  private static let modeMask: Int64 = 0xF000

  let name: [UInt8]
  let header: ZipHeader
  /// The size of its bytes in the archive.
  let packedSize: Int64
  /// The place of its local header, from the start of the archive.
  let offset: Int64
  let isLink: Bool

  static func isMarked(_ bytes: [UInt8]) -> Bool { bytes.starts(with: mark) }

  /// The next entry of a directory; nil if there is none, or not all of it before `end`.
  init?(_ input: inout ByteCursor, before end: Int64) throws(IngestError) {
    guard end - input.position >= Int64(Self.size) else { return nil }
    let bytes = try input.read(Self.size)
    guard bytes.count == Self.size, Self.isMarked(bytes) else { return nil }
    let lengths = [28, 30, 32].map { bytes.number($0, 2) }
    guard end - input.position >= lengths.reduce(0, +) else { return nil }
    name = try input.read(Int(lengths[0]))
    let extra = try input.read(Int(lengths[1]))
    try input.skip(to: input.position + lengths[2])
    var long = ZipHeader.long(extra)
    func value(_ short: Int64) -> Int64? { short == 0xFFFF_FFFF ? long.popNumber() : short }
    // In this order, each only where the short one says so.
    let whole = value(bytes.number(24, 4))
    let packed = value(bytes.number(20, 4))
    let place = value(bytes.number(42, 4))
    guard let whole, let packed, let place, whole >= 0, packed >= 0, place >= 0 else { return nil }
    packedSize = packed
    offset = place
    header = ZipHeader(
      flags: bytes.number(8, 2), method: bytes.number(10, 2), checksum: bytes.number(16, 4), packed: packed,
      whole: whole)
    // Made on Unix or macOS.
    let isOfUnix = bytes[5] == 3 || bytes[5] == 19
    isLink = isOfUnix && bytes.number(38, 4) >> 16 & Self.modeMask == Self.linkMode
  }
}
