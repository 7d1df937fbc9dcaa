import TraceAnalyzer
import TraceModel
import TraceReport
import TraceStore

struct BaselineCommand: Command {
  static let name = "baseline"
  static let summary = "Accept known findings with a reason and a last day; show or prune what is accepted."
  static let discussion = """
    'add' accepts the findings that fail a check now; 'prune' removes the entries that are no longer needed, and lowers \
    'worst', the worst value that an entry accepts, to the measured one; 'show' lists all entries, also those of the \
    configuration, and ends with exit code 1 if some are no longer needed. An entry is no longer needed only if the logs \
    could have shown what it accepts: at least 20 launches of its app and version that record the events of its rule.

    Two runs that add entries at the same time keep those of each other. 'worst' is raised only by hand.
    """
  static let examples = [
    Example("baseline add logs/ --reason 'SHOP-412' --accept-until 2027-01-31", "Accept what fails a check now."),
    Example("baseline show logs/", "What is accepted; in CI: fail if an entry is no longer needed."),
    Example("baseline prune logs/", "Remove the entries that are no longer needed."),
  ]
  static let answer: any Answer.Type = RowsAnswer.self
  static let readsConfiguration = true
  static var operands: [Operand<Self>] {
    [.required("WHAT", "What to do", \.action, as: .choice), .paths(\.query.paths)]
  }
  static var options: [OptionGroup<Self>] {
    let adding: [Option<Self>] = [
      .value("--reason", "TEXT", "Why the added findings are accepted", \.reason, as: .text),
      .value(
        "--accept-until", "DAY", "The last day on which the added findings are accepted, or 'forever'", \.term,
        as: .term),
    ]
    let failOn = Option<Self>.value(
      "--fail-on", "LEVEL", "Add certain findings of this severity or worse", \.failOn, as: .choice)
    return [
      OptionGroup("Accepted findings", adding + AcceptanceOptions.options.map { $0.at(\.acceptance) }),
      .judging(\.query, after: [failOn]), .selection(\.query), .logs(\.query),
      everywhere,
    ]
  }

  enum Action: String, CaseIterable { case add, prune, show }

  var invocation: Invocation
  var query: LaunchQuery
  private(set) var action = Action.show
  private(set) var reason: String?
  private(set) var term: AcceptanceTerm?
  private(set) var failOn: FailureThreshold
  private(set) var acceptance: AcceptanceOptions
  private let maxUnknown: Verdict.Limit
  private var dataset: LaunchDataset?

  init(_ defaults: Defaults) {
    invocation = Invocation(defaults, answer: Self.answer)
    query = LaunchQuery(defaults)
    acceptance = AcceptanceOptions(defaults)
    failOn = defaults.failOn.value
    maxUnknown = defaults.maxUnknown.value
  }

  mutating func run() throws -> ExitCode {
    let decision = try decision()
    if action != .show { return try change(decision) }
    let list = acceptance.list(try acceptance.readBaseline(configuration: invocation.configuration))
    let isJudged = !query.paths.isEmpty || System.isThere(invocation.store)
    let dataset = isJudged && !list.entries.isEmpty ? try judgedDataset() : nil
    self.dataset = dataset
    let report = try dataset.map { try Self.report($0, list) }
    try invocation.deliver(RowsAnswer(Self.table(list, report?.acceptance), schema: "baseline", member: "entries"))
    if report?.acceptance?.stale.isEmpty == false { return .findings }
    guard let dataset, let report else { return .fine }
    return complain(dataset, report) ? .data : dataset.exitCode
  }

  private mutating func change(_ decision: BaselineDecision?) throws -> ExitCode {
    let (path, isThere) = try acceptance.pathToChange(configuration: invocation.configuration)
    // A mistake in it is reported before logs are read.
    if isThere { _ = try BaselineFile(reading: path) }
    if !isThere, action == .prune {
      throw Failure.usage("there is no baseline '\(name: path)' to prune; name one with --baseline")
    }
    let dataset = try judgedDataset()
    self.dataset = dataset
    let (whole, _) = dataset.checked()
    let selected = query.ruleFilter.map(whole.selecting) ?? whole
    // Input that was not read cannot show that a finding has gone.
    if complain(dataset, selected), action == .prune {
      throw Failure.data("nothing was removed: the input that was not read may hold findings that the entries accept")
    }
    let update = try System.change(
      path, option: AcceptanceOptions.optionName, wait: invocation.busyTimeoutMilliseconds
    ) {
      // Another run may have changed it since it was read.
      let current = try BaselineFile(changing: path)
      let report = dataset.marked(selected, by: acceptance.list(current))
      let update =
        decision.map {
          BaselineUpdate(adding: report, to: current, failOn: failOn.severity, $0, today: acceptance.day)
        } ?? BaselineUpdate(pruning: current, after: report, today: acceptance.day)
      try BaselineFile(path: path, entries: update.entries).write()
      return update
    }
    try invocation.deliver(RowsAnswer(update.table, schema: "baseline-change", member: "changes"))
    if update.isExceeded { return .findings }
    return doubts(dataset, selected).isEmpty ? dataset.exitCode : .data
  }

