import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What only the system can do for us: descriptors, the terminal, signals.
enum System {
  static let standardOutput: Int32 = 1
  static let standardError: Int32 = 2

  private static let signal = Atomic<Int32>(0)

  /// The first signal that asked us to stop; a second one ends the process at once.
  static var caughtSignal: Int32? {
    let number = signal.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Whether the signal is Ctrl-C's.
  static func isInterrupt(_ number: Int32) -> Bool { number == SIGINT }

  /// From now on Ctrl-C and a termination set a flag, and a closed pipe is an error like others.
  static func catchSignals() {
    _ = caughtSignal
    for number in [SIGINT, SIGTERM] {
      setHandler(number) { number in
        // The flag alone: nothing else is safe inside a handler.
        if System.signal.exchange(number, ordering: .relaxed) != 0 { _exit(128 + number) }
      }
    }
    setHandler(SIGPIPE, SIG_IGN)
  }

  private static func setHandler(
    _ number: Int32, _ handler: (@convention(c) (Int32) -> Void)?
  ) {
    #if canImport(Darwin)
      _ = Darwin.signal(number, handler)
    #else
      _ = Glibc.signal(number, handler)
    #endif
  }

  /// Writes all of `text`.
  ///
  /// - Throws: `ReaderGone` for a closed pipe, `OutputError` for anything else.
  static func write(_ text: String, to descriptor: Int32) throws {
    let bytes = Array(text.utf8)
    var start = 0
    while start < bytes.count {
      let count = unsafe bytes[start...].withUnsafeBytes { bytes in
        #if canImport(Darwin)
          unsafe Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #else
          unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
      }
      if count >= 0 { start += count } else if errno == EPIPE { throw ReaderGone() }
      guard count >= 0 || errno == EINTR || errno == EAGAIN else {
        let cause = unsafe String(cString: strerror(errno)).lowercased()
        throw OutputError(subject: "standard output", cause: cause)
      }
    }
  }

  /// Whether somebody looks at what is written there.
  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The terminal's columns; nothing where there is none.
  static var terminalWidth: Int? {
    var size = winsize()
    guard isTerminal(standardOutput),
      unsafe ioctl(standardOutput, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0
    else { return nil }
    return Int(size.ws_col)
  }

  /// Ends the process.
  static func exit(_ code: ExitCode) -> Never { _exit(code.rawValue) }
}
