import Synchronization
import TraceIngest
import TraceModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Signals: what ends the program, and when.
///
/// A thread waits for them, so that they end the program whatever another thread waits for: a reader of the output, a
/// writer of a pipe, a program.
extension System {
  /// What the first signal to end the program does; a second one ends it at once.
  enum Ending: Int {
    /// Ends the program at once: no work has to be finished first.
    case atOnce
    /// The command ends by itself, by `isStopped`; it is cut off after `patience`.
    case soon
    /// The command ends by itself, by `isStopped`, once it has stored or written what it has read.
    case finished
  }

  /// The signals that ask the program to end, and its exit codes.
  ///
  /// By default each ends a program with a code that the table of exit codes lacks, and leaves a temporary file behind.
  /// Source: `signal(7)`.
  private static let endings: KeyValuePairs<Int32, ExitCode> = [
    SIGINT: .interrupted, SIGTERM: .terminated, SIGHUP: .terminated, SIGQUIT: .terminated, SIGALRM: .terminated,
    SIGUSR1: .terminated, SIGUSR2: .terminated, SIGXCPU: .terminated,
  ]
  /// The signals of mistakes in the program.
  private static let crashes = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS]

  /// How long a command has to end by itself.
  private static let patience = Duration.milliseconds(800)
  /// How long output may wait for its reader, and a program for its end, after a signal.
  private static let waitingTime = Duration.milliseconds(500)

  /// The first signal; 0 before it.
  private static let caught = Atomic<Int32>(0)
  private static let ending = Atomic(Ending.atOnce.rawValue)
  /// True once a signal has only ended the following of logs: the command then writes its answer.
  private static let endsWithAnswer = Atomic(false)
  /// The output being written, if its reader may keep it waiting; -1 for one that is being opened.
  private static let written = Atomic<Int32>(noOutput)
  private static let noOutput: Int32 = -2
  /// True while a progress line is shown.
  private static let showsProgress = Atomic(false)
  /// A pipe whose second end gets a byte with the first signal, to wake a thread that waits at its first; empty before.
  private static let wakeup = Mutex<[Int32]>([])
  /// What to say if the program is ended before the command could say it.
  private static let advice = Mutex("")

  static var isAskedToEnd: Bool { caught.load(ordering: .relaxed) != 0 }

  /// True if a signal has asked the command to end by itself, and it is not yet writing its answer.
  static var isStopped: Bool { isAskedToEnd && !endsWithAnswer.load(ordering: .relaxed) }

  /// Lets the command write its answer after a signal.
  static func endWithAnswer() { endsWithAnswer.store(true, ordering: .relaxed) }

  /// Waits for this time, or until a signal.
  static func wait(milliseconds: Int) {
    let ends = wakeup.withLock { $0 }
    var request = pollfd(fd: ends.first ?? -1, events: Int16(POLLIN), revents: 0)
    _ = unsafe poll(&request, 1, Int32(clamping: milliseconds))
  }

  /// Says what the first signal does from now on; by default it ends the command at once.
  static func onSignal(_ choice: Ending) { ending.store(choice.rawValue, ordering: .relaxed) }

  /// Says what people read if the command is ended before it could say how to go on.
  static func onSignal(say text: String) { advice.withLock { $0 = text } }

  /// Notes whether a progress line is shown, which a last message clears.
  static func noteProgress(isShown: Bool) { showsProgress.store(isShown, ordering: .relaxed) }

  /// Throws a `Failure` with the signal's exit code if a signal has asked the command to end.
  ///
  /// `advice` says where the command stopped, and how to continue.
  static func stopIfAsked(_ advice: String) throws {
    guard isStopped else { return }
    let code = signalCode
    throw Failure(code: code, sentence: "\(name: "\(code)"); \(name: advice)")
  }

  /// The exit code for the signal that has arrived.
  static var signalCode: ExitCode {
    let number = caught.load(ordering: .relaxed)
    return endings.first { $0.key == number }?.value ?? .terminated
  }

  /// Runs `body`, during which a descriptor is written to, or one is opened (-1).
  static func whileWriting<Value>(to descriptor: Int32, _ body: () -> Value) -> Value {
    written.store(descriptor, ordering: .relaxed)
    defer { written.store(noOutput, ordering: .relaxed) }
    return body()
  }

  /// Begins to wait for signals, before another thread runs.
  ///
  /// A closed pipe and a file that grew too large become errors of `write`; a crash ends with the code for a bug.
  static func catchSignals() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    prepareTemporaryFiles()
    for number in crashes { catchCrash(number) }
    var ends: [Int32] = [-1, -1]
    if unsafe pipe(&ends) == 0 {
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      wakeup.withLock { [ends] in $0 = ends }
    }
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for (number, _) in endings {
      // A command that 'nohup' runs must not end at a hang-up. A shell's '&' ignores Ctrl-C, but not 'kill -INT'.
      let former = signal(number, SIG_DFL)
      if number == SIGHUP, isIgnoring(former) {
        signal(number, SIG_IGN)
      } else {
        _ = unsafe sigaddset(&set, number)
      }
    }
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    let isWatched = unsafe startThread { _ in
      System.waitForSignals()
      return nil
    }
    // Without the thread the system ends the process by default.
    if !isWatched { unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil) }
  }

  #if canImport(Darwin)
    private typealias ThreadBody = @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?
  #else
    private typealias ThreadBody = @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
  #endif

  /// Starts a thread; false if the system has none.
  private static func startThread(_ body: ThreadBody) -> Bool {
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    return unsafe pthread_create(&thread, nil, body, nil) == 0
  }

  /// True if a handler is SIG_IGN; handlers have no `==`.
  private static func isIgnoring(_ handler: sighandler?) -> Bool {
    unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN as sighandler?, to: Int.self)
  }
  private typealias sighandler = @convention(c) (Int32) -> Void

  private static func waitForSignals() {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for (number, _) in endings { _ = unsafe sigaddset(&set, number) }
    while true {
      var number: Int32 = 0
      guard unsafe sigwait(&set, &number) == 0 else { continue }
      if isCrashing.load(ordering: .relaxed) {
        // The Swift runtime stops all threads by a signal before it prints where they are.
        unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
        raise(number)
        continue
      }
      let isFirst = caught.compareExchange(expected: 0, desired: number, ordering: .relaxed).exchanged
      if !isFirst || ending.load(ordering: .relaxed) == Ending.atOnce.rawValue { endBySignal(number) }
      Interruption.ask()
      if let end = wakeup.withLock({ $0.last }) { _ = unsafe write(end, "!", 1) }
      let isWatched = unsafe startThread { _ in
        System.watchTheEnd()
        return nil
      }
      if !isWatched { endBySignal(number) }
    }
  }

  /// Ends the process if the command that was asked to end cannot, or takes too long.
  private static func watchTheEnd() {
    let began = ContinuousClock.now
    var waitingSince: ContinuousClock.Instant?
    while true {
      _ = poll(nil, 0, 20)
      let elapsed = began.duration(to: .now)
      waitingSince = isOutputWaiting ? waitingSince ?? .now : nil
      let isBlocked = waitingSince.map { $0.duration(to: .now) >= waitingTime } ?? false
      let isCutOff = ending.load(ordering: .relaxed) != Ending.finished.rawValue && elapsed >= patience
      if isBlocked || isCutOff { endBySignal(caught.load(ordering: .relaxed)) }
      if elapsed >= waitingTime { Interruption.endIdlePrograms() }
    }
  }

  /// True if the output being written has no reader.
  private static var isOutputWaiting: Bool {
    let descriptor = written.load(ordering: .relaxed)
    if descriptor < 0 { return descriptor != noOutput }
    return !isWritable(descriptor)
  }

  private static func isWritable(_ descriptor: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return unsafe poll(&request, 1, 0) > 0
  }

  /// Ends the process and its programs, and removes an unfinished output.
  private static func endBySignal(_ number: Int32) -> Never {
    caught.store(number, ordering: .relaxed)
    removeTemporaryFileAndEnd {
      Interruption.endPrograms {
        let code = signalCode
        // The messages may not be read either.
        if isWritable(standardError) {
          let clearing = showsProgress.load(ordering: .relaxed) ? Progress.clearing : ""
          let text = advice.withLock { $0.isEmpty ? "" : "; \($0)" }
          try? put("\(clearing)tracetool: \(code)\(text)\n", to: standardError)
        }
        end(code)
      }
    }
  }

  /// The former actions at a crash: the Swift runtime may print where it happened.
  nonisolated(unsafe) private static let formerActions = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
  private static let isCrashing = Atomic(false)
  private typealias CrashAction =
    @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void

  private static func catchCrash(_ number: Int32) {
    var action = sigaction()
    let handler: CrashAction = { number, information, context in
      System.removeTemporaryFileAfterCrash()
      System.isCrashing.store(true, ordering: .relaxed)
      let former = unsafe System.action(of: System.formerActions[Int(number)])
      if let former = unsafe former { unsafe former(number, information, context) }
      System.endAfterCrash()
    }
    #if canImport(Darwin)
      unsafe action.__sigaction_u.__sa_sigaction = handler
    #else
      unsafe action.__sigaction_handler.sa_sigaction = handler
    #endif
    // A handler that prints where it happened reads memory that may not exist, and needs that signal again.
    let again = Int32(SA_NODEFER) | Int32(truncatingIfNeeded: Int64(SA_RESETHAND))
    action.sa_flags = Int32(SA_SIGINFO) | Int32(SA_ONSTACK) | again
    unsafe sigemptyset(&action.sa_mask)
    unsafe sigaction(number, &action, formerActions + Int(number))
  }

  /// The function of an action that takes the signal's details; nil if it is none of these.
  private static func action(of former: sigaction) -> CrashAction? {
    guard former.sa_flags & Int32(SA_SIGINFO) != 0 else { return nil }
    #if canImport(Darwin)
      return unsafe former.__sigaction_u.__sa_sigaction
    #else
      return unsafe former.__sigaction_handler.sa_sigaction
    #endif
  }

  /// Says that the program has crashed, or what it lacked, and ends it: in that state only a static text is safe.
  private static func endAfterCrash() -> Never {
    // Swift crashes when it gets no memory.
    let lacksMemory = isMemoryShort
    let text: StaticString =
      lacksMemory
      ? "tracetool: the memory that may be used ran out; allow more (ulimit -v), or read fewer logs at once\n"
      : "tracetool: this is a bug in tracetool, which has crashed; please report it\n"
    _ = unsafe write(standardError, text.utf8Start, text.utf8CodeUnitCount)
    end(lacksMemory ? .inputOutput : .bug)
  }
}
