import Synchronization
import TraceModel

/// A tar or zip archive: its files are sources, as those of a folder are.
///
/// No member is ever written under its own name, and no name goes to another program: it is a label alone.
final class Archive: Sendable {
  /// How a member is packed.
  enum Packing: Sendable, Equatable {
    /// As it is. A zip archive has the sum that the bytes must have.
    case stored(checksum: UInt32?)
    /// The sum and the size, modulo 2^32, that it must have when it is unpacked.
    case deflated(checksum: UInt32, size: UInt32)
    /// Without its holes.
    case sparse(SparseMap)
    /// It cannot be read: why not.
    case unreadable(String)
  }

  /// One file in an archive.
  struct Member: Sendable, Equatable {
    /// Its path in the archive.
    var name: [UInt8]
    /// Where its bytes lie in the archive, which is decompressed if it is a tar archive.
    var range: Range<Int64>
    var packing = Packing.stored(checksum: nil)
    /// Of two members with one name and one number the last replaces the other; a tar archive behind another has a number
    /// of its own, and so has each member of a zip archive.
    var archiveNumber: Int32 = 0
  }

  /// What was found in an archive, and what is wrong with it.
  struct Listing: Sendable, Equatable {
    private(set) var members: [Member] = []
    var damage = ArchiveDamage()

    /// Adds a file, unless it is empty: small archives hold millions of empty files.
    mutating func add(_ member: Member) {
      let isUnreadable = if case .unreadable = member.packing { true } else { false }
      if isUnreadable || !member.range.isEmpty { members.append(member) }
    }

    /// Notes that the archive ends at an offset, which may be within its last member.
    mutating func cut(at position: Int64) {
      guard let last = members.last, last.range.upperBound > position else { return }
      members[members.count - 1].range = min(last.range.lowerBound, position)..<position
    }
  }

  /// Ends of the names of compressed tar archives.
  private static let suffixes = [
    ".tgz", ".tar.gz", ".tzst", ".tar.zst", ".txz", ".tar.xz", ".tbz", ".tbz2", ".tar.bz2",
  ]

  let path: SourcePath
  /// What decompresses all of it.
  let program: String?

  private init(_ path: SourcePath, _ program: String?) {
    self.path = path
    self.program = program
  }

  /// The sources that a file is that is an archive: its files, hidden ones left out, and what is wrong with it as one that
  /// fails; nil if it is none.
  ///
  /// What a file is shows in its first bytes, and in its name if it is compressed. A zip archive that was found in a
  /// folder must be named so: apps and documents are such archives, too.
  ///
  /// - Throws: `IngestError` if it cannot be read.
  static func sources(of path: SourcePath) throws(IngestError) -> [SourcePath]? {
    guard var file = try? OpenFile(reading: path) else { return nil }
    var head = [UInt8](repeating: 0, count: TarHeader.blockSize)
    let count = file.readBlock(into: &head, at: 0, upTo: head.count) ?? 0
    let name = path.name.lowercased()
    var program: String?
    var listing: Listing?
    var failure: IngestError?
    if ZipListing.isZip(path, head, isNamedSo: name.hasSuffix(".zip")) {
      listing = try ZipListing.read(path)
    } else if let found = ByteInput.program(Array(head.prefix(count))), suffixes.contains(where: name.hasSuffix) {
      program = found
      var input = try ByteCursor(path, through: found)
      listing = try TarListing.read(&input)
      try input.skip(to: .max)
      failure = input.finish()
    } else if count == head.count, TarHeader(head).map({ $0.isMarked || name.hasSuffix(".tar") }) ?? false {
      var input = try ByteCursor(path)
      listing = try TarListing.read(&input)
    }
    guard let listing else { return nil }
    if failure == nil, !listing.damage.isEmpty {
      failure = IngestError(
        operation: "read", subject: path.name, cause: listing.damage.text,
        hint: "the rest was read; check the archive, or copy it anew", isPartial: true)
    }
    let sources = Archive(path, program).sources(listing.members)
    return sources + (failure.map { [SourcePath(bytes: path.bytes, content: .failure($0))] } ?? [])
  }

  /// Its files as sources, named by their paths; where one path is that of several, they are numbered behind `//`, which
  /// stands in no path of a member.
  private func sources(_ members: [Member]) -> [SourcePath] {
    let labelled = members.compactMap { member in label(of: member).map { (label: $0, member: member) } }
    let order = labelled.indices.sorted { a, b in
      let first = labelled[a].label
      let second = labelled[b].label
      return first == second ? a < b : first.lexicographicallyPrecedes(second)
    }
    var sources: [SourcePath] = []
    sources.reserveCapacity(order.count)
    var number = 1
    for index in order.indices {
      let (label, member) = labelled[order[index]]
      let isFirst = index == 0 || labelled[order[index - 1]].label != label
      if isFirst { number = 1 }
      let next = index + 1 < order.count ? labelled[order[index + 1]] : nil
      if let next, next.label == label, next.member.archiveNumber == member.archiveNumber { continue }
      let suffix = number == 1 ? [] : Array("//\(number)".utf8)
      number += 1
      sources.append(SourcePath(bytes: label + suffix, isFound: true, content: .member(member, of: self)))
    }
    return LogArchive.gathered(sources, in: path)
  }

