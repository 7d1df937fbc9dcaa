package import TraceAnalyzer
package import TraceIngest
package import TraceModel
import TraceStore

/// Takes events in the order in which a log may tell them, with what their numbers mean.
package typealias EventHandler = (_ events: [Event], _ symbols: Symbols) throws -> Void

/// How far a run has come, for a progress line.
package struct RunProgress: Sendable {
  package var bytes: Int64 = 0
  /// Of the sources whose size is known.
  package var totalBytes: Int64 = 0
  package var events: Int64 = 0
}

/// What the sources of a run were taken for, and what in them was not understood.
package struct Sightings: Sendable {
  /// The sources of each format that is not the project's own.
  package private(set) var sources: [String: [String]] = [:]
  /// Sources that could not be read, or not to their end; what came before counts.
  package private(set) var failures: [IngestError] = []
  /// Files of folders that are no logs: they are passed over.
  package private(set) var strangers: [IngestError] = []
  /// Messages that looked like life cycle and matched no pattern, by what they have in common.
  package private(set) var unmatched: [String: Int64] = [:]

  mutating func add(_ format: String, _ path: SourcePath) {
    if format != LogFormat.canonical { sources[format, default: []].append(path.name) }
  }

  mutating func add(_ error: IngestError, _ path: SourcePath) {
    if error.isOfNoLog, path.isFound { strangers.append(error) } else { failures.append(error) }
  }

  mutating func add(_ batch: EventBatch) { unmatched.merge(batch.unmatched, uniquingKeysWith: +) }
}

/// Launch summaries with what their numbers mean, and how they were come by.
package struct Launches {
  package var symbols = Symbols()
  package var summaries: [LaunchSummary] = []
  package var intake = Intake()
  package var sightings = Sightings()
  /// The first line that was rejected, as `file:line: reason`.
  package var firstReject: String?
  /// Names that are in no vocabulary, with how often each came.
  package var unknownNames: [String: Int64] = [:]
  /// The events of one of the launches, once all were read.
  package var recording: (Launch) throws -> Recording = { Recording(of: $0, [], symbols: Symbols()) }

  /// Hands on the events of launches, a stream at a time, in the order of its first one; where they come from a store.
  package var handOn: ([Launch], EventHandler) throws -> Void = { _, _ in }

  /// No launches.
  package init() {}
}
