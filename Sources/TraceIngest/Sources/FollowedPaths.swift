/// Finds the files to which followed paths lead.
package struct FollowedPaths {
  /// A file or a pipe, with its status.
  package struct File {
    /// A path that leads to it.
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
  private let store: SourcePath?
  private var entered: Set<FileID> = []

  /// Paths to follow; for a folder all files in it and below it, except hidden ones and stores.
  ///
  /// - Parameters:
  ///   - paths: Files, folders and pipes, without standard input.
  ///   - store: The store that this process has open; nil if it has none.
  package init(_ paths: [SourcePath], besides store: SourcePath? = nil) {
    self.paths = Set(paths).sorted()
    self.store = store
  }

  /// Finds the files to which the paths lead now.
  ///
  /// - Parameter isFollowed: True for the identities of files that are followed already, and so are no stores.
  package mutating func look(_ isFollowed: (_ identity: FileID) -> Bool) {
    files.removeAll(keepingCapacity: true)
    identities.removeAll(keepingCapacity: true)
    entered.removeAll(keepingCapacity: true)
    missing = []
    unread = [:]
    for path in paths {
      guard let status = FileStatus(path) else {
        missing.insert(path)
        continue
      }
      add(path, status, isFollowed)
    }
    files.sort { $0.path < $1.path }
  }

  private mutating func add(_ path: SourcePath, _ status: FileStatus, _ isFollowed: (_ identity: FileID) -> Bool) {
    guard status.isDirectory, NonLog(directory: path) == nil else {
      guard identities.insert(status.identity).inserted else { return }
      return files.append(File(path: path, identity: status.identity, modified: status.modified, size: status.size))
    }
    guard entered.insert(status.identity).inserted else { return }
    let members: [SourcePath]
    do throws(IngestError) { members = try path.members() } catch {
      unread[path] = error
      return
    }
    for member in members where !member.isHidden {
      guard let status = FileStatus(member) else {
        let error = IngestError(unreachable: member)
        // A file that was deleted since the folder was listed is no error.
        if !member.isGone || member.isLink { unread[member] = error }
        continue
      }
      if let special = NonLog(special: status) {
        unread[member] = IngestError(member, special)
      } else if status.isDirectory || isFollowed(status.identity) || !SourceList.isOfStore(member, store) {
        add(member, status, isFollowed)
      }
    }
  }
}