  /// The path of a member as that of a source, `//` in the archive of one without a name; nil if it is hidden.
  private func label(of member: Member) -> [UInt8]? {
    let components = member.name.split(separator: UInt8(ascii: "/")).filter { $0 != [UInt8(ascii: ".")] }
    let dots = [UInt8](repeating: UInt8(ascii: "."), count: 2)
    if components.contains(where: { $0.first == UInt8(ascii: ".") && Array($0) != dots }) { return nil }
    if components.isEmpty { return path.bytes + Array("//".utf8) }
    return path.bytes + [UInt8(ascii: "/")] + components.joined(separator: [UInt8(ascii: "/")])
  }

  // MARK: Reading members

  /// The archive that is open: sources are read archive by archive.
  private static let current = Mutex<(identity: FileID?, size: Int64?, file: SharedFile)?>(nil)

  /// The archive as a file; a compressed one is unpacked to a temporary file that has no name.
  private func file() throws(IngestError) -> SharedFile {
    let status = FileStatus(path)
    if let open = Self.current.withLock({ $0 }), open.identity == status?.identity, open.size == status?.size {
      return open.file
    }
    // The room of the one before is free first.
    Self.current.withLock { $0 = nil }
    let file: SharedFile
    if let program {
      var input = try OpenFile(reading: path, through: "\(program) -dc")
      file = try SharedFile(unpacking: &input, path)
    } else {
      file = try SharedFile(path)
    }
    Self.current.withLock { [identity = status?.identity, size = status?.size] in $0 = (identity, size, file) }
    return file
  }

  /// A member's bytes, of a sparse file without its holes.
  ///
  /// - Parameters:
  ///   - member: The member.
  ///   - label: The source that it is.
  ///   - program: Set to what decompresses them, if something does.
  ///   - isDamaged: Set to true if what it decompresses is not what the archive should hold.
  /// - Returns: The bytes, open at their start.
  /// - Throws: `IngestError` if the archive, or this member, cannot be read.
  func open(_ member: Member, _ label: SourcePath, program: inout String?, isDamaged: inout Bool) throws(IngestError)
    -> OpenFile
  {
    let file = try file()
    switch member.packing {
    case .unreadable(let cause): throw Self.unread(label, cause)
    case .stored(let checksum):
      var section = OpenFile(section: member.range, of: file)
      program = Self.program(of: &section)
      // The program reads the member by itself, so its checksum is compared before that.
      if program != nil, let checksum { isDamaged = try self.checksum(of: member) != checksum }
      if let program { return try OpenFile(section: member.range, of: file, through: "\(program) -dc") }
      _ = section.seek(to: 0)
      return section
    case .sparse(let map):
      var section = OpenFile(section: member.range, of: file)
      if map.piece(at: 0)?.stored == 0, Self.program(of: &section) != nil {
        throw Self.unread(label, "it is compressed, and a sparse file")
      }
      return section
    case .deflated(let checksum, let size):
      // What gzip wants around it: RFC 1952, section 2.3.
      let end = [checksum, size].flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
      let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
      program = "gzip"
      if [".gz", ".zst", ".xz", ".bz2"].contains(where: label.name.lowercased().hasSuffix) {
        var inner = try OpenFile(section: member.range, of: file, head: head, end: end, through: "gzip -dc")
        if let second = Self.program(of: &inner) {
          program = second
          return try OpenFile(
            section: member.range, of: file, head: head, end: end, through: Self.pipeline("gzip -dc", "\(second) -dc"))
        }
      }
      return try OpenFile(section: member.range, of: file, head: head, end: end, through: "gzip -dc")
    }
  }

  /// Two commands as one, which fails if either does: a shell's own pipeline has the status of the last alone.
  private static func pipeline(_ first: String, _ second: String) -> String {
    let both = "{ { \(first); echo $? >&4; } | \(second) >&3; echo $? >&4; } 4>&1"
    return "exec 3>&1; for s in $(\(both)); do [ $s = 127 ] && exit 127; [ $s = 0 ] || r=$s; done; exit ${r:-0}"
  }

  /// The checksum of a member's bytes as they stand in the archive.
  ///
  /// - Throws: `IngestError` if they cannot be read.
  private func checksum(of member: Member) throws(IngestError) -> UInt32 {
    var section = OpenFile(section: member.range, of: try file())
    var block = [UInt8](repeating: 0, count: 262_144)
    var sum = CRC32()
    while let count = section.readBlock(into: &block, at: 0, upTo: block.count) {
      if count == 0 { return sum.value }
      sum.add(block[..<count])
    }
    throw IngestError("read", path)
  }

  private static func unread(_ label: SourcePath, _ cause: String) -> IngestError {
    IngestError(
      operation: "read", subject: label.name, cause: cause, hint: "unpack the archive, and name the folder",
      isPartial: true)
  }

