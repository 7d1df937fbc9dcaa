import Synchronization

#if canImport(Glibc)
  // For `environ`, which does not change while programs are started.
  @unsafe @preconcurrency import Glibc
#else
  import Darwin
#endif

/// A program that decompresses a file, or a section of one, or reads a log archive, and whose output is read; or one that
/// compresses what is written to a file (`Compression`).
///
/// One that decompresses gets its input through a pipe, from the reader of its output. It does not get the file itself:
/// programs that share a descriptor share its offset, and each would move it for the others.
///
/// It has a process group of its own, together with the programs that it starts: so all of them can be ended, and Ctrl-C,
/// which a terminal sends to the group of this process, leaves what is still to be read.
@safe final class Decompression {
  /// What the program is still to get.
  private struct Feed {
    enum Outcome { case goesOn, hasEnded, hasFailed }

    private static let blockSize = 65_536

    /// The pipe to the program; writing to it never waits.
    let pipe: Int32
    let file: SharedFile
    /// What is left of the section.
    var section: Range<Int64>
    /// What comes behind the section.
    var end: [UInt8]
    /// What comes next, and how much of it the program has.
    var block: [UInt8]
    var fedCount = 0

    /// Feeds the program as much as the pipe has room for.
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
      // A program that reads no more has all it wants, or has failed: its status says which.
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

  /// Where its output is read.
  let output: Int32
  /// Nil once it has ended.
  private var process: pid_t?
  /// Nil once its input has ended, or if it gets none.
  private var feed: Feed?

  deinit {
    end()
    finish()
  }

  /// Starts a command of the shell, which reads `head`, then a section of a file, then `end`; the section may reach beyond the
  /// end of the file.
  ///
  /// - Throws: `IngestError` if the shell cannot be started.
  init(section: Range<Int64>, of file: SharedFile, head: [UInt8], end: [UInt8], through command: String)
    throws(IngestError)
  {
    // A program that ends before it has read all of its input must not end this one.
    signal(SIGPIPE, SIG_IGN)
    let words = ["sh", "-c", command].map { Array($0.utf8) }
    guard let started = Self.start(Array("/bin/sh".utf8), words) else { throw IngestError("decompress", file.path) }
    process = started.process
    output = started.output
    feed = Feed(pipe: started.input, file: file, section: section, end: end, block: head)
  }

  /// Starts a program without a shell and without input; `words` are its absolute path and its arguments.
  ///
  /// - Throws: `IngestError` if it cannot be started.
  init(running words: [[UInt8]], _ path: SourcePath) throws(IngestError) {
    guard let file = words.first, let started = Self.start(file, words) else { throw IngestError("read", path) }
    process = started.process
    output = started.output
    close(started.input)
  }

  /// Starts a command of the shell that writes to a file what it makes of what is put into `input`; nil, with `errno`, if
  /// the shell cannot be started.
  fileprivate init?(to file: Int32, through command: String, input: inout Int32) {
    signal(SIGPIPE, SIG_IGN)
    let words = ["sh", "-c", command].map { Array($0.utf8) }
    guard let started = Self.start(Array("/bin/sh".utf8), words, to: file) else { return nil }
    process = started.process
    output = started.output
    input = started.input
  }

  /// Reads at most `limit` bytes of the output; -1 if that fails, 0 at the end.
  func readOutput(to base: UnsafeMutableRawPointer, upTo limit: Int) -> Int {
    var silentSince: ContinuousClock.Instant?
    while true {
      // A number below 0 is passed over.
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
        // Its output ends with it.
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

  /// Closes the pipes, which ends the program if it still runs, and waits for that; its status as `wait` has it.
  @discardableResult func finish() -> Int32 {
    guard let process else { return 0 }
    self.process = nil
    endFeed()
    if output >= 0 { close(output) }
    Self.running.withLock { $0[process] = true }
    // Until its status is collected no other process gets its number.
    var information = unsafe siginfo_t()
    while unsafe waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    return Self.running.withLock { running in
      var status: Int32 = 0
      while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
      running[process] = nil
      return status
    }
  }

  /// Ends the programs whose end alone is waited for.
  static func endIdle() {
    running.withLock { running in
      for (process, isIdle) in running where isIdle { kill(-process, SIGKILL) }
    }
  }

  /// Ends all programs, and then this process.
  ///
  /// It keeps the lock until the process ends. Otherwise a thread whose program was killed could go on to the next file and
  /// start a program for it, which would outlive this process.
  static func endAll(andThen endProcess: () -> Never) -> Never {
    running.withLock { running in
      for process in running.keys { kill(-process, SIGKILL) }
      endProcess()
    }
  }

  /// How often it is checked whether this process was asked to end, in milliseconds.
  private static let pollTime: Int32 = 100
  /// How long the program may be silent after that.
  private static let patience = Duration.milliseconds(500)

  /// Ends the program, and all that it has started.
  private func end() { if let process { kill(-process, SIGKILL) } }

  private func endFeed() {
    if let feed { close(feed.pipe) }
    feed = nil
  }

  // MARK: Starting

  /// The programs that run, by their numbers; true for those whose end alone is waited for.
  ///
  /// One thread at a time starts a program: another one's would get the ends of its pipes.
  private static let running = Mutex<[pid_t: Bool]>([:])
  /// Signals that this process ignores or holds back, and that its programs must not: `signal(7)`.
  private static let ownSignals = [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXFSZ, SIGXCPU, SIGALRM, SIGUSR1, SIGUSR2,
  ]

  /// Starts a program with two new pipes, or with one that writes to `file`; nil, with `errno`, if that fails.
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

  /// Starts a program, which ends in silence where its output is no longer read; nil, with `errno`, if that fails.
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
    // The words, each with a zero behind it, and a pointer to each while the call lasts.
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
  /// Where to write what is compressed; it does not wait for room.
  package private(set) var input: Int32 = -1
  private var program: Decompression?

  /// Starts `gzip`, which writes to `file`: the same bytes for the same text, as neither a time nor a name is among them.
  ///
  /// Nil, with `errno`, if no program can be started.
  package init?(to file: Int32) {
    guard let program = Decompression(to: file, through: "gzip -nc", input: &input) else { return nil }
    self.program = program
  }

  deinit { finish() }

  /// Ends the input, and waits until all is written; false if that failed, or there is no `gzip`.
  @discardableResult package func finish() -> Bool {
    guard let program else { return true }
    self.program = nil
    close(input)
    return program.finish() == 0
  }
}

/// What a signal that asks the process to end means to those who wait for others.
package enum Interruption {
  private static let flag = Atomic<Bool>(false)

  /// True once the process was asked to end: a program that is silent is not waited for any longer.
  static var isAsked: Bool { flag.load(ordering: .relaxed) }

  /// Notes that the process was asked to end.
  package static func ask() { flag.store(true, ordering: .relaxed) }

  /// Ends the programs that have written all, and do not end by themselves.
  package static func endIdlePrograms() { Decompression.endIdle() }

  /// Ends all programs that were started, and then the process by `endProcess`; no program is started meanwhile.
  package static func endPrograms(andThen endProcess: () -> Never) -> Never {
    Decompression.endAll(andThen: endProcess)
  }
}
