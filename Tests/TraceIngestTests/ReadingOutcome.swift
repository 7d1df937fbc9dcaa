@testable import TraceIngest
@testable import TraceModel

/// All that reading a log shows, in words: events and rejects, misfits, counts and positions.
struct ReadingOutcome {
  private(set) var lines: [String] = []

  /// Reads the log at `path` in batches of at most `limit` lines.
  init(_ path: String, _ options: IngestOptions = IngestOptions(), limit: Int, looksAtEachByte: Bool) throws {
    var symbols = Symbols()
    var reader = try SourceReader(SourcePath(path), options: options)
    var isMore = true
    while isMore {
      var batch = EventBatch()
      isMore = try reader.cut(into: &batch, limit: limit)
      batch.scan(options, looksAtEachByte: looksAtEachByte)
      reader.settle(&batch, &symbols, source: SourceID(rawValue: 0))
      lines += batch.events.map { describe($0, symbols) } + batch.rejects.map { describe($0, symbols) }
      lines += batch.misfits.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
      lines += ["\(batch.counts)", "\(batch.position)"]
    }
  }
}
