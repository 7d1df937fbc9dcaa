package import TraceAnalyzer
import TraceModel

/// An answer that also holds launches with all of their events, which can be drawn as a timeline.
package protocol TracedAnswer: Answer {
  /// The launches.
  var traced: TracedLaunches { get }
}

/// Launches with their events, each read while it is written.
package struct TracedLaunches: TracedAnswer {
  /// Where launches begin in a timeline of several.
  package enum Alignment: String, CaseIterable, Sendable {
    /// Each at zero, so that they lie under one another.
    case start
    /// Each at its time after the first of them.
    case wall
  }

  /// Perfetto's interface stays quick with so many; a page of more lanes nobody reads.
  private static let mostLaunches = 200
  private static let mostEvents: Int64 = 1_000_000

  let launches: [Launch]
  let alignment: Alignment
  /// The version of tracetool.
  let toolVersion: String
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

  /// How much there is, in words, if that is too much for a viewer; nil if it is not.
  package var excess: String? {
    let events = launches.reduce(0) { $0 &+ $1.summary.eventCount }
    if launches.count <= Self.mostLaunches, events <= Self.mostEvents { return nil }
    return "\(Units.count(launches.count, "launch")) with \(Units.count(events, "event"))"
  }

  /// The timeline of each launch, in their order.
  ///
  /// - Throws: What `body` throws, or what reading the events does.
  func forEachTimeline(_ body: (LaunchTimeline) throws -> Void) throws {
    for launch in launches {
      if let history = try read(launch) { try body(LaunchTimeline(launch, history)) }
    }
  }
}
