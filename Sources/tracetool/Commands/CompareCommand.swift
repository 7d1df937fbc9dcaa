import TraceAnalyzer
import TraceIngest
import TraceModel
import TracePipeline
import TraceReport
import TraceStore

struct CompareCommand: Command {
  static let name = "compare"
  static let summary = "Compare the launch times and findings of two versions, logs or selections."
  static let discussion = """
    A side is an app's version, a path (logs or a store), or FIELD=VALUE pairs such
    as appVersion=4.8.0,os=18, which are written as for --where. Versions and pairs
    are looked for in the store, or in the stores and logs that follow.
    'tracetool explain compare' describes the verdicts, and how many launches they
    need.
    """
  static let examples = [
    Example("compare 4.8.0 4.9.0", "Two versions in the store."),
    Example("compare main/ branch/", "Two folders of logs; in CI, exit code 1 if launches take longer."),
    Example("compare 4.8.0 4.9.0 logs/ --by deviceModel", "Two versions in logs, each model as well."),
    Example("compare 4.8.0 4.9.0 w1.db w2.db", "Two versions in several stores."),
    Example("compare 'os<18' 'os>=18' --app-version 4.9.0", "One version on older and on newer systems."),
  ]
  static let answer: any Answer.Type = CompareAnswer.self
  static let readsConfiguration = true
  static var operands: [Operand<Self>] {
    [
      side("BASE", "The side to compare with", \.base), side("HEAD", "The side that may differ", \.head),
      .paths(\.sources),
    ]
  }
  static var options: [OptionGroup<Self>] {
    let own: [Option<Self>] =
      CompareOptions.options.map { $0.at(\.comparison) } + [
        .value("--fail-on", "WHAT", "The results that make the command fail", \.failOn, as: .choice),
        .flag("--all", "List all findings that differ", \.listsAll),
      ]
    return [
      OptionGroup("Comparing", own), .selection(\.query), .judging(\.query), .logs(\.query),
      everywhere,
    ]
  }

  var invocation: Invocation
  var query: LaunchQuery
  private(set) var comparison = CompareOptions()
  private(set) var failOn = ComparisonThreshold.slower
  private(set) var listsAll = false
  private(set) var base: String?
  private(set) var head: String?
  /// The stores and logs in which versions and selections are looked for; empty for the store.
  private(set) var sources: [String] = []
  private let checkThreshold: FailureThreshold
  private var datasets: [LaunchDataset] = []

  init(_ defaults: Defaults) {
    invocation = Invocation(defaults, answer: Self.answer)
    query = LaunchQuery(defaults)
    checkThreshold = defaults.failOn.value
  }

  private static func side(
    _ name: String, _ help: String, _ path: WritableKeyPath<Self, String?>
  ) -> Operand<Self> {
    Operand(name: name, count: .one, help: help, isPath: true, completion: .path) { command, word in
      command[keyPath: path] = word
    }
  }

  mutating func run() throws -> ExitCode {
    guard var base, var head else { throw Failure.usage("HEAD is missing, the side to compare with BASE") }
    // The stores and logs may also come first, as in 'compare logs/ 4.8.0 4.9.0'.
    let words = [base, head] + sources
    let named = words.filter { !ComparedSource.isPath($0) }
    if named.count == 2, !sources.isEmpty {
      base = named[0]
      head = named[1]
      sources = words.filter(ComparedSource.isPath)
    }
    if base == "-", head == "-" { throw Failure.usage("only one side can be standard input") }
    let compared = [try ComparedSource(base), try ComparedSource(head)]
    let selects = compared.contains { if case .selection = $0 { true } else { false } }
    if let path = sources.first, !selects {
      throw Failure.usage("both sides are paths, so '\(name: path)' is not read: leave it out")
    }
    comparison.across = ComparedSource.across(compared[0], compared[1])
    let sides = try sidesAtOnce(compared, [base, head]) ?? [side(base, compared[0]), side(head, compared[1])]
    let report = CompareReport(base: sides[0].side, head: sides[1].side, comparison) { _ = concurrently($0) }
    let failed = sides.map(\.exitCode).filter { $0 != .fine }.max { $0.rawValue < $1.rawValue }
    var answer = CompareAnswer(
      report, listsAll: listsAll, failsOnFindings: failOn == .findings, severity: checkThreshold.severity)
    if invocation.isForBrowser {
      let facts = PageFacts(
        times: KindTimes.bySide(base: sides[0].side, head: sides[1].side),
        subject: CheckSubject(sides[1].side.launches), toolVersion: VersionCommand.number)
      answer.page = Page(comparison: report, facts)
      answer.page?.title = invocation.title.map { "\(name: $0)" }
    }
    try invocation.deliver(answer)
    if let failed { return failed }
    if report.rows.allSatisfy({ $0.base.launches == 0 || $0.head.launches == 0 }) {
      invocation.complain("neither times nor shares are on both sides: only findings were compared")
      return .data
    }
    let code = failOn.code(report, severity: checkThreshold.severity)
    return code == .fine ? sides.map(\.judgedCode).max { $0.rawValue < $1.rawValue } ?? .fine : code
  }

