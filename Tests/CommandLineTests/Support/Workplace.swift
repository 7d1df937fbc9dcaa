import Foundation

/// A temporary folder of one test, in which it writes logs and runs the program; removed with this object.
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
  func write(_ name: String, _ text: String) throws -> String { try write(name, text.utf8) }

  @discardableResult
  func write(_ name: String, _ lines: [String]) throws -> String {
    try write(name, lines.map { $0 + "\n" }.joined())
  }

  /// Adds bytes to the end of a file, which is made where there is none.
  func append(_ name: String, _ bytes: some Sequence<UInt8>) throws {
    if !FileManager.default.fileExists(atPath: file(name)) {
      _ = FileManager.default.createFile(atPath: file(name), contents: nil)
    }
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file(name)))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(bytes))
    try handle.close()
  }

  func append(_ name: String, _ lines: [String]) throws {
    try append(name, lines.map { $0 + "\n" }.joined().utf8)
  }

  /// The text of a file in the folder.
  func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: file(name))), as: UTF8.self)
  }

  /// Runs the program to its end, in this folder; `input` is the path of the file that is its standard input.
  func run(
    _ arguments: String..., input: String? = nil, environment: [String: String] = [:]
  ) throws -> Outcome {
    try start(arguments, input: input, environment: environment).wait()
  }

  func run(_ arguments: [String]) throws -> Outcome { try start(arguments).wait() }

  /// Starts the program in this folder.
  ///
  /// Name logs by paths relative to it: then the outputs of two tests compare.
  func start(
    _ arguments: [String], input: String? = nil, environment: [String: String] = [:]
  ) throws -> RunningProgram {
    try RunningProgram([Built.tracetool] + arguments, in: self, input: input, environment: environment)
  }

  /// Runs a script of bash in this folder, in which `$tracetool` is the program.
  func shell(_ script: String) throws -> Outcome {
    let arguments = ["/bin/bash", "-c", script]
    return try RunningProgram(arguments, in: self, environment: ["tracetool": Built.tracetool]).wait()
  }
}