  private func judgedDataset() throws -> LaunchDataset {
    try LaunchDataset(
      query, invocation, scope: .judged(query.judging.judgedDetails), metrics: true, verdict: true, keepsEvents: false)
  }

  private static func report(_ dataset: LaunchDataset, _ list: AcceptanceList) throws -> CheckReport {
    let (whole, _) = dataset.checked()
    let selected = dataset.query.ruleFilter.map(whole.selecting) ?? whole
    let report = dataset.marked(selected, by: list)
    return report
  }

  private func doubts(_ dataset: LaunchDataset, _ report: CheckReport) -> [Verdict.Doubt] {
    let limits = Verdict.Limits(rejects: query.logs.maxRejects, unknownNames: maxUnknown)
    return Verdict(report, failOn: nil, limits: limits, lacksLaunches: dataset.hasNoLaunch).doubts
  }

  /// Says why faults may have been missed; true if there is a reason.
  private func complain(_ dataset: LaunchDataset, _ report: CheckReport) -> Bool {
    let doubts = doubts(dataset, report)
    dataset.complain(doubts, report.coverage)
    return !doubts.isEmpty
  }

  /// What new entries say; nil if none are added.
  ///
  /// - Throws: A usage `Failure` for a missing or useless option.
  private func decision() throws -> BaselineDecision? {
    guard action == .add else {
      let given = ["--reason", "--accept-until", "--fail-on"].first(where: invocation.givenOptions.contains)
      if let given { throw Failure.usage("\(name: given) is only for 'tracetool baseline add'") }
      return nil
    }
    guard let reason, !reason.allSatisfy(\.isWhitespace) else {
      throw Failure.usage("'baseline add' needs --reason: why the findings are accepted")
    }
    if failOn.severity == nil {
      throw Failure.usage(
        "'baseline add' accepts what fails a check, and no finding does with --fail-on never: give another level")
    }
    guard let term else { throw Failure.usage("'baseline add' needs --accept-until: the last day, or 'forever'") }
    if let last = term.lastDay, last < acceptance.day {
      throw Failure.usage("--accept-until \(name: last.text) is over: today is \(name: acceptance.day.text)")
    }
    return BaselineDecision(reason: reason, term: term)
  }

  private static func table(_ list: AcceptanceList, _ use: AcceptanceReport?) -> Table {
    let columns: [ColumnHeading] = [
      "accepts", "state", ColumnHeading("findings", for: .programs), ColumnHeading("worst", for: .programs),
      ColumnHeading("measured", for: .programs), "until", "reason", "at",
    ]
    var isUnknown = false
    let rows = list.entries.enumerated().map { index, entry -> [Cell] in
      let found = use?.uses[index]
      let state = state(entry, index, use, list.today)
      if state == notChecked { isUnknown = true }
      let measured: Sentence = found?.worst.map { ", up to \(name: entry.amountText($0))" } ?? ""
      let most: Sentence =
        entry.worst.map { measured.isEmpty ? "" : "; accepted are \(name: entry.amountText($0))" } ?? ""
      let words = found.map { "\(name: state): \(count: $0.count, "finding")\(measured)\(most)" as Sentence }
      return [
        .name(entry.subject.text), Cell(state, words),
        .text(found.map { "\(count: $0.count)" } ?? ""), .name(entry.amountText(entry.worst)),
        .name(entry.amountText(found?.worst)), .name(entry.term.text), .name(entry.reason), .name(entry.location.text),
      ]
    }
    let stale = use?.stale.count ?? 0
    let advice: Sentence = "'tracetool baseline prune' removes those of a baseline that are no longer needed"
    let reason: Sentence =
      use == nil
      ? "there is no store, and no log was named: 'tracetool baseline show logs/' says which are needed"
      : "it was not found, and fewer than \(AcceptanceList.leastLaunches) of these launches record what would show it"
    return Table(
      list.entries.isEmpty ? "Nothing is accepted" : "\(count: rows.count, "accepted finding")", columns, rows,
      notes: (stale > 0 ? ["\(count: stale) no longer needed; \(advice)"] : [])
        + (isUnknown ? ["'\(name: notChecked)': \(reason)"] : []))
  }

  private static let notChecked = "not checked"

  private static func state(_ entry: AcceptanceEntry, _ index: Int, _ use: AcceptanceReport?, _ today: Day) -> String {
    if let last = entry.term.lastDay, entry.isOver(on: today) {
      return "over for \(Units.count(today.number - last.number, "day"))"
    }
    if use?.uses[index] != nil { return "needed" }
    return use?.staleIndices.contains(index) == true ? "no longer needed" : notChecked
  }
}
