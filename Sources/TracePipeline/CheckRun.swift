package import TraceIngest
import TraceModel
import TraceAnalyzer

/// Reads logs into launch summaries, without a store.
package struct CheckRun {
  /// How many lines are read at once: a batch of some megabytes.
  static let batchLines = 10_000

  private let options: IngestOptions
  private var launches = Launches()
  private var log = EventLog()
  private var progress = RunProgress()
  private let report: (RunProgress) -> Void

  /// A run that calls `report` after each batch.
  package init(options: IngestOptions, report: @escaping (RunProgress) -> Void = { _ in }) {
    self.options = options
    self.report = report
  }

  /// The launches of all logs in `paths`.
  ///
  /// - Parameters:
  ///   - paths: Files, directories, or `-` for standard input.
  ///   - isStopped: Asked after each batch; true ends the run with what was read.
  /// - Returns: The launches, and what became of the lines.
  /// - Throws: `IngestError` where `paths` cannot be listed.
  package mutating func run(
    _ paths: [String], isStopped: () -> Bool = { false }
  ) throws(IngestError) -> Launches {
    for path in try SourceList.expand(paths) where !isStopped() {
      do throws(IngestError) {
        try read(path, isStopped)
      } catch {
        launches.failures.append(SourceFailure(source: path.name, error: error))
      }
    }
    analyze()
    return launches
  }

  private mutating func read(
    _ path: SourcePath, _ isStopped: () -> Bool
  ) throws(IngestError) {
    var reader = try SourceReader(path, options: options)
    let source = SourceID(rawValue: Int32(launches.symbols.sourceNames.count))
    launches.symbols.sourceNames.append(path.name)
    progress.totalBytes += reader.size ?? 0
    let before = progress.bytes
    var batch = EventBatch()
    var isMore = true
    while isMore, !isStopped() {
      batch.clear()
      defer { take(batch) }
      isMore = try reader.read(
        into: &batch, symbols: &launches.symbols, source: source, limit: Self.batchLines)
      progress.bytes = before + reader.bytesRead
    }
  }

  private mutating func take(_ batch: EventBatch) {
    launches.intake.add(batch.counts)
    log.append(batch.events, batch.rejects)
    progress.events = Int64(log.count)
    report(progress)
  }

  private mutating func analyze() {
    var symbols = launches.symbols
    launches.symbols = Symbols()  // One owner, so that learning a word copies nothing.
    let words = Words(&symbols)
    let analyzer = Analyzer()
    var summaries: [LaunchSummary] = []
    var unknown: [SignatureID: Int64] = [:]
    let frozen = symbols
    log.forEachStream(frozen, &launches.intake) { stream, events, fills in
      for event in events { unknown[event.signature, default: 0] += 1 }
      summaries += analyzer.summaries(
        of: stream, events: events, fills: fills, words: words, symbols: &symbols)
    }
    for (signature, count) in unknown where symbols.signatures[signature.rawValue].kind == .unknown
    {
      let name = symbols.texts.string(symbols.signatures[signature.rawValue].unknownName)
      launches.unknownNames[name, default: 0] += count
    }
    launches.symbols = symbols
    launches.summaries = summaries
  }
}
