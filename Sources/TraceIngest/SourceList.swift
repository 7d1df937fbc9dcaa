/// What is read: a file, or `-` for what the process is given.
package struct SourcePath: Sendable, Hashable, Comparable {
  /// The path as it was given; it need not be UTF-8.
  package var bytes: [UInt8]
  /// It was found in a folder: nobody said that it is a log.
  package var isFound = false

  /// A path in words.
  package init(_ path: String) { bytes = Array(path.utf8) }

  init(bytes: [UInt8], isFound: Bool = false) { (self.bytes, self.isFound) = (bytes, isFound) }

  /// The path in words.
  package var name: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether it is standard input.
  package var isStandardInput: Bool { bytes == [UInt8(ascii: "-")] }

  /// Whether its last part begins with a point.
  var isHidden: Bool { bytes.split(separator: UInt8(ascii: "/")).last?.first == UInt8(ascii: ".") }

  /// Byte order; standard input comes last.
  package static func < (a: SourcePath, b: SourcePath) -> Bool {
    a.isStandardInput == b.isStandardInput ? a.bytes.lexicographicallyPrecedes(b.bytes) : b.isStandardInput
  }
}

/// The files that paths lead to.
package enum SourceList {
  /// All sources, each once, in byte order of their paths, standard input last.
  ///
  /// Of a directory all regular files in it and below it are read, but hidden ones and SQLite's; each directory is
  /// entered once, however many links lead to it.
  /// - Throws: `IngestError` for a path that leads nowhere or cannot be listed.
  package static func expand(_ paths: [String]) throws(IngestError) -> [SourcePath] {
    var found: [[UInt8]: SourcePath] = [:]
    var entered: Set<[UInt64]> = []
    func add(_ path: SourcePath, _ status: FileStatus) throws(IngestError) {
      // An archive of logs is a directory that only Apple's program reads: it is refused as one.
      guard status.isDirectory, !path.name.hasSuffix(".logarchive") else {
        if !path.isFound || found[path.bytes] == nil { found[path.bytes] = path }
        return
      }
      guard entered.insert(status.identity).inserted else { return }
      // Hidden files are the system's: a folder of logs that was looked at on a Mac holds one.
      for member in try path.members() where !member.isHidden {
        // A link that leads nowhere is no file.
        guard let status = FileStatus(member) else { continue }
        if status.isDirectory || status.isFile && !isOfDatabase(member) { try add(member, status) }
      }
    }
    for path in Set(paths.map(SourcePath.init)).sorted() {
      if path.isStandardInput {
        found[path.bytes] = path
      } else if let status = FileStatus(path) {
        try add(path, status)
      } else {
        throw IngestError("open", path)
      }
    }
    return found.values.sorted()
  }

  /// Whether a file is an SQLite database, or lies beside one: a store in the folder of its logs.
  private static func isOfDatabase(_ path: SourcePath) -> Bool {
    if ["-wal", "-shm"].contains(where: path.name.hasSuffix) { return true }
    // The database file format, section 1.3: https://www.sqlite.org/fileformat2.html
    var head = [UInt8](repeating: 0, count: 16)
    let count = (try? OpenFile(reading: path))?.readBlock(into: &head, at: 0, upTo: 16)
    return count == 16 && head == Array("SQLite format 3\u{0}".utf8)
  }
}
