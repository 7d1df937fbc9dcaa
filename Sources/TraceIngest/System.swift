#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Span<UInt8> {
  /// The first position in `range` that holds `byte`.
  func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    unsafe extracting(range).withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, let found = unsafe memchr(base, Int32(byte), bytes.count)
      else { return nil }
      return unsafe range.lowerBound + (UnsafeRawPointer(found) - base)
    }
  }
}

/// An open file, closed when its owner lets go of it.
struct OpenFile: ~Copyable {
  /// What is behind a path.
  struct Status {
    enum Kind { case regular, directory, pipe, other }

    var kind: Kind
    var size: Int64
    /// The same for two paths of one file.
    var identity: [UInt64]

    fileprivate init(_ status: stat) {
      kind =
        switch status.st_mode & S_IFMT {
        case S_IFREG: .regular
        case S_IFDIR: .directory
        case S_IFIFO: .pipe
        default: .other
        }
      size = Int64(status.st_size)
      identity = [UInt64(truncatingIfNeeded: status.st_dev), UInt64(status.st_ino)]
    }
  }

  fileprivate let number: Int32
  private let isOwned: Bool

  fileprivate init(number: Int32, isOwned: Bool = true) {
    self.number = number
    self.isOwned = isOwned
  }

  deinit { if isOwned { close(number) } }

  /// Opens a file for reading; standard input is not closed with its owner.
  init(reading path: SourcePath) throws(IngestError) {
    if path.isStandardInput {
      self.init(number: 0, isOwned: false)
      return
    }
    var number: Int32
    repeat {
      number = unsafe path.withCString { unsafe open($0, O_RDONLY | O_CLOEXEC) }
    } while number < 0 && errno == EINTR
    guard number >= 0 else { throw IngestError("open", path, errno: errno) }
    self.init(number: number)
  }

  /// What the file is.
  func status() -> Status? {
    var status = stat()
    return unsafe fstat(number, &status) == 0 ? Status(status) : nil
  }

  /// What a path leads to, links followed; `errno` tells why if to nothing.
  static func status(_ path: SourcePath) -> Status? {
    var status = stat()
    return unsafe path.withCString { unsafe stat($0, &status) } == 0 ? Status(status) : nil
  }

  /// Reads at most `limit` bytes to `array` from `start`; nothing if it failed, 0 at the end.
  func read(into array: inout [UInt8], at start: Int, upTo limit: Int) -> Int? {
    precondition(start >= 0 && limit <= array.count - start, "the block does not fit")
    while true {
      let count = unsafe array.withUnsafeMutableBytes { bytes in
        guard let base = bytes.baseAddress else { return 0 }
        #if canImport(Darwin)
          return unsafe Darwin.read(number, base + start, limit)
        #else
          return unsafe Glibc.read(number, base + start, limit)
        #endif
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

  /// Where in the file the next byte is read, also by a program that reads it for us.
  var offset: Int64 { Int64(lseek(number, 0, SEEK_CUR)) }

  /// A writer is not held up when nobody reads.
  func setNonBlocking() { _ = fcntl(number, F_SETFL, O_NONBLOCK) }
}

/// Both ends of a new pipe.
struct Pipe: ~Copyable {
  var reading: OpenFile
  var writing: OpenFile

  init?() {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    reading = OpenFile(number: ends[0])
    writing = OpenFile(number: ends[1])
  }
}

/// A program that runs beside us; it is waited for when its owner lets go of it.
struct Child: ~Copyable {
  private let process: pid_t

  /// Runs `program -dc` from `input` to `output`; its complaints go to `complaints`.
  ///
  /// - Throws: `IngestError` about `path`; `hint` says how a missing program is installed.
  init(
    _ program: String, hint: String, _ path: SourcePath, input: borrowing OpenFile,
    output: borrowing OpenFile, complaints: borrowing OpenFile
  ) throws(IngestError) {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, input.number, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, output.number, 1)
    unsafe posix_spawn_file_actions_adddup2(&actions, complaints.number, 2)
    var process: pid_t = 0
    var arguments = unsafe [strdup(program), strdup("-dc"), nil]
    defer { while let argument = unsafe arguments.popLast() { unsafe free(argument) } }
    // No environment: no option or language of the person's reaches the program.
    let environment: [UnsafeMutablePointer<CChar>?] = unsafe [nil]
    let code = unsafe posix_spawnp(&process, program, &actions, nil, arguments, environment)
    if code == ENOENT {
      throw IngestError(
        operation: "decompress", subject: path.name,
        cause: "the program '\(program)' is not installed", hint: hint)
    }
    guard code == 0 else { throw IngestError("decompress", path, errno: code) }
    self.process = process
  }

  deinit { _ = Self.wait(process) }

  /// Waits for its end; the code that it left, or nothing if a signal ended it.
  consuming func wait() -> Int32? {
    let process = process
    discard self
    return Self.wait(process)
  }

  private static func wait(_ process: pid_t) -> Int32? {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
  }
}

extension IngestError {
  /// A failed call of the system.
  init(_ operation: String, _ path: SourcePath, errno code: Int32) {
    self.init(
      operation: operation, subject: path.name,
      cause: unsafe String(cString: strerror(code)).lowercased(),
      hint: code == ENOENT
        ? "check the path" : code == EACCES ? "check its permissions" : "try again, or read a copy")
  }

  /// The call of the system that has just failed.
  init(_ operation: String, _ path: SourcePath) { self.init(operation, path, errno: errno) }
}

extension SourcePath {
  fileprivate func withCString<R>(_ body: (UnsafePointer<CChar>) -> R) -> R {
    unsafe (bytes + [0]).map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { buffer in
      // There is always a zero in it, so that it has a base.
      guard let base = buffer.baseAddress else { return unsafe body("") }
      return unsafe body(base)
    }
  }

  /// The names in a directory, in no order, without `.` and `..`.
  func memberNames() throws(IngestError) -> [[UInt8]] {
    guard let directory = unsafe withCString({ unsafe opendir($0) }) else {
      throw IngestError("list", self, errno: errno)
    }
    defer { unsafe closedir(directory) }
    var names: [[UInt8]] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) {
        unsafe Array($0.prefix { $0 != 0 })
      }
      if name != [0x2E], name != [0x2E, 0x2E] { names.append(name) }
    }
    return names
  }
}
