#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What is behind a path, links followed.
struct FileStatus {
  let isFile: Bool
  let isDirectory: Bool
  let isPipe: Bool
  let size: Int64
  /// The same for two paths of one file.
  let identity: [UInt64]

  /// Nil if the path leads to nothing; `errno` is why.
  init?(_ path: SourcePath) {
    var status = stat()
    guard unsafe stat(path.bytes.cString, &status) == 0 else { return nil }
    let kind = status.st_mode & S_IFMT
    isFile = kind == S_IFREG
    isDirectory = kind == S_IFDIR
    isPipe = kind == S_IFIFO
    size = Int64(status.st_size)
    identity = [UInt64(truncatingIfNeeded: status.st_dev), UInt64(status.st_ino)]
  }
}
