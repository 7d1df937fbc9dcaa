import Foundation
import Testing
import TraceAnalyzer
import TraceIngest
import TraceModel
import TraceStore

@testable import TracePipeline

/// A launch of which a log holds nothing but UIKit's warning about scenes is one, however much of launches is read.
@Suite(.tags(.medium)) struct WarnedLaunchesTests {
  /// The warning, beside a message of another process, which is no launch.
  private static let warning = [
    "2026-10-04 17:51:19.200000+0200 Shop[612:15176277] [AppLifecycle] CLIENT OF UIKIT REQUIRES UPDATE: This process "
      + "does not adopt UIScene lifecycle. This will become an assert in a future version.",
    "2026-10-04 17:51:19.200000+0200 Other[613:15176278] [AppLifecycle] something else of the system",
  ]
  private static let parts: [SummaryScope] = [.times, .launches, .named(id: "612"), .all]

  /// The logs: the warning alone, and beside the sample of an app without scenes.
  private static func logs(_ folder: Folder, isAlone: Bool) throws -> [String] {
    let sample = "\(SampleLogs.project)/Tests/Samples/app-based.jsonl"
    return [try folder.write("a.txt", warning)] + (isAlone ? [] : [sample])
  }

  /// The launches that a report counts, by their ids, with the warned ones marked.
  private static func counted(_ launches: Launches) -> [String] {
    Launch.all(launches.summaries, launches.symbols).map { launch in
      launches.symbols.launchID(launch.summary) + (launch.summary.holdsKnownEvents ? "" : " warned")
    }
  }

  @Test(arguments: [true, false])
  func `a store gives the launches of its logs`(isAlone: Bool) throws {
    let folder = Folder()
    let logs = try Self.logs(folder, isAlone: isAlone)
    var run = CheckRun(options: IngestOptions())
    let launches = try run.run(logs)
    let direct = Self.counted(launches)
    #expect(direct.count { $0.hasSuffix("warned") } == 1 && launches.summaries.count > direct.count)
    for log in logs { try ingest(log, into: folder.store) }
    for parts in Self.parts {
      let stored = try StoredLaunches.launches(ofStore: folder.store, parts, busyTimeout: 100)
      #expect(stored.summaries.count == launches.summaries.count && Self.counted(stored).count == direct.count)
      #expect(Self.counted(stored).count { $0.hasSuffix("warned") } == 1, "\(parts)")
      #expect(stored.summaries.allSatisfy { $0.candidates.count { $0.rule == .`order.no-scenes` } <= 1 }, "\(parts)")
    }
  }
}
