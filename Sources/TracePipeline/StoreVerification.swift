import TraceAnalyzer
import TraceModel
package import TraceStore

/// Holds a store against itself.
package struct StoreVerification: Sendable {
  /// One thing that must hold.
  package struct Check: Sendable {
    package let name: String
    /// What is wrong, a line each; nothing if it holds.
    package let problems: [String]
  }

  package private(set) var checks: [Check] = []
  /// Launches whose summary was compared with one that was made again from the events.
  package private(set) var comparedLaunches: Int64 = 0

  /// So many problems of one kind are listed at most.
  private static let mostProblems = 10

  /// True if everything holds.
  package var isSound: Bool { checks.allSatisfy(\.problems.isEmpty) }

  /// True if the summaries alone are wrong, which `store rebuild` makes again.
  package var isMendable: Bool { checks.dropLast().allSatisfy(\.problems.isEmpty) }

  /// Looks at everything in a store that is open to be read; it changes nothing.
  ///
  /// - Parameter store: The store, from which nothing but reading is done from now on.
  /// - Throws: `StoreError` if the store cannot be read at all.
  package init(_ store: EventStore) throws(StoreError) {
    try store.beginReading()
    checks.append(Check(name: "the file is whole", problems: try store.integrityProblems()))
    if !isSound { return }  // What cannot be trusted is not read on.
    checks.append(Check(name: "every reference leads to a row", problems: try store.danglingReferences()))
    checks.append(Check(name: "counts add up", problems: try store.wrongSums()))
    checks.append(Check(name: "summaries are what the events say", problems: try comparison(store)))
  }

  /// The streams whose launches have other summaries than a rebuild would make.
  private mutating func comparison(_ store: EventStore) throws(StoreError) -> [String] {
    let projector = Projector(store)
    let outdated = Set(try store.outdatedStreams())
    var stored = try StoredSymbols(of: store)
    let summaries = try store.readSummaries(into: &stored, details: true)
    let known = Dictionary(grouping: summaries, by: \.stream)
    var problems: [String] = []
    var others = 0
    // What waits to be summarized is summarized when somebody asks: it is not wrong.
    for row in try store.streamRows() where !outdated.contains(row) {
      let (stream, launches, _) = try projector.summaries(row, &stored)
      comparedLaunches += Int64(launches.count { !$0.isEarlier })
      if known[stream] ?? [] == launches { continue }
      if problems.count < Self.mostProblems {
        problems.append(stored.symbols.streamName(stream))
      } else {
        others += 1
      }
    }
    if others > 0 { problems.append("and \(others) more") }
    return problems
  }
}
