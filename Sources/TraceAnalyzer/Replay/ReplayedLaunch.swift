package import TraceModel

/// A launch's summary without its context's number, and the context itself.
package struct ReplayedLaunch: Sendable {
  var summary: LaunchSummary
  let context: Context
  let known: ContextID?
  /// The effect of each event, and all machines with their last states, where that was asked for.
  let events: [HistoryEntry]
  let machines: [MachineStanding]
  /// Why states that look certain may not be.
  let doubts: [String]

  /// Leaves out what `reducer` leaves out of launches.
  package mutating func reduce(by reducer: inout DetailReducer, _ words: InternedNames) {
    reducer.reduce(&summary, isKnown: words.isTaskKind)
  }

  /// The summary, its context known to `symbols`.
  package func summary(_ symbols: inout Symbols) -> LaunchSummary {
    var whole = summary
    whole.context = known ?? ContextID(rawValue: symbols.contexts.intern(context))
    return whole
  }

  /// The same, which is taken out of here: nobody asks for it again.
  package mutating func takeSummary(_ symbols: inout Symbols) -> LaunchSummary {
    var whole = LaunchSummary()
    swap(&whole, &summary)
    whole.context = known ?? ContextID(rawValue: symbols.contexts.intern(context))
    return whole
  }
}
