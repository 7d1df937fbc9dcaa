import TraceModel

/// Puts rejected lines into the table.
struct RejectWriter: ~Copyable {
  private let add: Statement

  init(on connection: borrowing Connection) throws(StoreError) {
    add = try Statement(
      """
      INSERT OR IGNORE INTO rejects (source, line, offset, length, reason, raw, digest, stream, seq)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, on: connection)
  }

  /// Adds a reject and returns whether it is new, which the hash of its bytes tells.
  func append(
    _ reject: Reject, _ ids: inout RowIDs, _ symbols: Symbols, transaction: Int
  ) throws(StoreError) -> Bool {
    var stream = Event.absent
    if let id = reject.stream {
      try ids.stream(id, first: nil, transaction: transaction, symbols)
      stream = ids.states[Int(id.rawValue)].row
    }
    var digest = Fingerprint()
    digest.add("\(reject.reason) \(reject.length) ".utf8)
    digest.add(reject.raw)
    let isNew =
      try add.insert(
        reject.source.rawValue, reject.line, reject.offset, reject.length, reject.reason.text,
        reject.raw, Int64(bitPattern: digest.value), Maybe(stream), Maybe(reject.seq)) != nil
    if isNew, let id = reject.stream { ids.states[Int(id.rawValue)].changed = transaction }
    return isNew
  }
}
