#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The files of an open store: its own, and beside it SQLite's log (`-wal`) and the log's index (`-shm`).
///
/// Linux and macOS let any program remove or replace an open file. SQLite goes on writing where no other process finds
/// it, so a writer checks now and then that the files are in place.
struct StoreFiles {
  /// A file's identity on this machine, and its size.
  private struct Status: Equatable {
    /// Device and inode; empty if there is no file.
    var identity: [UInt64] = []
    var size: Int64 = 0

    init(of path: String) {
      var status = stat()
      guard unsafe stat(path, &status) == 0 else { return }
      identity = [UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino)]
      size = Int64(status.st_size)
    }
  }

  static func cutMessage(_ name: String = "it") -> String { "\(name) was cut while it was open" }

  private static let logSuffix = "-wal"
  private static let suffixes = ["", logSuffix, "-shm"]
  /// The first bytes of a WAL; the last bit is the byte order of its checksums.
  ///
  /// Source: <https://www.sqlite.org/fileformat2.html#the_write_ahead_log>.
  private static let logMark: [UInt8] = [0x37, 0x7F, 0x06, 0x82]
  /// The first bytes of a database, and the offsets of its page size and page count, both big-endian.
  ///
  /// Source: <https://www.sqlite.org/fileformat2.html#the_database_header>.
  private static let mark = Array("SQLite format 3\0".utf8)
  private static let pageSizePlace = 16
  private static let pageCountPlace = 28
  private static let headerLength = 100
  /// How long a file too short for its page count must stay unchanged to count as cut, in milliseconds: a checkpoint
  /// writes the first page first.
  private static let stillTime = 1000

  /// The path as given: moving the folder or redirecting a link moves the store.
  private let path: String
  /// SQLite makes its files beside the target of a link.
  private let realPath: String
  /// The last state of the files, in the order of `suffixes`; a missing WAL may still be made.
  private var known: [Status]

  init(of path: String) {
    self.path = path
    realPath = Self.realPath(of: path)
    known = []
    known = Self.suffixes.map { Status(of: filePath(with: $0)) }
  }

  private func filePath(with suffix: String) -> String { suffix.isEmpty ? path : realPath + suffix }

  /// What has become of the files since they were opened, in words; nil if all are in place.
  mutating func change(_ connection: Connection) -> String? {
    for (number, suffix) in Self.suffixes.enumerated() {
      let status = Status(of: filePath(with: suffix))
      defer { known[number] = status }
      if known[number].identity.isEmpty { continue }
      let name = suffix.isEmpty ? "it" : "its file '\(filePath(with: suffix))'"
      if status.identity.isEmpty { return "\(name) was removed while it was open" }
      if status.identity != known[number].identity { return "another file has taken the place of \(name)" }
      let isCut =
        switch suffix {
        case "": status.size < known[number].size && lacksPages(connection)
        case Self.logSuffix: status.size > 0 && lacksLogHeader
        default: false
        }
      if isCut { return Self.cutMessage(name) }
    }
    return nil
  }

  /// True if the file has fewer pages than it says: it was cut, or the other pages are in the WAL.
  func lacksPages(_ connection: Connection) -> Bool {
    var last = Status(of: path)
    var stillFor = 0
    while let head = connection.head(Self.headerLength), isShort(last.size, head) {
      if stillFor >= Self.stillTime { return true }
      usleep(1000)
      let status = Status(of: path)
      stillFor = status == last ? stillFor + 1 : 0
      last = status
    }
    return false
  }

  /// True if a store of `size` bytes has another magic, or fewer pages than its header says.
  private func isShort(_ size: Int64, _ header: [UInt8]) -> Bool {
    guard size >= Self.headerLength, header.starts(with: Self.mark) else { return true }
    func number(at offset: Int, _ length: Int) -> Int64 {
      header[offset..<(offset + length)].reduce(0) { $0 << 8 | Int64($1) }
    }
    // 1 stands for 65,536, which does not fit into two bytes.
    let pageSize = number(at: Self.pageSizePlace, 2)
    return number(at: Self.pageCountPlace, 4) * (pageSize == 1 ? 65_536 : pageSize) > size
  }

  /// True if a WAL that is not empty does not begin as one: it was truncated, and SQLite wrote on behind the gap.
  private var lacksLogHeader: Bool {
    // SQLite has no locks on this file, which closing it would release.
    let file = unsafe open(filePath(with: Self.logSuffix), O_RDONLY | O_CLOEXEC)
    if file < 0 { return false }
    defer { close(file) }
    var head = [UInt8](repeating: 0, count: Self.logMark.count)
    let count = unsafe head.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
    head[head.count - 1] &= ~1
    return count == head.count && head != Self.logMark
  }

  /// The target of a link; the path itself if there is none.
  static func realPath(of path: String) -> String {
    let real = unsafe realpath(path, nil)
    defer { unsafe free(real) }
    return unsafe real.map { unsafe String(cString: $0) } ?? path
  }

  static func hasLog(_ path: String) -> Bool { unsafe access(realPath(of: path) + logSuffix, F_OK) == 0 }

  static func identity(of path: String) -> [UInt64] { Status(of: path).identity }
}
