package import TraceAnalyzer
package import TraceModel

/// An answer that also holds launches with all of their events, which can be drawn as a timeline.
package protocol TracedAnswer: Answer {
  /// The launches.
  var traced: TracedLaunches { get }
}

/// A traced answer that can also read the records of its events, as they stand in a log.
package protocol TracedRecordsAnswer: TracedAnswer {}

/// Launches with their events, each read while it is written.
package struct TracedLaunches: TracedRecordsAnswer {
  /// Where launches begin in a timeline of several.
  package enum Alignment: String, CaseIterable, Sendable {
    /// Each at zero, so that they lie under one another.
    case start
    /// Each at its time after the first of them.
    case wall
  }

  /// Perfetto's interface stays quick with as many; a page of more lanes is not readable.
  private static let mostLaunches = 200
  private static let mostEvents: Int64 = 1_000_000

  let launches: [Launch]
  let alignment: Alignment
  let toolVersion: String
  /// Hands over records of no launch that a log of them needs: messages, and records that stand for other launches.
  package var others: ((TracedRecord) throws -> Void) throws -> Void = { _ in }
  /// Hands over the records of a launch, in an order in which a log may hold them.
  package var records: (Launch, _ put: (TracedRecord) throws -> Void) throws -> Void = { _, _ in }
  private let read: (Launch) throws -> LaunchHistory?

  /// Launches whose events `history` reads, with what was found in them; none by default.
  package init(
    _ launches: [Launch] = [], _ alignment: Alignment = .start, toolVersion: String = "",
    history: @escaping (Launch) throws -> LaunchHistory? = { _ in nil }
  ) {
    self.launches = launches
    self.alignment = alignment
    self.toolVersion = toolVersion
    read = history
  }

  package var traced: TracedLaunches { self }

  /// How much there is, in words, if a viewer cannot show as much; else nil.
  package var excess: String? {
    let events = launches.reduce(0) { $0 &+ $1.summary.eventCount }
    if launches.count <= Self.mostLaunches, events <= Self.mostEvents { return nil }
    return "\(Units.count(launches.count, "launch")) with \(Units.count(events, "event"))"
  }

  /// Throws what `body` or reading the events throws.
  func forEachTimeline(_ body: (LaunchTimeline) throws -> Void) throws {
    for launch in launches {
      if let history = try read(launch) { try body(LaunchTimeline(launch, history)) }
    }
  }
}

/// The record of an event, and what of it another format says in words of its own.
package struct TracedRecord: Sendable {
  let kind: EventKind
  let name: String
  /// False for the return from a callback, whose entry says the same.
  let showsEntry: Bool
  /// Nanoseconds since 1970; `Event.absent` if the record has no time.
  let time: Int64
  /// The record, without a newline.
  let line: String

  /// The record of an event, as `lines` writes it; throws `EncodingError`, which no event causes.
  package init(_ event: Event, _ symbols: Symbols, _ lines: EventLines) throws {
    let signature = symbols.signature(event)
    kind = signature.kind
    name = signature.kind == .unknown ? symbols.texts.string(signature.unknownName) : signature.kind.name
    showsEntry = signature.phase != .end
    time = event.time
    line = String(try lines.line(event, symbols).dropLast())
  }
}
