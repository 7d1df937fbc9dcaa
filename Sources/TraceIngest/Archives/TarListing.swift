import TraceModel

/// Lists the members of a tar archive, and of those that follow it in the same file.
///
/// Source: POSIX.1-2017, pax, "ustar Interchange Format" and "pax Interchange Format"; GNU tar manual, "Basic Tar
/// Format". After a damaged header, reading continues at the next block that is a header.
struct TarListing: ~Copyable {
  /// Why a sparse file is not read: an archive holds it without its holes.
  private static let sparse = Archive.Packing.unreadable("it is a sparse file")

  static func isHeader(_ block: [UInt8]) -> Bool { TarHeader(block)?.isMarked == true }

  /// The files of an archive, as far as it can be read; nil if it is none.
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
  private var isForeign = false
  /// True if the last block was empty, as at the end of an archive.
  private var isAtEnd = false
  /// True from a block that should be a header and is none, to the next header.
  private var isLost = false

  /// Reads a header, and skips the bytes of its member; false at the end.
  private mutating func readBlock(_ input: inout ByteCursor) throws(IngestError) -> Bool {
    let start = input.position
    let block = try input.read(TarHeader.blockSize)
    if block.isEmpty {
      // An archive ends with empty blocks: without them members may be missing.
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
    isAtEnd = false
    isLost = false
    return try readMember(header, at: start, &input)
  }

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
    // A hard link has no bytes, whatever its header says, unless an attribute says so.
    let own = type == UInt8(ascii: "1") ? 0 : header.size
    let length = isText ? header.size : attributes.size ?? own
    var mapGoesOn = header.mapGoesOn
    while mapGoesOn { mapGoesOn = TarHeader.mapGoesOn(after: try input.read(TarHeader.blockSize)) }
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
      if !attributes.read(text, type: type) {
        listing.damage.add("it is damaged at byte \(start) of the archive", .header)
      }
      return try pad(&input, from: last.partialValue)
    }
    let attributes = self.attributes
    self.attributes = TarAttributes()
    let name = attributes.name ?? header.name
    var member = Archive.Member(name: name, range: input.position..<last.partialValue)
    if type == UInt8(ascii: "S") || attributes.isSparse { member.packing = Self.sparse }
    switch type {
    case _ where name.last == UInt8(ascii: "/") && type != UInt8(ascii: "2"): links.add(name)
    case 0, UInt8(ascii: "0"), UInt8(ascii: "7"), UInt8(ascii: "S"): add(member)
    case UInt8(ascii: "1") where length > 0: add(member)
    case UInt8(ascii: "1"): links.add(hard: name, to: attributes.link ?? header.link)
    case UInt8(ascii: "2"): links.add(symbolic: name, to: attributes.link ?? header.link)
    case UInt8(ascii: "5"), UInt8(ascii: "D"): links.add(name)
    // Devices and pipes hold no bytes; a label is the archive's own.
    case UInt8(ascii: "3"), UInt8(ascii: "4"), UInt8(ascii: "6"), UInt8(ascii: "V"): break
    case UInt8(ascii: "M"):
      listing.damage.add("'\(PathText.name(of: name))' began in another archive: join the parts", .otherArchive)
    default:
      let letter = PathText.name(of: [type])
      listing.damage.add("'\(PathText.name(of: name))' has the type '\(letter)', which is not known", .type)
    }
    try input.skip(to: last.partialValue)
    if input.position < last.partialValue { return end(at: input.position) }
    return try pad(&input, from: last.partialValue)
  }

  private mutating func add(_ member: Archive.Member) {
    links.add(member.name)
    listing.add(member)
  }

  private func pad(_ input: inout ByteCursor, from end: Int64) throws(IngestError) -> Bool {
    let rest = (Int64(TarHeader.blockSize) - end % Int64(TarHeader.blockSize)) % Int64(TarHeader.blockSize)
    try input.skip(to: end + rest)
    return true
  }

  private mutating func end(at position: Int64) -> Bool {
    listing.damage.add("it ends within the archive", .end)
    listing.cut(at: position)
    isLost = true
    return true
  }
}

/// The header of a member of a tar archive, a block of 512 bytes.
///
/// Source: POSIX.1-2017, pax, "ustar Interchange Format"; GNU tar manual, "Basic Tar Format", for large numbers and
/// sparse files.
struct TarHeader {
  static let blockSize = 512

  /// `0` is a file, `5` a folder.
  let type: UInt8
  /// The number of bytes after the header.
  let size: Int64
  /// True if it has the mark `ustar`; old tar programs write only the checksum.
  let isMarked: Bool
  private let block: [UInt8]

  /// Nil if the checksum of the block is wrong: it is no header.
  init?(_ block: [UInt8]) {
    guard block.count == Self.blockSize, Self.hasStatedChecksum(block), let size = Self.number(block[124..<136]) else {
      return nil
    }
    self.block = block
    self.size = size
    type = block[156]
    isMarked = block[257..<262].elementsEqual("ustar".utf8)
  }

