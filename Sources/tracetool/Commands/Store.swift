import TracePipeline
import TraceReport
import TraceStore

/// `tracetool store`: what the store holds, and its care.
enum Store {
  private enum Action: String, CaseIterable { case status, rejects, rebuild }

  static func run(_ session: Session) throws -> ExitCode {
    let settings = session.settings
    func open(_ mode: StoreMode) throws -> EventStore {
      try EventStore(path: settings.store, mode: mode, busyTimeout: settings.busyTimeout)
    }
    let action: Action = try Values.choice(settings.arguments[0])
    switch action {
    case .status: try status(open(.read), session)
    case .rejects: try rejects(open(.read), session)
    case .rebuild:
      let store = try open(.writeExisting)
      try Projector(store).rebuild()
      let count = Units.count(try store.status().launches, "launch")
      session.remark("made the summaries of \(count)")
    }
    return .fine
  }

  private static func status(_ store: EventStore, _ session: Session) throws {
    let status = try store.status()
    let totals = [
      ("events", "", status.events), ("launches", "", status.launches),
      ("sources", "", status.sources), ("rejects", "", status.rejects),
      ("bytes", "", status.fileBytes),
    ]
    let details =
      status.rejectReasons.map { ("rejects", $0.name, $0.count) }
      + status.unknownNames.map { ("unknown events", $0.name, $0.count) }
    let table = Table(
      "", ["what", "which", "count"],
      (totals + details).map { [.text($0), .text($1), .count(Int($2))] })
    try session.deliver([table]) { try JSONDocument.text("status", ["rows": table.objects]) }
  }

  private static func rejects(_ store: EventStore, _ session: Session) throws {
    let rejects = try store.rejects()
    // People need the beginning of a line to know it again.
    let limit = session.settings.format == .table ? 100 : .max
    let table = Table(
      rejects.isEmpty ? "No line was rejected" : "",
      ["file", "line", "offset", "length", "reason", "raw"],
      rejects.map { reject in
        [
          .text(reject.path), .integer(reject.line), .integer(reject.offset),
          .integer(reject.length), .text(reject.reason),
          .text(String(decoding: reject.raw.prefix(limit), as: UTF8.self)),
        ]
      })
    try session.deliver([table]) { try JSONDocument.text("rejects", ["rejects": table.objects]) }
  }
}
