import TraceAnalyzer
import TraceIngest
import TraceModel
import TracePipeline
import TraceReport
import TraceStore

struct ExportCommand: Command {
  static let name = "export"
  static let summary = "Write events as one log, as a timeline for ui.perfetto.dev, or for OpenTelemetry."
  static let discussion = """
    The events are those of the store, or of the logs that are named. The log that
    is written gives the same events, launches and answers. Rejected lines are not
    events and are left out: 'tracetool store rejects' lists those of a store. So a
    check of the log cannot see at which 'seq' two records contradicted each other
    (trace.conflict), and misses the 'seq' of a rejected line (trace.gap).

    A redacted log keeps times, durations, pids, 'seq', memory, the names and words
    of tracetool's vocabulary, and the names of formats. Models of devices, systems,
    versions and builds stay where they look like Apple's or like numbers, as
    'iPhone15,2', 'iPhone 15 Pro', 'arm64', '4.9.0-rc.1' and a build with a hash.
    All other texts become hashes, or are left out.

    Whether a launch is cold or warm depends on the launch before it on its device.
    If the selection leaves that one out, one line is written for it, the event
    'launch.earlier', which counts as no launch: so each launch keeps its kind.
    Results that depend on many launches are computed from those selected: medians,
    which kinds of events an app records, data.saved-only-on-deactivation and
    launch.setup-repeated.

    --format otlp writes traces and logs in OTLP/JSON: a launch is the span
    'AppStart', and each event a log record whose body is the event itself, so that
    'ingest' reads all of it. A launch without a wall clock has no spans, and its
    log records have no time.
    """
  static let examples = [
    Example("export --output all.jsonl", "Every event of the store, one a line."),
    Example("export --launch 317a --format chrome --output a.json", "A launch as a file that ui.perfetto.dev opens."),
    Example("export --format otlp --output otlp.json.gz", "Traces and logs of OpenTelemetry, compressed."),
    Example("export --redact logs/ --output log.jsonl", "Logs, without anything that identifies a person."),
    Example("export --redact-key team.key", "Several such exports whose ids still match."),
  ]
  static let answer: any Answer.Type = EventsAnswer.self
  static let readsConfiguration = true
  static var operands: [Operand<Self>] { [.paths(\.query.paths)] }
  static var options: [OptionGroup<Self>] {
    let redaction: [Option<Self>] = [
      .flag(
        "--redact", "Replace ids and names with hashes, and drop free text", \.isRedacted),
      .value(
        "--redact-key", "FILE", "The same, with the bytes of this file (16 or more) as key instead of random ones",
        \.redactionKey, as: .path),
    ]
    let timeline = Option<Self>.value(
      "--align", "WHERE", "With --format chrome: each launch from its start, or at its time", \.alignment, as: .choice)
    return [
      OptionGroup("Exporting", redaction + [timeline]),
      .selection(\.query), .logs(\.query),
      everywhere,
    ]
  }

  var invocation: Invocation
  private var query: LaunchQuery
  private(set) var alignment: TracedLaunches.Alignment?
  private(set) var isRedacted = false
  private(set) var redactionKey: String?

  var selection: Selection { query.selection }
  private var classes: DeviceClasses { query.judging.deviceClasses }

  init(_ defaults: Defaults) {
    invocation = Invocation(defaults, answer: Self.answer)
    query = LaunchQuery(defaults)
  }

