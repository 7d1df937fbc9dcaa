package import TraceAnalyzer
package import TraceIngest
import TraceModel

/// What some options give on the first records of logs: the same run as a check of them, from memory.
package struct ReadingTrial: Sendable {
  /// The events that show a launch: its begin, a state of the app or a scene, or its length.
  private static let signs = KindSet(
    EventKind.allCases.filter { ["app", "scene"].contains($0.family) }
      + [.processStart, .processInitializers, .processMain, .launchMeasured])
  /// The events that show an end.
  private static let ends: KindSet = [.processExit, .appWillTerminate]

  /// How many records were read, and how many of them are events.
  package let records: Int64
  package let events: Int64
  /// How many launches are seen by a begin, a state or a length; how many of them have a time; and in how many an event
  /// came that no order of UIKit has there.
  package private(set) var launches = 0
  package private(set) var timed = 0
  package private(set) var disordered = 0
  /// True if a begin, a state, an end or a length of a launch is known.
  package private(set) var isOfLifecycle = false
  /// How the events of several launches are mixed; empty if they are not.
  package let mixed: [Coverage.Mixed]
  /// Names that have no meaning, with how often each came.
  package let unknownNames: [String: Int64]

  /// Reads the records that were kept with other options.
  ///
  /// - Returns: Nil if there are none, or they cannot be read.
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

  /// True if this reads launches better than another: they are not mixed, more have a time, and fewer break UIKit's order.
  package func isBetter(than other: ReadingTrial) -> Bool {
    mixed.isEmpty == other.mixed.isEmpty ? score > other.score : mixed.isEmpty
  }

  private var score: Int { timed - 2 * disordered }

  /// True if most launches break UIKit's order: then names or ids mean something else.
  package var isDoubtful: Bool { 2 * disordered > launches }
}
