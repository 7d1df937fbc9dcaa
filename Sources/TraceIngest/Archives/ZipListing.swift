/// Lists the members of a zip archive.
///
/// Source: PKWARE, APPNOTE.TXT 6.3.10, sections 4.3.7 (local header) and 4.3.12 (central directory).
enum ZipListing {
  private static let localMark: [UInt8] = [0x50, 0x4B, 3, 4]
  private static let endMark: [UInt8] = [0x50, 0x4B, 5, 6]
  private static let localSize = 30
  /// The mark of a signature, which may follow the headers of a directory: section 4.3.13.
  private static let signatureMark: [UInt8] = [0x50, 0x4B, 5, 5]
  private static let longestLink: Int64 = 4096

  static func isZip(_ head: [UInt8]) -> Bool { head.starts(with: localMark) || head.starts(with: endMark) }

  /// A file found in a folder must also be named `.zip`; a self-extracting archive begins with a program.
  static func isZip(_ path: SourcePath, _ head: [UInt8], isNamedSo: Bool) -> Bool {
    if path.isFound && !isNamedSo { return false }
    if isZip(head) { return true }
    guard let input = try? ByteCursor(path) else { return false }
    return isNamedSo ? ZipEnd(of: input) != nil : ZipEnd.isAtEnd(of: input)
  }

  /// The files of an archive; without a directory, those that can be found.
  static func read(_ path: SourcePath) throws(IngestError) -> Archive.Listing {
    var input = try ByteCursor(path)
    guard let end = ZipEnd(of: input) else { return try membersAlone(&input) }
    var listing = try listed(end, &input)
    if end.isOfSeveralFiles {
      listing.damage.add("it is the last of several files: join them with 'zip -s 0'", .otherArchive)
    }
    if end.suffix > 0 { listing.damage.add("what follows the archive's end was not read", .leftover) }
    if end.prefix > 0, listing.damage.isEmpty, isZip(input.bytes(at: 0, count: localMark.count)) {
      listing.damage.add(
        "another archive precedes it, and was not read: put each into a file of its own", .otherArchive)
    }
    return listing
  }

  private static func listed(_ end: ZipEnd, _ input: inout ByteCursor) throws(IngestError) -> Archive.Listing {
    var damage = ArchiveDamage()
    var members: [Archive.Member] = []
    var links = ArchiveLinks()
    var count: Int64 = 0
    try input.skip(to: end.directory.lowerBound)
    while input.position < end.directory.upperBound {
      let start = input.position
      guard let entry = try ZipEntry(&input, before: end.directory.upperBound) else {
        let isSigned = input.bytes(at: start, count: signatureMark.count) == signatureMark
        if !isSigned { damage.add("its directory is damaged at byte \(start)", .header) }
        break
      }
      count += 1
      if entry.name.last == UInt8(ascii: "/") {
        links.add(entry.name)
        continue
      }
      guard let member = member(entry, end, input, &damage) else { continue }
      if let target = target(of: entry, member, input) {
        links.add(symbolic: entry.name, to: target)
      } else {
        links.add(entry.name)
        if !entry.header.isEmpty { members.append(member) }
      }
    }
    // Archives without large numbers count modulo 2^16.
    if damage.isEmpty, !end.isOfSeveralFiles, count != end.count, count & 0xFFFF != end.count {
      damage.add("its directory has \(count) entries where it says \(end.count)", .header)
    }
    links.noteDangling(in: &damage)
    var listing = Archive.Listing(damage: damage)
    addApart(members, before: end.directory.lowerBound, to: &listing)
    return listing
  }

  /// Nil if the member is not where its entry says.
  private static func member(
    _ entry: ZipEntry, _ end: ZipEnd, _ input: borrowing ByteCursor, _ damage: inout ArchiveDamage
  ) -> Archive.Member? {
    let offset = end.prefix.addingReportingOverflow(entry.offset)
    let header = offset.overflow ? .max - Int64(localSize) : offset.partialValue
    let local = input.bytes(at: header, count: localSize)
    guard local.count == localSize, local.starts(with: localMark) else {
      damage.add("'\(PathText.name(of: entry.name))' is not where its directory says", .offset)
      return nil
    }
    let start = header + Int64(localSize) + local.number(26, 2) + local.number(28, 2)
    let (last, overflow) = start.addingReportingOverflow(entry.packedSize)
    guard !overflow, last <= input.size ?? 0 else {
      damage.add("it ends within '\(PathText.name(of: entry.name))'", .end)
      return nil
    }
    var member = Archive.Member(name: entry.name, range: start..<last, packing: entry.header.packing)
    // A header that was written before the bytes states no size.
    let packed = local.number(18, 4)
    if packed != 0, packed != 0xFFFF_FFFF, packed != entry.packedSize { member.packing = ZipHeader.contradiction }
    return member
  }

