import Synchronization
import TraceIngest

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What only the system can do for us: descriptors, the terminal, signals.
enum System {
  static let standardOutput: Int32 = 1
  static let standardError: Int32 = 2

  private static let caught = Atomic<Int32>(0)

  /// Whether a signal asked us to stop; a second one ends the process at once.
  static var isStopped: Bool { caught.load(ordering: .relaxed) != 0 }

  /// Ends the command if a signal asked for it; `advice` says where it stopped and how to go on.
  static func stopIfAsked(_ advice: String) throws {
    guard isStopped else { return }
    let code: ExitCode = caught.load(ordering: .relaxed) == SIGINT ? .interrupted : .terminated
    throw Failure(code: code, description: "\(code); \(advice)")
  }

  /// From now on Ctrl-C and a termination set a flag, and a closed pipe is an error like others.
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

  /// Writes all of `text` to `descriptor`, which `name` is told as.
  ///
  /// - Throws: A `Failure`: the reader has gone, or it cannot be written.
  static func put(_ text: String, to descriptor: Int32, name: String = "standard output") throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR, errno != EAGAIN { throw cannotWrite(name) }
      rest = rest.dropFirst(max(count, 0))
    }
  }

  /// Writes what `body` puts to the file `path`, which is as it was before if that fails.
  ///
  /// - Throws: As `put` and `body` do.
  static func save(as path: String, _ body: ((String) throws -> Void) throws -> Void) throws {
    var old = stat()
    let isThere = unsafe lstat(path, &old) == 0
    // What is no file, as a pipe or a link, stays what it is.
    let isReplaced = !isThere || old.st_mode & S_IFMT == S_IFREG
    let part = isReplaced ? "\(path).\(getpid()).part" : path
    let file = unsafe open(part, O_WRONLY | O_CREAT | O_TRUNC, 0o666)
    if file < 0 { throw cannotWrite(path) }
    defer {
      close(file)
      if isReplaced { unsafe unlink(part) }  // It is gone already if all went well.
    }
    if isReplaced, isThere { fchmod(file, old.st_mode & 0o777) }
    try body { try put($0, to: file, name: path) }
    if isReplaced, unsafe fsync(file) != 0 || rename(part, path) != 0 { throw cannotWrite(path) }
  }

  /// The failure that `errno` tells.
  private static func cannotWrite(_ name: String) -> Failure {
    if errno == EPIPE { return Failure(code: .readerGone, description: "") }
    let cause = unsafe String(cString: strerror(errno)).lowercased()
    let advice = "check its folder, or name another with --output"
    return Failure(code: .inputOutput, description: "cannot write '\(name)': \(cause); \(advice)")
  }

  /// The words of the command line behind the program's name, as `PathText.argument` has them.
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

  /// A variable of the environment; nothing if it is empty.
  static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
    return unsafe String(cString: value)
  }

  /// Whether somebody looks at what is written there.
  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The terminal's columns; nothing where there is none.
  static var terminalWidth: Int? {
    var size = winsize()
    let isKnown = unsafe ioctl(standardOutput, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : nil
  }

  /// Whether a path leads to something.
  static func isThere(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  /// Whether both paths lead to one file that is there.
  static func isSameFile(_ a: String, _ b: String) -> Bool {
    var first = stat()
    var second = stat()
    guard unsafe stat(a, &first) == 0, unsafe stat(b, &second) == 0 else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  /// Ends the process.
  static func end(_ code: ExitCode) -> Never { _exit(code.rawValue) }
}
