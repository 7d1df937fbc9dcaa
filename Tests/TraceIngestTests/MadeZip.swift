@testable import TraceIngest

/// A zip archive, made byte by byte where no program would make it.
struct MadeZip {
  /// A member, as its headers describe it.
  struct Member {
    var name: String
    /// What stands in the archive.
    var bytes: [UInt8]
    var method = 0
    var flags = 0
    /// The size when it is unpacked, and the checksum; nil of what is stored.
    var whole: Int?
    var checksum: UInt32?
    /// Where the directory says that it begins; nil where it does.
    var offset: Int?
    /// The mode of Unix, shifted to where the directory has it.
    var attributes = 0
    /// True if its numbers stand in an extra field (zip64).
    var isLong = false
    /// True if its sizes stand behind its bytes.
    var isOpen = false

    init(_ name: String, _ text: String) {
      self.name = name
      bytes = Array(text.utf8)
    }
  }

  var members: [Member]
  /// What stands before and behind the archive, and whether places count from the archive's start.
  var prefix: [UInt8] = []
  var suffix: [UInt8] = []
  var countsFromPrefix = false
  var comment: [UInt8] = []
  /// True if the end has its numbers in a record of their own.
  var isLong = false
  /// What the end claims of the directory; nil for what is.
  var claimedSize: Int?
  var claimedCount: Int?
  /// The name of a member that the directory leaves out.
  var unlisted: String?

  init(_ members: [Member]) { self.members = members }

  static func little(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// The archive.
  var bytes: [UInt8] {
    var body: [UInt8] = []
    var directory: [UInt8] = []
    let start = countsFromPrefix ? prefix.count : 0
    for member in members {
      let place = member.offset ?? start + body.count
      body += header(member, place, isLocal: true) + member.bytes
      if member.isOpen { body += [0x50, 0x4B, 7, 8] + sizes(member, width: member.isLong ? 8 : 4) }
      if member.name != unlisted { directory += header(member, place, isLocal: false) }
    }
    let count = claimedCount ?? members.count { $0.name != unlisted }
    let size = claimedSize ?? directory.count
    let place = start + body.count
    var end: [UInt8] = []
    if isLong {
      end += [0x50, 0x4B, 6, 6] + Self.little(44, 8) + Self.little(45, 2) + Self.little(45, 2) + Self.little(0, 8)
      end += Self.little(count, 8) + Self.little(count, 8) + Self.little(size, 8) + Self.little(place, 8)
      end += [0x50, 0x4B, 6, 7] + Self.little(0, 4) + Self.little(place + directory.count, 8) + Self.little(1, 4)
    }
    end += [0x50, 0x4B, 5, 6] + Self.little(0, 4)
    for _ in 0..<2 { end += Self.little(isLong ? 0xFFFF : count, 2) }
    end += Self.little(isLong ? 0xFFFF_FFFF : size, 4) + Self.little(isLong ? 0xFFFF_FFFF : place, 4)
    return prefix + body + directory + end + Self.little(comment.count, 2) + comment + suffix
  }

  /// The checksum and both sizes.
  private func sizes(_ member: Member, width: Int) -> [UInt8] {
    var sum = CRC32()
    sum.add(member.bytes[...])
    return Self.little(Int(member.checksum ?? sum.value), 4) + Self.little(member.bytes.count, width)
      + Self.little(member.whole ?? member.bytes.count, width)
  }

  private func header(_ member: Member, _ place: Int, isLocal: Bool) -> [UInt8] {
    let name = Array(member.name.utf8)
    let isOpen = isLocal && member.isOpen
    var sizes = isOpen ? Self.little(0, 12) : sizes(member, width: 4)
    var extra: [UInt8] = []
    if member.isLong {
      sizes.replaceSubrange(4..., with: [UInt8](repeating: 0xFF, count: 8))
      extra = isOpen ? Self.little(0, 16) : Self.little(member.whole ?? member.bytes.count, 8)
      if !isOpen { extra += Self.little(member.bytes.count, 8) }
      if !isLocal { extra += Self.little(place, 8) }
      extra = Self.little(1, 2) + Self.little(extra.count, 2) + extra
    }
    var header: [UInt8] = isLocal ? [0x50, 0x4B, 3, 4] : [0x50, 0x4B, 1, 2] + [20, 3]
    header += Self.little(20, 2) + Self.little(member.flags | (member.isOpen ? 8 : 0), 2)
    header += Self.little(member.method, 2) + Self.little(0, 4) + sizes
    header += Self.little(name.count, 2) + Self.little(extra.count, 2)
    if !isLocal {
      header += Self.little(0, 6) + Self.little(member.attributes, 4)
      header += Self.little(member.isLong ? 0xFFFF_FFFF : place, 4)
    }
    return header + name + extra
  }
}
