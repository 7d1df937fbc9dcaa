import Synchronization
import TraceIngest

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Calls of the operating system: file descriptors, the terminal, signals.
enum System {
  static let standardOutput: Int32 = 1
  static let standardError: Int32 = 2

  private static let caught = Atomic<Int32>(0)
  /// True once a signal only ended the following of logs: the command then writes its answer.
  private static let endsWithAnswer = Atomic<Bool>(false)

  /// True if SIGINT or SIGTERM has arrived; a second signal ends the process at once.
  static var isStopped: Bool { caught.load(ordering: .relaxed) != 0 && !endsWithAnswer.load(ordering: .relaxed) }

  /// Lets the command write its answer although a signal has arrived.
  static func endWithAnswer() { endsWithAnswer.store(true, ordering: .relaxed) }

  /// Waits for this time, or until a signal arrives.
  static func wait(milliseconds: Int) { _ = poll(nil, 0, Int32(clamping: milliseconds)) }

  /// Lets the process open as many files as the system allows: each log that is followed is one.
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

  /// Ends the command if a signal has arrived.
  ///
  /// - Parameter advice: Where the command stopped, and how to continue.
  /// - Throws: A `Failure` with the exit code of the signal.
  static func stopIfAsked(_ advice: String) throws {
    guard isStopped else { return }
    let code: ExitCode = caught.load(ordering: .relaxed) == SIGINT ? .interrupted : .terminated
    throw Failure(code: code, description: "\(code); \(advice)")
  }

  /// Makes SIGINT and SIGTERM set a flag, and a closed pipe an error of `write`.
  static func catchSignals() {
    _ = isStopped
    for number in [SIGINT, SIGTERM] {
      signal(number) { number in
        // The flag alone: nothing else is safe inside a handler.
        if System.caught.exchange(number, ordering: .relaxed) != 0 { _exit(128 + number) }
      }
    }
    signal(SIGPIPE, SIG_IGN)
  }

  /// Writes all of `text` to `descriptor`, which errors call `name`; `option` names another file.
  ///
  /// - Throws: A `Failure` if the reader has gone, or the text cannot be written.
  static func put(
    _ text: String, to descriptor: Int32, name: String = "standard output", option: String = "--output"
  ) throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR, errno != EAGAIN { throw cannotWrite(name, option) }
      rest = rest.dropFirst(max(count, 0))
    }
  }

  /// Writes the text that `body` puts to the file `path`, which is unchanged if that fails; `option` named it.
  ///
  /// - Throws: As `put` and `body` do.
  static func save(
    as path: String, option: String = "--output", _ body: ((String) throws -> Void) throws -> Void
  ) throws {
    var old = stat()
    let isThere = unsafe lstat(path, &old) == 0
    // A pipe or a link is written to, not replaced.
    let isReplaced = !isThere || old.st_mode & S_IFMT == S_IFREG
    let part = isReplaced ? "\(path).\(getpid()).part" : path
    let file = unsafe open(part, O_WRONLY | O_CREAT | O_TRUNC, 0o666)
    if file < 0 { throw cannotWrite(path, option) }
    defer {
      close(file)
      if isReplaced { unsafe unlink(part) }  // It is gone already if all went well.
    }
    if isReplaced, isThere { fchmod(file, old.st_mode & 0o777) }
    try body { try put($0, to: file, name: path, option: option) }
    if isReplaced, unsafe fsync(file) != 0 || rename(part, path) != 0 { throw cannotWrite(path, option) }
  }

  /// The failure for `errno`.
  private static func cannotWrite(_ name: String, _ option: String) -> Failure {
    if errno == EPIPE { return Failure(code: .readerGone, description: "") }
    let cause = unsafe String(cString: strerror(errno)).lowercased()
    let advice = "check its folder, or name another with \(option)"
    return Failure(code: .inputOutput, description: "cannot write '\(name)': \(cause); \(advice)")
  }

  /// The words of the command line after the program's name, as `PathText.argument` has them.
  ///
  /// `CommandLine.arguments` puts U+FFFD in place of what is not UTF-8: a path with such bytes would lead nowhere. So
  /// the bytes are read where the system has put them, before another thread runs: `argc` pointers to text that ends in 0.
  static var arguments: [String] {
    (1..<max(Int(CommandLine.argc), 1)).map { place in
      guard let word = unsafe CommandLine.unsafeArgv[place] else { return "" }
      let bytes = unsafe UnsafeRawBufferPointer(start: word, count: strlen(word))
      return unsafe PathText.argument(Array(bytes))
    }
  }

  /// A variable of the environment; nil if it is not set, or empty.
  static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
    return unsafe String(cString: value)
  }

  /// True if the descriptor is a terminal.
  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The columns of the terminal; nil if standard output is not a terminal.
  static var terminalWidth: Int? {
    var size = winsize()
    let isKnown = unsafe ioctl(standardOutput, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : nil
  }

  /// True if there is something at a path.
  static func isThere(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  /// True if there is something at a path, even a link that leads nowhere.
  static func isNamed(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0
  }

  /// The first `limit` bytes of a file, links followed.
  ///
  /// Throws what `failure` makes of the cause, as the system names it, if the file cannot be read.
  static func contents(
    of path: String, atMost limit: Int, _ failure: (_ cause: String) -> Failure
  ) throws -> [UInt8] {
    func cause() -> Failure { failure(unsafe String(cString: strerror(errno)).lowercased()) }
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    if file < 0 { throw cause() }
    defer { close(file) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while bytes.count < limit {
      let count = unsafe block.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { throw cause() }
      if count == 0 { break }
      bytes += block.prefix(max(count, 0))
    }
    return Array(bytes.prefix(limit))
  }

  /// True if both paths lead to one existing file.
  static func isSameFile(_ a: String, _ b: String) -> Bool {
    var first = stat()
    var second = stat()
    guard unsafe stat(a, &first) == 0, unsafe stat(b, &second) == 0 else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  /// What distinguishes the file of an output from others, also before it is there; nil or `-` is standard output.
  static func fileIdentity(_ path: String?) -> FileIdentity {
    var status = stat()
    guard let path, path != "-" else {
      _ = unsafe fstat(standardOutput, &status)
      return FileIdentity(file: FileID(device: status.st_dev, inode: status.st_ino), name: "")
    }
    if unsafe stat(path, &status) == 0 {
      return FileIdentity(file: FileID(device: status.st_dev, inode: status.st_ino), name: "")
    }
    // It will be a new file in its folder.
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    let folder = path.hasSuffix(name) ? String(path.dropLast(name.count)) : path
    _ = unsafe stat(folder.isEmpty ? "." : folder, &status)
    return FileIdentity(file: FileID(device: status.st_dev, inode: status.st_ino), name: name)
  }

  /// The absolute path of the folder that the program runs in; empty if it is not known.
  static var workingDirectory: String {
    guard let path = unsafe getcwd(nil, 0) else { return "" }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }

  /// The time of the system's clock, in nanoseconds since 1970.
  static var now: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The processor time that the process has taken so far, on all cores.
  static var processorTime: Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }

  /// Ends the process at once: nothing is freed, and no `deinit` runs.
  static func end(_ code: ExitCode) -> Never { _exit(code.rawValue) }
}
