/// Files that a repository keeps for everybody who works in it.
enum RepositoryFile {
  /// The path of the first file of this name from the working directory upwards; nil if there is none.
  ///
  /// The search ends at the folder that holds `.git`, else at the root. Folders of logs are never looked into: what lies
  /// there is data.
  static func path(of name: String) -> String? {
    var folder = ""
    while true {
      if System.isNamed(folder + name) { return folder + name }
      let parent = folder + ".."
      if System.isNamed(folder + ".git") || !System.isThere(parent) || System.isSameFile(folder + ".", parent) {
        return nil
      }
      folder += "../"
    }
  }
}
