import Synchronization
import TraceModel

/// A tar or zip archive: its files are sources, as those of a folder are.
///
/// Names of members are labels only: none is written to disk or passed to another program.
final class Archive: Sendable {
  enum Packing: Sendable, Equatable {
    /// Unchanged; a zip archive states the checksum of the bytes.
    case stored(checksum: UInt32?)
    /// Compressed by DEFLATE, with the checksum and the size, modulo 2^32, of the unpacked bytes.
    case deflated(checksum: UInt32, size: UInt32)
    /// With the cause in words.
    case unreadable(String)
  }

  struct Member: Sendable, Equatable {
    var name: [UInt8]
    /// In a compressed tar archive the range of the decompressed bytes.
    var range: Range<Int64>
    var packing = Packing.stored(checksum: nil)
  }

  struct Listing: Sendable, Equatable {
    private(set) var members: [Member] = []
    var damage = ArchiveDamage()

    /// Empty files are left out: a small archive can hold millions of them.
    mutating func add(_ member: Member) {
      let isUnreadable = if case .unreadable = member.packing { true } else { false }
      if isUnreadable || !member.range.isEmpty { members.append(member) }
    }

    mutating func cut(at position: Int64) {
      guard let last = members.last, last.range.upperBound > position else { return }
      members[members.count - 1].range = min(last.range.lowerBound, position)..<position
    }
  }

  private static let suffixes = [
    ".tgz", ".tar.gz", ".tzst", ".tar.zst", ".txz", ".tar.xz", ".tbz", ".tbz2", ".tar.bz2",
  ]

  let path: SourcePath
  /// Decompresses the whole archive; nil if that is not compressed.
  let program: String?

  private init(_ path: SourcePath, _ program: String?) {
    self.path = path
    self.program = program
  }

  /// The files of an archive as sources, without hidden ones; nil if the file is no archive.
  ///
  /// Damage of the archive is one more source, which fails when it is read. An archive is recognized by its first
  /// bytes, a compressed tar archive by its name as well. A zip archive found in a folder must be named `.zip`: apps
  /// and documents are zip archives too.
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

  /// Later members of one path get a number after `//`, which no member's path contains: `tar -r` adds a log of a name
  /// that the archive has already, and extracting keeps only the last.
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
      let suffix = number == 1 ? [] : Array("//\(number)".utf8)
      number += 1
      sources.append(SourcePath(bytes: label + suffix, isFound: true, content: .member(member, of: self)))
    }
    return LogArchive.gathered(sources, in: path)
  }

  /// The path of a member as a source; of one without a name, `//` after the path of the archive; nil if it is hidden.
  private func label(of member: Member) -> [UInt8]? {
    let components = member.name.split(separator: UInt8(ascii: "/")).filter { $0 != [UInt8(ascii: ".")] }
    let dots = [UInt8](repeating: UInt8(ascii: "."), count: 2)
    if components.contains(where: { $0.first == UInt8(ascii: ".") && Array($0) != dots }) { return nil }
    if components.isEmpty { return path.bytes + Array("//".utf8) }
    return path.bytes + [UInt8(ascii: "/")] + components.joined(separator: [UInt8(ascii: "/")])
  }

  /// The archive that was opened last; it stays open, as sources are read archive by archive.
  private static let current = Mutex<(identity: FileID?, size: Int64?, file: SharedFile)?>(nil)

  /// The archive as an open file; a compressed one is unpacked to a temporary file that has no name.
  private func file() throws(IngestError) -> SharedFile {
    let status = FileStatus(path)
    if let open = Self.current.withLock({ $0 }), open.identity == status?.identity, open.size == status?.size {
      return open.file
    }
    // Close the archive before it first: its temporary file takes space.
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

  /// Opens a member's bytes at their start; `label` is its name in messages.
  ///
  /// Sets `program` to the one that decompresses the bytes, if any, and `isDamaged` if their checksum is wrong.
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
    case .deflated(let checksum, let size):
      // The header and trailer that gzip expects around DEFLATE's bytes: RFC 1952, section 2.3.
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

  /// Two commands as one that fails if either does: a shell's own pipeline has the status of the last alone.
  private static func pipeline(_ first: String, _ second: String) -> String {
    let both = "{ { \(first); echo $? >&4; } | \(second) >&3; echo $? >&4; } 4>&1"
    return "exec 3>&1; for s in $(\(both)); do [ $s = 127 ] && exit 127; [ $s = 0 ] || r=$s; done; exit ${r:-0}"
  }

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

  private static func program(of file: inout OpenFile) -> String? {
    var head = [UInt8](repeating: 0, count: 6)
    let count = file.readBlock(into: &head, at: 0, upTo: head.count) ?? 0
    return ByteInput.program(Array(head.prefix(count)))
  }
}

extension IngestError {
  /// The error for an archive within an archive, or in a compressed file not named as one; nil for any other file.
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
/// Of each kind of damage the first case is described and the others are counted, to bound memory.
///
/// ```swift
/// var damage = ArchiveDamage()
/// damage.add("it is damaged at byte 512 of the archive", .header)
/// damage.add("it is damaged at byte 9216 of the archive", .header)
/// damage.text  // "it is damaged at byte 512 of the archive (and 1 more)"
/// ```
struct ArchiveDamage: Sendable, Equatable {
  enum Kind: Sendable, CaseIterable {
    case header, end, leftover, overlap, offset, type, link, otherArchive
  }

  /// The first of each kind, in words, and the number of its cases.
  private var found: [(kind: Kind, text: String, count: Int)] = []

  static func == (a: Self, b: Self) -> Bool { a.text == b.text }

  var isEmpty: Bool { found.isEmpty }

  /// `text` is a main clause.
  mutating func add(_ text: @autoclosure () -> String, _ kind: Kind) {
    if let index = found.firstIndex(where: { $0.kind == kind }) {
      found[index].count += 1
    } else {
      found.append((kind, text(), 1))
    }
  }

  /// All damage in the order in which it was found, as the cause of an error.
  var text: String {
    let causes = found.map { $0.text + ($0.count > 1 ? " (and \($0.count - 1) more)" : "") }
    return causes.joined(separator: ", and ")
  }
}

/// Finds the links of an archive whose target is not in it; other targets are read under their own names.
struct ArchiveLinks: Sendable {
  private static let slash = UInt8(ascii: "/")
  private static let here = [UInt8(ascii: ".")][...]
  private static let up = [UInt8](repeating: UInt8(ascii: "."), count: 2)[...]

  /// The hashes of the paths in the archive, which may be millions; without hidden files.
  private var targets: Set = [Fingerprint().value]
  /// Links, each with the hash of its target's path; nil if the path leads out of the archive.
  private var links: [(name: [UInt8], target: UInt64?)] = []

  mutating func add(_ name: [UInt8]) {
    var hash = Fingerprint()
    for component in Self.components(name[...]) {
      if component.first == UInt8(ascii: "."), component != Self.up { return }
      Self.add(component, to: &hash)
      targets.insert(hash.value)
    }
  }

  /// Adds a hard link; its target is a path from the root of the archive, and precedes the link.
  mutating func add(hard name: [UInt8], to target: [UInt8]) { add(name, target: Self.components(target[...])) }

  /// Adds a symbolic link; its target is a path from the link's folder, or an absolute path.
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
