package import TraceAnalyzer
package import TraceIngest
import TraceModel

/// What options give on the first records of logs: the run of a check, from memory.
package struct ReadingTrial: Sendable {
  /// Events that show a launch: its begin, a state of the app or a scene, or its length.
  private static let signs = KindSet(
    EventKind.allCases.filter { ["app", "scene"].contains($0.family) }
      + [.processStart, .processInitializers, .processMain, .launchMeasured])
  /// Events that show an end.
  private static let ends: KindSet = [.processExit, .appWillTerminate]

  /// How many records were read, and how many are events.
  package let records: Int64
  package let events: Int64
  /// Launches shown by a begin, a state or a length; those with a time; those with an event against UIKit's order.
  package private(set) var launches = 0
  package private(set) var timed = 0
  package private(set) var disordered = 0
  /// True if a begin, a state, an end or a length of a launch is known.
  package private(set) var isOfLifecycle = false
  /// How the events of several launches are mixed; empty if they are not.
  package let mixed: [Coverage.Mixed]
  /// Unknown names, with how often each came.
  package let unknownNames: [String: Int64]

  /// Reads the kept records with other options; nil if there are none, or they cannot be read.
  package init?(_ keys: SeenKeys, _ options: IngestOptions) {
    var options = options
    options.keepsAll = true
    options.format = nil
    var run = CheckRun(options: options, keepsEvents: false)
    let sources = keys.sources
    guard !sources.isEmpty, let read = try? run.run(sources) else { return nil }
    records = read.counts.records
    events = records - read.counts.rejected
    unknownNames = read.unknownNames
    mixed = Coverage.Mixed.all(read.summaries, read.symbols) ?? []
    let all = Launch.all(read.summaries, read.symbols)
    let report = Judgement(all, of: read.summaries, read.symbols).report()
    let isOfOrder = { (finding: Finding) in
      finding.rule.rawValue <= RuleID.`order.launch`.rawValue && finding.confidence == .certain
    }
    disordered = Set(report.findings.filter(isOfOrder).compactMap(\.launch)).count
    for launch in all {
      let summary = launch.summary
      let isLaunch = summary.kinds.bits & Self.signs.bits != 0
      if isLaunch || summary.kinds.bits & Self.ends.bits != 0 { isOfLifecycle = true }
      guard isLaunch else { continue }
      launches += 1
      if launch.time.nanos != nil, launch.time.notCounted == nil { timed += 1 }
    }
  }

  /// True if launches are read better: not mixed, more with a time, and fewer against UIKit's order.
  package func isBetter(than other: ReadingTrial) -> Bool {
    mixed.isEmpty == other.mixed.isEmpty ? score > other.score : mixed.isEmpty
  }

  private var score: Int { timed - 2 * disordered }

  /// True if most launches break UIKit's order: then names or ids mean something else.
  package var isDoubtful: Bool { 2 * disordered > launches }
}
