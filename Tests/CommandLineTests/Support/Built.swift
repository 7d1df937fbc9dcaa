import Foundation

/// The built program that is tested, and the files of the project that tests read.
enum Built {
  /// The folder into which SwiftPM built the tests and the programs.
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

  /// False on macOS.
  static let isOnLinux: Bool = {
    #if os(Linux)
      true
    #else
      false
    #endif
  }()

  /// True if there is a file that is always full, which Linux has.
  static let hasFullDevice = FileManager.default.fileExists(atPath: "/dev/full")

  /// True if the tests run under a sanitizer, which makes the program slow: fewer repetitions are enough.
  static let isSanitized = ProcessInfo.processInfo.environment["TRACETOOL_SANITIZED"] != nil

  /// The options of sanitizers, which the programs that tests start need as well.
  static let sanitizerOptions = ProcessInfo.processInfo.environment.filter { $0.key.hasSuffix("SAN_OPTIONS") }

  /// The program under test: the one that was built with the tests.
  ///
  /// Its path is printed once, as a debug build, an optimized one and a sanitized one pass for different reasons.
  static let tracetool: String = {
    let path = folder + "/tracetool"
    FileHandle.standardError.write(Data("The program under test is \(path)\n".utf8))
    return path
  }()

  /// The project's folder.
  static let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// The bytes of a sample trace.
  static func sample(_ name: String) throws -> Data { try sample(file: "\(name).jsonl") }

  /// The bytes of a file in `Tests/Samples`, as in `versions.jsonl.gz`.
  static func sample(file: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: "\(project)/Tests/Samples/\(file)"))
  }
}
