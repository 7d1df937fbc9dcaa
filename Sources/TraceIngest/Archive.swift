import Synchronization

/// A tar or zip archive: its files are sources, as those of a folder are.
///
/// No member is ever written under its own name, and no name goes to another program: it is a label alone.
final class Archive: Sendable {
  /// How a member is packed.
  enum Packing: Sendable, Equatable {
    case stored
    /// The sum and the size that it must have when it is unpacked.
    case deflated(checksum: UInt32, size: UInt32)
    /// It cannot be read: why not.
    case unreadable(String)
  }

  /// One file in an archive.
  struct Member: Sendable, Equatable {
    /// Its path in the archive.
    var name: [UInt8]
    /// Where its bytes lie in the archive, which is decompressed if it is a tar archive.
    var range: Range<Int64>
    var packing = Packing.stored
  }

  /// What was found in an archive, and what is wrong with it.
  struct Listing: Sendable, Equatable {
    var members: [Member] = []
    var damage: String?
  }

  /// Ends of the names of compressed tar archives.
  private static let suffixes = [
    ".tgz", ".tar.gz", ".tzst", ".tar.zst", ".txz", ".tar.xz", ".tbz", ".tbz2", ".tar.bz2",
  ]

  let path: SourcePath
  /// What decompresses all of it.
  let program: String?
  private let listing: Listing
  /// What was found wrong with it; its members may be read all the same.
  let failure: IngestError?

  /// The archive that a file is, by its first bytes, and by its name if it is compressed; nothing if it is none.
  ///
  /// A zip archive that was found in a folder must be named so: apps and documents are such archives, too.
  ///
  /// - Throws: `IngestError` if it cannot be read.
  init?(_ path: SourcePath) throws(IngestError) {
    guard var file = try? OpenFile(reading: path) else { return nil }
    var head = [UInt8](repeating: 0, count: TarListing.blockSize)
    let count = file.readBlock(into: &head, at: 0, upTo: head.count) ?? 0
    let name = path.name.lowercased()
    var program: String?
    var listing: Listing?
    var failure: IngestError?
    if ZipListing.isZip(head), !path.isFound || name.hasSuffix(".zip") {
      listing = try ZipListing.read(path)
    } else if let found = ByteInput.program(Array(head.prefix(count))), Self.suffixes.contains(where: name.hasSuffix) {
      program = found
      var input = try ByteCursor(path, through: found)
      listing = try TarListing.read(&input)
      try input.skip(to: .max)
      failure = input.finish()
    } else if count == head.count, TarListing.isHeader(head) {
      var input = try ByteCursor(path)
      listing = try TarListing.read(&input)
    }
    guard let listing else { return nil }
    if failure == nil, let damage = listing.damage {
      failure = IngestError(
        operation: "read", subject: path.name, cause: damage,
        hint: "what came before was read; check the archive, or copy it anew")
    }
    self.path = path
    self.program = program
    self.listing = listing
    self.failure = failure
  }

  /// Its files as sources, hidden ones left out; of two with one name the last, as it replaces the other.
  var sources: [SourcePath] {
    listing.members.compactMap { member in
      let parts = member.name.split(separator: UInt8(ascii: "/")).filter { $0 != [UInt8(ascii: ".")] }
      let dots = [UInt8](repeating: UInt8(ascii: "."), count: 2)
      if parts.isEmpty || parts.contains(where: { $0.first == UInt8(ascii: ".") && Array($0) != dots }) { return nil }
      let label = path.bytes + [UInt8(ascii: "/")] + parts.joined(separator: [UInt8(ascii: "/")])
      return SourcePath(bytes: label, isFound: true, part: .member(member, of: self))
    }
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

  /// A member's bytes; `program` is what decompresses them, if something does.
  ///
  /// - Throws: `IngestError` if the archive, or this member, cannot be read.
  func open(_ member: Member, _ label: SourcePath, program: inout String?) throws(IngestError) -> OpenFile {
    let file = try file()
    switch member.packing {
    case .unreadable(let cause):
      throw IngestError(
        operation: "read", subject: label.name, cause: cause, hint: "unpack the archive, and name the folder")
    case .stored:
      var part = OpenFile(part: member.range, of: file)
      program = Self.program(of: &part)
      if let program { return try OpenFile(part: member.range, of: file, through: "\(program) -dc") }
      _ = part.seek(to: 0)
      return part
    case .deflated(let checksum, let size):
      // What gzip wants around it: RFC 1952, section 2.3.
      let end = [checksum, size].flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
      let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
      program = "gzip"
      if [".gz", ".zst", ".xz", ".bz2"].contains(where: label.name.lowercased().hasSuffix) {
        var inner = try OpenFile(part: member.range, of: file, head: head, end: end, through: "gzip -dc")
        if let second = Self.program(of: &inner) {
          program = second
          return try OpenFile(
            part: member.range, of: file, head: head, end: end, through: "gzip -dc | \(second) -dc")
        }
      }
      return try OpenFile(part: member.range, of: file, head: head, end: end, through: "gzip -dc")
    }
  }

  /// What decompresses a file, by its first bytes.
  private static func program(of file: inout OpenFile) -> String? {
    var head = [UInt8](repeating: 0, count: 6)
    let count = file.readBlock(into: &head, at: 0, upTo: head.count) ?? 0
    return ByteInput.program(Array(head.prefix(count)))
  }
}
