import TraceModel
import TracePipeline
import TraceReport
import TraceStore

struct StoreCommand: Command {
  static let name = "store"
  static let summary = "Show, verify, rebuild or prune the store."
  static let discussion = """
    'prune' removes the launches that ended before a day, or all but the latest of
    each app; without --yes it only shows what it would remove. Launches that share
    a launch id or a process are removed together or not at all. Launches that stay
    keep their kind: if a removed launch decides whether a later one is cold or
    warm, one line of it stays, the event 'launch.earlier'. Results that depend on
    many launches are computed from those that stay: medians, which kinds of events
    an app records, data.saved-only-on-deactivation and launch.setup-repeated. A
    file that was read is not read again, so removed launches do not come back with
    it. Texts that only removed launches held, such as the id of a device, stay in
    the file.

    Launches are derived from events. If another version of tracetool has derived
    them by other rules, or another program has changed rows of tables, the next
    command derives them again: in the store, or only for itself if the store cannot
    be written.

    'verify' ends with exit code 4 if something in the store is wrong. Tables and
    views that you add are no fault. If tracetool's own were changed, every other
    command refuses the store, except 'rebuild', which makes views and indices
    again.
    """
  static let examples = [
    Example("store status", "What the store holds, and its size."),
    Example("store rejects", "The lines that are not events, and why."),
    Example("store rebuild", "Compute everything that is derived from the events again."),
    Example("store verify", "Check that the file is whole, and its summaries agree with its events."),
    Example("store prune --before 2026-01-01", "Show what pruning would remove; --yes removes it."),
  ]
  static let answer: any Answer.Type = RowsAnswer.self
  static let readsConfiguration = true
  static var operands: [Operand<Self>] { [.required("WHAT", "What to show or do", \.action, as: .choice)] }
  static var options: [OptionGroup<Self>] {
    let pruning: [Option<Self>] = [
      .value(
        "--before", "DAY", "Remove launches whose last event came before this day, in UTC", \.before, as: .calendarDay),
      .value(
        "--keep-launches", "N", "Keep this many launches of each app, those that began last, and remove the others",
        \.keptLaunches, as: .count),
      .flag("--yes", "Remove them; without it, only show what would be removed", \.isConfirmed),
    ]
    return [OptionGroup("Pruning", pruning), everywhere]
  }

  enum Action: String, CaseIterable { case status, rejects, rebuild, verify, prune }

  var invocation: Invocation
  private(set) var action = Action.status
  private(set) var before: Day?
  private(set) var keptLaunches: Int?
  private(set) var isConfirmed = false

  init(_ defaults: Defaults) { invocation = Invocation(defaults, answer: Self.answer) }

  func run() throws -> ExitCode {
    let rule = try pruningRule()
    switch action {
    case .status: try status()
    case .rejects: try rejects()
    case .verify: return try verify()
    case .prune: try prune(rule)
    case .rebuild:
      let store = try invocation.openStore(.writeExisting, schema: .mended)
      try invocation.withProgress { try StoredLaunches(store, report: $0).rebuild() }
      let count = Units.count(try store.integer("SELECT count(*) FROM launches WHERE nature <> 4"), "launch")
      invocation.remark("made the summaries of \(name: count)")
    }
    return .fine
  }

  private func status() throws {
    let store = try invocation.openStoreUpToDate()
    var screen = StoreScreen(path: invocation.store)
    screen.bytes = try store.integer("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")
    let contents = try store.contents()
    screen.versions = contents.versions
    screen.months = contents.months
    screen.earlierLaunches = contents.earlierLaunches
    screen.devices = contents.deviceCount
    screen.formats = contents.formats
    screen.sources = try store.countSources()
    screen.unread = try store.unreadPaths()
    let names = EventKind.allCases.map { "'\($0.name)'" }.joined(separator: ", ")
    let sql = String(decoding: PackageResources.status_sql, as: UTF8.self).replacing("[bytes]", with: "\(screen.bytes)")
    let table = try rows(of: sql.replacing("[names]", with: names), in: store)
    for row in table.rows {
      guard let what = row[0].value as? String, let count = row[2].value as? Int64 else { continue }
      let which = row[1].value as? String ?? ""
      switch (what, which) {
      case ("events", ""): screen.events = count
      case ("rejects", ""): break
      case ("rejects", _): screen.rejects.append((which, count))
      case ("unknown events", _): screen.unknownNames.append((which, count))
      default: break
      }
    }
    try invocation.deliver(StatusAnswer(screen, rows: RowsAnswer(table, schema: "status")))
  }

  private func rows(of sql: String, in store: EventStore) throws -> Table {
    let selected = try store.rows(of: sql)
    var rows: [[Cell]] = []
    while let row = try selected.next() { rows.append(row.map { Cell($0) }) }
    return Table("", selected.columns.map { ColumnHeading(named: $0) }, rows)
  }

  private func rejects() throws {
    // People know a line by its beginning.
    let limit = invocation.format.isForPeople ? 100 : Reject.keptBytes
    let sql = String(decoding: PackageResources.rejects_sql, as: UTF8.self).replacing("[limit]", with: "\(limit)")
    var table = try rows(of: sql, in: invocation.openStore(.read))
    if table.rows.isEmpty { table.heading = "No line was rejected" }
    if let column = table.columns.firstIndex(where: { $0.name == "reason" }) {
      let found = Set(table.rows.compactMap { $0[column].value as? String })
      let reasons = Reject.Reason.allCases.filter { found.contains($0.rawValue) }
      table.notes += reasons.flatMap(ReadingPages.lines).map { "\(name: $0)" }
    }
    try invocation.deliver(RowsAnswer(table, schema: "rejects", member: "rejects"))
  }
}
