import Synchronization
import TraceIngest
import TraceModel

#if canImport(Glibc)
  import CAllocator
  import Glibc
#else
  import Darwin
#endif

/// Calls of the operating system: file descriptors, the terminal, signals.
enum System {
  /// The contents of a file that a search found.
  enum SearchedContents {
    case bytes([UInt8])
    /// Why it is not trusted, as in `it is no regular file`.
    case refused(String)
  }

  static let standardOutput: Int32 = 1
  static let standardError: Int32 = 2

  /// Makes the allocator return freed blocks of a megabyte and more to the system.
  ///
  /// By default glibc takes blocks of up to 32 MiB from its heaps once it has freed one of that size (mallopt(3),
  /// `M_MMAP_THRESHOLD`), and keeps them: a check of a million short launches took a fifth more memory.
  static func returnLargeBlocks() {
    #if canImport(Glibc)
      mallopt(M_MMAP_THRESHOLD, 1 << 20)
    #endif
  }

  /// Returns free memory of the allocator's heaps to the system: after logs were read, some 15 MB.
  static func returnFreedMemory() {
    #if canImport(Glibc)
      malloc_trim(0)
    #endif
  }

  /// Raises the limit of open files as far as the system allows: each followed log is one.
  static func allowManyFiles() {
    var limit = rlimit()
    #if canImport(Glibc)
      let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let kind = RLIMIT_NOFILE
    #endif
    guard unsafe getrlimit(kind, &limit) == 0 else { return }
    // macOS refuses a limit over OPEN_MAX.
    limit.rlim_cur = min(limit.rlim_max, 10_240)
    _ = unsafe setrlimit(kind, &limit)
  }

  /// The most files that reading a log into a store opens at once, with room for several logs: the log, the pipes of a
  /// decompressor, the store's three, and those of Dispatch, which crashes without.
  private static let leastFiles = 32

  /// Throws a `Failure` that names the limit if `leastFiles` cannot be opened.
  static func checkFileLimit() throws {
    var opened: [Int32] = []
    defer { for file in opened { close(file) } }
    while opened.count < leastFiles {
      var file = dup(standardError)
      if file < 0 {
        allowManyFiles()
        file = dup(standardError)
      }
      if file < 0 {
        throw Failure(
          code: .inputOutput,
          sentence: "only \(opened.count) more files can be opened, and \(leastFiles) may be needed; raise the limit: "
            + "ulimit -n 256")
      }
      opened.append(file)
    }
  }

  /// The words of the command line after the program's name, as `PathText.argument` has them.
  ///
  /// `CommandLine.arguments` replaces bytes that are not UTF-8 by U+FFFD, which would change a path. So the bytes are
  /// read where the system has put them, before another thread runs: `argc` pointers to text that ends in 0.
  static var arguments: [String] {
    (1..<max(Int(CommandLine.argc), 1)).map { index in
      guard let word = unsafe CommandLine.unsafeArgv[index] else { return "" }
      let bytes = unsafe UnsafeRawBufferPointer(start: word, count: strlen(word))
      return unsafe PathText.argument(Array(bytes))
    }
  }