  func run() throws -> ExitCode {
    try selection.checkDeviceClass(classes)
    if alignment != nil, invocation.format.name != ChromeReporter.name {
      throw Failure.usage("'--align' places launches in a timeline: add '--format chrome'")
    }
    if invocation.format.writes(TracedLaunches.self) { return try writeTimeline() }
    let dataset = query.paths.isEmpty ? nil : try LaunchDataset(query, invocation, scope: .launches)
    let launches = try dataset?.launches ?? LaunchDataset.launches(query, invocation, scope: .launches)
    let isWhole = selection == Selection()
    let all = Launch.all(launches.summaries, launches.symbols, noise: isWhole, earlier: true, classes: classes)
    if all.isEmpty {
      throw Failure.data("the store \(invocation.storeName) holds no event to export")
    }
    let selected = isWhole ? all : try invocation.select(selection, from: all.filter { !$0.isEarlier })
    let lines = EventLines(try key().map { Redaction(key: $0, formats: LogFormat.names) })
    var symbols = launches.symbols
    let earlier = isWhole ? [] : Self.earlier(than: selected, among: all, symbols)
    var count = 0
    let answer = EventsAnswer { put in
      for launch in earlier {
        let event = launch.event(&symbols)
        try put(lines.line(event, symbols))
      }
      try launches.events.handOver(selected) { events, symbols in
        for start in stride(from: 0, to: events.count, by: 1000) {
          try put(events[start...].prefix(1000).map { try lines.line($0, symbols) }.joined())
        }
        count += events.count
      }
    }
    try invocation.deliver(answer)
    let launchCount = selected.count { !$0.isEarlier }
    invocation.remark("\(count: count, "event") of \(count: launchCount, "launch")")
    if !earlier.isEmpty {
      let count = Units.count(earlier.count, "earlier launch")
      invocation.remark("and a line for each of \(name: count), which decide the kinds of those")
    }
    return dataset?.exitCode ?? .fine
  }

  private func writeTimeline() throws -> ExitCode {
    let format = invocation.format.name
    if isRedacted || redactionKey != nil {
      throw Failure.usage(
        "'--format \(name: format)' redacts nothing; write a log with '--redact', and export that one with "
          + "'tracetool export --format \(name: format) LOG'")
    }
    let dataset = try LaunchDataset(query, invocation)
    let launches = dataset.selected
    try invocation.checkSize(of: TracedLaunches(launches))
    var findings: [String: [Finding]] = [:]
    for finding in dataset.judged().findings {
      for name in finding.launches { findings[name, default: []].append(finding) }
    }
    var traced = TracedLaunches(
      launches, alignment ?? .start, toolVersion: VersionCommand.number
    ) { launch in try dataset.launches.events.recording(of: launch).history(findings[launch.name] ?? []) }
    let isOfRecords = format == OTLPReporter.name
    if isOfRecords { addRecords(to: &traced, dataset) }
    try invocation.deliver(traced)
    let untimed = launches.count { !$0.hasWallClock }
    if untimed > 0 {
      let subject = "\(Units.count(untimed, "launch")) without a wall clock"
      if isOfRecords {
        invocation.remark("\(name: subject): OTLP has no spans without a time, and no time for the log records")
      } else if alignment == .wall {
        invocation.remark("\(name: subject): drawn at the front")
      }
    }
    return dataset.exitCode
  }

  /// Lets a format write the records of launches, and the other records that a log of these launches needs.
  private func addRecords(to traced: inout TracedLaunches, _ dataset: LaunchDataset) {
    let launches = dataset.launches
    let lines = EventLines(standsAlone: true)
    func handOver(_ some: [Launch], _ put: (TracedRecord) throws -> Void) throws {
      try launches.events.handOver(some) { events, symbols in
        for event in events { try put(TracedRecord(event, symbols, lines)) }
      }
    }
    traced.records = { launch, put in try handOver([launch], put) }
    let isWhole = selection == Selection()
    let all = Launch.all(launches.summaries, launches.symbols, noise: isWhole, earlier: true, classes: classes)
    if isWhole {
      let own = Set(dataset.selected.map { LaunchKey($0.summary) })
      let others = all.filter { !own.contains(LaunchKey($0.summary)) }
      traced.others = { put in try handOver(others, put) }
    } else {
      let earlier = Self.earlier(than: dataset.selected, among: all, launches.symbols)
      traced.others = { put in
        var symbols = launches.symbols
        for launch in earlier {
          let event = launch.event(&symbols)
          try put(TracedRecord(event, symbols, lines))
        }
      }
    }
  }

  /// The launches that are not selected, but decide whether a selected one is cold or warm.
  private static func earlier(than selected: [Launch], among all: [Launch], _ symbols: Symbols) -> [EarlierLaunch] {
    let kept = Set(selected.map { LaunchKey($0.summary) })
    return EarlierLaunches(all, symbols).needed(by: kept, isGrowing: false)
  }

  /// The key of the hashes; nil if the export is not redacted.
  private func key() throws -> [UInt8]? {
    if let redactionKey { return try Values.key(redactionKey) }
    return isRedacted ? (0..<32).map { _ in .random(in: .min ... .max) } : nil
  }
}
