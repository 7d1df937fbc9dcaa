/// A file that a repository keeps for all who work in it, as it was found from the working directory upwards.
///
/// The search ends at the folder that holds `.git`, else at the root. Folders of logs are never looked into: what lies
/// there is data.
///
/// Every user may put a file into a folder such as `/tmp`, above the working directory. So a file counts only
/// if it is a regular file of this user, of root, or of the owner of the worktree and its `.git`, as a container checks
/// out for another user than it builds for; and if not every user may write to it. Who shares a group with its owner
/// may: a new file is writable for its group where `umask` is 002, as many systems have it.
struct RepositoryFile {
  /// Its path from the working directory, as in `../.tracetool.json`.
  let path: String
  let bytes: [UInt8]

  /// The first file of a name that counts; each one before it that does not is said to be skipped, and why.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - option: The option that reads the file in any case.
  ///   - limit: The most bytes that are read of it.
  ///   - failure: Makes the error of a path and a cause, as the system names it.
  /// - Returns: Nil if there is none.
  /// - Throws: What `failure` makes, if a file that counts cannot be read.
  static func find(
    _ name: String, option: String, atMost limit: Int, _ failure: (_ path: String, _ cause: String) -> Failure
  ) throws -> RepositoryFile? {
    let owners = owners
    for folder in folders where System.isNamed(folder + name) {
      let path = folder + name
      switch try System.contents(of: path, atMost: limit, of: owners, { failure(path, $0) }) {
      case .bytes(let bytes): return RepositoryFile(path: path, bytes: bytes)
      case .refused(let cause):
        ErrorOutput.write("skipped '\(path)': \(cause); \(option) \(path) reads it all the same")
      }
    }
    return nil
  }

  /// The paths of all files of a name that might be found, whether they count or not.
  static func paths(of name: String) -> [String] { folders.map { $0 + name }.filter(System.isNamed) }

  /// The folders that are looked into, as `""`, `../` and `../../`.
  private static var folders: [String] {
    var folders = [""]
    while let folder = folders.last, !System.isNamed(folder + ".git") {
      let parent = folder + ".."
      if !System.isThere(parent) || System.isSameFile(folder + ".", parent) { break }
      folders.append(folder + "../")
    }
    return folders
  }

  /// Whose files count: the default store in the working directory as well.
  ///
  /// The owner of `.git` only where the folder is theirs as well, and not every user may write to it: whoever else may,
  /// such as a group in a shared folder, could put `.git` there beside the file.
  static var owners: Set<UInt32> {
    var owners: Set<UInt32> = [System.user, 0]
    guard let top = folders.last, !System.isWritableByAll(top + ".") else { return owners }
    if let owner = System.owner(of: top + ".git"), owner == System.owner(of: top + ".") { owners.insert(owner) }
    return owners
  }
}
