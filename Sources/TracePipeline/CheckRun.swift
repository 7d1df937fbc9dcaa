import TraceAnalyzer
package import TraceIngest
import TraceModel

/// Reads logs into launch summaries, without a store.
package struct CheckRun {
  private let options: IngestOptions
  private var launches = Launches()
  private var log = EventLog()
  private var progress = RunProgress()
  private let report: (RunProgress) -> Void
  private let spare = BatchReader.spareBatches()

  /// A run that calls `report` after each batch.
  package init(options: IngestOptions, report: @escaping (RunProgress) -> Void = { _ in }) {
    (self.options, self.report) = (options, report)
  }

  /// The launches of all logs in `paths`; if it is stopped, of what was read.
  ///
  /// - Parameter paths: Files, directories, or `-` for standard input.
  /// - Returns: The launches, and what became of the lines.
  /// - Throws: `IngestError` where `paths` cannot be listed.
  package mutating func run(_ paths: [String]) throws(IngestError) -> Launches {
    for path in try SourceList.expand(paths) where !options.isStopped() {
      do throws(IngestError) { try read(path) } catch { launches.sightings.add(error, path) }
    }
    analyze()
    return launches
  }

  private mutating func read(_ path: SourcePath) throws(IngestError) {
    var batches = BatchReader(try SourceReader(path, options: options), options, spare)
    launches.sightings.add(batches.source.formatName, path)
    let source = SourceID(rawValue: Int32(launches.symbols.sourceNames.count))
    launches.symbols.sourceNames.append(path.name)
    progress.totalBytes += batches.source.size ?? 0
    let before = progress.bytes
    while !options.isStopped(), let batch = try batches.next(&launches.symbols, source) {
      progress.bytes = before + batches.source.bytesRead
      take(batch)
      spare.send(batch)
    }
  }

  private mutating func take(_ batch: EventBatch) {
    launches.intake += batch.counts
    launches.sightings.add(batch)
    if launches.firstReject == nil, let reject = batch.rejects.first {
      launches.firstReject = "\(launches.symbols.name(reject.source)):\(reject.line): \(reject.reason.rawValue)"
    }
    for signature in batch.events.lazy.map(launches.symbols.signature) where signature.kind == .unknown {
      launches.unknownNames[launches.symbols.texts.string(signature.unknownName), default: 0] += 1
    }
    log.append(batch.events, batch.rejects)
    progress.events = Int64(log.count)
    report(progress)
  }

  private mutating func analyze() {
    var symbols = launches.symbols
    launches.symbols = Symbols()  // One owner, so that learning a word copies nothing.
    let words = Words(&symbols)
    launches.summaries.reserveCapacity(log.streams.count)
    let analyzer = Analyzer()
    for (replayed, intake) in log.replay(log.streams, analyzer, words, symbols) {
      launches.intake += intake
      for launch in replayed { launches.summaries.append(launch.summary(&symbols)) }
    }
    let joins = ReportJoins(launches.summaries, symbols)
    for place in joins.apply(to: &launches.summaries) {
      let parts = joins.parts(of: launches.summaries[place]).map { log.part($0, symbols) }
      launches.summaries[place] = analyzer.summary(of: launches.summaries[place], parts, words, &symbols)
    }
    launches.symbols = symbols
    launches.recording = { [log, symbols] launch in
      Recording(of: launch, joins.parts(of: launch.summary).map { log.part($0, symbols) }, symbols: symbols)
    }
  }
}
