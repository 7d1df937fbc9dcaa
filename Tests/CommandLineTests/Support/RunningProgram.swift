import Foundation

/// A program that was started and may still run.
final class RunningProgram {
  struct Failure: Error, CustomStringConvertible {
    var program: String
    var code: Int32

    var description: String { "\(program) cannot be started: \(String(cString: strerror(code)))" }
  }

  /// The folders in which the tests' own process finds programs.
  static let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"

  private(set) var id: pid_t = 0
  private var isCollected = false
  private let output: String
  private let errors: String
  private let workplace: Workplace

  init(
    _ arguments: [String], in workplace: Workplace, input: String? = nil,
    environment: [String: String] = [:]
  ) throws {
    self.workplace = workplace
    let name = workplace.file(".out-" + UUID().uuidString)
    output = name + ".1"
    errors = name + ".2"
    // The shell changes the folder; everything else goes by file actions.
    guard let program = arguments.first, access(program, X_OK) == 0 else {
      throw Failure(program: arguments.first ?? "", code: errno)
    }
    let line =
      ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", workplace.path] + arguments
    var variables = ["PATH": Self.path]
    variables.merge(Built.sanitizerOptions.merging(environment) { $1 }) { $1 }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    // Threads that run tests may hold signals back; their children must not.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input ?? "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT, 0o600)
    var words: [UnsafeMutablePointer<CChar>?] = line.map { strdup($0) } + [nil]
    var settings: [UnsafeMutablePointer<CChar>?] =
      variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { for word in words + settings { free(word) } }
    let code = posix_spawn(&id, "/bin/sh", &actions, &attributes, &words, &settings)
    guard code == 0 else { throw Failure(program: program, code: code) }
  }

  /// A test that fails leaves no program behind.
  deinit {
    if isCollected { return }
    kill(id, SIGKILL)
    _ = wait()
  }

  func signal(_ number: Int32) { kill(id, number) }

  /// What it has printed by now.
  var outputSoFar: String { Self.text(output) }

  /// Its messages by now.
  var errorsSoFar: String { Self.text(errors) }

  /// Waits until `isTrue`, for as long as a slow machine may need, or until the program has ended.
  ///
  /// - Returns: True if it came true.
  func wait(until isTrue: () -> Bool) -> Bool {
    for _ in 0..<1200 where !isTrue() {
      if hasEnded { break }
      usleep(50_000)
    }
    return isTrue()
  }

  /// True if it has ended by now; ask before `wait`, which collects it.
  var hasEnded: Bool {
    var information = siginfo_t()
    information.si_signo = 0
    return waitid(P_PID, id_t(id), &information, WEXITED | WNOHANG | WNOWAIT) == 0
      && information.si_signo != 0
  }

  func wait() -> Outcome {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    isCollected = true
    defer { for file in [output, errors] { unlink(file) } }
    return Outcome(
      code: status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f,
      output: Self.text(output), errors: Self.text(errors))
  }

  private static func text(_ path: String) -> String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  }
}
