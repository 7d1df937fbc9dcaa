extension SourceList {
  /// Whether a file is named itself, given as standard input, or in a folder that is named, at any depth.
  ///
  /// Links are followed, and a hard link is the file that it is of.
  ///
  /// - Parameters:
  ///   - paths: Files, folders, or `-` for standard input, as `expand` takes them.
  ///   - file: A file that is there.
  /// - Returns: True if one of the paths leads to it.
  package static func leads(_ paths: [String], to file: FileID) -> Bool {
    var entered: Set<FileID> = []
    func leads(_ path: SourcePath) -> Bool {
      let status = path.isStandardInput ? FileStatus(descriptor: 0) : FileStatus(path)
      guard let status else { return false }
      if status.identity == file { return true }
      guard status.isDirectory, entered.insert(status.identity).inserted else { return false }
      // What cannot be listed is not read either.
      return ((try? path.members()) ?? []).contains { !$0.isHidden && leads($0) }
    }
    return paths.contains { leads(SourcePath($0)) }
  }
}