  private var scope: SummaryScope {
    var details = query.judging.judgedDetails
    details.holdsResumes = comparison.measures.contains(.resume)
    return .judged(details)
  }

  /// Both sides, read and judged at once; nil unless both are paths of logs.
  ///
  /// For speed: one thread does much of reading and judging, so two sides take as long as one on two cores. A store is
  /// read alone, as it may have to be brought up to date.
  private func sidesAtOnce(_ sources: [ComparedSource], _ words: [String]) throws -> [ReadSide]? {
    let paths = sources.compactMap { source in
      if case .path(let path) = source, !SourceList.isStore(path) { path } else { nil }
    }
    if paths.count < sources.count { return nil }
    return try invocation.atOnce(paths.count) { [query, scope, comparison] number, invocation in
      var query = query
      query.paths = [paths[number]]
      let dataset = try LaunchDataset(query, invocation, scope: scope, metrics: true)
      return ReadSide(words[number], dataset, dataset.selected, comparison)
    }
  }

  private mutating func side(_ word: String, _ source: ComparedSource) throws -> ReadSide {
    let dataset: LaunchDataset
    let launches: [Launch]
    var own = Selection()
    switch source {
    case .path(let path):
      var query = query
      query.paths = [path]
      dataset = try LaunchDataset(query, invocation, scope: scope, metrics: true)
      launches = dataset.selected
    case .selection(let selection):
      var query = query
      query.paths = sources
      if sources.isEmpty, !System.isThere(invocation.store) { throw Self.noStore(word, invocation) }
      // Both sides may be selected from one set of launches, which is then read once.
      let read = datasets.first { $0.query.paths == sources }
      dataset = try read ?? LaunchDataset(query, invocation, scope: scope, metrics: true)
      try selection.checkDeviceClass(query.judging.deviceClasses)
      launches = selection.filter(dataset.selected)
      own = selection
      if launches.isEmpty, dataset.metricPayloads(own).isEmpty { throw Self.noLaunch(word, own, dataset) }
    }
    datasets.append(dataset)
    return ReadSide(word, dataset, launches, comparison, own)
  }

  private static func noStore(_ word: String, _ invocation: Invocation) -> Failure {
    Failure(
      code: .inputOutput,
      sentence:
        "'\(name: word)' is no file or folder here, and there is no store \(invocation.storeName) to look for it "
        + "in; check the path, name stores or logs after HEAD, or run 'tracetool ingest logs/' first")
  }

  private static func noLaunch(_ word: String, _ selection: Selection, _ dataset: LaunchDataset) -> Failure {
    let launches = dataset.selected
    let there = selection.text(ofWhatIsIn: launches)
    if !launches.isEmpty, !there.isEmpty {
      return Failure.data("none of \(count: launches.count, "launch") is of '\(name: word)'\(there)")
    }
    let counted = dataset.metrics?.rows.map(\.appVersion) ?? []
    let versions = counted.reduce(into: [String]()) { versions, version in
      if !version.isEmpty, !versions.contains(version) { versions.append(version) }
    }
    let shown = versions.prefix(5).joined(separator: ", ")
    let more: Sentence = versions.count > 5 ? " and \(count: versions.count - 5) more" : ""
    let values: Sentence = versions.isEmpty ? "; they say no version" : "; the versions are \(name: shown)\(more)"
    return Failure.data("none of \(count: dataset.metrics?.payloads ?? 0, "payload") is of '\(name: word)'\(values)")
  }
}

enum ComparePage {
  /// The topic is the command's name; `tracetool help compare` lists the options.
  static let topic = CompareCommand.name

  static let text = String(decoding: PackageResources.compare_txt, as: UTF8.self)
}
