/// Finds the files to which paths lead.
package enum SourceList {
  /// All sources, each once, in byte order of their paths, standard input last.
  ///
  /// Of a directory all regular files in it and below it are read, except hidden ones and stores; each directory is
  /// entered once, however many links lead to it. The files in an archive are sources as those of a folder are, named
  /// as in `logs.tgz/app/a.jsonl`. Paths that cannot be opened, listed or read as an archive, or are no files, are
  /// sources as well: reading them throws the reason. `store` is the store that this process has open, as `isOfStore`
  /// expects it.
  ///
  /// - Throws: `IngestError` for a path at which there is no file.
  package static func expand(_ paths: [String], besides store: SourcePath? = nil) throws(IngestError) -> [SourcePath] {
    var sources: [SourcePath] = []
    var seen: Set<[UInt8]> = []
    var entered: Set<FileID> = []
    func add(_ path: SourcePath, _ status: FileStatus) {
      walk(path, status, &entered, isLeftOut: { member, _ in isOfStore(member, store) }) { path, found in
        switch found {
        case .failure(let error): sources.append(path.failing(error))
        case .success(let status) where seen.insert(path.bytes).inserted:
          sources += status.isFile ? members(of: path) : [path]
        case .success: break
        }
      }
    }
    var folders: [(path: SourcePath, status: FileStatus)] = []
    for path in Set(paths.map { SourcePath($0) }).sorted() {
      if path.isStandardInput {
        sources.append(path)
      } else if let status = FileStatus(path) {
        // Files that the user named come first: one that is also in a named folder does not count as found there.
        if status.isDirectory { folders.append((path, status)) } else { add(path, status) }
      } else {
        throw IngestError("open", path)
      }
    }
    for folder in folders { add(folder.path, folder.status) }
    return sources.sorted()
  }

  /// Calls `found` with each file in a folder, except hidden ones, those that `isLeftOut`, and folders in `entered`; or
  /// with an error for a path that cannot be opened or listed, or is no file.
  static func walk(
    _ path: SourcePath, _ status: FileStatus, _ entered: inout Set<FileID>,
    isLeftOut: (SourcePath, FileStatus) -> Bool, _ found: (SourcePath, Result<FileStatus, IngestError>) -> Void
  ) {
    // A directory that only another program reads is refused like a file.
    guard status.isDirectory, NonLog(directory: path) == nil else { return found(path, .success(status)) }
    guard entered.insert(status.identity).inserted else { return }
    let members: [SourcePath]
    do throws(IngestError) { members = try path.members() } catch { return found(path, .failure(error)) }
    // Hidden files are the system's: the Finder leaves one in a folder of logs.
    for member in members where !member.isHidden {
      guard let status = FileStatus(member) else {
        found(member, .failure(IngestError(unreachable: member)))
        continue
      }
      if let special = NonLog(special: status) {
        found(member, .failure(IngestError(member, special)))
      } else if status.isDirectory || !isLeftOut(member, status) {
        walk(member, status, &entered, isLeftOut: isLeftOut, found)
      }
    }
  }

  /// The first answer of `ask` for a path, or for a file or a folder below it, with links followed.
  static func firstAnswer<Answer>(of paths: [String], _ ask: (SourcePath, FileStatus) -> Answer?) -> Answer? {
    var entered: Set<FileID> = []
    func answer(_ path: SourcePath) -> Answer? {
      let status = path.isStandardInput ? FileStatus(descriptor: 0) : FileStatus(path)
      guard let status else { return nil }
      if let answer = ask(path, status) { return answer }
      guard status.isDirectory, entered.insert(status.identity).inserted else { return nil }
      return firstAnswer(of: ((try? path.members()) ?? []).filter { !$0.isHidden })
    }
    func firstAnswer(of paths: [SourcePath]) -> Answer? {
      for path in paths { if let answer = answer(path) { return answer } }
      return nil
    }
    return firstAnswer(of: Set(paths.map { SourcePath($0) }).sorted())
  }

  /// The sources in a file: for an archive, its files and its damage; for any other file, itself.
  package static func members(of path: SourcePath) -> [SourcePath] {
    guard FileStatus(path)?.isFile == true else { return [path] }
    do throws(IngestError) { return try Archive.sources(of: path) ?? [path] } catch { return [path.failing(error)] }
  }

  /// Of the paths that earlier runs could not read to their end, those that need not be read any more.
  ///
  /// The file at such a path is gone, though its folder is there; or `paths`, those of a run, include it and it is none
  /// of the `sources` to which they led, as a folder that can be listed by now: then its files count.
  package static func settled(_ unread: [String], _ paths: [String], _ sources: some Sequence<SourcePath>) -> [String] {
    if unread.isEmpty { return [] }
    let named = paths.map { SourcePath($0) }
    let given = Set(sources.map(\.bytes))
    return unread.filter { name in
      let path = SourcePath(name: name)
      return !given.contains(path.bytes) && (isGone(path) || named.contains { $0.holds(path) })
    }
  }

  /// True if the file at a path is gone, though its folder is there.
  package static func isGone(_ path: SourcePath) -> Bool {
    guard !path.isStandardInput, path.isGone else { return false }
    let folder = path.bytes.lastIndex(of: UInt8(ascii: "/")).map { Array(path.bytes[...$0]) }
    return FileStatus(SourcePath(bytes: folder ?? [UInt8(ascii: ".")])) != nil
  }

  /// True if a file is a store, or one of the files that SQLite keeps beside a store.
  ///
  /// A store that this process has open is recognized by its path and not opened: when a process closes a file, the
  /// system drops all of its locks on it, including SQLite's, and another process might delete the store's write-ahead
  /// log while it is in use (<https://www.sqlite.org/howtocorrupt.html>, section 2.2).
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

  /// The stores among paths, each file once, in the order of their paths.
  package static func stores(among paths: [String]) -> [String] {
    var seen: Set<FileID> = []
    return paths.sorted { SourcePath($0) < SourcePath($1) }.filter { path in
      guard let file = FileStatus(SourcePath(path))?.identity else { return false }
      return isStore(path) && seen.insert(file).inserted
    }
  }

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

  /// True if one of `paths`, as `expand` accepts them, leads to a file, by links or from a folder at any depth.
  package static func leads(_ paths: [String], to file: FileID) -> Bool {
    firstAnswer(of: paths) { _, status in status.identity == file ? true : nil } ?? false
  }
}
