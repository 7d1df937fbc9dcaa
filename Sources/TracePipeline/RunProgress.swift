import TraceIngest

/// How far a run has come, for a progress line.
package struct RunProgress: Sendable {
  /// What a run does.
  package enum Work: Sendable {
    /// Reads logs: `bytes`, `events` and the other values say how far it is.
    case reading
    /// Makes the summaries of launches from stored events: `done` streams of `total`.
    case summarizing(done: Int64, total: Int64)
  }

  /// What it does now.
  package var work = Work.reading
  /// Bytes read, decompressed.
  package var bytes: Int64 = 0
  /// Events read.
  package var events: Int64 = 0
  /// Sources read.
  package var sources = 0
  /// All sources.
  package var totalSources = 0
  /// Bytes read from disk, compressed as they are.
  package var diskBytes: Int64 = 0
  /// All bytes on disk; 0 if not all sources are files.
  package var totalDiskBytes: Int64 = 0

  /// No work done yet.
  package init() {}

  /// The progress of a run that does other work than reading logs.
  package init(_ work: Work) { self.work = work }

  /// The start of reading `paths`; has a total if all are files.
  init(of paths: [SourcePath]) {
    totalSources = paths.count
    let sizes = paths.map(\.fileSize)
    if !sizes.contains(nil) { totalDiskBytes = sizes.reduce(0) { $0 + ($1 ?? 0) } }
  }

  /// The common progress of concurrent runs.
  package init(sumOf runs: [RunProgress]) {
    for run in runs {
      if case .reading = work { work = run.work }  // Of several that are at something else the first is shown.
      bytes += run.bytes
      events += run.events
      sources += run.sources
      totalSources += run.totalSources
      diskBytes += run.diskBytes
      totalDiskBytes += run.totalDiskBytes
    }
    // The sum has a total if each has one.
    if runs.contains(where: { $0.totalDiskBytes == 0 }) { totalDiskBytes = 0 }
  }

  /// This progress while `source`, which is not counted yet, is read.
  func during(_ source: OpenSource) -> RunProgress {
    var now = self
    now.bytes += source.reader.bytesRead
    // The bytes on disk of a compressed file are only known for all of it.
    if let size = source.reader.size { now.diskBytes += min(source.reader.bytesRead, size) }
    return now
  }

  /// Counts a source that was read, or failed; `source` is nil if it could not be opened.
  mutating func finish(_ path: SourcePath, _ source: OpenSource?) {
    sources += 1
    bytes += source?.reader.bytesRead ?? 0
    diskBytes += path.fileSize ?? 0
  }
}
