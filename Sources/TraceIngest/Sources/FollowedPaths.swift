/// Finds the files to which followed paths lead.
package struct FollowedPaths {
  /// A file or a pipe, with its status.
  package struct File {
    /// One of its paths.
    package var path: SourcePath
    /// Its device and inode, which a rename does not change.
    package var identity: FileID
    /// The time of its last change, in nanoseconds since 1970.
    package var modified: Int64
    /// Its size in bytes; without a meaning for a pipe.
    package var size: Int64
  }

  /// All files, in byte order of their paths; a file with several paths has the first of them.
  package private(set) var files: [File] = []
  /// The identities of all files.
  package private(set) var identities: Set<FileID> = []
  /// Paths at which there is no file.
  package private(set) var missing: Set<SourcePath> = []
  /// Members of folders that cannot be opened or listed, or are no files, each with the reason.
  package private(set) var unread: [SourcePath: IngestError] = [:]
  private let paths: [SourcePath]
  /// The store that this process has open, as `SourceList.isOfStore` expects it.
  let store: SourcePath?

  /// In folders all files are followed but hidden ones and stores; this process has `store` open.
  package init(_ paths: [SourcePath], besides store: SourcePath? = nil) {
    self.paths = Set(paths).sorted()
    self.store = store
  }

  /// Finds the files to which the paths lead now; `isFollowed` files are followed already, and so are no stores.
  package mutating func look(_ isFollowed: (_ identity: FileID) -> Bool) {
    files.removeAll(keepingCapacity: true)
    identities.removeAll(keepingCapacity: true)
    var entered: Set<FileID> = []
    missing = []
    unread = [:]
    for path in paths {
      guard let status = FileStatus(path) else {
        missing.insert(path)
        continue
      }
      SourceList.walk(
        path, status, &entered,
        isLeftOut: { [store] in !isFollowed($1.identity) && SourceList.isOfStore($0, store) },
        { path, found in
          switch found {
          case .success(let status) where identities.insert(status.identity).inserted:
            files.append(File(path: path, identity: status.identity, modified: status.modified, size: status.size))
          case .success: break
          // A file deleted since the folder was listed is no error.
          case .failure(let error): if !path.isGone || path.isLink { unread[path] = error }
          }
        })
    }
    files.sort { $0.path < $1.path }
  }
}
