import TraceReport
import TraceStore

/// `tracetool query`: SQL on the store's views.
enum Query {
  private struct Document: Encodable {
    var columns: [String]
    var rows: [[Value]]
  }

  private struct Value: Encodable {
    var value: StoreValue

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch value {
      case .null: try container.encodeNil()
      case .integer(let number): try container.encode(number)
      case .real(let number): try container.encode(number)
      case .text(let text): try container.encode(text)
      case .blob(let bytes): try container.encode(hex(bytes))
      }
    }
  }

  static func run(_ session: Session) throws -> ExitCode {
    var columns: [String] = []
    var rows: [[StoreValue]] = []
    let query = try StoreQuery(path: session.storePath)
    _ = try query.run(session.settings.arguments[0], columns: { columns = $0 }) { row in
      rows.append(row)
      return System.caughtSignal == nil
    }
    try Wiring.stopIfAsked("nothing was written")
    let document = Document(columns: columns, rows: rows.map { $0.map(Value.init) })
    let table = Table(
      rows.isEmpty ? "No rows" : "", columns.map { Table.Column($0) }, rows.map { $0.map(cell) })
    try session.deliver([table], json: { try JSONDocument.text("query", document) })
    return .fine
  }

  private static func cell(_ value: StoreValue) -> Cell {
    switch value {
    case .null: .none
    case .integer(let number): .number(String(number))
    case .real(let number): .number("\(number)")
    case .text(let text): .text(text)
    case .blob(let bytes): .text(hex(bytes))
    }
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
