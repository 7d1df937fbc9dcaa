import TraceAnalyzer
import TraceIngest
import TraceModel
import TracePipeline
import TraceReport
import TraceStore

/// Follows logs until a limit or a signal ends that: prints their launches and findings, stores their events, or both.
struct Following {
  /// The time between two looks at the logs while lines come, in milliseconds.
  private static let busyInterval = 100
  /// The same once no line came for `busyTime`.
  private static let idleInterval = 200
  private static let busyTime = Duration.seconds(1)
  /// A launch without a new event for this time counts as ended, for `--until-exit`.
  private static let silence = Duration.seconds(60)

  let options: FollowOptions
  let query: LaunchQuery
  let invocation: Invocation
  /// Leaves out findings that were not asked for.
  private let accept: (_ report: CheckReport, _ judgement: Judgement) -> CheckReport
  /// True if launches and findings are printed.
  private let printsFindings: Bool
  private var verdicts = LiveVerdicts()
  private var screen = LiveScreen()
  /// When the last line came.
  private var lastNews = ContinuousClock.now
  /// The first launch that was seen to begin, and when something of it came last.
  private var first: (launch: LaunchKey, lastChange: ContinuousClock.Instant)?

  /// A run of these options.
  ///
  /// - Parameters:
  ///   - options: When following ends, and whether lines that are there already are skipped.
  ///   - query: The logs, and how they are judged.
  ///   - invocation: Where launches and findings are printed, and in which format.
  ///   - list: The accepted findings.
  ///   - printsFindings: True to print launches and findings.
  init(
    _ options: FollowOptions, _ query: LaunchQuery, _ invocation: Invocation, _ list: AcceptanceList,
    printsFindings: Bool = true
  ) {
    self.options = options
    self.query = query
    self.invocation = invocation
    self.printsFindings = printsFindings
    accept = { report, judgement in
      var report = query.ruleFilter.map(report.selecting) ?? report
      list.apply(to: &report, judgement, ruleFilter: query.ruleFilter)
      return report.withoutAccepted
    }
  }

  /// Follows the logs to their end.
  ///
  /// - Returns: The launches of all that was read, as a check of the same bytes finds them.
  /// - Throws: A `Failure` if the reader of the output has gone.
  mutating func check() throws -> Launches {
    var run = FollowRun(query.paths, options: reading, isFromEnd: options.isFromEnd, memory: query.memory)
    try follow(&run, until: "Ctrl-C ends it with a check of everything")
    let launches = run.finish()
    if let failure = run.failure { throw failure }
    return launches
  }

  /// Follows the logs to their end, into a store.
  ///
  /// - Returns: What was stored.
  /// - Throws: `StoreError` if the store cannot be written, a `Failure` if the reader of the output has gone; what was
  ///   committed before stays.
  mutating func ingest(into store: EventStore) throws -> IngestRun.Result {
    let intake = try FollowedIntake(into: store, options: reading)
    let keepsEvents = printsFindings || options.endsWithLaunch
    var run = FollowRun(
      query.paths, options: reading, isFromEnd: options.isFromEnd, into: intake, keepsEvents: keepsEvents,
      memory: query.memory)
    try follow(&run, until: "Ctrl-C ends it; all that was read is stored then")
    return try run.finishIntake()
  }

  /// How logs are read: a signal ends the run and not a source, as what was read until then counts.
  private var reading: IngestOptions {
    var reading = query.logs.reading
    reading.isStopped = { false }
    return reading
  }

  /// Reads the logs and prints what is new, until a limit or a signal ends that; `advice` tells people how to end it.
  private mutating func follow(_ run: inout FollowRun, until advice: String) throws {
    System.onSignal(.finished)
    let began = ContinuousClock.now
    let limit = options.duration.map { Duration.nanoseconds($0) }
    var nextReport = began
    if !writesDocuments { invocation.remark("following \(names); \(advice)") }
    while true {
      let start = System.processorTime
      for note in run.poll() { try say(note) }
      if let failure = run.failure { throw failure }
      // While a large log is read for the first time, most of the time is left for reading.
      if !run.isBehind || ContinuousClock.now >= nextReport {
        let polled = System.processorTime
        try report(&run)
        let work: Duration = System.processorTime - polled
        nextReport = ContinuousClock.now + work * 4
      }
      let isOver = limit.map { began.duration(to: .now) >= $0 } ?? false
      if isOver || System.isStopped || run.isOver || hasLaunchEnded { break }
      // A log that does not grow causes no write, which would show that.
      if printsFindings, System.isReaderGone { throw Failure(code: .readerGone, description: "") }
      if run.isBehind { continue }
      // A large log takes long to judge: most of the time is left to others all the same. The time for which it waited
      // for a processor, or for the reader of its output, is no work.
      let work = Int((System.processorTime - start) / .milliseconds(1))
      let rest = limit.map { Int(($0 - began.duration(to: .now)) / .milliseconds(1)) } ?? .max
      System.wait(milliseconds: max(min(max(interval, 4 * work), rest), 1))
    }
    System.endWithAnswer()
    // The check stands apart from the lines above it, and from the ^C of a terminal.
    if !writesDocuments, !screen.isEmpty { try invocation.write("\n") }
  }

  /// The time until the logs are looked at again, in milliseconds.
  private var interval: Int {
    lastNews.duration(to: .now) < Self.busyTime ? Self.busyInterval : Self.idleInterval
  }

  /// The logs in a message.
  private var names: String {
    let names = query.paths.map { $0 == "-" ? "standard input" : "'\(PathText.shown($0))'" }
    return names.count > 3 ? "\(names[0]) and \(names.count - 1) more" : names.joined(separator: ", ")
  }

  /// Prints the launches and findings that the new lines show.
  private mutating func report(_ run: inout FollowRun) throws {
    guard let followed = run.launches() else { return }
    if let failure = run.failure { throw failure }
    lastNews = .now
    let items = verdicts.items(
      changed: followed.changed, unbroken: followed.unbroken, all: followed.summaries, followed.symbols, query.judging,
      select: query.selection.contains, accept: accept)
    if printsFindings { for item in items { try put(item) } }
    if options.endsWithLaunch { watch(followed) }
  }

  /// Prints a note about a source: on standard error if the result is for people, else as a document.
  private mutating func say(_ note: String) throws {
    if writesDocuments { try put(LiveItem(.note, note)) } else { invocation.remark(note) }
  }

  /// True if each line is a document for programs.
  private var writesDocuments: Bool { printsFindings && !invocation.format.isForPeople }

  private mutating func put(_ item: LiveItem) throws {
    try invocation.write(writesDocuments ? LiveText.document(item) : screen.text(of: item))
  }

  /// Remembers the first launch that was seen to begin, and when something of it came.
  private mutating func watch(_ followed: FollowedLaunches) {
    let changed = followed.summaries.filter { followed.changed.contains(LaunchKey($0)) }
    if first == nil {
      let begun = changed.filter(\.isSeenFromStart).min { $0.firstInstant < $1.firstInstant }
      first = begun.map { (LaunchKey($0), .now) }
    }
    if let key = first?.launch, followed.changed.contains(key) { first?.lastChange = .now }
  }

  private var hasLaunchEnded: Bool {
    guard let first else { return false }
    return verdicts.over.contains(first.launch) || first.lastChange.duration(to: .now) >= Self.silence
  }
}