  /// What decompresses a file, by its first bytes.
  private static func program(of file: inout OpenFile) -> String? {
    var head = [UInt8](repeating: 0, count: 6)
    let count = file.readBlock(into: &head, at: 0, upTo: head.count) ?? 0
    return ByteInput.program(Array(head.prefix(count)))
  }
}

extension IngestError {
  /// An archive where only logs are read: within an archive, or in a compressed file that is not named as one; nil if the
  /// first bytes of the source are of no archive.
  init?(_ path: SourcePath, archiveIn head: [UInt8]) {
    let isTar = TarListing.isHeader(Array(head.prefix(TarHeader.blockSize)))
    let isMember = if case .member = path.content { true } else { false }
    // Apps and documents are zip archives, too.
    let isZip = isMember && ZipListing.isZip(head) && path.name.lowercased().hasSuffix(".zip")
    guard isTar || isZip else { return nil }
    self.init(
      operation: "read", subject: path.name, cause: "what is in it is a tar archive",
      hint: "name the file as such, as in logs.tar.gz, or unpack it with tar", isPartial: true)
    if isMember {
      cause = "it is an archive within an archive"
      hint = "unpack the outer one, and name the folder"
    }
  }
}

/// The damage of an archive, and its members that were not read.
///
/// Of each kind of damage the first case is named and the others are counted, so that memory does not grow with their
/// number.
///
/// ```swift
/// var damage = ArchiveDamage()
/// damage.add("it is damaged at byte 512 of the archive", .header)
/// damage.add("it is damaged at byte 9216 of the archive", .header)
/// damage.text  // "it is damaged at byte 512 of the archive (and 1 more)"
/// ```
struct ArchiveDamage: Sendable, Equatable {
  /// A way in which something is wrong.
  enum Kind: Sendable, CaseIterable {
    case header, end, leftover, overlap, offset, type, link, sparse, otherArchive
  }

  /// The first of each kind, in words, and how many there are.
  private var found: [(kind: Kind, text: String, count: Int)] = []

  static func == (a: Self, b: Self) -> Bool { a.text == b.text }

  /// True if there is no damage.
  var isEmpty: Bool { found.isEmpty }

  /// Notes what is wrong: a main clause.
  mutating func add(_ text: @autoclosure () -> String, _ kind: Kind) {
    if let index = found.firstIndex(where: { $0.kind == kind }) {
      found[index].count += 1
    } else {
      found.append((kind, text(), 1))
    }
  }

  /// All of it, in the order in which it was found, as the cause of an error.
  var text: String {
    let causes = found.map { $0.text + ($0.count > 1 ? " (and \($0.count - 1) more)" : "") }
    return causes.joined(separator: ", and ")
  }
}

/// The links of an archive, and whether each leads to something in it, which is then read under its own name.
struct ArchiveLinks: Sendable {
  private static let slash = UInt8(ascii: "/")
  private static let here = [UInt8(ascii: ".")][...]
  private static let up = [UInt8](repeating: UInt8(ascii: "."), count: 2)[...]

  /// What is in the archive, as hashes of paths, as it may be millions; without hidden files, which are not read.
  private var targets: Set = [Fingerprint().value]
  /// Links, with the hash of the path that each leads to; nil if that is not in the archive.
  private var links: [(name: [UInt8], target: UInt64?)] = []

  /// Adds a file or a folder, and each folder that it is in.
  mutating func add(_ name: [UInt8]) {
    var hash = Fingerprint()
    for component in Self.components(name[...]) {
      if component.first == UInt8(ascii: "."), component != Self.up { return }
      Self.add(component, to: &hash)
      targets.insert(hash.value)
    }
  }

  /// Adds a link to a path that counts from the archive's own folder, and is in it before the link.
  mutating func add(hard name: [UInt8], to target: [UInt8]) { add(name, target: Self.components(target[...])) }

  /// Adds a link to a path that counts from the link's folder, unless it begins with a slash.
  mutating func add(symbolic name: [UInt8], to target: [UInt8]) {
    if target.first == Self.slash { return add(name, target: nil) }
    var path = Array(Self.components(name[...]).dropLast())
    for component in Self.components(target[...]) {
      if component != Self.up {
        path.append(component)
      } else if path.popLast() == nil {
        return add(name, target: nil)
      }
    }
    add(name, target: path)
  }

  private mutating func add(_ name: [UInt8], target: [ArraySlice<UInt8>]?) {
    let isHidden = Self.components(name[...]).contains { $0.first == UInt8(ascii: ".") && $0 != Self.up }
    if isHidden { return }
    var hash = Fingerprint()
    for component in target ?? [] { Self.add(component, to: &hash) }
    links.append((name, target == nil ? nil : hash.value))
    add(name)
  }

  /// Notes the links without a target in the archive.
  func noteDangling(in damage: inout ArchiveDamage) {
    for (name, target) in links where target.map({ !targets.contains($0) }) ?? true {
      damage.add("'\(PathText.name(of: name))' is a link to what is not in the archive", .link)
    }
  }

  private static func components(_ path: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    path.split(separator: slash).filter { $0 != here }
  }

  private static func add(_ component: ArraySlice<UInt8>, to hash: inout Fingerprint) {
    hash.add(component)
    hash.add(slash)
  }
}
