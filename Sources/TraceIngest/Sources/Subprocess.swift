import Synchronization

#if canImport(Glibc)
  // For `environ`, which does not change while programs are started.
  @unsafe @preconcurrency import Glibc
#else
  import Darwin
#endif

/// A program whose output is read, which decompresses a file or a section of one, or reads a log archive; or a program
/// that compresses what is written to a file (`Compression`).
///
/// A program that decompresses gets its input through a pipe, from the reader of its output: given the file itself it
/// would share, and move, the offset of the descriptor.
///
/// Each program has a process group of its own, with the programs that it starts, so that all can be ended. Ctrl-C,
/// which a terminal sends to this process's group, does not end it, and the rest of its output can be read.
@safe final class Subprocess {
  private struct Feed {
    enum Outcome { case goesOn, hasEnded, hasFailed }

    private static let blockSize = 65_536

    /// The pipe to the program; writing to it never waits.
    let pipe: Int32
    let file: SharedFile
    var section: Range<Int64>
    var end: [UInt8]
    /// The current block of input, and the number of its bytes that were written.
    var block: [UInt8]
    var fedCount = 0

    mutating func supply() -> Outcome {
      if fedCount == block.count {
        guard let next = next() else { return .hasFailed }
        if next.isEmpty { return .hasEnded }
        block = next
        fedCount = 0
      }
      let count = unsafe block[fedCount...].withUnsafeBytes { unsafe write(pipe, $0.baseAddress, $0.count) }
      if count >= 0 {
        fedCount += count
        return .goesOn
      }
      // A program that reads no more needs no more, or has failed: its status shows which.
      if errno == EPIPE { return .hasEnded }
      return errno == EAGAIN || errno == EINTR ? .goesOn : .hasFailed
    }

