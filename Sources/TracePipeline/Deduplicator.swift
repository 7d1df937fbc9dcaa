import TraceIngest
import TraceModel

/// Drops the events of one stream that repeat others, by the identity rules of the store.
struct Deduplicator {
  /// The position that only one event can have, or events that differ otherwise: `seq`, else a clock.
  private struct Position: Hashable {
    var isSeq: Bool
    var value: Int64
    /// Where a clock places an event with `seq`, those with another are others.
    var seq: Int64
    /// A hash of the other fields in which those differ, of which there may be many.
    var core = 0

    init(_ event: Event, isLaunch: Bool) {
      seq = event.seq
      isSeq = isLaunch && seq != Event.absent
      value = isSeq ? seq : event.time != Event.absent ? event.time : event.uptime
    }
  }

  let symbols: Symbols
  /// The stream is one launch, in which a `seq` names one event.
  let isLaunch: Bool
  /// Events that are kept.
  private var kept: [Event] = []
  private var places: [Position: [Int]] = [:]
  /// Of records without `seq`, how often each is kept, and how often each source has reported it.
  private var copies = [Event: Int]()
  private var reports = [Event: Int]()

  private init(symbols: Symbols, isLaunch: Bool) {
    self.symbols = symbols
    self.isLaunch = isLaunch
  }

  /// Drops the events of a stream that repeat others.
  ///
  /// - Parameters:
  ///   - events: The events as they came.
  ///   - isLaunch: True if the stream is one launch, in which a `seq` names one event.
  ///   - symbols: What the numbers in the events mean.
  ///   - counts: Where new events are counted, those that repeat others, and those that contradict them.
  /// - Returns: The events that are kept, in the order in which they came.
  static func resolved(_ events: [Event], isLaunch: Bool, _ symbols: Symbols, _ counts: inout IngestCounts) -> [Event] {
    if isRising(events, isLaunch: isLaunch) {
      counts.new += Int64(events.count { !$0.isFurther })
      return events
    }
    var deduplicator = Deduplicator(symbols: symbols, isLaunch: isLaunch)
    return deduplicator.resolved(events, &counts)
  }

  private mutating func resolved(_ events: [Event], _ counts: inout IngestCounts) -> [Event] {
    for event in events {
      var position = Position(event, isLaunch: isLaunch)
      if !position.isSeq, event.seq != Event.absent { position.core = core(of: event) }
      let known = places[position, default: []]
      switch event.seq == Event.absent ? identity(ofCopy: event) : identity(of: event, among: known) {
      case .same: counts.duplicate += event.isFurther ? 0 : 1
      case .sameWithOtherFields,
        .different where position.isSeq && !known.isEmpty:
        counts.rejected += 1
        if position.isSeq { kept[known[0]].isContradicted = true }
      case .different:
        counts.new += event.isFurther ? 0 : 1
        if event.seq != Event.absent { places[position, default: []].append(kept.count) }
        kept.append(event)
      }
    }
    return kept
  }

  /// True if each event stands at a position after that of the one before: none can repeat another.
  private static func isRising(_ events: [Event], isLaunch: Bool) -> Bool {
    guard let first = events.first else { return true }
    var last = Position(first, isLaunch: isLaunch)
    for event in events.dropFirst() {
      let next = Position(event, isLaunch: isLaunch)
      if next.isSeq != last.isSeq || next.value <= last.value { return false }
      last = next
    }
    return true
  }

  /// A hash that events share which `Identity` takes for one.
  private func core(of event: Event) -> Int {
    let signature = symbols.signature(event)
    var hasher = Hasher()
    let ids = [event.scene, event.sceneInstance, event.viewInstance, event.task, signature.unknownName, signature.view]
    for id in ids { hasher.combine(id) }
    hasher.combine(event.uptime)
    hasher.combine(signature.kind)
    hasher.combine(signature.phase)
    return hasher.finalize()
  }

  /// How an event relates to those at its position.
  private func identity(of event: Event, among places: [Int]) -> Identity {
    places.lazy.map { Identity.of(event, kept[$0], symbols) }.first { $0 != .different } ?? .different
  }

  /// `same` if another source has reported a record without `seq` as often: then it is one of those.
  private mutating func identity(ofCopy event: Event) -> Identity {
    var record = event.alone
    reports[record, default: 0] += 1
    let count = reports[record, default: 0]
    record.source = SourceID(rawValue: 0)
    if count <= copies[record, default: 0] { return .same }
    copies[record] = count
    return .different
  }
}
