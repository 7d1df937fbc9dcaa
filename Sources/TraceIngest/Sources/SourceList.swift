/// Finds the files to which paths lead.
package enum SourceList {
  /// All sources, each once, in byte order of their paths, standard input last.
  ///
  /// Of a directory all regular files in it and below it are read, except hidden ones and stores; each directory is
  /// entered once, however many links lead to it. The files in an archive are sources as those of a folder are, named
  /// as in `logs.tgz/app/a.jsonl`. What cannot be opened, listed or read as an archive, and what is no file, is a
  /// source as well: reading it throws the reason.
  ///
  /// - Parameters:
  ///   - paths: Files, directories, or `-` for standard input.
  ///   - store: The store that this process has open, as `isOfStore` expects it.
  /// - Returns: The sources.
  /// - Throws: `IngestError` for a path at which there is no file.
  package static func expand(_ paths: [String], besides store: SourcePath? = nil) throws(IngestError) -> [SourcePath] {
    var walk = Walk(store: store)
    var folders: [(path: SourcePath, status: FileStatus)] = []
    for path in Set(paths.map { SourcePath($0) }).sorted() {
      if path.isStandardInput {
        walk.sources.append(path)
      } else if let status = FileStatus(path) {
        // Files that the user named come first: one that is also in a named folder does not count as found there.
        if status.isDirectory { folders.append((path, status)) } else { walk.add(path, status) }
      } else {
        throw IngestError("open", path)
      }
    }
    for folder in folders { walk.add(folder.path, folder.status) }
    walk.sources.sort()
    return walk.sources
  }

  /// A walk through files and folders, which finds each of them once.
  private struct Walk {
    let store: SourcePath?
    /// The sources that were found, in no order.
    var sources: [SourcePath] = []
    private var seen: Set<[UInt8]> = []
    private var entered: Set<FileID> = []

    init(store: SourcePath?) { self.store = store }

    mutating func add(_ path: SourcePath, _ status: FileStatus) {
      // A directory that only another program reads is refused like a file.
      guard status.isDirectory, NonLog(directory: path) == nil else {
        guard seen.insert(path.bytes).inserted else { return }
        sources += status.isFile ? SourceList.members(of: path) : [path]
        return
      }
      guard entered.insert(status.identity).inserted else { return }
      do throws(IngestError) {
        // Hidden files are the system's: the Finder leaves one in a folder of logs.
        for member in try path.members() where !member.isHidden { add(member: member) }
      } catch { sources.append(path.failing(error)) }
    }

    private mutating func add(member: SourcePath) {
      guard let status = FileStatus(member) else {
        let error = IngestError(unreachable: member)
        sources.append(member.failing(error))
        return
      }
      if let special = NonLog(special: status) {
        sources.append(member.failing(IngestError(member, special)))
      } else if status.isDirectory || !isOfStore(member, store) {
        add(member, status)
      }
    }
  }

  /// The first answer other than nil that `ask` gives for one of the files to which paths lead; nil if there is none.
  ///
  /// Empty files are left out.
  static func firstAnswer<Answer>(of paths: [String], _ ask: (SourcePath) -> Answer?) -> Answer? {
    var entered: Set<FileID> = []
    for path in Set(paths.map { SourcePath($0) }).sorted() {
      if let answer = firstAnswer(at: path, &entered, ask) { return answer }
    }
    return nil
  }

  private static func firstAnswer<Answer>(
    at path: SourcePath, _ entered: inout Set<FileID>, _ ask: (SourcePath) -> Answer?
  ) -> Answer? {
    if path.isStandardInput { return ask(path) }
    guard let status = FileStatus(path) else { return nil }
    guard status.isDirectory else { return status.isFile && status.size > 0 ? ask(path) : nil }
    guard entered.insert(status.identity).inserted else { return nil }
    for member in (try? path.members()) ?? [] where !member.isHidden {
      if let answer = firstAnswer(at: member, &entered, ask) { return answer }
    }
    return nil
  }

  /// The sources in a file: for an archive, its files and its damage; for any other file, itself.
  package static func members(of path: SourcePath) -> [SourcePath] {
    guard FileStatus(path)?.isFile == true else { return [path] }
    do throws(IngestError) { return try Archive.sources(of: path) ?? [path] } catch { return [path.failing(error)] }
  }

  /// Of the paths that earlier runs could not read to their end, those that need not be read any more.
  ///
  /// There is no file at such a path any more, though its folder is there; or `paths` include it and it is none of
  /// `sources`, as a folder that could not be listed before and can be now: then its files count.
  ///
  /// - Parameters:
  ///   - unread: The names of the paths that were not read.
  ///   - paths: The paths that a run was given.
  ///   - sources: The sources to which these paths led.
  /// - Returns: Those of the names that are settled.
  package static func settled(_ unread: [String], _ paths: [String], _ sources: some Sequence<SourcePath>) -> [String] {
    if unread.isEmpty { return [] }
    let named = paths.map { SourcePath($0) }
    let given = Set(sources.map(\.bytes))
    return unread.filter { name in
      let path = SourcePath(name: name)
      return !given.contains(path.bytes) && (isGone(path) || named.contains { $0.holds(path) })
    }
  }

  /// True if there is no file at a path any more, though its folder is there.
  package static func isGone(_ path: SourcePath) -> Bool {
    guard !path.isStandardInput, path.isGone else { return false }
    let folder = path.bytes.lastIndex(of: UInt8(ascii: "/")).map { Array(path.bytes[...$0]) }
    return FileStatus(SourcePath(bytes: folder ?? [UInt8(ascii: ".")])) != nil
  }

  /// True if a file is a store, or one of the files that SQLite keeps beside a store.
  ///
  /// A store that this process has open is recognized by its path and not opened: when a process closes a file, the
  /// system drops all of its locks on that file, also those of SQLite. Another process might then delete the store's
  /// write-ahead log while it is in use (<https://www.sqlite.org/howtocorrupt.html>, section 2.2).
  static func isOfStore(_ path: SourcePath, _ open: SourcePath?) -> Bool {
    for suffix in ["-wal", "-shm", "-journal"] where path.bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) {
      let beside = SourcePath(bytes: path.bytes.dropLast(suffix.utf8.count))
      return FileStatus(beside) != nil && isOfStore(beside, open)
    }
    if let store = open.flatMap(FileStatus.init), store.identity == FileStatus(path)?.identity { return true }
    return isStore(path)
  }

  /// True if the file at a path is a store of events.
  package static func isStore(_ path: String) -> Bool { isStore(SourcePath(path)) }

  private static func isStore(_ path: SourcePath) -> Bool {
    // Each byte of standard input or a pipe can be read only once, and the run needs all of them.
    guard FileStatus(path)?.isFile == true else { return false }
    // The database file format, section 1.3: https://www.sqlite.org/fileformat2.html
    var head = [UInt8](repeating: 0, count: 72)
    guard var file = try? OpenFile(reading: path) else { return false }
    let count = file.readBlock(into: &head, at: 0, upTo: head.count)
    // The application's id is at offset 68; that of a store is "trce".
    let isDatabase = count == head.count && head.starts(with: "SQLite format 3\u{0}".utf8)
    return isDatabase && head[68...].elementsEqual("trce".utf8)
  }
}

extension SourceList {
  /// True if a file is named itself, given as standard input, or in a folder that is named, at any depth.
  ///
  /// Links are followed, and a hard link is the same file.
  ///
  /// - Parameters:
  ///   - paths: Files, folders, or `-` for standard input, as `expand` accepts them.
  ///   - file: A file that is there.
  /// - Returns: True if one of the paths leads to it.
  package static func leads(_ paths: [String], to file: FileID) -> Bool {
    var entered: Set<FileID> = []
    func leads(_ path: SourcePath) -> Bool {
      let status = path.isStandardInput ? FileStatus(descriptor: 0) : FileStatus(path)
      guard let status else { return false }
      if status.identity == file { return true }
      guard status.isDirectory, entered.insert(status.identity).inserted else { return false }
      // A folder that cannot be listed is not read either.
      return ((try? path.members()) ?? []).contains { !$0.isHidden && leads($0) }
    }
    return paths.contains { leads(SourcePath($0)) }
  }
}