  /// A variable of the environment; nil if it is not set, or empty.
  static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
    return unsafe String(cString: value)
  }

  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// True for a regular file.
  static func isFile(_ descriptor: Int32) -> Bool {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Nil if standard output is not a terminal.
  static var terminalWidth: Int? {
    var size = winsize()
    let isTerminal = unsafe ioctl(standardOutput, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isTerminal ? Int(size.ws_col) : nil
  }

  static func isThere(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  /// True if the path exists, even as a link that leads nowhere.
  static func isNamed(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0
  }

  /// The first `limit` bytes of a file, links followed; throws what `failure` makes of the system's cause.
  static func contents(
    of path: String, atMost limit: Int, _ failure: (_ cause: String) -> Failure
  ) throws -> [UInt8] {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    if file < 0 { throw failure(cause) }
    defer { close(file) }
    return try contents(of: file, atMost: limit, failure)
  }

  /// The most links that lead from one to the next, as on Linux (path_resolution(7)).
  private static let mostLinks = 40

  private static func contents(
    of file: Int32, atMost limit: Int, _ failure: (_ cause: String) -> Failure
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while bytes.count < limit {
      let count = unsafe block.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { throw failure(cause) }
      if count == 0 { break }
      bytes += block.prefix(max(count, 0))
    }
    return Array(bytes.prefix(limit))
  }

  /// The last error, in the system's words.
  private static var cause: String { unsafe String(cString: strerror(errno)).lowercased() }

  /// The first `limit` bytes of a file that the command line does not name, links followed; or why it is not trusted.
  ///
  /// It is checked once it is open, so it cannot be replaced between the check and the reading; opening it does not
  /// wait for a writer. Only files and links of `owners` are trusted, if others may not write to the file.
  ///
  /// - Throws: What `failure` makes of the system's cause, if a trusted file cannot be read.
  static func contents(
    of path: String, atMost limit: Int, of owners: Set<UInt32>, _ failure: (_ cause: String) -> Failure
  ) throws -> SearchedContents {
    var current = path
    for _ in 0..<mostLinks {
      var status = stat()
      guard unsafe lstat(current, &status) == 0 else { throw failure(cause) }
      if status.st_mode & S_IFMT == S_IFLNK {
        if let refusal = refusal(ofOwner: status, owners) { return .refused(refusal) }
        current = end(ofLink: current)
        continue
      }
      if let refusal = refusal(status, owners) { return .refused(refusal) }
      let file = unsafe open(current, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
      if file < 0 { throw failure(cause) }
      defer { close(file) }
      guard unsafe fstat(file, &status) == 0 else { throw failure(cause) }
      if let refusal = refusal(status, owners) { return .refused(refusal) }
      return .bytes(try contents(of: file, atMost: limit, failure))
    }
    errno = ELOOP
    throw failure(cause)
  }

  /// Why a file that a search found is not trusted; nil if it is.
  private static func refusal(_ status: stat, _ owners: Set<UInt32>) -> String? {
    if status.st_mode & S_IFMT != S_IFREG { return "it is no regular file" }
    if let refusal = refusal(ofOwner: status, owners) { return refusal }
    return status.st_mode & S_IWOTH == 0 ? nil : "every user may write to it"
  }

  private static func refusal(ofOwner status: stat, _ owners: Set<UInt32>) -> String? {
    if owners.contains(status.st_uid) { return nil }
    let isLink = status.st_mode & S_IFMT == S_IFLNK
    return "it \(isLink ? "is a link of" : "belongs to") another user (uid \(status.st_uid))"
  }

  /// The target of a link, as a path from here.
  private static func end(ofLink path: String) -> String {
    let target = target(ofLink: path)
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    return target.hasPrefix("/") ? target : folder + target
  }

  /// Why a path is not trusted, if its owner or that of a link on the way is none of `owners`; else nil.
  static func refusal(ofOwner path: String, _ owners: Set<UInt32>) -> String? {
    var current = path
    for _ in 0..<mostLinks {
      var status = stat()
      guard unsafe lstat(current, &status) == 0 else { return nil }
      if let refusal = refusal(ofOwner: status, owners) { return refusal }
      if status.st_mode & S_IFMT != S_IFLNK { return nil }
      current = end(ofLink: current)
    }
    return nil
  }

  static var user: UInt32 { geteuid() }

  /// The owner of a path, of a link itself; nil if there is no file.
  static func owner(of path: String) -> UInt32? {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? status.st_uid : nil
  }

  /// True if every user may write to a file, or put files into a folder.
  static func isWritableByAll(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IWOTH != 0
  }

  static func isSameFile(_ a: String, _ b: String) -> Bool {
    var first = stat()
    var second = stat()
    guard unsafe stat(a, &first) == 0, unsafe stat(b, &second) == 0 else { return false }
    return identity(first) == identity(second)
  }

  /// Distinguishes the file of an output from others, also before it exists; nil or `-` is standard output.
  static func fileIdentity(_ path: String?) -> FileIdentity {
    var status = stat()
    guard let path, path != "-" else {
      _ = unsafe fstat(standardOutput, &status)
      return FileIdentity(file: identity(status), name: "")
    }
    if unsafe stat(path, &status) == 0 { return FileIdentity(file: identity(status), name: "") }
    // A new file in its folder.
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    let folder = path.hasSuffix(name) ? String(path.dropLast(name.count)) : path
    _ = unsafe stat(folder.isEmpty ? "." : folder, &status)
    return FileIdentity(file: identity(status), name: name)
  }

  /// The path without links, `.` and `..`; nil if there is no file.
  static func realPath(_ path: String) -> String? {
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// Empty if the system does not say it.
  static var workingDirectory: String {
    guard let path = unsafe getcwd(nil, 0) else { return "" }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }

  /// In nanoseconds since 1970.
  static var now: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The processor time of the process so far, on all cores.
  static var processorTime: Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }

  /// Opens /dev/null for standard input, output and error where they are closed.
  ///
  /// Else a log or a store would get one of their numbers, and be written to. Using the replacement is an error.
  static func openStandardDescriptors() {
    for number in 0...standardError where fcntl(number, F_GETFD) < 0 {
      // The lowest free number is given.
      _ = unsafe open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  /// Ends the process at once: no memory is freed, and no `deinit` runs.
  static func end(_ code: ExitCode) -> Never { _exit(code.rawValue) }
}
