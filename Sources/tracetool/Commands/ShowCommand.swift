import TraceAnalyzer
import TraceModel
import TracePipeline
import TraceReport
import TraceStore

struct ShowCommand: Command {
  static let name = "show"
  static let summary = "Show a launch, a finding, or the launches of a log."
  static let examples = [
    Example(
      "show a886b9d4",
      "The launch whose id begins like this: its time compared with others, its states, events and findings."),
    Example("show 2a76b0b0a1c9ad0d logs/", "A finding of 'check --all': its cause, and the events that show it."),
    Example("show logs/app.jsonl", "The launches of a log."),
    Example("show a886b9d4 --at 3.2s", "The states of its app, scenes and tasks at that time."),
    Example("show a886b9d4 --since 7min --until 8min", "Its life and its events in that minute."),
  ]
  static let answer: any Answer.Type = HistoryAnswer.self
  static let readsConfiguration = true
  static var operands: [Operand<Self>] {
    let launch = Operand<Self>.required(
      "LAUNCH", "The id of a launch or a finding's fingerprint, or its beginning", \.launch, as: .text)
    return [launch, .paths(\.query.paths)]
  }
  static var options: [OptionGroup<Self>] {
    let moment = ArgumentType(read: Values.moment)
    let times: [Option<Self>] = [
      .value(
        "--at", "TIME",
        "Show the states at this time: since the first event, as in 3.2s or 7min30s, a time of day in UTC, as in "
          + "10:00:33, or RFC 3339", \.time, as: moment),
      .value("--since", "TIME", "Show the life and the events from this time on", \.since, as: moment),
      .value("--until", "TIME", "Show the life and the events up to this time", \.until, as: moment),
      .value(
        "--limit", "N", "List at most N events: those with a finding, then the slowest; of a log at most N launches",
        \.limit, as: .count),
    ]
    return [
      OptionGroup("Showing", times), .judging(\.query), .logs(\.query),
      everywhere,
    ]
  }

  var invocation: Invocation
  var query: LaunchQuery
  private(set) var launch = ""
  private(set) var time: LaunchTimePoint?
  private(set) var since: LaunchTimePoint?
  private(set) var until: LaunchTimePoint?
  private(set) var limit: Int?
  private var dataset: LaunchDataset?

  init(_ defaults: Defaults) {
    invocation = Invocation(defaults, answer: Self.answer)
    query = LaunchQuery(defaults)
  }

  mutating func run() throws -> ExitCode {
    if time != nil, isZoomed {
      throw Failure.usage("--at is one time, and --since and --until are a stretch: leave one out")
    }
    if query.paths.isEmpty, System.isThere(launch) { return try listLaunches(in: launch) }
    // The launch may also come last, as in 'show logs/ a886b9d4'.
    if let last = query.paths.last, System.isThere(launch), last != "-", !System.isThere(last) {
      query.paths[query.paths.count - 1] = launch
      launch = last
    }
    let dataset = try LaunchDataset(query, invocation, scope: .named(id: launch))
    self.dataset = dataset
    let id = self.launch
    let named = try NamedSubject(id, dataset.selected, in: inputWords, { dataset.judged().findings })
    if case .findings(let findings) = named, time == nil, !isZoomed, invocation.format.isForPeople {
      let page = FindingPage(dataset: dataset, query: query, input: inputWords, drawing: invocation.drawing)
      let tables = try page.tables(of: findings[0], command: showCommand(findings, dataset))
      try invocation.deliver(TextAnswer(tables))
      return dataset.judgedCode
    }
    let launch = try Self.launch(named, id, dataset)
    let findings = dataset.findings(of: launch)
    let explanation = LaunchExplanation(
      of: launch, try dataset.launches.events.recording(of: launch), among: dataset.selected,
      budgetNanos: dataset.budgetNanos(of: launch), findings, dataset.judgement.coverage(of: launch),
      dataset.launches.symbols)
    var earlier: LaunchHistory?
    if let time {
      guard let then = explanation.history.at(time.nanoseconds(since: launch.summary.firstInstant)) else {
        let began = explanation.history.began.map { " at \($0)" } ?? ""
        throw Failure.data("'--at' is before the launch, which began\(name: began), or after its end")
      }
      earlier = then
    }
    let stretch = try stretch(of: explanation.history, launch.summary.firstInstant)
    let shown = earlier ?? stretch ?? explanation.history
    var answer = HistoryAnswer(explanation, earlier: earlier, stretch: stretch)
    answer.limit = limit ?? .max
    if invocation.isForBrowser {
      let facts = dataset.pageFacts(of: launch, shown)
      answer.page = facts.launch.map { Page(launch: $0, facts, explanation) }
      answer.page?.title = invocation.title.map { "\(name: $0)" }
    }
    if stretch != nil, invocation.format.writes(TracedLaunches.self) {
      throw Failure.usage(
        "'--format \(name: invocation.format.name)' holds a whole launch: leave out --since and --until")
    }
    answer.traced = TracedLaunches([launch], toolVersion: VersionCommand.number) { _ in earlier ?? explanation.history }
    try invocation.checkSize(of: answer.traced)
    try invocation.deliver(answer)
    return dataset.judgedCode
  }

  private var isZoomed: Bool { since != nil || until != nil }

