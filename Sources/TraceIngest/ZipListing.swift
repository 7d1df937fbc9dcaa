/// What is in a zip archive.
///
/// Source: PKWARE, APPNOTE.TXT 6.3.10, sections 4.3.7 (local header) and 4.3.12 (central directory).
enum ZipListing {
  private static let localMark: [UInt8] = [0x50, 0x4B, 3, 4]
  private static let endMark: [UInt8] = [0x50, 0x4B, 5, 6]
  private static let localSize = 30
  /// What stands between the parts of a directory and signs it: section 4.3.13.
  private static let signatureMark: [UInt8] = [0x50, 0x4B, 5, 5]
  /// The longest path that a link leads to.
  private static let longestLink: Int64 = 4096

  /// True if the first bytes of a file are those of an archive.
  static func isZip(_ head: [UInt8]) -> Bool { head.starts(with: localMark) || head.starts(with: endMark) }

  /// True if a file is an archive: one that was found in a folder only if it is named so.
  ///
  /// One that unpacks itself begins with a program and ends as an archive does.
  static func isZip(_ path: SourcePath, _ head: [UInt8], isNamedSo: Bool) -> Bool {
    if path.isFound && !isNamedSo { return false }
    if isZip(head) { return true }
    guard let input = try? ByteCursor(path) else { return false }
    return isNamedSo ? ZipEnd(of: input) != nil : ZipEnd.isAtEnd(of: input)
  }

  /// The files of an archive; of one that has lost its directory those that can be found.
  static func read(_ path: SourcePath) throws(IngestError) -> Archive.Listing {
    var input = try ByteCursor(path)
    guard let end = ZipEnd(of: input) else { return try membersAlone(&input) }
    var listing = try listed(end, &input)
    if end.isPart { listing.damage.add("it is the last of several files: join them with 'zip -s 0'", .part) }
    if end.suffix > 0 { listing.damage.add("what follows the archive's end was not read", .leftover) }
    if end.prefix > 0, listing.damage.isEmpty, isZip(input.bytes(at: 0, count: localMark.count)) {
      listing.damage.add("another archive stands before it, and was not read: put each into a file of its own", .part)
    }
    return listing
  }

  /// The members that the directory lists.
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
      guard let member = member(entry, end, input, &damage, number: Int32(truncatingIfNeeded: count)) else { continue }
      if let target = target(of: entry, member, input) {
        links.add(symbolic: entry.name, to: target)
      } else {
        links.add(entry.name)
        if !entry.header.isEmpty { members.append(member) }
      }
    }
    // Archives without large numbers count modulo 2^16.
    if damage.isEmpty, !end.isPart, count != end.count, count & 0xFFFF != end.count {
      damage.add("its directory has \(count) entries where it says \(end.count)", .header)
    }
    links.noteDangling(in: &damage)
    var listing = Archive.Listing(damage: damage)
    addApart(members, before: end.directory.lowerBound, to: &listing)
    return listing
  }

  /// The member that an entry is of; nil if it is not there.
  private static func member(
    _ entry: ZipEntry, _ end: ZipEnd, _ input: borrowing ByteCursor, _ damage: inout ArchiveDamage, number: Int32
  ) -> Archive.Member? {
    let offset = end.prefix.addingReportingOverflow(entry.offset)
    let place = offset.overflow ? .max - Int64(localSize) : offset.partialValue
    let local = input.bytes(at: place, count: localSize)
    guard local.count == localSize, local.starts(with: localMark) else {
      damage.add("'\(PathText.name(of: entry.name))' is not where its directory says", .place)
      return nil
    }
    let start = place + Int64(localSize) + local.number(26, 2) + local.number(28, 2)
    let (last, overflow) = start.addingReportingOverflow(entry.packedSize)
    guard !overflow, last <= input.size ?? 0 else {
      damage.add("it ends within '\(PathText.name(of: entry.name))'", .end)
      return nil
    }
    var member = Archive.Member(name: entry.name, range: start..<last, packing: entry.header.packing, part: number)
    // A header that was written before the bytes has no size.
    let packed = local.number(18, 4)
    if packed != 0, packed != 0xFFFF_FFFF, packed != entry.packedSize { member.packing = ZipHeader.contradiction }
    return member
  }

  /// What a link leads to; nil of what is none.
  private static func target(of entry: ZipEntry, _ member: Archive.Member, _ input: borrowing ByteCursor) -> [UInt8]? {
    guard entry.isLink, case .stored = member.packing, member.range.count <= longestLink else { return nil }
    return input.bytes(at: member.range.lowerBound, count: member.range.count)
  }

  /// Adds the members but for those that share bytes with others: a small archive could list the same bytes as millions
  /// of files.
  private static func addApart(_ members: [Archive.Member], before end: Int64, to listing: inout Archive.Listing) {
    let order = members.indices.sorted { a, b in
      let first = members[a].range.lowerBound
      let second = members[b].range.lowerBound
      return first == second ? a < b : first < second
    }
    var isApart = [Bool](repeating: false, count: members.count)
    var last: Int64 = 0
    for place in order {
      let range = members[place].range
      isApart[place] = range.isEmpty || range.lowerBound >= last && range.upperBound <= end
      if isApart[place] {
        last = max(last, range.upperBound)
      } else {
        listing.damage.add("'\(PathText.name(of: members[place].name))' shares bytes with another member", .overlap)
      }
    }
    for place in members.indices where isApart[place] { listing.add(members[place]) }
  }

  /// The members that follow each other from the start, where the directory is missing.
  private static func membersAlone(_ input: inout ByteCursor) throws(IngestError) -> Archive.Listing {
    var listing = Archive.Listing()
    listing.damage.add("it ends within the archive: its directory is missing", .end)
    let size = input.size ?? 0
    var number: Int32 = 0
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
      // One that was packed on the fly does not say how long it is.
      let end = header.isOpen || packed > size - start ? size : start + packed
      number &+= 1
      if name.last != UInt8(ascii: "/") {
        listing.add(Archive.Member(name: name, range: start..<end, packing: header.packing, part: number))
      }
      try input.skip(to: end)
    }
  }
}
