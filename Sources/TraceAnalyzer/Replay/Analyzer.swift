package import TraceModel

/// Turns the events of one stream into the summaries of its launches.
///
/// A pure function of the events and the machines: the same events give the same summaries, in
/// whatever order and from wherever they came.
package struct Analyzer: Sendable {
  private let tables: MachineTables

  /// An analyzer that judges by `machines`, the five in their order.
  package init(machines: [Machine] = Machines.all) {
    tables = MachineTables(machines)
  }

  /// The launches of a stream, in their order.
  ///
  /// - Parameters:
  ///   - stream: The stream that all `events` belong to.
  ///   - events: Its events, each once, in any order.
  ///   - fills: The `seq` numbers of its rejected records, which leave no hole.
  ///   - words: The words of `symbols`.
  ///   - symbols: What the numbers in the events mean; learns the names of what decided a kind.
  /// - Returns: A summary a launch; none of no events.
  package func summaries(
    of stream: StreamID, events: some Sequence<Event>, fills: [Int64], words: Words,
    symbols: inout Symbols
  ) -> [LaunchSummary] {
    if symbols.stream(stream).isLaunch {
      let moments = LaunchOrder.ordered(events, usesSeq: true)
      guard !moments.isEmpty else { return [] }
      return [summary(stream, 0, moments[...], fills, words, &symbols)]
    }
    let moments = LaunchOrder.ordered(events, usesSeq: false)
    guard !moments.isEmpty else { return [] }
    let starts = LaunchCutter.starts(in: moments, symbols: symbols)
    // Which of several launches a rejected record belongs to can't be told.
    let fills = starts.count == 1 ? fills : []
    return starts.indices.map { ordinal in
      let end = ordinal + 1 < starts.count ? starts[ordinal + 1] : moments.count
      let launch = moments[starts[ordinal]..<end]
      let ordered = LaunchOrder.ordered(launch.map(\.event), usesSeq: true)
      return summary(stream, Int32(ordinal), ordered[...], fills, words, &symbols)
    }
  }

  private func summary(
    _ stream: StreamID, _ ordinal: Int32, _ moments: ArraySlice<Moment>, _ fills: [Int64],
    _ words: Words, _ symbols: inout Symbols
  ) -> LaunchSummary {
    let facts = LaunchFacts(moments, symbols)
    let start = LaunchStart(moments, facts, words, &symbols)
    var summary = LaunchSummary()
    summary.stream = stream
    summary.ordinal = ordinal
    summary.context = ContextID(rawValue: symbols.contexts.intern(facts.context))
    summary.firstInstant = moments.lazy.map(\.instant).min() ?? Event.absent
    summary.lastInstant = moments.lazy.map(\.instant).max() ?? Event.absent
    summary.eventCount = Int64(moments.count)
    summary.unknownCount = facts.unknownCount
    summary.kinds = facts.kinds
    summary.isSeenFromStart = facts.isSeenFromStart
    summary.model = facts.model
    summary.nature = start.nature
    summary.natureReason = start.reason
    let bench = Bench(tables: tables, facts: facts, words: words, symbols: symbols)
    var replay = Replay(summary, bench, fills: Set(fills).sorted())
    return replay.run(moments)
  }
}
