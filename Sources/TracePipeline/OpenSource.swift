import TraceIngest
import TraceModel

/// A source that is open, of which batches are cut.
final class OpenSource {
  let path: SourcePath
  var reader: SourceReader
  /// Its number; nil until somebody gave it one.
  var id: SourceID?
  /// Its path in the store, if an earlier run has stored it.
  var storedPath: String?
  /// True once batches may be cut: who reads on where an earlier run ended first finds out where that was.
  var isReady: Bool
  /// True until all of it is cut.
  var isMore = true
  /// Why it could not be cut to its end.
  var failure: IngestError?
  /// Its batches that are not handed on, in their order.
  var ahead: [BatchScan<EventBatch>] = []

  init(_ path: SourcePath, _ options: IngestOptions, isReady: Bool) throws(IngestError) {
    self.path = path
    self.isReady = isReady
    reader = try SourceReader(path, options: options)
  }

  /// Ends it before anything was cut.
  func fail(_ error: IngestError) {
    failure = error
    isMore = false
    isReady = true
  }

  /// True if all that it holds was handed on.
  var isFinished: Bool { !isMore && ahead.isEmpty && failure == nil }
}
