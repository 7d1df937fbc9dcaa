import TraceAnalyzer
import TraceModel
package import TraceStore

/// Checks that the file of a store is whole, and that its tables agree with each other.
package struct StoreVerification: Sendable {
  /// One thing that must hold.
  package struct Check: Sendable {
    /// What must hold, as in `counts add up`.
    package let name: String
    /// What is wrong, a line each; empty if the check holds.
    package let problems: [String]
    /// True if `store rebuild` mends it: summaries, or views and indices.
    var isMendable = false
  }

  /// The checks in their order; if the schema differs or the file is not whole, no other check follows.
  package private(set) var checks: [Check] = []
  /// Launches whose summary was compared with one made again from the events.
  package private(set) var comparedLaunches: Int64 = 0
  /// Streams that were not compared, as the next command summarizes them anew.
  package private(set) var outdatedStreams = 0

  private static let mostProblems = 10

  /// True if everything holds.
  package var isSound: Bool { checks.allSatisfy(\.problems.isEmpty) }

  /// True if `store rebuild` mends what is wrong.
  package var isMendable: Bool { checks.allSatisfy { $0.problems.isEmpty || $0.isMendable } }

  /// True if tables, indices, triggers or views are not the program's; no row was read then.
  package private(set) var hasOtherSchema = false

  /// Tables, views and indices beside the program's own, which are no fault.
  package let foreignParts: [String]

  /// Checks everything in an open store, with any schema, which is only read from now on.
  package init(_ store: EventStore) throws(StoreError) {
    foreignParts = store.foreignParts
    let schema = store.schemaProblems
    checks.append(
      Check(name: "tables and views are tracetool's", problems: schema, isMendable: store.isSchemaMendable))
    hasOtherSchema = !schema.isEmpty
    if hasOtherSchema { return }  // Every other check needs the schema.
    try store.beginReading()
    checks.append(Check(name: "the file is whole", problems: try store.integrityProblems()))
    if !isSound { return }  // Rows of a damaged file may be anything.
    let changed = try store.isRecordChanged() ? ["another program has changed rows of it"] : []
    checks.append(Check(name: "what was recorded is as tracetool wrote it", problems: changed))
    checks.append(Check(name: "every reference leads to a row", problems: try store.danglingReferences()))
    checks.append(Check(name: "counts add up", problems: try store.wrongSums()))
    let miscounts = store.isCurrent ? try store.wrongHeldKinds() : 0
    let miscounted = miscounts == 0 ? [] : ["rows of held_kinds that count something else: \(miscounts)"]
    checks.append(Check(name: "counts of kinds agree with the launches", problems: miscounted, isMendable: true))
    let wrong = try wrongSummaries(store)
    checks.append(Check(name: "summaries agree with the events", problems: wrong, isMendable: true))
  }

  /// The names of streams with other summaries than a rebuild would make.
  private mutating func wrongSummaries(_ store: EventStore) throws(StoreError) -> [String] {
    let projector = StoredLaunches(store)
    let outdated = Set(try store.outdatedStreams())
    outdatedStreams = outdated.count
    if outdatedStreams == (try store.streamRows().count) { return [] }
    var stored = try StoredSymbols(of: store)
    let summaries = try store.readSummaries(into: &stored, .all)
    let launchesByStream = Dictionary(grouping: summaries, by: \.stream)
    let streamsWithOtherTimes = Set(try store.streamsWithOtherTimes(than: summaries, stored))
    var wrong: [String] = []
    // The launches of an outdated stream are summarized by the next command: they are not wrong.
    let damaged = stored.damaged
    for row in try store.streamRows() where !outdated.contains(row) {
      let (stream, launches) = try projector.summaries(row, &stored)
      comparedLaunches += Int64(launches.count { !$0.isEarlier })
      let isWrong = damaged.contains(row) || streamsWithOtherTimes.contains(stream)
      if isWrong || launchesByStream[stream] ?? [] != launches { wrong.append(stored.symbols.streamName(stream)) }
    }
    let unlisted = wrong.count - Self.mostProblems
    return unlisted > 0 ? wrong.prefix(Self.mostProblems) + ["and \(unlisted) more"] : wrong
  }
}
