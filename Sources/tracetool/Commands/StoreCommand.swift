import TraceModel
import TracePipeline
import TraceReport
import TraceStore

/// `tracetool store`: shows what the store holds, or rebuilds it.
struct StoreCommand: Command {
  static let name = "store"
  static let summary = "Show or rebuild the store."
  static let examples = [
    Example("store status", "What the store holds, and its size."),
    Example("store rejects", "The lines that are not events, and why."),
    Example("store rebuild", "Compute everything that is derived from the events again."),
  ]
  static let answer: any Answer.Type = RowsAnswer.self
  static var operands: [Operand<Self>] { [.required("WHAT", "What to show or do", \.action, as: .choice)] }
  static var options: [OptionGroup<Self>] { [everywhere] }

  /// The words for `WHAT`.
  enum Action: String, CaseIterable { case status, rejects, rebuild }

  var invocation: Invocation
  private(set) var action = Action.status

  init(_ defaults: Defaults) { invocation = Invocation(defaults, answer: Self.answer) }

  func run() throws -> ExitCode {
    switch action {
    case .status: try status()
    case .rejects: try rejects()
    case .rebuild:
      let store = try invocation.openStore(.writeExisting)
      try Projector(store).rebuild()
      let count = Units.count(try store.integer("SELECT count(*) FROM launches"), "launch")
      invocation.remark("made the summaries of \(count)")
    }
    return .fine
  }

  private func status() throws {
    let store = try invocation.openStore(.read)
    var screen = StoreScreen(path: invocation.store)
    screen.bytes = try store.integer("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
    screen.versions = try store.versions()
    screen.devices = try store.countDevices()
    screen.formats = try store.formats()
    screen.sources = try store.countSources()
    screen.unread = try store.unreadPaths()
    let names = EventKind.allCases.map { "'\($0.name)'" }.joined(separator: ", ")
    let sql = String(decoding: PackageResources.status_sql, as: UTF8.self).replacing("[bytes]", with: "\(screen.bytes)")
    let table = try invocation.rows(of: sql.replacing("[names]", with: names))
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

  private func rejects() throws {
    // People need the beginning of a line to know it again.
    let limit = invocation.format.isForPeople ? 100 : Reject.keptBytes
    let sql = String(decoding: PackageResources.rejects_sql, as: UTF8.self).replacing("[limit]", with: "\(limit)")
    var table = try invocation.rows(of: sql)
    if table.rows.isEmpty { table.heading = "No line was rejected" }
    if let column = table.columns.firstIndex(where: { $0.name == "reason" }) {
      let found = Set(table.rows.compactMap { $0[column].value as? String })
      let reasons = Reject.Reason.allCases.filter { found.contains($0.rawValue) }
      table.notes += reasons.flatMap(ReadingPages.lines)
    }
    try invocation.deliver(RowsAnswer(table, schema: "rejects", member: "rejects"))
  }
}