  /// Nil if the entry is no link.
  private static func target(of entry: ZipEntry, _ member: Archive.Member, _ input: borrowing ByteCursor) -> [UInt8]? {
    guard entry.isLink, case .stored = member.packing, member.range.count <= longestLink else { return nil }
    return input.bytes(at: member.range.lowerBound, count: member.range.count)
  }

  /// Adds the members, except those that share bytes: a small archive could list the same bytes as millions of files.
  private static func addApart(_ members: [Archive.Member], before end: Int64, to listing: inout Archive.Listing) {
    let order = members.indices.sorted { a, b in
      let first = members[a].range.lowerBound
      let second = members[b].range.lowerBound
      return first == second ? a < b : first < second
    }
    var isApart = [Bool](repeating: false, count: members.count)
    var last: Int64 = 0
    for index in order {
      let range = members[index].range
      isApart[index] = range.isEmpty || range.lowerBound >= last && range.upperBound <= end
      if isApart[index] {
        last = max(last, range.upperBound)
      } else {
        listing.damage.add("'\(PathText.name(of: members[index].name))' shares bytes with another member", .overlap)
      }
    }
    for index in members.indices where isApart[index] { listing.add(members[index]) }
  }

  /// The members that follow each other from the start, for an archive without a directory.
  private static func membersAlone(_ input: inout ByteCursor) throws(IngestError) -> Archive.Listing {
    var listing = Archive.Listing()
    listing.damage.add("it ends within the archive: its directory is missing", .end)
    let size = input.size ?? 0
    while true {
      let local = try input.read(localSize)
      guard local.count == localSize, local.starts(with: localMark) else { return listing }
      let name = try input.read(Int(local.number(26, 2)))
      var long = ZipHeader.long(try input.read(Int(local.number(28, 2))))
      func value(_ short: Int64) -> Int64 { short == 0xFFFF_FFFF ? max(long.popNumber() ?? short, 0) : short }
      let whole = value(local.number(22, 4))
      let packed = value(local.number(18, 4))
      let header = ZipHeader(
        flags: local.number(6, 2), method: local.number(8, 2), checksum: local.number(14, 4), packed: packed,
        whole: whole)
      let start = min(input.position, size)
      // A member that was packed as a stream does not state its length here.
      let end = header.isOpen || packed > size - start ? size : start + packed
      if name.last != UInt8(ascii: "/") {
        listing.add(Archive.Member(name: name, range: start..<end, packing: header.packing))
      }
      try input.skip(to: end)
    }
  }
}

/// The record at the end of a zip archive, which states where its directory is.
///
/// Source: PKWARE, APPNOTE.TXT 6.3.10, sections 4.3.14 to 4.3.16.
private struct ZipEnd {
  private static let mark: [UInt8] = [0x50, 0x4B, 5, 6]
  private static let longMark: [UInt8] = [0x50, 0x4B, 6, 6]
  private static let locatorMark: [UInt8] = [0x50, 0x4B, 6, 7]
  /// Without a comment.
  private static let size = 22
  private static let longestSize = size + 65_535
  private static let locatorSize = 20
  private static let longSize = 56

  let directory: Range<Int64>
  /// The number of entries; modulo 2^16 in an archive without large numbers.
  let count: Int64
  /// The number of bytes before the archive, such as a self-extracting one's program: offsets count from its start.
  let prefix: Int64
  let suffix: Int64
  let isOfSeveralFiles: Bool

  /// True if a file ends as an archive without a comment does.
  static func isAtEnd(of input: borrowing ByteCursor) -> Bool {
    guard let size = input.size, size >= Int64(Self.size) else { return false }
    return input.bytes(at: size - Int64(Self.size), count: mark.count) == mark
  }

  /// Nil if the file has no such record, or one that contradicts the file.
  init?(of input: borrowing ByteCursor) {
    let size = input.size ?? 0
    let start = max(0, size - Int64(Self.longestSize))
    let tail = input.bytes(at: start, count: Int(size - start))
    let marks = tail.indices.reversed().filter { $0 + Self.size <= tail.count && tail[$0...].starts(with: Self.mark) }
    func end(_ at: Int) -> Int { at + Self.size + Int(tail.number(at + 20, 2)) }
    // A comment may hold a mark, too: the right record is the one whose comment ends with the file.
    guard let at = marks.first(where: { end($0) == tail.count }) ?? marks.first(where: { end($0) <= tail.count }) else {
      return nil
    }
    let disk = tail.number(at + 4, 2)
    var count = tail.number(at + 10, 2)
    var length = tail.number(at + 12, 4)
    var offset = tail.number(at + 16, 4)
    var limit = start + Int64(at)
    if count == 0xFFFF || length == 0xFFFF_FFFF || offset == 0xFFFF_FFFF {
      guard let long = Self.long(before: limit, input) else { return nil }
      count = long.count
      length = long.length
      offset = long.offset
      limit = long.start
    }
    isOfSeveralFiles = disk != 0 && disk != 0xFFFF
    guard length >= 0, offset >= 0, length <= limit, offset <= limit - length else {
      // The directory of a split archive may be in another file.
      guard isOfSeveralFiles else { return nil }
      directory = 0..<0
      self.count = count
      prefix = 0
      suffix = 0
      return
    }
    // The directory ends where the record begins. Some programs leave a gap, and count from the start of the file.
    let gap = limit - length - offset
    func isMarked(_ offset: Int64) -> Bool { ZipEntry.isMarked(input.bytes(at: offset, count: 4)) }
    prefix = length > 0 && gap > 0 && !isMarked(gap + offset) && isMarked(offset) ? 0 : gap
    directory = prefix + offset..<prefix + offset + length
    self.count = count
    suffix = Int64(tail.count - end(at))
  }

