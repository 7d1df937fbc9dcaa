import Foundation
import TraceIngest

@testable import TracePipeline
@testable import tracemaker

/// Logs that many suites read.
enum SampleLogs {
  static let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  /// The sample traces, the published reports and the samples of other formats.
  static let logs: [String] = {
    let folders = ["Samples", "Corpus", "Formats"].map { "\(project)/Tests/\($0)" }
    let files = folders.flatMap { folder in
      (FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []).map { "\(folder)/\($0)" }
    }
    return files.filter { file in
      let name = file.split(separator: "/").last.map(String.init) ?? ""
      return name.hasPrefix("trace.") || file.hasPrefix(folders[0]) && name.hasSuffix(".jsonl")
        || file.hasPrefix(folders[2]) && !name.hasSuffix(".expected") && !name.hasSuffix(".md") && name.contains(".")
    }.sorted()
  }()

  static let made: [(name: String, seed: UInt64, options: Options)] = [
    ("all faults", 901, options { $0.faults = Fault.allCases }),
    ("no seq", 902, options { $0.hasSeq = false }),
    ("no launch id", 903, options { ($0.hasLaunch, $0.faults) = (false, Fault.allCases) }),
    ("neither, uptime", 904, options { ($0.hasSeq, $0.hasLaunch, $0.hasUptime) = (false, false, true) }),
    ("holes", 905, options { ($0.holes, $0.cutFront, $0.cutBack) = (0.5, 0.3, 0.3) }),
    ("windows", 906, options { ($0.windows, $0.hasNotifications) = (3, true) }),
    ("app-based", 907, options { ($0.model, $0.style, $0.hasSuspensions) = (.app, .phases, true) }),
    ("requests", 908, options { ($0.hasRequests, $0.hasRecords) = (true, true) }),
    ("rich, whole seconds", 909, options { ($0.isRich, $0.clock, $0.devices) = (true, .seconds, 8) }),
  ]

  private static func options(_ change: (inout Options) -> Void) -> Options {
    var options = Options()
    change(&options)
    return options
  }

  /// The launches of logs.
  static func read(_ paths: String...) throws -> Launches {
    var run = CheckRun(options: IngestOptions())
    return try run.run(paths)
  }

}
