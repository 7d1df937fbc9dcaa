/// What is in a tar archive.
///
/// Source: POSIX.1-2017, pax, "ustar Interchange Format" and "pax Interchange Format"; GNU tar manual, "Basic Tar
/// Format", for long names and large numbers.
enum TarListing {
  static let blockSize = 512
  /// Longer names than any system takes are damage.
  private static let longestText = 1 << 20
  /// The types of members that are files.
  private static let fileTypes = [0, UInt8(ascii: "0"), UInt8(ascii: "7")]

  /// Whether a block is the header of a member.
  static func isHeader(_ block: [UInt8]) -> Bool {
    block.count == blockSize && block[257..<262].elementsEqual("ustar".utf8) && hasItsSum(block)
  }

  /// What the headers before a member say of it, as its own has no room for that.
  private struct LongHeader {
    /// The types of such headers; those that are not read say nothing of a name or a size.
    static let types = "LxgK".utf8

    var name: [UInt8]?
    var size: Int64?

    mutating func take(_ text: [UInt8], type: UInt8) {
      switch type {
      case UInt8(ascii: "L"): name = Array(text.prefix { $0 != 0 })
      case UInt8(ascii: "x"):
        let values = records(text)
        name = values["path"] ?? name
        size = values["size"].flatMap { Int64(String(decoding: $0, as: UTF8.self)) } ?? size
      default: break
      }
    }
  }

  /// The files of an archive, as far as it can be read; nothing if it is none.
  static func read(_ input: inout ByteCursor) throws(IngestError) -> Archive.Listing? {
    var listing = Archive.Listing()
    var long = LongHeader()
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
      let type = block[156]
      let isText = LongHeader.types.contains(type)
      let length = isText ? stated : long.size ?? stated
      let end = input.position.addingReportingOverflow(length).partialValue
      guard length >= 0, end >= input.position, end < .max - Int64(blockSize), !isText || length <= longestText else {
        listing.damage = "it is damaged at byte \(start) of the archive"
        break
      }
      let range = input.position..<end
      if isText {
        long.take(try input.read(Int(length)), type: type)
      } else {
        let name = long.name ?? plainName(block)
        let isFile = fileTypes.contains(type) && name.last != UInt8(ascii: "/")
        if isFile { listing.members.append(Archive.Member(name: name, range: range)) }
        long = LongHeader()
      }
      try input.skip(to: end)
      if input.position < end {
        listing.end(at: input.position)
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

extension Archive.Listing {
  /// Notes that the archive ends at a place, which may be within its last member.
  fileprivate mutating func end(at position: Int64) {
    damage = "it ends within the archive"
    guard let last = members.last, last.range.upperBound > position else { return }
    members[members.count - 1].range = min(last.range.lowerBound, position)..<position
  }
}
