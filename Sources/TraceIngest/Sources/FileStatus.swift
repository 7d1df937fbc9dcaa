#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The kind, size and identity of the file at a path, with links followed.
struct FileStatus {
  let isFile: Bool
  let isDirectory: Bool
  let isPipe: Bool
  let isSocket: Bool
  let size: Int64
  let identity: FileID
  /// The time of the last change of its contents, in nanoseconds since 1970.
  let modified: Int64

  /// Nil if no file can be reached at the path; `errno` has the reason.
  init?(_ path: SourcePath) {
    var status = stat()
    guard unsafe stat(path.bytes.cString, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Nil if the descriptor belongs to no open file.
  init?(descriptor: Int32) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    let kind = status.st_mode & S_IFMT
    isFile = kind == S_IFREG
    isDirectory = kind == S_IFDIR
    isPipe = kind == S_IFIFO
    isSocket = kind == S_IFSOCK
    size = Int64(status.st_size)
    identity = FileID(device: status.st_dev, inode: status.st_ino)
    #if canImport(Glibc)
      let time = status.st_mtim
    #else
      let time = status.st_mtimespec
    #endif
    modified = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}

/// Identifies an existing file on this machine, whatever its name.
package struct FileID: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64

  /// The file with this number on this device, both kept as bits: `dev_t` has 64 of them on Linux, without a sign, and
  /// 32 with one on macOS, where numbers of `/dev` may be negative.
  package init(device: some BinaryInteger, inode: some BinaryInteger) {
    self.device = UInt64(truncatingIfNeeded: device)
    self.inode = UInt64(truncatingIfNeeded: inode)
  }
}
