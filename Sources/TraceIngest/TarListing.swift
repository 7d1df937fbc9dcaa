/// What is in a tar archive.
///
/// Source: POSIX.1-2017, pax, "ustar Interchange Format" and "pax Interchange Format"; GNU tar manual, "Basic Tar
/// Format", for long names and large numbers.
enum TarListing {
  static let blockSize = 512
  /// Longer names than any system takes are damage.
  private static let longestText = 1 << 20

  /// Whether a block is the header of a member.
  static func isHeader(_ block: [UInt8]) -> Bool {
    block.count == blockSize && block[257..<262].elementsEqual("ustar".utf8) && hasItsSum(block)
  }

  /// The files of an archive, as far as it can be read; nothing if it is none.
  static func read(_ input: inout ByteCursor) throws(IngestError) -> Archive.Listing? {
    var listing = Archive.Listing()
    // What the headers before say of the next member.
    var name: [UInt8]?
    var size: Int64?
    while true {
      let start = input.position
      let block = try input.read(blockSize)
      if block.allSatisfy({ $0 == 0 }) && (block.count == blockSize || !listing.members.isEmpty) { break }
      guard block.count == blockSize, hasItsSum(block), let stated = number(block[124..<136]) else {
        if start == 0 { return nil }
        let isCut = block.count < blockSize
        listing.damage = isCut ? "it ends within the archive" : "it is damaged at byte \(start) of the archive"
        break
      }
      let isText = [UInt8(ascii: "L"), UInt8(ascii: "x"), UInt8(ascii: "g"), UInt8(ascii: "K")].contains(block[156])
      let length = isText ? stated : size ?? stated
      let end = input.position.addingReportingOverflow(length).partialValue
      guard length >= 0, end >= input.position, end < .max - Int64(blockSize), !isText || length <= longestText else {
        listing.damage = "it is damaged at byte \(start) of the archive"
        break
      }
      let range = input.position..<end
      switch block[156] {
      case UInt8(ascii: "L"): name = Array(try input.read(Int(length)).prefix { $0 != 0 })
      case UInt8(ascii: "x"):
        let values = records(try input.read(Int(length)))
        name = values["path"] ?? name
        size = values["size"].flatMap { Int64(String(decoding: $0, as: UTF8.self)) } ?? size
      case UInt8(ascii: "g"), UInt8(ascii: "K"): break
      case 0, UInt8(ascii: "0"), UInt8(ascii: "7"):
        let name = name ?? plainName(block)
        if name.last != UInt8(ascii: "/") { listing.members.append(Archive.Member(name: name, range: range)) }
        fallthrough
      default:
        name = nil
        size = nil
      }
      try input.skip(to: end)
      if input.position < end {
        listing.damage = "it ends within the archive"
        if let last = listing.members.last, last.range.upperBound > input.position {
          listing.members[listing.members.count - 1].range = min(last.range.lowerBound, input.position)..<input.position
        }
        break
      }
      let blocks = (end - range.lowerBound + Int64(blockSize) - 1) / Int64(blockSize)
      try input.skip(to: range.lowerBound + blocks * Int64(blockSize))
    }
    return listing
  }

  /// The name in a header that needs no other.
  private static func plainName(_ block: [UInt8]) -> [UInt8] {
    let name = Array(block[0..<100].prefix { $0 != 0 })
    // GNU has other things where POSIX has the beginning of a long name.
    let prefix = block[262] == 0 ? Array(block[345..<500].prefix { $0 != 0 }) : []
    return prefix.isEmpty ? name : prefix + [UInt8(ascii: "/")] + name
  }

  /// A number in octal digits, or, where its first bit is set, in bytes.
  private static func number(_ field: ArraySlice<UInt8>) -> Int64? {
    if let first = field.first, first & 0x80 != 0 {
      return field.dropFirst(4).reduce(0 as Int64) { ($0 & Int64.max >> 8) << 8 | Int64($1) }
    }
    let digits = field.filter { $0 != 0 && $0 != 0x20 }
    return digits.isEmpty ? 0 : Int64(String(decoding: digits, as: UTF8.self), radix: 8)
  }

  /// Whether the sum of a header is the one that it holds.
  private static func hasItsSum(_ block: [UInt8]) -> Bool {
    let sum = block.indices.reduce(0 as Int64) { $0 + Int64((148..<156).contains($1) ? 0x20 : block[$1]) }
    return number(block[148..<156]) == sum
  }

  /// The records of an extended header, as in `18 path=logs/a.log`.
  private static func records(_ bytes: [UInt8]) -> [String: [UInt8]] {
    var values: [String: [UInt8]] = [:]
    var rest = bytes[...]
    while let space = rest.firstIndex(of: 0x20),
      let length = Int(String(decoding: rest[..<space], as: UTF8.self)), length > space - rest.startIndex + 1,
      length <= rest.count
    {
      let record = rest[(space + 1)..<(rest.startIndex + length - 1)]
      if let mark = record.firstIndex(of: UInt8(ascii: "=")) {
        values[String(decoding: record[..<mark], as: UTF8.self)] = Array(record[(mark + 1)...])
      }
      rest = rest.dropFirst(length)
    }
    return values
  }
}