  /// The stretch of a launch that was asked for; nil for all of it.
  ///
  /// - Throws: A data `Failure` if no event lies in it, a usage `Failure` if it ends before it begins.
  private func stretch(of history: LaunchHistory, _ first: Int64) throws -> LaunchHistory? {
    if !isZoomed { return nil }
    let from = since?.nanoseconds(since: first) ?? .min
    let to = until?.nanoseconds(since: first) ?? .max
    if from > to { throw Failure.usage("--until is before --since: no event can be between them") }
    if let stretch = history.within(from...to) { return stretch }
    let last = history.events.map(\.offsetNanos).max() ?? 0
    let count = Units.count(history.events.count, "event")
    throw Failure.data("no event of the launch is in that time: it has \(name: count) from 0 s to \(nanos: last)")
  }

  /// Lists the launches of a log, each with the beginning of its id that names it.
  private mutating func listLaunches(in path: String) throws -> ExitCode {
    if !invocation.format.isForPeople {
      throw Failure.usage(
        "'\(name: path)' is a log: name the id of a launch before it; "
          + "'\(command: ["tracetool", "report", "--launch-times", "--each", path])' lists its launches")
    }
    if let option = ["--at", "--since", "--until"].first(where: invocation.givenOptions.contains) {
      throw Failure.usage(
        "'\(name: path)' is a log, and \(name: option) is a time in one launch: name the id of the launch before the log; "
          + "'\(command: ["tracetool", "show", path])' lists its launches")
    }
    query.paths = [path]
    let dataset = try LaunchDataset(query, invocation, scope: .launches)
    self.dataset = dataset
    let words = invocation.words.filter { $0 != path }
    // A launch in the background has no time to compare.
    func nanos(_ launch: Launch) -> Int64 { launch.kind == .background ? 0 : launch.time.nanos ?? 0 }
    let slowest = dataset.selected.sorted { (nanos($1), $0.name) < (nanos($0), $1.name) }
    let cut = limit.flatMap { $0 < slowest.count ? $0 : nil }
    let listed = cut.map { Array(slowest.prefix($0)) } ?? dataset.selected
    let ids = Self.shortIDs(listed.map(\.name))
    let command = ids.first.map { "'\(command: ["tracetool"] + words + [$0, path])' shows the first" as Sentence }
    let columns: [Column<(launch: Launch, id: String)>] = [
      .name("launch") { $0.id },
      Column("began, UTC", name: "began") { .instant($0.launch.hasWallClock ? $0.launch.firstInstant : nil) },
      .name("kind") { $0.launch.kind.name },
      Column("time") { row in
        row.launch.kind == .background
          ? Cell(nil) : .nanos(row.launch.time.nanos, isOnWholeSeconds: row.launch.time.isOnWholeSeconds)
      },
      .name("appVersion", isOptional: true) { $0.launch.context.appVersion },
      .name("deviceModel", isOptional: true) { $0.launch.context.deviceModel },
    ]
    let rows = zip(listed, ids).map { (launch: $0, id: $1) }
    let count: Sentence? = cut.map { "the slowest \($0) of \(count: slowest.count, "launch")" }
    let table = Table("Launches in '\(name: path)'", rows, columns, notes: [count, command].compactMap(\.self))
    try invocation.deliver(TextAnswer([table]))
    return dataset.judgedCode
  }

  /// Ids to type: of long ones the beginning, if no other begins so.
  private static func shortIDs(_ names: [String]) -> [String] {
    let counts = Dictionary(names.map { (Normalised.id(DisplayText.shortID($0)), 1) }, uniquingKeysWith: +)
    return names.map { name in
      let short = DisplayText.shortID(name)
      return counts[Normalised.id(short)] == 1 ? short : name
    }
  }

  /// The named launch, or the best example of the named finding.
  private static func launch(_ named: NamedSubject, _ id: String, _ dataset: LaunchDataset) throws -> Launch {
    switch named {
    case .launch(let launch): return launch
    case .findings(let findings):
      if let launch = worstLaunch(findings, dataset) { return launch }
      throw Failure.usage(
        "the finding '\(name: id)' is about an app, not about one launch; "
          + "'tracetool explain \(name: findings[0].rule.name)' explains it")
    }
  }

  /// The launch with the worst measure of a finding.
  private static func worstLaunch(_ findings: [Finding], _ dataset: LaunchDataset) -> Launch? {
    let worst = findings.reduce(findings[0]) { $1.measured ?? 0 > $0.measured ?? 0 ? $1 : $0 }
    return dataset.selected.first { $0.name == worst.exampleLaunch }
  }

  private func showCommand(_ findings: [Finding], _ dataset: LaunchDataset) -> String? {
    Self.worstLaunch(findings, dataset).map { launch in
      Suggestion.command(["tracetool", "show", DisplayText.shortID(launch.name)] + inputWords)
    }
  }

  /// The words of the command line that say what is read.
  private var inputWords: [String] {
    var words = Suggestion.inputWords(invocation.words.dropFirst(), of: Self.allOptions)
    if let index = words.firstIndex(of: launch) { words.remove(at: index) }
    return words
  }
}

/// A time in a launch, in nanoseconds.
enum LaunchTimePoint: Equatable {
  case offset(Int64)
  case instant(Int64)
  /// Since midnight in UTC: the first such time not before the launch's first event.
  case timeOfDay(Int64)

  private static let day: Int64 = 86_400_000_000_000

  /// The least number from 0 on that differs from `value` by whole `steps`.
  private static func floored(_ value: Int64, _ steps: Int64) -> Int64 {
    let rest = value % steps
    return rest < 0 ? rest + steps : rest
  }

  /// The time since a launch's `first` event, in nanoseconds since 1970.
  func nanoseconds(since first: Int64) -> Int64 {
    switch self {
    case .offset(let nanoseconds): nanoseconds
    case .instant(let nanoseconds): nanoseconds &- first
    case .timeOfDay(let nanoseconds): Self.floored(nanoseconds &- first, Self.day)
    }
  }
}
