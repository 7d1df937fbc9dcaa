import Dispatch
import TraceAnalyzer
package import TraceIngest
import TraceModel
package import TraceStore

/// Reads parts, which hold launch summaries in lines, as the launches that the logs would give.
///
/// This thread cuts the lines of all parts into blocks, ahead of those that it and its helpers parse, and adds blocks
/// in order: the launches do not depend on the number of helpers.
package struct SummaryRun {
  /// The present part: its launches, and the sum of their digests.
  private struct Part {
    var count = 0
    var content: UInt64 = 0
    var isBehindTrailer = false
    var isRefused = false
    /// True if the rest of the part is skipped, and it was said why.
    var hasFailed = false
  }

  private let options: IngestOptions
  private let allowsIncomplete: Bool
  private let wanted: SummaryScope
  /// The bytes of memory that details may take before they are moved to a file.
  private let memory: Int64
  private var detailsFile: DetailsFile?
  private let report: (RunProgress) -> Void
  private var progress = RunProgress()
  private var launches = Launches(events: RecordedEvents(notKept: Symbols()))
  private var symbols = Symbols()
  private var sources = ["": SourceID(rawValue: 0)]
  private var collected = SummaryLaunches()
  private var reducer: DetailReducer?
  /// The fewest bytes of a block, if its part has more.
  var blockBytes = 1 << 18
  var helpers = BatchReader.helpers[...]
  private var ahead: [BatchScan<SummaryBlock>] = []
  private var names: [String] = []
  /// The trailers, each once: a part may come twice.
  private var trailers: [String: SummaryTrailer] = [:]
  /// The trailers of parts whose own sources could not all be read.
  private var unreadTrailers: Int64 = 0
  private var part = Part()

  /// A run that calls `report` after each part, and moves details beyond `memory` bytes to a temporary file.
  ///
  /// With `allowsIncomplete` a part that was cut off only gives a warning.
  package init(
    options: IngestOptions, allowsIncomplete: Bool = false, wanted: SummaryScope = .all, memory: Int64 = 1 << 30,
    report: @escaping (RunProgress) -> Void = { _ in }
  ) {
    self.options = options
    self.allowsIncomplete = allowsIncomplete
    self.wanted = wanted
    self.memory = memory
    reducer = wanted.judged.map { DetailReducer($0) }
    self.report = report
    symbols.sourceNames = [""]  // As in a store, where no source is 0.
  }

  /// The launches of all parts in `paths`, files, directories, or `-` for standard input; a part that was cut off gives
  /// its launches and a failure in `diagnostics`.
  package mutating func run(_ paths: [String]) throws -> Launches {
    let sources = try SourceList.expand(paths)
    progress = RunProgress(of: sources)
    for path in sources where !options.isStopped() { try read(path) }
    while !ahead.isEmpty { try takeFirst() }
    launches.summaries = try collected.ordered(symbols, parts: names)
    addTrailers()
    // Judging needs these words; adding them now does not copy all texts.
    _ = InternedNames(&symbols)
    launches.symbols = symbols
    symbols = Symbols()
    launches.symbols.noteSharedIDs(launches.summaries)
    try collected.checkJoins(launches, parts: names)
    collected = SummaryLaunches()
    launches.events = RecordedEvents(notKept: launches.symbols)
    launches.detailsFile = detailsFile
    return launches
  }

  /// Cuts a part into blocks, while those before them are parsed and added.
  private mutating func read(_ path: SourcePath) throws {
    var source: SummarySource
    do throws(IngestError) { source = try SummarySource(path, options: options) } catch {
      return try queue(SummaryBlock(path, failure: error))
    }
    var block = SummaryBlock(path)
    block.cut(&source, bytes: blockBytes)
    while !block.isLast {
      try queue(block)
      block = SummaryBlock(path, after: block)
      block.cut(&source, bytes: blockBytes)
    }
    try queue(block)
  }

  /// Has a block parsed, and adds the first one if enough are queued.
  private mutating func queue(_ block: SummaryBlock) throws {
    let scan = BatchScan(block)
    ahead.append(scan)
    if let helper = helpers.popFirst() {
      helpers.append(helper)
      helper.async { [wanted] in scan.run { $0.parse(wanted) } }
    }
    if ahead.count > 2 * (helpers.count + 1) { try takeFirst() }
  }

  private mutating func takeFirst() throws {
    let first = ahead[0]
    // While the first is not done, this thread parses too.
    for scan in ahead where !first.isDone { scan.run { $0.parse(wanted) } }
    ahead.removeFirst()
    try add(first.result())
  }

  private mutating func add(_ block: SummaryBlock) throws {
    if block.isFirst {
      part = Part()
      names.append(block.path.name)
    }
    if !part.hasFailed {
      do { try takeLines(of: block) } catch let error as IngestError {
        part.hasFailed = true
        launches.diagnostics.add(error, block.path)
      }
    }
    if collected.detailBytes > memory { try makeRoom() }
    if !block.isLast { return }
    progress.bytes += block.bytesRead
    progress.finish(block.path, nil)
    report(progress)
  }

  private mutating func makeRoom() throws(IngestError) {
    let file = if let detailsFile { detailsFile } else { try DetailsFile() }
    detailsFile = file
    try collected.moveDetails(to: file)
    // The old reducer holds what launches share, which would stay in memory.
    reducer = wanted.judged.map { DetailReducer($0) }
  }

  private mutating func takeLines(of block: SummaryBlock) throws {
    let numbers = SummaryNumbers(of: block.symbols, in: &symbols, &sources)
    // Lines are about as long as the first ones; for compressed files the estimate is too low.
    if collected.isEmpty, !block.lines.isEmpty {
      let lineBytes = Int64(block.byteCount / block.lines.count)
      collected.makeRoom(for: progress.totalDiskBytes / max(1, lineBytes - lineBytes / 20))
    }
    for line in block.lines { try add(line.content, line.number, block.path, numbers) }
    if let failure = block.failure { throw failure }
    if !block.isLast || part.isBehindTrailer || part.isRefused { return }
    if options.isStopped() { return }
    let isEmpty = block.lineCount == 0
    let verb = part.count == 1 ? "has" : "have"
    try refuse(block.path, isEmpty ? "it is empty" : "\(Self.launchCount(part.count)) in it \(verb) no trailer")
  }

  /// Adds a summary, or the trailer of those before it.
  private mutating func add(
    _ content: SummaryBlock.Content, _ number: Int64, _ path: SourcePath, _ numbers: SummaryNumbers
  ) throws {
    if case .broken = content {
      return try refuse(
        path, "line \(number) is not whole, and \(Self.launchCount(part.count)) before it have no trailer")
    }
    if part.isBehindTrailer { names.append("\(path.name) from line \(number)") }
    part.isBehindTrailer = false
    switch content {
    case .broken: break
    case .ofOtherRules(let rules): throw Self.error(ofRules: rules, path)
    case .wrongType(let key): try refuse(path, "'\(key)' in line \(number) has a wrong type")
    case .trailer(let trailer, let digest): try add(trailer, digest, number, path)
    case .summary(var summary, let digest, var origin):
      numbers.renumber(&summary)
      numbers.renumber(&origin.source)
      origin.part = Int32(names.count - 1)
      let detailBytes = reducer?.reduceStays(&summary) ?? summary.detailBytes
      part.count += 1
      part.content &+= digest
      progress.events &+= summary.eventCount
      collected.add(summary, digest, origin, detailBytes: detailBytes, symbols)
    }
  }

  private mutating func add(_ trailer: SummaryTrailer, _ digest: String, _ number: Int64, _ path: SourcePath)
    throws(IngestError)
  {
    let isOfAll = trailer.launches == part.count && trailer.content == part.content
    let said = Self.launchCount(Int(clamping: trailer.launches))
    let found = part.count
    part.count = 0
    part.content = 0
    part.isBehindTrailer = true
    if !isOfAll {
      let other = trailer.launches == found ? "other launches than" : "\(said), not of"
      try refuse(path, "the trailer in line \(number) is of \(other) the \(found) before it")
    }
    if trailers.updateValue(trailer, forKey: digest) == nil, !trailer.isComplete { note(unread: trailer, path) }
  }

  private static func launchCount(_ count: Int) -> String { count == 1 ? "1 launch" : "\(count) launches" }

  /// Notes that a part is not whole: a warning if that is allowed, else an error.
  private mutating func refuse(_ path: SourcePath, _ cause: String) throws(IngestError) {
    if !allowsIncomplete { throw IngestError(incompletePart: path, "it was cut off: \(cause)") }
    part.isRefused = true
    launches.warnings.append("'\(path.name)' is not whole: \(cause); the answer lacks the rest")
  }

  /// Notes that sources of a part could not be read when it was made.
  private mutating func note(unread trailer: SummaryTrailer, _ path: SourcePath) {
    let cause = "\(trailer.unreadSources) of \(trailer.sources) sources that it was made from could not be read"
    if allowsIncomplete {
      launches.warnings.append("'\(path.name)' is not whole: \(cause); the answer lacks the rest")
      return
    }
    launches.diagnostics.add(IngestError(incompletePart: path, cause), path)
    unreadTrailers += 1
  }

  private static func error(ofRules rules: String, _ path: SourcePath) -> SummaryError {
    SummaryError(
      isOfOtherRules: true,
      description: "'\(path.name)' was summarized by rules of another version of tracetool (\(rules), here "
        + "\(DerivationDigest.value)); make the summaries anew: tracetool check --format summaries LOG…")
  }

  private mutating func addTrailers() {
    var files: [FileRejects] = []
    for (_, trailer) in trailers.sorted(by: { $0.key < $1.key }) {
      launches.counts += trailer.counts
      // The numbers may be forged: no sum may trap.
      launches.rejected &+= trailer.rejected
      launches.unread.count &+= allowsIncomplete ? 0 : trailer.unreadSources
      launches.unread.all &+= trailer.sources
      launches.dropped &+= trailer.counts.passedOver
      for name in trailer.unknownNames { launches.unknownNames[name.name, default: 0] &+= name.count }
      for found in trailer.misfits {
        launches.diagnostics.add(found.misfit, of: found.field, in: found.file)
      }
      files += trailer.rejects
    }
    launches.diagnostics.add(files)
    let first = files.filter { $0.first != nil }.min { SourcePath(name: $0.file) < SourcePath(name: $1.file) }
    launches.firstReject = first.flatMap { file in
      file.first.map { "\(file.file):\($0.line): \($0.reason.rawValue)" }
    }
    // Trailers count a part's unreadable sources. A broken part counts as one: its number of sources is not recorded.
    let brokenParts = Int64(launches.diagnostics.failures.count { !$0.isOfNoLog }) - unreadTrailers
    launches.unread.count &+= brokenParts
    launches.unread.all &+= brokenParts
  }
}

/// Parts that cannot be judged together: why, and what to do.
package struct SummaryError: Error, CustomStringConvertible {
  /// True if rules of another version wrote them: then the launches must be summarized anew.
  package let isOfOtherRules: Bool
  package let description: String
}
