/// Rows to be inserted that rows of events and summaries refer to.
///
/// Many go in with one statement: one statement a row took a third of the time of a launch.
struct PendingRows {
  private let connection: Connection
  private var streams = Rows(width: StreamColumn.allCases.count, bytes: RowBytes())
  private var streamTexts = Rows(width: StreamTextColumn.allCases.count, bytes: RowBytes())
  private var contexts = Rows(width: 0)
  /// 0 until known.
  private var nextStream: Int64 = 0
  private var nextContext: Int64 = 0

  init(on connection: Connection) { self.connection = connection }

  /// Adds a row of `streams` and returns its id; `parts` are the columns between the id and those of the base.
  mutating func addStream(_ parts: [Int64], _ base: StreamBase, launch: ArraySlice<UInt8>) throws(StoreError) -> Int64 {
    let id = try Self.takeID(&nextStream, of: "streams", connection)
    let text = launch.isEmpty ? nil : streams.bytes?.append(launch, isText: true)
    streams.numbers.append(id)
    streams.numbers += parts
    streams.numbers += [base.time, base.context.row, base.context.pid, base.source, base.line, 0, text ?? .min]
    return id
  }

  /// Adds a row of `contexts` and returns its id; `numbers` are the other columns.
  mutating func addContext(_ numbers: [Int64]) throws(StoreError) -> Int64 {
    contexts.width = numbers.count + 1
    contexts.numbers.append(try Self.takeID(&nextContext, of: "contexts", connection))
    contexts.numbers += numbers
    return nextContext - 1
  }

  mutating func addText(_ text: PackedText, _ number: Int64, of stream: Int64) {
    streamTexts.numbers.append(stream)
    streamTexts.numbers.append(number)
    streamTexts.numbers.append(streamTexts.bytes?.append(text.bytes[...], isText: text.isText) ?? .min)
  }

  /// Marks a stream as changed if its row is pending; else returns false.
  mutating func markStream(_ row: Int64) -> Bool {
    guard let first = streams.numbers.first, row >= first else { return false }
    streams[Int(row - first), Int(StreamColumn.changed.rawValue)] = 1
    return true
  }

  /// Inserts all rows but those of streams, which wait until it is known which are marked.
  mutating func flush() throws(StoreError) {
    try contexts.flush(into: "contexts", on: connection)
    try streamTexts.flush(into: "stream_texts", on: connection)
  }

  mutating func flushStreams() throws(StoreError) { try streams.flush(into: "streams", on: connection) }

  /// The id that SQLite would give the next row: no other process writes during the transaction, and the encoder is
  /// made anew after another has.
  private static func takeID(
    _ next: inout Int64, of table: String, _ connection: Connection
  ) throws(StoreError) -> Int64 {
    if next == 0 { next = (try connection.query("SELECT max(id) FROM \(table)").first() ?? 0) + 1 }
    defer { next += 1 }
    return next
  }
}
