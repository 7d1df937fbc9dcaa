package import TraceAnalyzer
package import TraceIngest
package import TraceModel
import TraceStore

/// A source that could not be read, or not to its end; what came before counts.
package struct SourceFailure: Sendable, Equatable {
  package var source: String
  package var error: IngestError
}

/// How far a run has come, for a progress line.
package struct RunProgress: Sendable {
  package var bytes: Int64 = 0
  /// Of the sources whose size is known.
  package var totalBytes: Int64 = 0
  package var events: Int64 = 0
}

/// Launch summaries with what their numbers mean, and how they were come by.
package struct Launches {
  package var symbols = Symbols()
  package var summaries: [LaunchSummary] = []
  package var intake = Intake()
  package var failures: [SourceFailure] = []
  /// The first line that was rejected, as `file:line: reason`.
  package var firstReject: String?
  /// Names that are in no vocabulary, with how often each came.
  package var unknownNames: [String: Int64] = [:]
  /// The events of one of the launches, once all were read.
  package var recording: (Launch) throws -> Recording = { Recording(of: $0, in: [], fills: [], symbols: Symbols()) }

  /// No launches.
  package init() {}
}
