#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Span<UInt8> {
  /// The first position in `range` that holds `byte`.
  func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    unsafe extracting(range).withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, let found = unsafe memchr(base, Int32(byte), bytes.count) else { return nil }
      return unsafe range.lowerBound + (UnsafeRawPointer(found) - base)
    }
  }
}

/// What is behind a path, links followed.
struct FileStatus {
  let isFile: Bool
  let isDirectory: Bool
  let isPipe: Bool
  let size: Int64
  /// The same for two paths of one file.
  let identity: [UInt64]

  /// Nothing if the path leads to nothing; `errno` tells why.
  init?(_ path: SourcePath) {
    var status = stat()
    guard unsafe stat(path.bytes.cString, &status) == 0 else { return nil }
    let kind = status.st_mode & S_IFMT
    (isFile, isDirectory, isPipe) = (kind == S_IFREG, kind == S_IFDIR, kind == S_IFIFO)
    size = Int64(status.st_size)
    identity = [UInt64(truncatingIfNeeded: status.st_dev), UInt64(status.st_ino)]
  }
}

/// An open file, or what a program writes; closed when its owner lets go of it.
@safe struct OpenFile: ~Copyable {
  /// Standard input, which is 0, stays open.
  private var number: Int32 = 0
  private var program: UnsafeMutablePointer<FILE>?

  deinit { if let program = unsafe program { unsafe pclose(program) } else if number > 0 { close(number) } }

  /// Opens a file for reading.
  init(reading path: SourcePath) throws(IngestError) {
    if path.isStandardInput { return }
    repeat { number = unsafe open(path.bytes.cString, O_RDONLY | O_CLOEXEC) } while number < 0 && errno == EINTR
    guard number >= 0 else { throw IngestError("open", path) }
  }

  /// What `program` makes of a file; the program's complaints go to standard error.
  init(reading path: SourcePath, through program: String) throws(IngestError) {
    let quoted = path.bytes.flatMap { $0 == UInt8(ascii: "'") ? Array("'\\''".utf8) : [$0] }
    let command = Array("exec \(program) -dc < '".utf8) + quoted + [UInt8(ascii: "'")]
    // A program that nobody reads on from ends in silence.
    let handler = signal(SIGPIPE, SIG_DFL)
    defer { signal(SIGPIPE, handler) }
    guard let stream = unsafe popen(command.cString, "r") else { throw IngestError("decompress", path) }
    unsafe (self.program, number) = (stream, fileno(stream))
  }

  /// Waits for the end of the program; its status as `wait` has it.
  mutating func finish() -> Int32 {
    guard let program = unsafe program else { return 0 }
    unsafe (self.program, number) = (nil, -1)
    return unsafe pclose(program)
  }

  /// Reads at most `limit` bytes to `array` from `start`; nothing if it failed, 0 at the end.
  func readBlock(into array: inout [UInt8], at start: Int, upTo limit: Int) -> Int? {
    precondition(start >= 0 && limit <= array.count - start, "the block does not fit")
    while true {
      let count = unsafe array.withUnsafeMutableBytes { bytes in
        guard let base = bytes.baseAddress else { return 0 }
        return unsafe read(number, base + start, limit)
      }
      if count >= 0 { return count }
      if errno != EINTR { return nil }
    }
  }

  /// Whether something can be read, or the end, before `deadline`; a signal ends the wait.
  func isReady(until deadline: ContinuousClock.Instant) -> Bool {
    let rest = max(ContinuousClock.now.duration(to: deadline), .zero)
    var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&request, 1, Int32(clamping: Int64(rest / .milliseconds(1)))) > 0
  }

  /// Goes to `offset`; tells whether the file can.
  func seek(to offset: Int64) -> Bool { lseek(number, off_t(offset), SEEK_SET) >= 0 }
}

extension [UInt8] {
  /// These bytes for the system, which wants a zero behind them.
  fileprivate var cString: [CChar] { map { CChar(truncatingIfNeeded: $0) } + [0] }
}

extension IngestError {
  /// The call of the system that has just failed.
  init(_ operation: String, _ path: SourcePath) {
    let code = errno
    self.init(
      operation: operation, subject: path.name, cause: unsafe String(cString: strerror(code)).lowercased(),
      hint: code == ENOENT ? "check the path" : code == EACCES ? "check its permissions" : "try again, or read a copy")
  }
}

extension SourcePath {
  /// Whether something of one of these names is in a directory.
  func holdsPart(of names: [String]) -> Bool {
    names.contains { FileStatus(SourcePath(bytes: bytes + Array("/\($0)".utf8))) != nil }
  }

  /// The paths of what is in a directory, in byte order.
  func members() throws(IngestError) -> [SourcePath] {
    guard let directory = unsafe opendir(bytes.cString) else { throw IngestError("list", self) }
    defer { unsafe closedir(directory) }
    let slash = bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]
    var members: [SourcePath] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
      if name != [0x2E], name != [0x2E, 0x2E] {
        members.append(SourcePath(bytes: bytes + slash + name, isFound: true))
      }
    }
    return members.sorted()
  }
}
