/// What is read: a file, or `-` for what the process is given.
package struct SourcePath: Sendable, Hashable, Comparable {
  /// The path as it was given; it need not be UTF-8.
  package var bytes: [UInt8]

  /// A path in words.
  package init(_ path: String) { bytes = Array(path.utf8) }

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// The path in words.
  package var name: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether it is standard input.
  package var isStandardInput: Bool { bytes == [UInt8(ascii: "-")] }

  package static func < (a: SourcePath, b: SourcePath) -> Bool {
    a.bytes.lexicographicallyPrecedes(b.bytes)
  }

  func member(_ name: [UInt8]) -> SourcePath {
    SourcePath(bytes: bytes + (bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]) + name)
  }
}

/// The files that paths lead to.
package enum SourceList {
  /// All sources, each once, in byte order of their paths, standard input last.
  ///
  /// Of a directory all regular files in it and below it are read, but SQLite's; each directory is entered once,
  /// however many links lead to it.
  /// - Throws: `IngestError` for a path that leads nowhere or cannot be listed.
  package static func expand(_ paths: [String]) throws(IngestError) -> [SourcePath] {
    var found: Set<SourcePath> = []
    var entered: Set<[UInt64]> = []
    var hasStandardInput = false
    for path in Set(paths.map(SourcePath.init)).sorted() {
      if path.isStandardInput {
        hasStandardInput = true
        continue
      }
      guard let status = OpenFile.status(path) else { throw IngestError("open", path) }
      if status.kind == .directory {
        try enter(path, status, &found, &entered)
      } else {
        found.insert(path)
      }
    }
    return found.sorted() + (hasStandardInput ? [SourcePath("-")] : [])
  }

  /// Whether a file is an SQLite database, or lies beside one: a store in the folder of its logs.
  private static func isOfDatabase(_ path: SourcePath) -> Bool {
    if ["-wal", "-shm"].contains(where: path.name.hasSuffix) { return true }
    // The database file format, section 1.3: https://www.sqlite.org/fileformat2.html
    var head = [UInt8](repeating: 0, count: 16)
    guard let file = try? OpenFile(reading: path), file.read(into: &head, at: 0, upTo: 16) == 16
    else {
      return false
    }
    return head == Array("SQLite format 3\u{0}".utf8)
  }

  private static func enter(
    _ directory: SourcePath, _ status: OpenFile.Status, _ found: inout Set<SourcePath>,
    _ entered: inout Set<[UInt64]>
  ) throws(IngestError) {
    guard entered.insert(status.identity).inserted else { return }
    for name in try directory.memberNames().sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      let path = directory.member(name)
      // A link that leads nowhere is no file.
      guard let status = OpenFile.status(path) else { continue }
      switch status.kind {
      case .directory: try enter(path, status, &found, &entered)
      case .regular: if !isOfDatabase(path) { found.insert(path) }
      case .pipe, .other: break
      }
    }
  }
}
