/// What is in a tar archive, and in those that stand behind it in the same file.
///
/// Source: POSIX.1-2017, pax, "ustar Interchange Format" and "pax Interchange Format"; GNU tar manual, "Basic Tar
/// Format". Where a header is damaged, reading goes on at the next block that is one.
struct TarListing: ~Copyable {
  /// How much of sparse files is read as NULs in all, and how many runs of bytes they have: a small archive may claim
  /// holes of any size.
  private static let mostHoles: Int64 = 1 << 30
  private static let mostRuns = 1 << 20

  /// Whether a block is the header of a member.
  static func isHeader(_ block: [UInt8]) -> Bool { TarHeader(block)?.isMarked == true }

  /// The files of an archive, as far as it can be read; nothing if it is none.
  static func read(_ input: inout ByteCursor) throws(IngestError) -> Archive.Listing? {
    var tar = TarListing()
    while try tar.readBlock(&input) {}
    if tar.isForeign { return nil }
    tar.links.noteDangling(in: &tar.listing.damage)
    return tar.listing
  }

  private var listing = Archive.Listing()
  private var attributes = TarAttributes()
  private var links = ArchiveLinks()
  private var holes: Int64 = 0
  private var runs = 0
  /// How many archives stand before this one in the file.
  private var part: Int32 = 0
  /// The first block was no header.
  private var isForeign = false
  /// The last block was empty, as those at the end are.
  private var isAtEnd = false
  /// Something else than a header stands where one should.
  private var isLost = false

  /// Reads a header, and passes over what belongs to it; false at the end.
  private mutating func readBlock(_ input: inout ByteCursor) throws(IngestError) -> Bool {
    let start = input.position
    let block = try input.read(TarHeader.blockSize)
    if block.isEmpty {
      // Without the empty blocks at its end nobody knows whether a member followed.
      if !isAtEnd, !isLost { listing.damage.add("it ends before the archive's end", .end) }
      return false
    }
    if block.allSatisfy({ $0 == 0 }) {
      isAtEnd = true
      attributes = TarAttributes()
      return true
    }
    guard let header = TarHeader(block), !isLost || header.isMarked else {
      if start == 0 {
        isForeign = true
        return false
      }
      getLost(at: start, isCut: block.count < TarHeader.blockSize)
      return true
    }
    if isAtEnd { part += 1 }
    isAtEnd = false
    isLost = false
    return try readMember(header, at: start, &input)
  }

  /// Notes that something else than a header stands at a place.
  private mutating func getLost(at start: Int64, isCut: Bool) {
    if !isLost {
      if isAtEnd {
        listing.damage.add("what follows the archive's end at byte \(start) was not read", .leftover)
      } else if isCut {
        listing.damage.add("it ends within the archive", .end)
      } else {
        listing.damage.add("it is damaged at byte \(start) of the archive", .header)
      }
    }
    isLost = true
    attributes = TarAttributes()
  }

  private mutating func readMember(_ header: TarHeader, at start: Int64, _ input: inout ByteCursor)
    throws(IngestError) -> Bool
  {
    let type = header.type
    let isText = TarAttributes.types.contains(type)
    // A link has no bytes, whatever its header says, unless an attribute says so.
    let own = type == UInt8(ascii: "1") ? 0 : header.size
    let length = isText ? header.size : attributes.size ?? own
    let last = input.position.addingReportingOverflow(length)
    guard !last.overflow, last.partialValue <= .max - Int64(TarHeader.blockSize),
      !isText || length <= TarAttributes.longestText
    else {
      getLost(at: start, isCut: false)
      return true
    }
    if isText {
      let text = try input.read(Int(length))
      if text.count < length { return end(at: input.position) }
      if !attributes.take(text, type: type) {
        listing.damage.add("it is damaged at byte \(start) of the archive", .header)
      }
      return try pad(&input, from: last.partialValue)
    }
    let attributes = self.attributes
    self.attributes = TarAttributes()
    let name = attributes.name ?? header.name
    var member = Archive.Member(name: name, range: input.position..<last.partialValue, part: part)
    var target = last.partialValue
    switch type {
    case _ where name.last == UInt8(ascii: "/") && type != UInt8(ascii: "2"): links.add(name)
    case UInt8(ascii: "S"): target = try readMap(header, &member, &input)
    case 0, UInt8(ascii: "0"), UInt8(ascii: "7"):
      try readMap(attributes, &member, &input)
      add(member)
    case UInt8(ascii: "1") where length > 0: add(member)
    case UInt8(ascii: "1"): links.add(hard: name, to: attributes.link ?? header.link)
    case UInt8(ascii: "2"): links.add(symbolic: name, to: attributes.link ?? header.link)
    case UInt8(ascii: "5"), UInt8(ascii: "D"): links.add(name)
    // Devices and pipes hold nothing, and a label is the archive's own.
    case UInt8(ascii: "3"), UInt8(ascii: "4"), UInt8(ascii: "6"), UInt8(ascii: "V"): break
    case UInt8(ascii: "M"):
      listing.damage.add("'\(PathText.name(of: name))' began in another archive: join the parts", .part)
    default:
      let letter = PathText.name(of: [type])
      listing.damage.add("'\(PathText.name(of: name))' has the type '\(letter)', which is not known", .type)
    }
    try input.skip(to: target)
    if input.position < target { return end(at: input.position) }
    return try pad(&input, from: target)
  }

