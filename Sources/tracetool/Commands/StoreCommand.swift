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
    let pages = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
    let names = EventKind.allCases.map { "'\($0.name)'" }.joined(separator: ", ")
    let bytes = try invocation.openStore(.read).integer(pages)
    let sql = String(decoding: PackageResources.status_sql, as: UTF8.self).replacing("[bytes]", with: "\(bytes)")
    var table = try invocation.rows(of: sql.replacing("[names]", with: names))
    table.rows = table.rows.map { row in row.map { cell in (cell.value as? Int64).map { .count(Int($0)) } ?? cell } }
    try invocation.deliver(RowsAnswer(table, schema: "status"))
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
