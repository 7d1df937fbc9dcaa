extension FollowedPaths {
  /// The files beside a path that were once at it by their names, such as `app.jsonl.1`, `app-20261120.jsonl` and
  /// `app.1.gz` beside `app.jsonl`: they hold its name up to the point, followed by neither a letter nor a digit.
  ///
  /// The path's file may be missing. Stores are left out; files are in byte order of their paths, and none if the
  /// folder cannot be listed.
  package func namedLike(_ path: SourcePath) -> [File] {
    let slash = UInt8(ascii: "/")
    let start = path.bytes.lastIndex(of: slash).map { $0 + 1 } ?? 0
    let name = path.bytes[start...]
    let stem = name.dropFirst().firstIndex(of: UInt8(ascii: ".")).map { name[..<$0] } ?? name
    let folder = start == 0 ? [UInt8(ascii: "."), slash] : Array(path.bytes[..<start])
    guard !stem.isEmpty, let members = try? SourcePath(bytes: folder).members() else { return [] }
    return members.compactMap { member in
      let other = member.bytes[folder.count...]
      guard other != name, !member.isHidden, Self.holds(Array(other), Array(stem)) else { return nil }
      let beside = SourcePath(bytes: Array(path.bytes[..<start]) + other, isFound: true)
      guard let status = FileStatus(beside), status.isFile, !SourceList.isOfStore(beside, store) else { return nil }
      return File(path: beside, identity: status.identity, modified: status.modified, size: status.size)
    }
  }

  private static func holds(_ name: [UInt8], _ word: [UInt8]) -> Bool {
    guard name.count >= word.count else { return false }
    return (0...name.count - word.count).contains { start in
      let end = start + word.count
      return name[start..<end].elementsEqual(word) && (start == 0 || !isOfWord(name[start - 1]))
        && (end == name.count || !isOfWord(name[end]))
    }
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte || 0x41...0x5A ~= byte & ~0x20 || byte >= 0x80
  }
}
