/// The files that followed paths lead to at one moment.
package struct FollowedPaths {
  /// A file or a pipe, with what the system says of it.
  package struct Found {
    package var path: SourcePath
    /// The same as long as it is the same file, wherever its name leads.
    package var identity: [UInt64]
    /// When it was last changed, in nanoseconds since 1970.
    package var modified: Int64
    /// Its size in bytes; without a meaning for a pipe.
    package var size: Int64
  }

  /// All files, in byte order of their paths; of several paths of one file the first.
  package private(set) var files: [Found] = []
  /// Paths that lead nowhere, or into a folder that cannot be listed.
  package private(set) var missing: [SourcePath] = []
  /// The store that this process has open, as `SourceList.isOfStore` takes it.
  private let store: SourcePath?
  private var entered: Set<[UInt64]> = []
  private var identities: Set<[UInt64]> = []

  /// Looks where `paths` lead; of a folder to all files in it and below it, but hidden ones and stores.
  ///
  /// - Parameters:
  ///   - paths: Files, folders and pipes, without standard input.
  ///   - store: The store that this process has open; nil if it has none.
  ///   - known: The identities of files that are no stores, as was found before.
  package init(_ paths: [SourcePath], besides store: SourcePath? = nil, known: (_ identity: [UInt64]) -> Bool) {
    self.store = store
    for path in Set(paths).sorted() {
      guard let status = FileStatus(path) else {
        missing.append(path)
        continue
      }
      add(path, status, known)
    }
    files.sort { $0.path < $1.path }
  }

  private mutating func add(_ path: SourcePath, _ status: FileStatus, _ known: (_ identity: [UInt64]) -> Bool) {
    guard status.isDirectory, NonLog(directory: path) == nil else {
      guard identities.insert(status.identity).inserted else { return }
      return files.append(Found(path: path, identity: status.identity, modified: status.modified, size: status.size))
    }
    guard entered.insert(status.identity).inserted else { return }
    guard let members = try? path.members() else { return missing.append(path) }
    for member in members where !member.isHidden {
      // A link that leads nowhere is no file.
      guard let status = FileStatus(member) else { continue }
      if status.isDirectory || status.isFile && (known(status.identity) || !SourceList.isOfStore(member, store)) {
        add(member, status, known)
      }
    }
  }
}
