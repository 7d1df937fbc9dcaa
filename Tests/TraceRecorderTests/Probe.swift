import Foundation

/// The program that records for whoever watches it from outside.
enum Probe {
  /// Where it is: beside the tests.
  static let program: URL? = CommandLine.arguments.lazy.flatMap { argument in
    sequence(first: URL(fileURLWithPath: argument)) { $0.path == "/" ? nil : $0.deletingLastPathComponent() }
  }.map { $0.appendingPathComponent("recorder-probe") }.first { FileManager.default.isExecutableFile(atPath: $0.path) }

  /// The program with these arguments, not yet started.
  static func process(_ arguments: [String]) -> Process {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    return process
  }
}
