import TracePipeline
import TraceReport
import TraceStore

/// `tracetool store`: what the store holds, and its care.
enum Store {
  private enum Action: String, CaseIterable { case status, rejects, rebuild }

  private struct Status: Encodable {
    var events: Int64
    var streams: Int64
    var launches: Int64
    var sources: Int64
    var rejects: Int64
    var fileBytes: Int64
    var rejectReasons: [String: Int64]
    var unknownNames: [String: Int64]
  }

  private struct Reject: Encodable {
    var file: String
    var line: Int64
    var offset: Int64
    var length: Int64
    var reason: String
    var raw: String
  }

  static func run(_ session: Session) throws -> ExitCode {
    let action: Action
    do throws(UsageError) {
      action = try Values.choice(session.settings.arguments[0])
    } catch {
      throw UsageError("'store' \(error.message)", command: "store")
    }
    switch action {
    case .status: try status(EventStore(path: session.storePath, mode: .read), session)
    case .rejects: try rejects(EventStore(path: session.storePath, mode: .read), session)
    case .rebuild:
      let store = try EventStore(path: session.storePath, mode: .writeExisting)
      try Projector(store).rebuild()
      session.remark(
        "made the summaries of \(Units.count(Int(try store.status().launches))) launches")
    }
    return .fine
  }

  private static func status(_ store: EventStore, _ session: Session) throws {
    let status = try store.status()
    let document = Status(
      events: status.events, streams: status.streams, launches: status.launches,
      sources: status.sources, rejects: status.rejects, fileBytes: status.fileBytes,
      rejectReasons: counts(status.rejectReasons), unknownNames: counts(status.unknownNames))
    let totals = [
      ("events", status.events), ("launches", status.launches), ("sources", status.sources),
      ("rejects", status.rejects), ("bytes", status.fileBytes),
    ]
    let rows: [[Cell]] =
      totals.map { [.text($0.0), .text(""), .count(Int($0.1))] }
      + status.rejectReasons.map { [.text("rejects"), .text($0.name), .count(Int($0.count))] }
      + status.unknownNames.map {
        [.text("unknown events"), .text($0.name), .count(Int($0.count))]
      }
    let table = Table("", ["what", "which", "count"].map { Table.Column($0) }, rows)
    try session.deliver([table], json: { try JSONDocument.text("store-status", document) })
  }

  private static func counts(_ list: [StoreStatus.Count]) -> [String: Int64] {
    Dictionary(list.map { ($0.name, $0.count) }, uniquingKeysWith: +)
  }

  private static func rejects(_ store: EventStore, _ session: Session) throws {
    let isForPeople = session.settings.format == .table
    let rejects = try store.rejects().map { reject in
      // People need the beginning of a line to know it again.
      let raw = isForPeople ? reject.raw.prefix(100) : reject.raw[...]
      return Reject(
        file: reject.path, line: reject.line, offset: reject.offset, length: reject.length,
        reason: reject.reason, raw: String(decoding: raw, as: UTF8.self))
    }
    let columns = ["file", "line", "offset", "length", "reason", "raw"].map { Table.Column($0) }
    let table = Table(
      rejects.isEmpty ? "No line was rejected" : "", columns,
      rejects.map {
        [
          .text($0.file), .number(String($0.line)), .number(String($0.offset)),
          .number(String($0.length)), .text($0.reason), .text($0.raw),
        ]
      })
    try session.deliver([table], json: { try JSONDocument.text("rejects", ["rejects": rejects]) })
  }
}
