/// What is in a zip archive.
///
/// Source: PKWARE, APPNOTE.TXT 6.3.10, sections 4.3.7 (local header), 4.3.12 (central directory) and 4.3.16 (its end).
enum ZipListing {
  private static let localMark: [UInt8] = [0x50, 0x4B, 3, 4]
  private static let entryMark: [UInt8] = [0x50, 0x4B, 1, 2]
  private static let endMark: [UInt8] = [0x50, 0x4B, 5, 6]
  /// The end of the directory, without and with its longest comment.
  private static let endSize = 22
  private static let longestEnd = endSize + 65_535

  static func isZip(_ head: [UInt8]) -> Bool { head.starts(with: localMark) || head.starts(with: endMark) }

  /// The files of an archive; of one that has lost its directory those that can be found.
  static func read(_ path: SourcePath) throws(IngestError) -> Archive.Listing {
    var input = try ByteCursor(path)
    let size = input.size ?? 0
    try input.skip(to: max(0, size - Int64(longestEnd)))
    let tail = try input.read(longestEnd)
    let ends = tail.indices.reversed().lazy.filter { $0 + endSize <= tail.count }
    guard let end = ends.first(where: { tail[$0...].starts(with: endMark) }) else {
      return try membersAlone(path, size)
    }
    let directory = (size: number(tail, end + 12, 4), offset: number(tail, end + 16, 4))
    if directory.offset == 0xFFFF_FFFF {
      return Archive.Listing(damage: "it is larger than 4 GiB: unpack it with unzip, and name the folder")
    }
    guard directory.offset + directory.size <= size else { return try membersAlone(path, size) }
    return try listed(path, directory, size)
  }

  /// The members that the directory lists.
  private static func listed(_ path: SourcePath, _ directory: (size: Int64, offset: Int64), _ size: Int64)
    throws(IngestError) -> Archive.Listing
  {
    var input = try ByteCursor(path)
    try input.skip(to: directory.offset)
    let entries = try input.read(Int(directory.size))
    var listing = Archive.Listing()
    var at = 0
    while at + Entry.size <= entries.count {
      guard let entry = Entry(entries, at) else {
        listing.damage = "its directory is damaged"
        break
      }
      at = entry.end
      if entry.name.last == UInt8(ascii: "/") { continue }
      // Backward in the file only by opening it anew: members mostly stand as they are listed.
      if entry.offset < input.position { input = try ByteCursor(path) }
      try input.skip(to: entry.offset)
      let local = try input.read(30)
      guard local.count == 30, local.starts(with: localMark) else {
        listing.damage = "'\(String(decoding: entry.name, as: UTF8.self))' is not where its directory says"
        continue
      }
      let start = entry.offset + 30 + number(local, 26, 2) + number(local, 28, 2)
      let end = start + entry.packedSize
      guard end <= size else {
        listing.damage = "it ends within '\(String(decoding: entry.name, as: UTF8.self))'"
        continue
      }
      listing.members.append(Archive.Member(name: entry.name, range: start..<end, packing: entry.header.packing))
    }
    return listing
  }

  /// The members that follow each other from the start, where the directory is missing.
  private static func membersAlone(_ path: SourcePath, _ size: Int64) throws(IngestError) -> Archive.Listing {
    var listing = Archive.Listing(damage: "it ends within the archive: its directory is missing")
    var input = try ByteCursor(path)
    while true {
      let local = try input.read(30)
      guard local.count == 30, local.starts(with: localMark) else { return listing }
      let name = try input.read(Int(number(local, 26, 2)))
      try input.skip(to: input.position + number(local, 28, 2))
      let header = Header(
        flags: number(local, 6, 2), method: number(local, 8, 2), checksum: number(local, 14, 4),
        whole: number(local, 22, 4))
      let start = min(input.position, size)
      // One that was packed on the fly does not say how long it is.
      let isEndless = header.flags & 8 != 0
      let end = isEndless ? size : min(start + number(local, 18, 4), size)
      if name.last != UInt8(ascii: "/") {
        listing.members.append(Archive.Member(name: name, range: start..<end, packing: header.packing))
      }
      try input.skip(to: end)
    }
  }

  /// An entry of the archive's central directory.
  private struct Entry {
    /// The number of bytes before the name.
    static let size = 46

    let name: [UInt8]
    let header: Header
    /// The size of its bytes in the archive.
    let packedSize: Int64
    /// The place of its local header in the archive.
    let offset: Int64
    /// The place behind it in the directory.
    let end: Int

    /// The entry at a place of a directory that has `size` bytes there; nil if there is none, or not all of it.
    init?(_ directory: [UInt8], _ at: Int) {
      let lengths = [28, 30, 32].map { Int(number(directory, at + $0, 2)) }
      end = at + Self.size + lengths.reduce(0, +)
      guard directory[at...].starts(with: entryMark), end <= directory.count else { return nil }
      name = Array(directory[(at + Self.size)..<(at + Self.size + lengths[0])])
      packedSize = number(directory, at + 20, 4)
      offset = number(directory, at + 42, 4)
      header = Header(
        flags: number(directory, at + 8, 2), method: number(directory, at + 10, 2),
        checksum: number(directory, at + 16, 4), whole: number(directory, at + 24, 4))
    }
  }

  /// What both headers of a member say of it.
  private struct Header {
    let flags: Int64
    let method: Int64
    let checksum: Int64
    let whole: Int64

    var packing: Archive.Packing {
      if flags & 1 != 0 { return .unreadable("it is encrypted") }
      if whole == 0xFFFF_FFFF { return .unreadable("it is larger than 4 GiB") }
      switch method {
      case 0: return .stored
      case 8:
        return .deflated(checksum: UInt32(truncatingIfNeeded: checksum), size: UInt32(truncatingIfNeeded: whole))
      default: return .unreadable("it is packed by method \(method), which is not known")
      }
    }
  }

  /// The little-endian number of `count` bytes.
  private static func number(_ bytes: [UInt8], _ at: Int, _ count: Int) -> Int64 {
    (0..<count).reduce(0) { $0 | Int64(bytes[at + $1]) << Int64(8 * $1) }
  }
}
