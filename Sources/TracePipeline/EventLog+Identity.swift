import TraceIngest
import TraceModel

extension EventLog {
  /// The events of a stream, or of one of the launches that its id names, each once, in the order in which they came.
  ///
  /// `counts` counts those that are new, those that repeat others, and those that contradict them.
  static func distinct(_ events: [Event], isLaunch: Bool, _ symbols: Symbols, _ counts: inout IngestCounts) -> [Event] {
    let positions = events.map { IdentityRecord.position(of: $0, isLaunch: isLaunch) }
    // Each behind the one before it: none can repeat another.
    if zip(positions, positions.dropFirst()).allSatisfy(<) {
      counts.new += Int64(events.count { !$0.isFurther })
      return events
    }
    var identity = StreamIdentity()
    var isKept = [Bool](repeating: false, count: events.count)
    var contradicted: Set<Int64> = []
    for index in positions.risingIndices().lazy.map(Int.init) {
      let record = IdentityRecord(events[index], isLaunch: isLaunch, symbols)
      identity.begin(record)
      let number: Int64 = events[index].isFurther ? 0 : 1
      switch identity.outcome(of: record) {
      case .new:
        isKept[index] = true
        counts.new += number
      case .duplicate:
        counts.duplicate += number
      case .refused:
        counts.rejected += 1
        if record.isNumbered { contradicted.insert(events[index].seq) }
      }
    }
    var kept = events.indices.filter { isKept[$0] }.map { events[$0] }
    if contradicted.isEmpty { return kept }
    for index in kept.indices where contradicted.contains(kept[index].seq) { kept[index].isContradicted = true }
    return kept
  }
}
