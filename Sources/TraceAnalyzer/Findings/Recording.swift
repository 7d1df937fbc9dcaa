package import TraceModel

/// The events of one launch, to be replayed as often as needed.
package struct Recording: Sendable {
  /// How many events a search may replay, which takes some seconds.
  private static let effort = 2_000_000

  private let launch: Launch
  private(set) var events: [Event]
  private var fills: [Int64]
  private let words: InternedNames
  private let symbols: Symbols
  private let streamReplay = StreamReplay()

  /// The events of `launch`, the first of `eventLists`, and of the reports on its end.
  package init(of launch: Launch, _ eventLists: [LaunchEvents], symbols: Symbols) {
    var symbols = symbols
    let (events, fills) = StreamReplay.joined(eventLists, launch.summary.context, &symbols)
    let orderedEvents = LaunchOrder.ordered(events, usesSeq: true, symbols)
    self.launch = launch
    self.events = orderedEvents.map(\.event)
    self.fills = fills
    words = InternedNames(&symbols)
    self.symbols = symbols
  }

  /// What each event did, with the findings of the launch.
  package func history(_ findings: [Finding] = []) -> LaunchHistory {
    LaunchHistory(launch, replayed(keepsHistory: true), findings)
  }

  /// The shortest run of its events found that shows `finding`; nil if the launch alone does not show it.
  ///
  /// Leaves out ever shorter ranges, from the front, as long as the rest shows the finding: in the end each event is
  /// needed, unless the search would take too long. Source: Zeller and Hildebrandt, *Simplifying and Isolating
  /// Failure-Inducing Input* (2002).
  package func shortest(showing finding: Finding, _ options: JudgingOptions) -> Recording? {
    guard let message = message(of: finding, options) else { return nil }
    var kept = self
    var effort = Self.effort
    var size = (events.count + 1) / 2
    while size > 0, effort > 0 {
      var index = 0
      let before = kept.events.count
      while index < kept.events.count, effort > 0 {
        let fewer = kept.leavingOut(index..<min(index + size, kept.events.count))
        effort -= fewer.events.count + 100
        if fewer.message(of: finding, options) == message { kept = fewer } else { index += size }
      }
      if size > 1 || kept.events.count == before { size /= 2 }
    }
    return kept
  }

  func leavingOut(_ indices: Range<Int>) -> Recording {
    var fewer = self
    // What is left out is not lost: it leaves no hole.
    fewer.fills += events[indices].map(\.seq)
    fewer.events.removeSubrange(indices)
    // What is known of app and device holds, whichever event says it.
    if !fewer.events.isEmpty { fewer.events[0].context = launch.summary.context }
    return fewer
  }

  /// What is said of the finding, at its own location, if these are all of the launch's events.
  func message(of finding: Finding, _ options: JudgingOptions) -> Sentence? {
    if events.isEmpty { return nil }
    var symbols = symbols
    let alone = Launch.all(
      [replayed().summary(&symbols)], symbols, include: options.include, classes: options.deviceClasses)
    let report = Judgement(alone, of: [launch.summary], symbols, options).report()
    return report.findings.first { $0.fingerprint == finding.fingerprint && $0.source == finding.source }?.message
  }

  private func replayed(keepsHistory: Bool = false) -> ReplayedLaunch {
    streamReplay.launch(
      launch.summary.stream, Int(launch.summary.ordinal), events, fills, Lexicon(words, symbols),
      keepsHistory: keepsHistory)
  }
}
