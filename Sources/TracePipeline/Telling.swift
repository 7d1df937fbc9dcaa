import TraceIngest
import TraceModel

/// Tells the events of one stream apart from their repetitions, by the identity rules of the store.
struct Telling {
  /// What only one event can have, or events that differ otherwise: `seq`, else a clock.
  private struct Position: Hashable {
    var isSeq: Bool
    var value: Int64

    init(_ event: Event, isLaunch: Bool) {
      isSeq = isLaunch && event.seq != Event.absent
      value = isSeq ? event.seq : event.time != Event.absent ? event.time : event.uptime
    }
  }

  let symbols: Symbols
  /// The stream is one launch, in which a `seq` names one event.
  let isLaunch: Bool
  /// Events that are kept, and the sources that have told each.
  var kept: [Event] = []
  var claims: [[SourceID]] = []

  /// The events that are kept, in the order in which they came.
  mutating func resolved(_ events: [Event], _ intake: inout Intake) -> [Event] {
    if isRising(events) {
      intake.new += Int64(events.count { !$0.isFurther })
      return events
    }
    var places: [Position: [Int]] = [:]
    for event in events {
      let position = Position(event, isLaunch: isLaunch)
      let known = places[position, default: []]
      switch identity(of: event, among: known) {
      case .same: intake.duplicate += event.isFurther ? 0 : 1
      case .sameWithOtherFields,
        .different where position.isSeq && !known.isEmpty:
        intake.rejected += 1
        if position.isSeq { kept[known[0]].isContradicted = true }
      case .different:
        intake.new += event.isFurther ? 0 : 1
        places[position, default: []].append(kept.count)
        kept.append(event)
        claims.append([event.source])
      }
    }
    return kept
  }

  /// Each event at a position after that of the one before: nothing can be told twice.
  private func isRising(_ events: [Event]) -> Bool {
    var last = Position?.none
    for event in events {
      let next = Position(event, isLaunch: isLaunch)
      if let last, next.isSeq != last.isSeq || next.value <= last.value { return false }
      last = next
    }
    return true
  }

  /// How an event relates to those at its position; a repetition claims the one that it repeats.
  private mutating func identity(of event: Event, among places: [Int]) -> Identity {
    for place in places {
      let identity = Identity.of(event, kept[place], symbols)
      let hasTold = claims[place].contains(event.source)
      if identity == .different || hasTold && event.seq == Event.absent { continue }
      if identity == .same, !hasTold { claims[place].append(event.source) }
      return identity
    }
    return .different
  }
}
