/// The files that paths lead to.
package enum SourceList {
  /// All sources, each once, in byte order of their paths, standard input last.
  ///
  /// Of a directory all regular files in it and below it are read, but hidden ones and stores; each directory is
  /// entered once, however many links lead to it. The files in an archive are sources as those of a folder are, named
  /// as in `logs.tgz/app/a.jsonl`.
  ///
  /// - Parameters:
  ///   - paths: Files, directories, or `-` for standard input.
  ///   - store: The store that this process has open, as `isOfStore` takes it.
  /// - Returns: The sources.
  /// - Throws: `IngestError` for a path that leads nowhere or cannot be listed.
  package static func expand(_ paths: [String], besides store: SourcePath? = nil) throws(IngestError) -> [SourcePath] {
    var found: [[UInt8]: SourcePath] = [:]
    var entered: Set<FileID> = []
    func add(_ path: SourcePath, _ status: FileStatus) throws(IngestError) {
      // A directory that only another program reads is refused as one.
      guard status.isDirectory, NonLog(directory: path) == nil else {
        if path.isFound, found[path.bytes] != nil { return }
        found[path.bytes] = path
        guard status.isFile, let archive = try Archive(path) else { return }
        found[path.bytes] = archive.failure.map { SourcePath(bytes: path.bytes, part: .failure($0)) }
        for source in archive.sources { found[source.bytes] = source }
        return
      }
      guard entered.insert(status.identity).inserted else { return }
      // Hidden files are the system's: a folder of logs that was looked at on a Mac holds one.
      for member in try path.members() where !member.isHidden {
        // A link that leads nowhere is no file.
        guard let status = FileStatus(member) else { continue }
        if status.isDirectory || status.isFile && !isOfStore(member, store) { try add(member, status) }
      }
    }
    for path in Set(paths.map { SourcePath($0) }).sorted() {
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

  /// The first answer that one of the files gives to which paths lead, in the order of `expand`; nil if none gives any.
  ///
  /// Files that are empty are not asked.
  static func firstAnswer<Answer>(of paths: [String], _ ask: (SourcePath) -> Answer?) -> Answer? {
    for path in Set(paths.map { SourcePath($0) }).sorted() {
      if let answer = firstAnswer(at: path, ask) { return answer }
    }
    return nil
  }

  private static func firstAnswer<Answer>(at path: SourcePath, _ ask: (SourcePath) -> Answer?) -> Answer? {
    if path.isStandardInput { return ask(path) }
    guard let status = FileStatus(path) else { return nil }
    guard status.isDirectory else { return status.isFile && status.size > 0 ? ask(path) : nil }
    for member in (try? path.members()) ?? [] where !member.isHidden {
      if let answer = firstAnswer(at: member, ask) { return answer }
    }
    return nil
  }

  /// The sources that a file is: the files of an archive, and what is damaged of it, else itself.
  ///
  /// - Throws: `IngestError` if it cannot be read.
  package static func parts(of path: SourcePath) throws(IngestError) -> [SourcePath] {
    guard FileStatus(path)?.isFile == true, let archive = try Archive(path) else { return [path] }
    let failure = archive.failure.map { SourcePath(bytes: path.bytes, part: .failure($0)) }
    return archive.sources + (failure.map { [$0] } ?? [])
  }

  /// Whether nothing is at a path any more, though its folder is there.
  package static func isGone(_ path: SourcePath) -> Bool {
    guard !path.isStandardInput, FileStatus(path) == nil else { return false }
    let folder = path.bytes.lastIndex(of: UInt8(ascii: "/")).map { Array(path.bytes[...$0]) }
    return FileStatus(SourcePath(bytes: folder ?? [UInt8(ascii: ".")])) != nil
  }

  /// True if a file is a store in the folder of its logs, or SQLite keeps it beside one.
  ///
  /// A store that this process has open is known by its path and not looked into: when a process closes a file, the
  /// system drops all of its locks on that file, also those of SQLite. Another process might then delete the store's
  /// write-ahead log under it (<https://www.sqlite.org/howtocorrupt.html>, section 2.2).
  static func isOfStore(_ path: SourcePath, _ open: SourcePath?) -> Bool {
    if let store = open.flatMap(FileStatus.init), store.identity == FileStatus(path)?.identity { return true }
    for suffix in ["-wal", "-shm", "-journal"] where path.bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) {
      return FileStatus(SourcePath(bytes: path.bytes.dropLast(suffix.utf8.count))) != nil
    }
    return isStore(path)
  }

  /// True if the file at a path is a store of events.
  package static func isStore(_ path: String) -> Bool { isStore(SourcePath(path)) }

  private static func isStore(_ path: SourcePath) -> Bool {
    // Standard input and pipes give each byte once, and the run that reads them needs all.
    guard FileStatus(path)?.isFile == true else { return false }
    // The database file format, section 1.3: https://www.sqlite.org/fileformat2.html
    var head = [UInt8](repeating: 0, count: 72)
    guard var file = try? OpenFile(reading: path) else { return false }
    let count = file.readBlock(into: &head, at: 0, upTo: head.count)
    // The program that a database is of stands at 68; a store says so by "trce".
    let isDatabase = count == head.count && head.starts(with: "SQLite format 3\u{0}".utf8)
    return isDatabase && head[68...].elementsEqual("trce".utf8)
  }
}
