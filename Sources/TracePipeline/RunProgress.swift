import TraceIngest

/// How far a run has come, for a progress line.
package struct RunProgress: Sendable {
  /// What a run does.
  package enum Work: Sendable {
    /// It reads logs: `bytes`, `events` and the other values say how far it is.
    case reading
    /// It makes the summaries of launches from stored events: so many streams are done, of so many.
    case summarizing(done: Int64, total: Int64)
  }

  /// What it does now.
  package var work = Work.reading
  /// Bytes that were read, decompressed.
  package var bytes: Int64 = 0
  /// The number of events that were read.
  package var events: Int64 = 0
  /// The number of sources that were read.
  package var sources = 0
  /// The number of all sources.
  package var totalSources = 0
  /// The bytes on disk that were read, compressed as they are.
  package var diskBytes: Int64 = 0
  /// All bytes on disk; 0 if not all sources are files.
  package var totalDiskBytes: Int64 = 0

  /// No work done yet.
  package init() {}

  /// The progress of a run that does something else than to read logs.
  package init(_ work: Work) { self.work = work }

  /// The start of reading `paths`; it has a total if all of them are files.
  init(of paths: [SourcePath]) {
    totalSources = paths.count
    let sizes = paths.map(\.fileSize)
    if !sizes.contains(nil) { totalDiskBytes = sizes.reduce(0) { $0 + ($1 ?? 0) } }
  }

  /// The progress of runs that go on at once, together.
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

  /// This progress, while `source` is read, which is none of those that were read.
  func during(_ source: OpenSource) -> RunProgress {
    var now = self
    now.bytes += source.reader.bytesRead
    // The size of a compressed file on disk can only be told for all of it.
    if let size = source.reader.size { now.diskBytes += min(source.reader.bytesRead, size) }
    return now
  }

  /// Counts a source that was read, or could not be; nil of `source` if it could not be opened.
  mutating func finish(_ path: SourcePath, _ source: OpenSource?) {
    sources += 1
    bytes += source?.reader.bytesRead ?? 0
    diskBytes += path.fileSize ?? 0
  }
}
