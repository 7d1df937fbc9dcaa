import Foundation
import Testing
import TraceIngest
import TraceModel

@testable import TraceAnalyzer
@testable import TracePipeline
@testable import tracemaker

/// Two logs that one simulator made differ in nothing, and `compare` lists no order of events that one of them has alone.
@Suite(.tags(.large)) struct AlikeOrdersTests {
  /// So many logs are made by each way of recording, and each is compared with so many of the next ones: 528 pairs.
  private static let logs = 24
  private static let partners = 3

  /// Ways of recording, and of living.
  private static let ways: [(name: String, options: Options)] = [
    ("usual", options { _ in }), ("no seq", options { $0.hasSeq = false }), ("app-based", options { $0.model = .app }),
    ("windows", options { $0.windows = 3 }), ("rich", options { $0.isRich = true }),
    ("holes", options { $0.holes = 0.3 }),
    ("notifications", options { $0.hasNotifications = true }), ("requests", options { $0.hasRequests = true }),
  ]

  private static func options(_ change: (inout Options) -> Void) -> Options {
    var options = Options()
    options.versions = ["1.0"]
    change(&options)
    return options
  }

  /// A side of 20 to 200 launches on one device up to one for each launch.
  private static func side(_ number: Int, way: Int, _ folder: Folder) throws -> ComparedSide {
    var options = Self.ways[way].options
    options.devices = [4, 1, 30, 12, 200, 2, 7, 60][number % 8]
    let count = [60, 20, 100, 40, 200][number % 5]
    let log = try folder.write("log.jsonl", lines(count, seed: UInt64(100_000 + 1000 * way + number), options))
    let launches = try SampleLogs.read(log)
    let all = Launch.all(launches.summaries, launches.symbols)
    return ComparedSide(name: "\(number)", launches: all)
  }

  @Test(arguments: ways.indices) func `nothing is said of pairs without a change`(way: Int) throws {
    let folder = Folder()
    let sides = try (0..<Self.logs).map { try Self.side($0, way: way, folder) }
    let wide = ProcessInfo.processInfo.environment["COMPARE_TRIALS"] != nil
    for base in sides.indices {
      for head in sides.indices where head > base && (wide || head <= base + Self.partners) {
        let pair = [sides[base].launches, sides[head].launches]
        let found = TransitionsComparison(pair, LaunchDraws(pair, CompareNumbers(pair))).changes
        let words = found.map { "\($0.kind) \($0.from) > \($0.to): \($0.baseLaunches) \($0.headLaunches)" }
        #expect(words == [], "\(Self.ways[way].name), logs \(base) and \(head)")
      }
    }
  }

  @Test func `devices that both sides have are compared launch by launch`() throws {
    // One trace of four devices, of which each second launch is on the other side.
    let folder = Folder()
    for way in Self.ways.indices {
      let launches = try Self.side(24, way: way, folder).launches
      let pair = [0, 1].map { side in launches.indices.filter { $0 % 2 == side }.map { launches[$0] } }
      let draws = LaunchDraws(pair, CompareNumbers(pair))
      #expect(draws.isByDevice)
      #expect(TransitionsComparison(pair, draws).changes.map(\.to) == [])
    }
  }
}
