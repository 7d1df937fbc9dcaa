import CSQLite
import Foundation
import Testing

@testable import tracemaker

/// A folder of one test's own, gone with it.
final class Workplace: Sendable {
  let path: String

  init() {
    path = FileManager.default.temporaryDirectory.path + "/tracetool-" + UUID().uuidString
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    _ = chmod(path, 0o700)
    try? FileManager.default.removeItem(atPath: path)
  }

  /// A path in the folder.
  func file(_ name: String) -> String { path + "/" + name }

  /// Writes a file, whole; returns its path.
  @discardableResult
  func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
    let url = URL(fileURLWithPath: file(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
    return url.path
  }

  @discardableResult
  func write(_ name: String, _ lines: [String]) throws -> String {
    try write(name, lines.map { $0 + "\n" }.joined().utf8)
  }

  /// Runs the program to its end, in this folder.
  func run(
    _ arguments: String..., input: String? = nil, environment: [String: String] = [:]
  ) throws -> Outcome {
    try start(arguments, input: input, environment: environment).wait()
  }

  func run(_ arguments: [String]) throws -> Outcome { try start(arguments).wait() }

  /// Starts the program; paths of logs are relative to the folder, so that outputs compare.
  func start(
    _ arguments: [String], input: String? = nil, environment: [String: String] = [:]
  ) throws -> Started {
    try Started([Built.tracetool] + arguments, in: self, input: input, environment: environment)
  }

  /// Runs a script in this folder; `$tracetool` is the program.
  func shell(_ script: String) throws -> Outcome {
    let arguments = ["/bin/bash", "-c", script]
    return try Started(arguments, in: self, environment: ["tracetool": Built.tracetool]).wait()
  }
}

/// How a process ended, and what it said.
struct Outcome: Equatable {
  /// 128 and the signal's number, if one ended it.
  var code: Int32
  var output: String
  var errors: String

  /// The document that it wrote.
  var document: [String: Any] {
    let value = try? JSONSerialization.jsonObject(with: Data(output.utf8))
    return value as? [String: Any] ?? [:]
  }
}

/// The programs that were built with the tests.
enum Built {
  static let folder: String = {
    for argument in CommandLine.arguments {
      var url = URL(fileURLWithPath: argument)
      while url.path != "/" {
        url.deleteLastPathComponent()
        let candidate = url.appendingPathComponent("tracetool").path
        if FileManager.default.isExecutableFile(atPath: candidate), url.path.contains(".build") {
          return url.path
        }
      }
    }
    return ".build/debug"
  }()

  /// Whether the program is slow, as a sanitizer watches it: then fewer runs are enough.
  static let isSanitized = ProcessInfo.processInfo.environment["TRACETOOL_SANITIZED"] != nil

  /// What a sanitizer is told, also in the programs that tests start.
  static let sanitizerOptions = ProcessInfo.processInfo.environment.filter { $0.key.hasSuffix("SAN_OPTIONS") }

  /// `TRACETOOL_BINARY`, else the one beside the tests.
  static let tracetool =
    ProcessInfo.processInfo.environment["TRACETOOL_BINARY"] ?? folder + "/tracetool"

  /// The project's folder.
  static let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  /// The bytes of a sample trace.
  static func sample(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: "\(project)/Tests/Samples/\(name).jsonl"))
  }
}

/// A process that was started.
final class Started {
  struct Failure: Error {
    var code: Int32
  }

  private(set) var id: pid_t = 0
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
    let line =
      ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", workplace.path] + arguments
    var variables = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]
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
    guard code == 0 else { throw Failure(code: code) }
  }

  func signal(_ number: Int32) { kill(id, number) }

  /// Whether it has ended by now; to be asked before `wait`.
  var hasEnded: Bool {
    var information = siginfo_t()
    information.si_signo = 0
    return waitid(P_PID, id_t(id), &information, WEXITED | WNOHANG | WNOWAIT) == 0
      && information.si_signo != 0
  }

  func wait() -> Outcome {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    defer { for file in [output, errors] { unlink(file) } }
    return Outcome(
      code: status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f,
      output: Self.text(output), errors: Self.text(errors))
  }

  private static func text(_ path: String) -> String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  }
}

/// A store seen through SQLite alone.
final class Database {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  private var handle: OpaquePointer?

  init(_ path: String, attached other: String? = nil) throws {
    guard sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK else {
      throw Failure(description: "\(path) cannot be opened")
    }
    sqlite3_busy_timeout(handle, 5000)
    if let other { try run("ATTACH '\(other)' AS other") }
  }

  deinit { sqlite3_close_v2(handle) }

  /// The rows of a statement, all values as text, NULL as a word of its own.
  @discardableResult
  func run(_ sql: String) throws -> [[String]] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
      throw Failure(description: "\(String(cString: sqlite3_errmsg(handle))): \(sql)")
    }
    defer { sqlite3_finalize(statement) }
    var rows: [[String]] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        rows.append(
          (0..<sqlite3_column_count(statement)).map { column in
            sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "NULL"
          })
      case SQLITE_DONE: return rows
      default: throw Failure(description: "\(String(cString: sqlite3_errmsg(handle))): \(sql)")
      }
    }
  }

  func number(_ sql: String) throws -> Int { Int(try run(sql).first?.first ?? "") ?? 0 }
}

extension Simulator.Trace {
  var jsonLines: [String] { lines.map(\.jsonLine) }
}

/// The lines of a made trace.
func madeLines(_ launches: Int, seed: UInt64, _ options: tracemaker.Options = .init()) -> [String] {
  var simulator = Simulator(seed: seed, options: options)
  return simulator.trace(launches).jsonLines
}

/// Changes a value in place.
func with<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
  var value = value
  change(&value)
  return value
}
