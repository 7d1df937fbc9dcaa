import TraceAnalyzer
import TraceIngest
import TraceModel
import TracePipeline
import TraceReport
import TraceStore

/// Follows logs until a limit or a signal: prints their launches and findings, stores their events, or both.
struct Following {
  /// The time between two looks at the logs while lines come, in milliseconds.
  private static let busyInterval = 100
  /// The time between two looks once no line came for `busyTime`, in milliseconds.
  private static let idleInterval = 200
  private static let busyTime = Duration.seconds(1)
  /// For `--until-exit`, a launch without an event for this time counts as ended.
  private static let silence = Duration.seconds(60)

  let options: FollowOptions
  let query: LaunchQuery
  let invocation: Invocation
  /// Leaves out findings that were not asked for.
  private let accept: (_ report: CheckReport, _ judgement: Judgement) -> CheckReport
  private let printsFindings: Bool
  private var verdicts = LiveVerdicts()
  private var screen = LiveScreen()
  /// When the last line came.
  private var lastNews = ContinuousClock.now
  /// The first launch that was seen to begin, and when its last event came.
  private var first: (launch: LaunchKey, lastChange: ContinuousClock.Instant)?

  /// A run; `list` has the accepted findings.
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

  /// Follows the logs to their end; returns the launches, as a check of the same bytes finds them.
  ///
  /// - Throws: A `Failure` if the reader of the output has gone.
  mutating func check() throws -> Launches {
    var run = FollowRun(query.paths, options: reading, isFromEnd: options.isFromEnd, memory: query.memory)
    try follow(&run, until: "Ctrl-C ends it with a check of everything")
    let launches = run.finish()
    if let failure = run.failure { throw failure }
    return launches
  }

  /// Follows the logs to their end, into a store; returns what was stored.
  ///
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

  /// How logs are read: a signal ends the run, and what was read of a source until then counts.
  private var reading: IngestOptions {
    var reading = query.logs.reading
    reading.isStopped = { false }
    return reading
  }

  /// Reads the logs and prints what is new, until a limit or a signal; `advice` tells people how to end it.
  private mutating func follow(_ run: inout FollowRun, until advice: String) throws {
    System.onSignal(.finished)
    let began = ContinuousClock.now
    let limit = options.duration.map { Duration.nanoseconds($0) }
    var nextReport = began
    if !writesDocuments { invocation.remark("following \(name: names); \(name: advice)") }
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
      if printsFindings, System.isReaderGone { throw Failure(code: .readerGone, sentence: "") }
      if run.isBehind { continue }
      // Judging a large log takes long, so most of the time is left to other processes. Waiting for a processor, or for
      // the reader of the output, is no work.
      let work = Int((System.processorTime - start) / .milliseconds(1))
      let rest = limit.map { Int(($0 - began.duration(to: .now)) / .milliseconds(1)) } ?? .max
      System.wait(milliseconds: max(min(max(interval, 4 * work), rest), 1))
    }
    System.endWithAnswer()
    // An empty line separates the check from the lines above it, and from the ^C of a terminal.
    if !writesDocuments, !screen.isEmpty { try invocation.write("\n") }
  }

  /// The time until the next look at the logs, in milliseconds.
  private var interval: Int {
    lastNews.duration(to: .now) < Self.busyTime ? Self.busyInterval : Self.idleInterval
  }

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
    if writesDocuments { try put(LiveItem(.note, "\(name: note)")) } else { invocation.remark("\(name: note)") }
  }

  private var writesDocuments: Bool { printsFindings && !invocation.format.isForPeople }

  private mutating func put(_ item: LiveItem) throws {
    try invocation.write(writesDocuments ? LiveText.document(item) : screen.text(of: item))
  }

  /// Remembers the first launch that was seen to begin, and when its events came.
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
