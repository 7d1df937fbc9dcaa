import Testing

/// Ends of processes, and starts that were none, in the words of runtimes, of the kernel and of RunningBoard.
///
/// The values are invented; the forms are those that people paste on github.com (`messages.txt` names the sources).
@Suite(.tags(.large)) struct EndsInWordsTests {
  private static let key = "[app<com.example.shop((null))>:512]"

  private static func line(_ process: String, _ message: String, _ clock: String = "10:00:42.5") -> String {
    "default\t\(clock)+0100\t\(process)\t\(message)"
  }

  private static func printed(_ message: String, second: Int) -> String {
    "2026-08-13 19:23:\(second).610 Shop[812:77] \(message)"
  }

  private static let active = printed("applicationDidBecomeActive", second: 12)
  private static let activeUntimed = "-> applicationDidBecomeActive()"

  /// What is printed of an end, and the reason that is read; nil where the process lives on.
  static let sayings: KeyValuePairs<String, (lines: [String], reason: String?)> = [
    ".NET's exception": (
      [active, printed("Unhandled Exception: System.NullReferenceException: Object reference not set", second: 13)],
      "crash"
    ),
    ".NET's exception on further lines": (
      [
        active, printed("", second: 13), "Unhandled Exception:",
        "System.NullReferenceException: Object reference not set",
      ],
      "crash"
    ),
    ".NET's exception without a time": (
      [activeUntimed, "Unhandled Exception:", "Foundation.MonoTouchException: Objective-C exception thrown."], "crash"
    ),
    ".NET's managed exception": (
      [
        printed("Unhandled managed exception:", second: 13), "Object reference not set (System.NullReferenceException)",
      ],
      "crash"
    ),
    "a signal that Mono tells": (
      [
        "\tNative Crash Reporting", "====", "Got a SIGABRT while executing native code. This usually indicates",
        "a fatal error in the mono runtime",
      ], "crash"
    ),
    "Kotlin's exception": (
      [active, "Uncaught Kotlin exception: kotlin.IllegalStateException: no session", "    at 0   Shared  0x1"], "crash"
    ),
    "Kotlin's exception alone": (["Uncaught Kotlin exception: kotlin.IllegalStateException: no session"], "crash"),
    "Foundation's exception in Unity": (
      [activeUntimed, "Uncaught exception: NSInvalidArgumentException: nil string"], "crash"
    ),
    "React Native's fatal error": (
      [
        active,
        "*** Terminating app due to uncaught exception 'RCTFatalException: Unhandled JS Exception: x', reason: 'x'",
      ], "crash"
    ),
    "what Apple's report says of the app": (
      ["Application Specific Information:", "*** Terminating app due to uncaught exception 'System.X', reason: 'y'"],
      "crash"
    ),
    "Dart's error": (
      [active, printed("[VERBOSE-2:dart_vm_initializer.cc(41)] Unhandled Exception: setState() called", second: 13)],
      nil
    ),
    "Dart's error of a type": (
      [active, printed("[VERBOSE-2:dart_vm.cc(41)] Unhandled Exception: FormatException: x.y", second: 13)], nil
    ),
    "Unity's exception": (
      [activeUntimed, "NullReferenceException: Object reference not set", "-> applicationWillResignActive()"], nil
    ),
    "Xcode's words after a warning": (
      [printed("Received memory warning.", second: 13), "Terminated due to memory issue"], "memory"
    ),
    "Xcode's words without a time": (
      ["Received memory warning.", "Message from debugger: Terminated due to memory issue"], "memory"
    ),
    "Xcode's words in quotation marks": (
      [active, "\"Message from debugger: Terminated due to memory issue\""], "memory"
    ),
    "old Xcode's words": (["Received memory warning.", "Terminated due to Memory Pressure"], "memory"),
    "the kernel's word alone": (
      ["EXC_RESOURCE -> Shop[512] exceeded mem limit: ActiveHard 1450 MB (fatal)"], "memoryLimit"
    ),
    "the kernel's word of an app": (
      [
        line("SpringBoard", "\(key) Setting process visibility to: Foreground", "10:00:41.5"),
        line("kernel", "EXC_RESOURCE -> Shop[512] exceeded mem limit: ActiveHard 1450 MB (fatal)"),
      ], "memoryLimit"
    ),
    "an exit that nobody explains": (
      [line("runningboardd", "\(key) termination reported by launchd without exit status")], ""
    ),
    "the exit handler": ([active, printed("Entering exit handler.", second: 13)], "normal"),
    "the kernel's word below what an app prints without its name": (
      [
        "11:23:47  Received memory warning.",
        "11:23:51  kernel: memorystatus: Shop [812] exceeded mem limit: ActiveHard 6144 MB (fatal)",
        "11:23:51  kernel: killing_specific_process pid 812 [Shop] 6291461KB",
      ], "memoryLimit"
    ),
    "the kernel's warning": (["EXC_RESOURCE -> Shop[512] exceeded mem limit: ActiveSoft 1450 MB (non-fatal)"], nil),
  ]

  @Test(arguments: sayings.map(\.key))
  func `an end is read in the words of who tells it, once`(name: String) throws {
    let example = try #require(Self.sayings.first { $0.key == name }?.value)
    #expect(try values("reason", of: "process.exit", example.lines) == (example.reason.map { [$0] } ?? []))
  }

  /// A field of the events of one name in a text.
  private func values(_ field: String, of event: String, _ lines: [String]) throws -> [String] {
    let place = Workplace()
    try place.write("a.txt", lines)
    let events = try place.run("export", "a.txt").output.split(separator: "\n").filter {
      $0.contains("\"event\":\"\(event)\"")
    }
    return events.map { line in
      let rest = line.firstRange(of: "\"\(field)\":").map { line[$0.upperBound...] } ?? ""
      return String(rest.prefix { $0 != "," && $0 != "}" }.filter { $0 != "\"" })
    }
  }

  /// Messages on processes that could not be started.
  static let failures: [[String]] = [
    [
      line(
        "SpringBoard", "Asked to bootstrap a new process with identity: app<com.example.shop((null))>", "10:00:40.1"),
      line(
        "SpringBoard",
        "[app<com.example.shop((null))>:-1] Bootstrap failed with error: <NSError: 0x1; domain: RBSRequestErrorDomain; code: 5>",
        "10:00:40.4"),
      line(
        "SpringBoard", "[app<com.example.shop((null))>:-1] Process exited: <RBSProcessExitContext| none>.", "10:00:40.5"
      ),
    ],
    [
      line(
        "SpringBoard",
        "[com.example.shop] Bootstrap failed with error: <NSError: 0x1; domain: BKSProcessErrorDomain; code: 1>"),
      line("SpringBoard", "Application process state changed for com.example.shop: (null)", "10:00:43.1"),
    ],
    [
      line(
        "SpringBoard", "Bootstrap failed for <FBApplicationProcess: 0x1; app<com.example.shop>:-1(v0)> with error: x"),
      line(
        "SpringBoard", "[app<com.example.shop>:-1] Now flagged as pending exit for reason: bootstrap failed",
        "10:00:43.1"),
    ],
    [line("SpringBoard", "[app<com.example.shop>:-1] Process exited: <RBSProcessExitContext| none>.")],
    [line("SpringBoard", "[app<com.example.shop>] Now flagged as pending exit for reason: Bootstrap failed")],
  ]

  @Test(arguments: failures.indices) func `a process that could not be started is no launch`(number: Int) throws {
    let place = Workplace()
    try place.write("a.txt", Self.failures[number])
    let said = try place.run("check", "--fail-on", "never", "a.txt")
    #expect(said.code == 3 && !said.errors.contains("matched no pattern"), "\(said)")
  }

  private static let prewarm = "\"DAS Prewarm launch\" ID:33-76-1 target:app<com.example.shop> attributes:["

  /// What precedes the start of a process that the scheduler has asked for.
  static let prewarms: [[String]] = [
    [
      line(
        "runningboardd", "Executing launch request for app<com.example.shop((null))> (DAS Prewarm launch)", "10:00:40.1"
      )
    ],
    [
      line(
        "runningboardd",
        "Acquiring assertion targeting app<com.example.shop((null))> from originator [osservice<com.apple.dasd>:76] with "
          + "description <RBSAssertionDescriptor| \(prewarm)", "10:00:40.1"),
      line("runningboardd", "Creating and launching job for: app<com.example.shop((null))>", "10:00:40.2"),
    ],
  ]

  @Test(arguments: prewarms.indices) func `a process that the scheduler asks for is prewarmed, and not launched`(
    number: Int
  ) throws {
    let start = Self.line("runningboardd", "Now tracking process: \(Self.key)", "10:00:40.3")
    let dasd = Self.line("dasd", "DASDPREWARM Prewarm app success: com.example.shop", "10:00:40.4")
    let crash = Self.line("runningboardd", "\(Self.key) termination reported by launchd (2, 11, 11)", "10:30:40.3")
    let lines = Self.prewarms[number] + [start, dasd]
    #expect(try values("prewarmed", of: "process.start", lines) == ["true"])
    let place = Workplace()
    try place.write("a.txt", lines + [crash])
    // Nobody has opened the app.
    let said = try place.run("check", "--format", "json", "--fail-on", "never", "a.txt").document
    #expect((said["findings"] as? [Any])?.isEmpty == true, "\(said)")
    // A request of long ago is none for this process.
    let late = Self.prewarms[number].map { $0.replacing("10:00:40", with: "09:00:40") } + [start]
    #expect(try values("prewarmed", of: "process.start", late) == [""])
  }

  /// Lines that begin with a level of syslog, whose time and process were cut off, and the events in them.
  static let levels: [(line: String, event: String?)] = [
    ("<Warning>: Application 'UIKitApplication:com.example.shop[0xeec0]' exited voluntarily.", "process.exit"),
    ("<Notice>: \(key) termination reported by launchd (2, 11, 11)", "process.exit"), ("<Error>: something", nil),
  ]

  @Test(arguments: levels) func `a line that begins with a level is no XML`(line: String, event: String?) throws {
    let place = Workplace()
    try place.write("a.txt", [line])
    let said = try place.run("check", "--fail-on", "never", "a.txt")
    #expect(!said.errors.contains("XML") && (event == nil) == (said.code == 4), "\(said)")
    if let event { #expect(try place.run("export", "a.txt").output.contains(event)) }
  }
}
