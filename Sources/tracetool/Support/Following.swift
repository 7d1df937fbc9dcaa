import TraceAnalyzer
import TraceIngest
import TraceModel
import TracePipeline
import TraceReport

/// Follows logs and prints what they show as it is known, until something ends that.
struct Following {
  /// How often logs are looked at, in milliseconds.
  private static let interval = 200
  /// A launch that says nothing for so long has ended.
  private static let silence = Duration.seconds(60)

  let options: FollowOptions
  let query: LaunchQuery
  let invocation: Invocation
  /// Leaves out findings that nobody asked for.
  let accept: (_ report: CheckReport, _ launches: [Launch], _ symbols: Symbols) -> CheckReport
  private var verdicts = LiveVerdicts()
  private var screen = LiveScreen()
  /// The first launch that was seen to begin, and when something of it came last.
  private var first: (launch: LaunchKey, lastChange: ContinuousClock.Instant)?

  init(
    _ options: FollowOptions, _ query: LaunchQuery, _ invocation: Invocation,
    accept: @escaping (_ report: CheckReport, _ launches: [Launch], _ symbols: Symbols) -> CheckReport
  ) {
    self.options = options
    self.query = query
    self.invocation = invocation
    self.accept = accept
  }

  /// Follows the logs to their end.
  ///
  /// - Returns: The launches of all that was read, as a check of the same bytes finds them.
  /// - Throws: A `Failure` if the reader of the output has gone.
  mutating func run() throws -> Launches {
    // A signal ends the run and not a source: what was read until then is judged.
    var reading = query.logs.reading
    reading.isStopped = { false }
    var run = FollowRun(query.paths, options: reading, isFromEnd: options.isFromEnd)
    let began = ContinuousClock.now
    let limit = options.duration.map { Duration.nanoseconds($0) }
    var nextReport = began
    if isForPeople { invocation.remark("following \(names); Ctrl-C ends it with the check of everything") }
    while true {
      let start = ContinuousClock.now
      for note in run.poll() { try say(note) }
      let polled = ContinuousClock.now
      // While a large log is read for the first time, most of the time is left for reading.
      if !run.isBehind || polled >= nextReport {
        try report(&run)
        let work: Duration = polled.duration(to: .now)
        nextReport = ContinuousClock.now + work * 4
      }
      let isOver = limit.map { began.duration(to: .now) >= $0 } ?? false
      if isOver || System.isStopped || run.isOver || hasLaunchEnded { break }
      if run.isBehind { continue }
      // A large log takes long to judge: most of the time is left to others all the same.
      let work = Int(start.duration(to: .now) / .milliseconds(1))
      let rest = limit.map { Int(($0 - began.duration(to: .now)) / .milliseconds(1)) } ?? .max
      System.wait(milliseconds: max(min(max(Self.interval, 4 * work), rest), 1))
    }
    System.endWithAnswer()
    // The check stands apart from the lines above it, and from the ^C of a terminal.
    if isForPeople, !screen.isEmpty { try invocation.write("\n") }
    return run.finish()
  }

  /// The logs in a message.
  private var names: String {
    let names = query.paths.map { $0 == "-" ? "standard input" : "'\(PathText.shown($0))'" }
    return names.count > 3 ? "\(names[0]) and \(names.count - 1) more" : names.joined(separator: ", ")
  }

  /// Prints what the lines show that came since the last time.
  private mutating func report(_ run: inout FollowRun) throws {
    guard let followed = run.launches() else { return }
    var symbols = followed.symbols
    let items = verdicts.items(
      changed: followed.changed, unbroken: followed.unbroken, all: followed.summaries, &symbols, query.judging,
      select: query.selection.contains, accept: accept)
    for item in items { try put(item) }
    if options.endsWithLaunch { watch(followed) }
  }

  /// Prints a note about what is read: beside the result, where that is for people.
  private mutating func say(_ note: String) throws {
    if isForPeople { invocation.remark(note) } else { try put(LiveItem(.note, note)) }
  }

  private var isForPeople: Bool { invocation.format.isForPeople }

  private mutating func put(_ item: LiveItem) throws {
    try invocation.write(isForPeople ? screen.text(of: item) : LiveText.document(item))
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
