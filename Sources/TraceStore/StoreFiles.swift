#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The files of a store that was opened: its own, and beside it SQLite's log (`-wal`) and the index of that (`-shm`).
///
/// Linux and macOS let any program remove or replace a file that is open. SQLite goes on to write to it, though no
/// other process finds it: so a writer asks now and then if the files are in place.
struct StoreFiles {
  /// What distinguishes a file from others on this machine, and its size.
  private struct Status: Equatable {
    /// Its device and its number there; nothing if there is no file.
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
  /// How a log begins, but for its last bit, which says in which order its checksums take bytes.
  ///
  /// Source: <https://www.sqlite.org/fileformat2.html#the_write_ahead_log>.
  private static let logMark: [UInt8] = [0x37, 0x7F, 0x06, 0x82]
  /// The first bytes of a file of SQLite, the offset of its page size and that of its count of pages, both big-endian.
  ///
  /// Source: <https://www.sqlite.org/fileformat2.html#the_database_header>.
  private static let mark = Array("SQLite format 3\0".utf8)
  private static let pageSizePlace = 16
  private static let pageCountPlace = 28
  private static let headerLength = 100
  /// So long a file stays as it is, in milliseconds, that has fewer pages than it says, before it counts as cut: a
  /// checkpoint writes the first page first.
  private static let stillTime = 1000

  /// The path as it was given: who moves the folder, or has a link lead elsewhere, moves the store.
  private let path: String
  /// Where SQLite makes the files beside the store: beside the file that a link leads to.
  private let realPath: String
  /// What was there last, in the order of `suffixes`; a log that was not there yet may still come.
  private var known: [Status]

  init(of path: String) {
    self.path = path
    realPath = Self.realPath(of: path)
    known = []
    known = Self.suffixes.map { Status(of: filePath(with: $0)) }
  }

  private func filePath(with suffix: String) -> String { suffix.isEmpty ? path : realPath + suffix }

  /// What has become of the files since they were opened by a connection, in words; nil if all are in place.
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

  /// True if the file has fewer pages than it says, as no removal of rows leaves it: it was cut, or the rest of its pages
  /// is in the WAL.
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

  /// True if a store of so many bytes has another beginning or fewer pages than its header says.
  private func isShort(_ size: Int64, _ header: [UInt8]) -> Bool {
    guard size >= Self.headerLength, header.starts(with: Self.mark) else { return true }
    func number(at offset: Int, _ length: Int) -> Int64 {
      header[offset..<(offset + length)].reduce(0) { $0 << 8 | Int64($1) }
    }
    // 65,536 does not fit into the two bytes: 1 stands for it.
    let pageSize = number(at: Self.pageSizePlace, 2)
    return number(at: Self.pageCountPlace, 4) * (pageSize == 1 ? 65_536 : pageSize) > size
  }

  /// True if the log, which has bytes, does not begin as one: it was made empty, and SQLite wrote on behind the gap.
  private var lacksLogHeader: Bool {
    // SQLite has no locks on this file.
    let file = unsafe open(filePath(with: Self.logSuffix), O_RDONLY | O_CLOEXEC)
    if file < 0 { return false }
    defer { close(file) }
    var head = [UInt8](repeating: 0, count: Self.logMark.count)
    let count = unsafe head.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
    head[head.count - 1] &= ~1
    return count == head.count && head != Self.logMark
  }

  /// The path of the file that a link leads to, beside which SQLite keeps its own; the path itself if there is none.
  static func realPath(of path: String) -> String {
    let real = unsafe realpath(path, nil)
    defer { unsafe free(real) }
    return unsafe real.map { unsafe String(cString: $0) } ?? path
  }

  static func hasLog(_ path: String) -> Bool { unsafe access(realPath(of: path) + logSuffix, F_OK) == 0 }

  static func identity(of path: String) -> [UInt64] { Status(of: path).identity }
}
