package import TraceIngest
package import TraceModel

/// The formats of the sources of a run, and whatever in them was not understood.
package struct IngestDiagnostics: Sendable {
  /// The sources of each format but the project's own.
  package private(set) var sources: [String: [String]] = [:]
  /// Sources that could not be read, or not to their end; what came before counts.
  package private(set) var failures: [IngestError] = []
  /// Files in folders that are no logs; they were not named, so they are no failures.
  package private(set) var nonLogs: [IngestError] = []
  /// Notes on the system's messages beside their events.
  package private(set) var notes = SourceNotes()
  /// The sources whose records were repaired before they were read, in the order of reading.
  package private(set) var cleaned: [(name: String, notes: SourceNotes)] = []
  /// The sources with the newest record first.
  package private(set) var newestFirst: [String] = []
  /// Values of a wrong type by field, each with the file of the first.
  package private(set) var misfits: [String: (misfit: Misfit, file: String)] = [:]
  /// The keys of records without name or time, of sources in which most records are so.
  package var keys: SeenKeys {
    var keys = earlierKeys
    keys.add(currentKeys)
    return keys
  }
  private var earlierKeys = SeenKeys()
  private var currentKeys = SeenKeys()

  /// The sources in the order of reading.
  private var files: [FileRejects] = []
  private(set) var present: Int?

  /// The sources with rejected lines, the largest share first.
  package var rejects: [FileRejects] { files.filter { $0.rejected > 0 }.sorted(by: FileRejects.isWorse) }

  /// No source seen yet.
  package init() {}

  /// The diagnostics of files found in folders if none is a log; else nil.
  package init?(ofNoLogIn sources: [SourcePath], _ options: IngestOptions) {
    for path in sources {
      guard path.isFound else { return nil }
      do throws(IngestError) {
        _ = try SourceReader(path, options: options)
        return nil
      } catch {
        guard error.isOfNoLog else { return nil }
        nonLogs.append(error)
      }
    }
  }

  mutating func add(_ format: String, _ path: SourcePath) {
    earlierKeys = keys
    currentKeys = SeenKeys()
    present = files.count
    files.append(FileRejects(file: path.name))
    if format != LogFormat.canonical { sources[format, default: []].append(path.name) }
  }

  mutating func add(_ error: IngestError, _ path: SourcePath) {
    if error.isOfNoLog, path.isFound { nonLogs.append(error) } else { failures.append(error) }
  }

  var nonLogCount: Int { nonLogs.count + failures.count { $0.isOfNoLog } }

  /// Adds a batch; `unknown` are the indices of its events with names in no vocabulary.
  mutating func add(_ batch: EventBatch, unknown: [Int] = []) {
    notes += batch.notes
    let name = present.map { files[$0].file } ?? ""
    if batch.notes.cleanedCount > 0, present != nil {
      if cleaned.last?.name != name { cleaned.append((name, SourceNotes())) }
      cleaned[cleaned.count - 1].notes += batch.notes
    }
    if batch.isNewestFirst, present != nil, newestFirst.last != name { newestFirst.append(name) }
    currentKeys.add(batch, unknown: unknown)
    for (field, misfit) in batch.misfits { add(later: misfit, of: field, in: name) }
    guard let present else { return }
    files[present].records += batch.counts.records
    files[present].rejected += batch.counts.rejected
    if let reject = batch.rejects.first(where: { $0.reason != .unfinished }) {
      files[present].note((reject.line, reject.reason))
    }
  }

  /// Counts records that the store has refused, of the source that was `present` when they were read.
  mutating func add(refused rejects: FileRejects, ofSource index: Int) { files[index] += rejects }

  /// Adds values of a wrong type in a later file; the first one of a field is kept.
  private mutating func add(later misfit: Misfit, of field: String, in file: String) {
    if misfits[field] == nil { misfits[field] = (misfit, file) } else { misfits[field]?.misfit.count += misfit.count }
  }

  /// Adds values of a wrong type in a file of another run; that of the first file is kept.
  mutating func add(_ misfit: Misfit, of field: String, in file: String) {
    guard let earlier = misfits[field] else { return misfits[field] = (misfit, file) }
    let isFirst =
      file == earlier.file ? misfit.line < earlier.misfit.line : SourcePath(name: file) < SourcePath(name: earlier.file)
    if isFirst { misfits[field] = (misfit, file) }
    misfits[field]?.misfit.count = misfit.count + earlier.misfit.count
  }

  /// Adds the diagnostics of later sources.
  mutating func add(_ other: IngestDiagnostics) {
    sources.merge(other.sources, uniquingKeysWith: +)
    failures += other.failures
    nonLogs += other.nonLogs
    notes += other.notes
    cleaned += other.cleaned
    newestFirst += other.newestFirst
    for (field, found) in other.misfits { add(later: found.misfit, of: field, in: found.file) }
    earlierKeys.add(other.keys)
    files += other.rejects
  }

  mutating func add(_ files: [FileRejects]) { self.files += files }
}

/// How many records of a source were rejected.
package struct FileRejects: Sendable {
  /// The path of the source.
  package var file: String
  /// All of its records; of a store, its lines, as a record may have several.
  package var records: Int64 = 0
  /// The rejected ones.
  package var rejected: Int64 = 0
  /// The first of them, and why.
  package var first: (line: Int32, reason: Reject.Reason)?

  mutating func note(_ rejected: (line: Int32, reason: Reject.Reason)) {
    if let first, first.line.magnitude <= rejected.line.magnitude { return }
    first = rejected
  }

  static func += (rejects: inout Self, more: Self) {
    rejects.rejected += more.rejected
    if let first = more.first { rejects.note(first) }
  }

  /// True if a larger share of `a` was rejected; of equal shares by count, then by name.
  static func isWorse(_ a: Self, _ b: Self) -> Bool {
    let first = Double(a.rejected) * Double(b.records)
    let second = Double(b.rejected) * Double(a.records)
    return (second, b.rejected, a.file) < (first, a.rejected, b.file)
  }
}