  /// The name, if no attribute states a longer one.
  var name: [UInt8] {
    let name = Self.text(block[0..<100])
    // GNU tar uses the bytes of POSIX's prefix for other values.
    let prefix = isMarked && block[262] == 0 ? Self.text(block[345..<500]) : []
    return prefix.isEmpty ? name : prefix + [UInt8(ascii: "/")] + name
  }

  var link: [UInt8] { Self.text(block[157..<257]) }

  /// True if a block that goes on with a sparse file's map follows: in GNU's older format.
  var mapGoesOn: Bool { type == UInt8(ascii: "S") && block[482] != 0 }

  static func mapGoesOn(after block: [UInt8]) -> Bool { block.count == blockSize && block[504] != 0 }

  private static func text(_ field: ArraySlice<UInt8>) -> [UInt8] { Array(field.prefix { $0 != 0 }) }

  /// A number in octal digits, or in bytes if its first bit is set; nil below 0 or above 2^63.
  private static func number(_ field: ArraySlice<UInt8>) -> Int64? {
    if let first = field.first, first & 0x80 != 0 {
      var value = Int64(first & 0x7F)
      for byte in field.dropFirst() {
        guard value <= Int64.max >> 8 else { return nil }
        value = value << 8 | Int64(byte)
      }
      return value
    }
    let digits = field.drop { $0 == 0x20 || $0 == 0 }.prefix { $0 != 0x20 && $0 != 0 }
    guard digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "7") ~= $0 }) else { return nil }
    return digits.reduce(0 as Int64) { $0 << 3 | Int64($1 & 7) }
  }

  /// Compares both checksums: some old programs add signed bytes.
  private static func hasStatedChecksum(_ block: [UInt8]) -> Bool {
    var sum: Int64 = 0
    var signedSum: Int64 = 0
    for (index, byte) in block.enumerated() {
      let value = (148..<156).contains(index) ? 0x20 : byte
      sum += Int64(value)
      signedSum += Int64(Int8(bitPattern: value))
    }
    let stated = number(block[148..<156])
    return stated == sum || stated == signedSum
  }
}

/// The values in extra headers before a member, for which its own header has no room.
///
/// Source: POSIX.1-2017, pax, "pax Interchange Format"; GNU tar manual, "Basic Tar Format", for long names, and
/// "Storing Sparse Files", for the keys that begin with `GNU.sparse.`.
private struct TarAttributes {
  /// GNU's long names (`L`, `K`), attributes (`x`), attributes of all members (`g`), and those of Solaris (`X`).
  static let types = "LKxgX".utf8
  /// A longer text is damage: no system accepts such a name.
  static let longestText = 1 << 20

  private(set) var name: [UInt8]?
  private(set) var link: [UInt8]?
  private(set) var size: Int64?
  private(set) var isSparse = false
  private var sparseName: [UInt8]?

  /// False if the header cannot be read.
  mutating func read(_ text: [UInt8], type: UInt8) -> Bool {
    switch type {
    case UInt8(ascii: "L"): name = Array(text.prefix { $0 != 0 })
    case UInt8(ascii: "K"): link = Array(text.prefix { $0 != 0 })
    case UInt8(ascii: "x"), UInt8(ascii: "X"): return readRecords(text)
    // Attributes of all members hold no name and no size.
    default: break
    }
    return true
  }

  /// Reads records such as `18 path=logs/a.log`.
  private mutating func readRecords(_ text: [UInt8]) -> Bool {
    var rest = text[...]
    while !rest.isEmpty {
      guard let space = rest.firstIndex(of: 0x20), let length = Self.number(rest[..<space]), length <= rest.count,
        Int(length) > space - rest.startIndex + 1
      else { return false }
      let end = rest.startIndex + Int(length)
      let record = rest[(space + 1)..<(end - 1)]
      guard rest[end - 1] == UInt8(ascii: "\n"), let mark = record.firstIndex(of: UInt8(ascii: "=")) else {
        return false
      }
      let key = String(decoding: record[..<mark], as: UTF8.self)
      guard read(record[(mark + 1)...], of: key) else { return false }
      rest = rest[end...]
    }
    if let sparseName { name = sparseName }
    return true
  }

  private mutating func read(_ value: ArraySlice<UInt8>, of key: String) -> Bool {
    switch key {
    case "path": name = Array(value)
    case "linkpath": link = Array(value)
    case "size": return Self.read(value, &size)
    case "GNU.sparse.name": sparseName = Array(value)
    case "GNU.sparse.size", "GNU.sparse.realsize": isSparse = true
    default: break
    }
    return true
  }

  private static func read(_ digits: ArraySlice<UInt8>, _ number: inout Int64?) -> Bool {
    number = Self.number(digits)
    return number != nil
  }

  static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    guard digits.allSatisfy(\.isDigit) else { return nil }
    return Int64(String(decoding: digits, as: UTF8.self))
  }
}