    /// The next bytes, none at the end; nil if the file cannot be read.
    private mutating func next() -> [UInt8]? {
      while !section.isEmpty {
        var bytes = [UInt8](repeating: 0, count: min(section.count, Self.blockSize))
        let offset = off_t(section.lowerBound)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe pread(file.number, $0.baseAddress, $0.count, offset) }
        if count < 0, errno == EINTR { continue }
        if count < 0 { return nil }
        // The file is shorter than it was: the program finds that its input ends too early.
        if count == 0 { break }
        section = (section.lowerBound + Int64(count))..<section.upperBound
        return Array(bytes.prefix(count))
      }
      section = section.upperBound..<section.upperBound
      defer { end = [] }
      return end
    }
  }

  let output: Int32
  /// Nil once the program has ended.
  private var process: pid_t?
  /// Nil at the end of the input, or without any.
  private var feed: Feed?

  deinit {
    end()
    finish()
  }

  /// Starts a shell command, which reads `head`, then a section that may exceed the file, then `end`.
  init(section: Range<Int64>, of file: SharedFile, head: [UInt8], end: [UInt8], through command: String)
    throws(IngestError)
  {
    guard let started = Self.start(shell: command) else { throw IngestError("decompress", file.path) }
    process = started.process
    output = started.output
    feed = Feed(pipe: started.input, file: file, section: section, end: end, block: head)
  }

  /// Starts a program without a shell and without input; `words` are its absolute path and its arguments.
  init(running words: [[UInt8]], _ path: SourcePath) throws(IngestError) {
    guard let file = words.first, let started = Self.start(file, words) else { throw IngestError("read", path) }
    process = started.process
    output = started.output
    close(started.input)
  }

  /// The command processes what is written to `input`, and writes to a file; nil, with `errno`, on failure.
  fileprivate init?(to file: Int32, through command: String, input: inout Int32) {
    guard let started = Self.start(shell: command, to: file) else { return nil }
    process = started.process
    output = started.output
    input = started.input
  }

  /// Reads at most `limit` bytes of the output; -1 if that fails, 0 at the end.
  func readOutput(to base: UnsafeMutableRawPointer, upTo limit: Int) -> Int {
    var silentSince: ContinuousClock.Instant?
    while true {
      // `poll` ignores a descriptor below 0.
      let pipe = feed?.pipe ?? -1
      var ends = [
        pollfd(fd: output, events: Int16(POLLIN), revents: 0), pollfd(fd: pipe, events: Int16(POLLOUT), revents: 0),
      ]
      if unsafe poll(&ends, 2, Self.pollTime) < 0 {
        if errno == EINTR { continue }
        return -1
      }
      if Interruption.isAsked, ends[0].revents == 0 {
        let since = silentSince ?? .now
        silentSince = since
        if since.duration(to: .now) >= Self.patience { end() }
      }
      if ends[1].revents != 0, let outcome = feed?.supply() {
        if outcome == .hasFailed { return -1 }
        if outcome == .hasEnded { endFeed() }
      }
      if ends[0].revents != 0 { break }
    }
    return unsafe read(output, base, limit)
  }

  /// Closes the pipes, which ends the program, and waits for that; returns its status as `wait` does.
  @discardableResult func finish() -> Int32 {
    guard let process else { return 0 }
    self.process = nil
    endFeed()
    if output >= 0 { close(output) }
    Self.running.withLock { $0[process] = true }
    // No other process gets its number before its status is collected.
    var information = unsafe siginfo_t()
    while unsafe waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    return Self.running.withLock { running in
      var status: Int32 = 0
      while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
      running[process] = nil
      return status
    }
  }

  /// In milliseconds, between checks whether this process was asked to end.
  private static let pollTime: Int32 = 100
  /// How long the program may then be silent.
  private static let patience = Duration.milliseconds(500)

  /// Kills the whole process group.
  private func end() { if let process { kill(-process, SIGKILL) } }

  private func endFeed() {
    if let feed { close(feed.pipe) }
    feed = nil
  }

  /// True if this process only waits for the end; locked while a program starts, as another would inherit its pipes.
  fileprivate static let running = Mutex<[pid_t: Bool]>([:])
  /// Signals that this process ignores or blocks, and that its programs must not: `signal(7)`.
  private static let ownSignals = [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXFSZ, SIGXCPU, SIGALRM, SIGUSR1, SIGUSR2,
  ]

  private static func start(shell command: String, to file: Int32? = nil)
    -> (process: pid_t, input: Int32, output: Int32)?
  {
    // A program that ends before it has read all of its input must not end this one.
    signal(SIGPIPE, SIG_IGN)
    return start(Array("/bin/sh".utf8), ["sh", "-c", command].map { Array($0.utf8) }, to: file)
  }

  /// One pipe is enough for a program that writes to `file`; nil, with `errno`, on failure.
  private static func start(
    _ program: [UInt8], _ words: [[UInt8]], to file: Int32? = nil
  ) -> (process: pid_t, input: Int32, output: Int32)? {
    running.withLock { running in
      var input: [Int32] = [-1, -1]
      var output: [Int32] = [-1, -1]
      var process: pid_t?
      let isPiped = unsafe pipe(&input) == 0 && (file != nil || pipe(&output) == 0)
      if isPiped, fcntl(input[1], F_SETFL, O_NONBLOCK) == 0 {
        for end in input + output where end >= 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        process = spawn(program, words, input: input[0], output: file ?? output[1])
        if let process { running[process] = false }
      }
      let code = errno
      let kept = process == nil ? [] : [input[1], output[0]]
      for end in input + output where end >= 0 && !kept.contains(end) { close(end) }
      errno = code
      return process.map { ($0, input[1], output[0]) }
    }
  }

  /// Starts a program, which ends without a message when its output is no longer read; nil, with `errno`, on failure.
  private static func spawn(_ file: [UInt8], _ words: [[UInt8]], input: Int32, output: Int32) -> pid_t? {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
      let environment = unsafe _NSGetEnviron().pointee
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
      let environment = unsafe environ
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
    var defaults = sigset_t()
    unsafe sigemptyset(&defaults)
    for number in ownSignals { _ = unsafe sigaddset(&defaults, number) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
    var heldBack = sigset_t()
    unsafe sigemptyset(&heldBack)
    unsafe posix_spawnattr_setsigmask(&attributes, &heldBack)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    var process: pid_t = 0
    // The words, each with a zero after it, and a pointer to each while the call lasts.
    var starts: [Int] = []
    var text: [CChar] = []
    for word in words {
      starts.append(text.count)
      text += word.cString
    }
    errno = unsafe text.withUnsafeMutableBufferPointer { text in
      var words = unsafe starts.map { start in unsafe text.baseAddress.map { unsafe $0 + start } }
      unsafe words.append(nil)
      return unsafe posix_spawn(&process, file.cString, &actions, &attributes, &words, environment)
    }
    return errno == 0 ? process : nil
  }
}

/// The program that compresses what is written to a file whose name ends in `.gz`.
package final class Compression {
  /// The descriptor to which the text is written; writing does not wait for room.
  package private(set) var input: Int32 = -1
  private var program: Subprocess?

  /// Starts `gzip -n`, so that equal texts give equal bytes; nil, with `errno`, on failure.
  package init?(to file: Int32) {
    guard let program = Subprocess(to: file, through: "gzip -nc", input: &input) else { return nil }
    self.program = program
  }

  deinit { finish() }

  /// Ends the input, and waits until all is written; false if that failed, or `gzip` is not installed.
  @discardableResult package func finish() -> Bool {
    guard let program else { return true }
    self.program = nil
    close(input)
    return program.finish() == 0
  }
}

/// Tells code that waits for a program that a signal has asked this process to end.
package enum Interruption {
  private static let flag = Atomic<Bool>(false)

  static var isAsked: Bool { flag.load(ordering: .relaxed) }

  /// Notes that the process was asked to end.
  package static func ask() { flag.store(true, ordering: .relaxed) }

  /// Ends the programs that have written all their output and do not end by themselves.
  package static func endIdlePrograms() {
    Subprocess.running.withLock { running in
      for (process, isIdle) in running where isIdle { kill(-process, SIGKILL) }
    }
  }

  /// Ends all programs that were started, and then the process by `endProcess`.
  ///
  /// The lock is kept, as another thread could start a program that would outlive this process.
  package static func endPrograms(andThen endProcess: () -> Never) -> Never {
    Subprocess.running.withLock { running in
      for process in running.keys { kill(-process, SIGKILL) }
      endProcess()
    }
  }
}
