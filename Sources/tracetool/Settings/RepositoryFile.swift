import TraceModel

/// A file that a repository keeps for all who work in it, found from the working directory upwards.
///
/// The search ends at the folder that holds `.git`, else at the root, and skips folders of logs, which hold data.
///
/// Every user may put a file into a folder such as `/tmp`, above the working directory. So a file counts only if it is
/// a regular file of this user, of root, or of the owner of the worktree and its `.git` (a container may check out for
/// another user than it builds for), and if not every user may write to it. Its group may: a new file is writable for
/// its group where `umask` is 002, as on many systems.
struct RepositoryFile {
  /// From the working directory, as in `../.tracetool.json`.
  let path: String
  let bytes: [UInt8]

  /// The first file of a name that counts; nil if there is none.
  ///
  /// A message names each skipped file before it. At most `limit` bytes are read; `option` reads a file in any case.
  ///
  /// - Throws: What `failure` makes of a path and the system's cause, if a file that counts cannot be read.
  static func find(
    _ name: String, option: String, atMost limit: Int, _ failure: (_ path: String, _ cause: String) -> Failure
  ) throws -> RepositoryFile? {
    let owners = owners
    for folder in folders where System.isNamed(folder + name) {
      let path = folder + name
      switch try System.contents(of: path, atMost: limit, of: owners, { failure(path, $0) }) {
      case .bytes(let bytes): return RepositoryFile(path: path, bytes: bytes)
      case .refused(let cause):
        ErrorOutput.write(
          "skipped '\(name: path)': \(name: cause); \(name: option) \(name: path) reads it all the same")
      }
    }
    return nil
  }

  /// The paths of all files of a name that a search meets, whether they count or not.
  static func paths(of name: String) -> [String] { folders.map { $0 + name }.filter(System.isNamed) }

  /// The folders of a search, as `""`, `../` and `../../`.
  private static var folders: [String] {
    var folders = [""]
    while let folder = folders.last, !System.isNamed(folder + ".git") {
      let parent = folder + ".."
      if !System.isThere(parent) || System.isSameFile(folder + ".", parent) { break }
      folders.append(folder + "../")
    }
    return folders
  }

  /// Users whose files count, also for the default store in the working directory.
  ///
  /// The owner of `.git` counts only if the folder is theirs too and not writable by every user: else another user,
  /// such as one of a shared folder's group, could put `.git` beside the file.
  static var owners: Set<UInt32> {
    var owners: Set<UInt32> = [System.user, 0]
    guard let top = folders.last, !System.isWritableByAll(top + ".") else { return owners }
    if let owner = System.owner(of: top + ".git"), owner == System.owner(of: top + ".") { owners.insert(owner) }
    return owners
  }
}