  /// The values of a zip64 record, for more or larger files, which precedes the record of all archives.
  private static func long(before end: Int64, _ input: borrowing ByteCursor)
    -> (count: Int64, length: Int64, offset: Int64, start: Int64)?
  {
    let locator = input.bytes(at: max(0, end - Int64(locatorSize)), count: locatorSize)
    guard locator.count == locatorSize, locator.starts(with: locatorMark) else { return nil }
    // The record is where the locator says, or right before the locator if something precedes the archive.
    for start in [locator.number(8, 8), end - Int64(locatorSize) - Int64(longSize)] where start >= 0 && start < end {
      let record = input.bytes(at: start, count: longSize)
      guard record.count == longSize, record.starts(with: longMark) else { continue }
      return (record.number(32, 8), record.number(40, 8), record.number(48, 8), start)
    }
    return nil
  }
}

/// An entry of the directory of a zip archive.
///
/// Source: PKWARE, APPNOTE.TXT 6.3.10, sections 4.3.12 and 4.5.3.
private struct ZipEntry {
  private static let mark: [UInt8] = [0x50, 0x4B, 1, 2]
  /// The number of bytes before the name.
  private static let size = 46
  /// S_IFLNK of S_IFMT, in the upper half of Unix's attributes.
  private static let linkMode: Int64 = 0xA000
  private static let modeMask: Int64 = 0xF000

  let name: [UInt8]
  let header: ZipHeader
  /// In the archive.
  let packedSize: Int64
  /// From the start of the archive.
  let offset: Int64
  let isLink: Bool

  static func isMarked(_ bytes: [UInt8]) -> Bool { bytes.starts(with: mark) }

  /// The next entry of a directory; nil unless a whole one is left before `end`.
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
    // The large numbers are in this order, each only if the short one has no room for it.
    let whole = value(bytes.number(24, 4))
    let packed = value(bytes.number(20, 4))
    let start = value(bytes.number(42, 4))
    guard let whole, let packed, let start, whole >= 0, packed >= 0, start >= 0 else { return nil }
    packedSize = packed
    offset = start
    header = ZipHeader(
      flags: bytes.number(8, 2), method: bytes.number(10, 2), checksum: bytes.number(16, 4), packed: packed,
      whole: whole)
    let isOfUnix = bytes[5] == 3 || bytes[5] == 19
    isLink = isOfUnix && bytes.number(38, 4) >> 16 & Self.modeMask == Self.linkMode
  }
}

/// The values that both headers of a member of a zip archive state.
///
/// Source: PKWARE, APPNOTE.TXT 6.3.10, sections 4.4.4 (flags), 4.4.5 (methods) and 4.5.3 (large sizes).
struct ZipHeader {
  let flags: Int64
  let method: Int64
  let checksum: Int64
  /// The size in the archive, and unpacked.
  let packed: Int64
  let whole: Int64

  var isOpen: Bool { flags & 8 != 0 }

  /// True if it is empty: two bytes of DEFLATE are an end alone (RFC 1951, section 3.2.6).
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

  private static let names: [Int64: String] = [
    1: "shrink", 6: "implode", 9: "Deflate64", 12: "bzip2", 14: "LZMA", 93: "zstd", 95: "xz", 98: "PPMd", 99: "AES",
  ]

  /// The numbers of eight bytes in an extra field, for those too large for the header; empty without any.
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
  /// A little-endian number of `count` bytes.
  func number(_ at: Int, _ count: Int) -> Int64 {
    (0..<count).reduce(0) { $0 | Int64(truncatingIfNeeded: UInt64(self[at + $1]) << UInt64(8 * $1)) }
  }

  /// Nil if there are fewer than eight bytes.
  mutating func popNumber() -> Int64? {
    guard count >= 8 else { return nil }
    defer { removeFirst(8) }
    return number(0, 8)
  }
}