  private mutating func add(_ member: Archive.Member) {
    links.add(member.name)
    listing.add(member)
  }

  /// Passes over what fills the last block of a member.
  private func pad(_ input: inout ByteCursor, from end: Int64) throws(IngestError) -> Bool {
    let rest = (Int64(TarHeader.blockSize) - end % Int64(TarHeader.blockSize)) % Int64(TarHeader.blockSize)
    try input.skip(to: end + rest)
    return true
  }

  /// Notes that the archive ends at a place, which may be within its last member.
  private mutating func end(at position: Int64) -> Bool {
    listing.damage.add("it ends within the archive", .end)
    listing.cut(at: position)
    isLost = true
    return true
  }

  // MARK: Sparse files

  /// Reads the blocks behind the header of a sparse file that its map goes on in, and adds the file.
  ///
  /// - Returns: Where the file's bytes end in the archive.
  private mutating func readMap(_ header: TarHeader, _ member: inout Archive.Member, _ input: inout ByteCursor)
    throws(IngestError) -> Int64
  {
    var numbers = header.sparse?.numbers
    var goesOn = header.sparse?.goesOn ?? false
    while goesOn {
      let more = TarHeader.moreSparse(try input.read(TarHeader.blockSize))
      goesOn = more?.goesOn ?? false
      if more == nil || numbers?.count ?? 0 > 2 * Self.mostRuns { numbers = nil }
      numbers? += more?.numbers ?? []
    }
    let length = Int64(member.range.count)
    let last = input.position.addingReportingOverflow(length)
    if last.overflow { return input.position }
    member.range = input.position..<last.partialValue
    setMap(numbers, header.sparse?.size ?? 0, of: &member)
    add(member)
    return last.partialValue
  }

  /// Finds the map of a sparse file that attributes describe, if a file is one.
  private mutating func readMap(_ attributes: TarAttributes, _ member: inout Archive.Member, _ input: inout ByteCursor)
    throws(IngestError)
  {
    guard let size = attributes.sparseSize else { return }
    if !attributes.hasMapInFront { return setMap(attributes.sparseNumbers, size, of: &member) }
    // How many runs there are, then their numbers, each on a line; they fill whole blocks.
    var numbers: [Int64] = []
    var count: Int64?
    var digits: [UInt8] = []
    var isRead = true
    while isRead, count.map({ numbers.count < 2 * $0 }) ?? true {
      let rest = member.range.upperBound - input.position
      let block = rest < TarHeader.blockSize ? [] : try input.read(TarHeader.blockSize)
      isRead = !block.isEmpty && digits.count <= TarHeader.blockSize && numbers.count <= 2 * Self.mostRuns
      for byte in block where isRead && count.map({ numbers.count < 2 * $0 }) ?? true {
        if byte != UInt8(ascii: "\n") {
          digits.append(byte)
          continue
        }
        let number = TarAttributes.number(digits[...])
        isRead = number != nil && number ?? 0 <= Int64.max / 2
        digits = []
        if count == nil { count = number } else { numbers += [number ?? 0] }
      }
    }
    member.range = min(input.position, member.range.upperBound)..<member.range.upperBound
    setMap(isRead ? numbers : nil, size, of: &member)
  }

  /// Gives a sparse file its map, if there is one and it is no larger than one may be.
  private mutating func setMap(_ numbers: [Int64]?, _ size: Int64, of member: inout Archive.Member) {
    guard let numbers, let map = SparseMap(numbers, stored: Int64(member.range.count), size: size) else {
      member.packing = .unreadable("its map of a sparse file is damaged")
      return
    }
    guard map.holes <= Self.mostHoles - holes, map.count <= Self.mostRuns - runs else {
      member.packing = .unreadable("the holes of sparse files are larger than 1 GiB in all, or too many")
      return
    }
    holes += map.holes
    runs += map.count
    member.packing = .sparse(map)
  }
}
