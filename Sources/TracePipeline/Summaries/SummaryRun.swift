import TraceAnalyzer
package import TraceIngest
import TraceModel
package import TraceStore

/// Reads parts, which hold launch summaries in lines, as the launches that the logs would give.
package struct SummaryRun {
  private let options: IngestOptions
  private let allowsIncomplete: Bool
  private let wanted: SummaryParts
  private let report: (RunProgress) -> Void
  private var progress = RunProgress()
  private var launches = Launches(events: SummarizedEvents(symbols: Symbols()))
  private var reader = SummaryReader()
  private var collected = SummaryLaunches()
  /// The names of the parts that were read.
  private var names: [String] = []
  /// The trailers, each once: a part may come twice.
  private var trailers: [String: SummaryTrailer] = [:]
  /// The trailers of parts whose own sources could not all be read.
  private var unreadTrailers: Int64 = 0
  /// Of the part that is read: how many launches, the sum of their digests, and true if nothing stands behind its
  /// trailer yet.
  private var openCount = 0
  private var openContent: UInt64 = 0
  private var isBehindTrailer = false
  /// True if the part that is read is known not to be whole.
  private var isRefused = false

  /// A run that calls `report` after each part.
  ///
  /// - Parameters:
  ///   - options: How sources are read.
  ///   - allowsIncomplete: True if a part that was cut off only gives a warning.
  ///   - wanted: How much of each launch is asked for.
  ///   - report: Called after each part.
  package init(
    options: IngestOptions, allowsIncomplete: Bool = false, wanted: SummaryParts = .all,
    report: @escaping (RunProgress) -> Void = { _ in }
  ) {
    self.options = options
    self.allowsIncomplete = allowsIncomplete
    self.wanted = wanted
    self.report = report
  }

  /// The launches of all parts in `paths`.
  ///
  /// - Parameter paths: Files, directories, or `-` for standard input.
  /// - Returns: The launches; those of a part that was cut off as well, with a failure in `diagnostics`.
  /// - Throws: `IngestError` where `paths` cannot be listed, `SummaryError` where parts cannot be judged together.
  package mutating func run(_ paths: [String]) throws -> Launches {
    let sources = try SourceList.expand(paths)
    progress = RunProgress(of: sources)
    for path in sources where !options.isStopped() {
      do { try read(path) } catch let error as IngestError { launches.diagnostics.add(error, path) }
    }
    launches.summaries = try collected.ordered(reader.symbols, parts: names)
    addTrailers()
    launches.symbols = reader.symbols
    launches.symbols.noteSharedIDs(launches.summaries)
    try collected.checkJoins(launches, parts: names)
    launches.events = SummarizedEvents(symbols: launches.symbols)
    return launches
  }

  // MARK: Parts

  private mutating func read(_ path: SourcePath) throws {
    defer {
      progress.finish(path, nil)
      report(progress)
    }
    var source = try SummarySource(path, options: options)
    openCount = 0
    openContent = 0
    isBehindTrailer = false
    isRefused = false
    names.append(path.name)
    var number: Int64 = 0
    while let bytes = try source.next() {
      number += 1
      if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x0D }) { continue }
      try take(bytes, number, path)
    }
    progress.bytes += source.bytesRead
    if isBehindTrailer || isRefused { return }
    if !options.isStopped() { try refuse(path, "\(Self.launchCount(openCount)) in it have no trailer") }
  }

  /// Takes in a line: a summary, or the trailer of those before it.
  private mutating func take(_ bytes: [UInt8], _ number: Int64, _ path: SourcePath) throws {
    guard reader.begin(bytes) else {
      return try refuse(
        path, "line \(number) is not whole, and \(Self.launchCount(openCount)) before it have no trailer")
    }
    if isBehindTrailer { names.append("\(path.name) from line \(number)") }
    isBehindTrailer = false
    var schema = ""
    var rules = ""
    var digest = ""
    reader.word("schema", &schema)
    reader.word("rules", &rules)
    reader.word("digest", &digest)
    try check(rules: rules, path)
    if schema == SummaryTrailer.schema { return try takeTrailer(digest, number, path) }
    var summary = LaunchSummary()
    SummaryShape.pass(&summary, &reader, wanted)
    let hash = UInt64(digest, radix: 16)
    guard let hash, reader.wrongKey == nil else {
      return try refuse(path, "'\(reader.wrongKey ?? "digest")' in line \(number) has a wrong type")
    }
    openCount += 1
    openContent &+= hash
    collected.add(
      SummaryLaunches.Entry(summary: summary, digest: hash, part: names.count - 1, source: reader.firstSource),
      reader.symbols)
    progress.events += summary.eventCount
  }

  private mutating func takeTrailer(_ digest: String, _ number: Int64, _ path: SourcePath) throws(IngestError) {
    var trailer = SummaryTrailer()
    trailer.pass(&reader)
    if let key = reader.wrongKey { return try refuse(path, "'\(key)' in line \(number) has a wrong type") }
    let isOfAll = trailer.launches == openCount && trailer.content == openContent
    let said = Self.launchCount(Int(clamping: trailer.launches))
    let found = openCount
    openCount = 0
    openContent = 0
    isBehindTrailer = true
    if !isOfAll { try refuse(path, "the trailer in line \(number) is of \(said), not of the \(found) before it") }
    if trailers.updateValue(trailer, forKey: digest) == nil, !trailer.isComplete { note(unread: trailer, path) }
  }

  private static func launchCount(_ count: Int) -> String { count == 1 ? "1 launch" : "\(count) launches" }

  /// Notes that a part is not whole: as a warning where that is allowed.
  ///
  /// - Throws: `IngestError` where it is not.
  private mutating func refuse(_ path: SourcePath, _ cause: String) throws(IngestError) {
    if !allowsIncomplete { throw IngestError(incompletePart: path, "it was cut off: \(cause)") }
    isRefused = true
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

  /// - Throws: `SummaryError` for a line that other rules made.
  private func check(rules: String, _ path: SourcePath) throws(SummaryError) {
    if rules == ReplayVersion.digest { return }
    throw SummaryError(
      isOfOtherRules: true,
      description: "'\(path.name)' was summarized by rules of another version of tracetool (\(rules), here "
        + "\(ReplayVersion.digest)); make the summaries anew: tracetool check --format summaries LOG…")
  }

  // MARK: Trailers

  /// Adds up what the trailers say of the logs.
  private mutating func addTrailers() {
    var files: [FileRejects] = []
    for (_, trailer) in trailers.sorted(by: { $0.key < $1.key }) {
      launches.counts += trailer.counts
      launches.rejected += trailer.rejected
      launches.unread.count += allowsIncomplete ? 0 : trailer.unreadSources
      launches.unread.all += trailer.sources
      for name in trailer.unknownNames { launches.unknownNames[name.name, default: 0] += name.count }
      for found in trailer.misfits {
        let misfit = Misfit(count: found.count, line: found.line, value: found.value)
        launches.diagnostics.add(misfit, of: found.field, in: found.file)
      }
      for file in trailer.rejects {
        let first = Reject.Reason(rawValue: file.reason).map { (file.line, $0) }
        files.append(FileRejects(file: file.file, records: file.records, rejected: file.rejected, first: first))
      }
    }
    launches.diagnostics.add(files)
    let first = files.filter { $0.first != nil }.min { SourcePath(name: $0.file) < SourcePath(name: $1.file) }
    launches.firstReject = first.flatMap { file in
      file.first.map { "\(file.file):\($0.line): \($0.reason.rawValue)" }
    }
    // A source of a part that could not be read is counted by the trailer.
    launches.unread.count += Int64(launches.diagnostics.failures.count { !$0.isOfNoLog }) - unreadTrailers
  }
}
