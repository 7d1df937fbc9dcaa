import TraceModel

extension RowEncoder {
  private static let stream =
    "SELECT *, (SELECT max(position) FROM events WHERE stream = streams.id) FROM streams WHERE "
  private static let streamByLaunch = stream + "launch = ?"
  private static let streamByParts = stream + "launch IS NULL AND (device, app, boot, source, pid) IS (?, ?, ?, ?, ?)"

  /// The state of a stream whose first event is `event`, if there is one; its row is added if there is none.
  mutating func state(of key: StreamKey, _ event: Event?) throws(StoreError) -> StreamState {
    let launch = symbols.texts.slice(key.launch)
    let parts = [
      try row(of: key.device), try row(of: key.app), try row(of: key.boot), try row(of: key.source), key.pid,
    ]
    var state = try storedState(launch, parts) ?? StreamState()
    state.isLaunch = key.isLaunch
    if state.row != 0 { return state }
    if let event {
      state.base = StreamBase(event)
      state.base.source = row(ofSource: event.source)
      state.base.context = try stored(event.context)
    }
    state.row = try pending.addStream(parts, state.base, launch: launch)
    state.isNew = true
    state.owners.isLoaded = true
    return state
  }

  /// The state of a stream by its launch, or by its other parts where it has none; `nil` if it is not in the table.
  private func storedState(_ launch: ArraySlice<UInt8>, _ parts: [Int64]) throws(StoreError) -> StreamState? {
    let known: Statement
    if launch.isEmpty {
      known = Self.run(try connection.statement(Self.streamByParts), parts)
    } else {
      known = try connection.statement(Self.streamByLaunch)
      known.reset()
      known.bind(launch, isText: true, at: 1)
    }
    defer { known.reset() }
    return try known.step() ? try state(inRow: known) : nil
  }

  /// The state of a stream that is in the table.
  private func state(inRow known: Statement) throws(StoreError) -> StreamState {
    var state = StreamState()
    state.row = known.integer(StreamColumn.id)
    state.base = StreamBase(known)
    state.last = known.optional(Int32(StreamColumn.allCases.count))  // Behind those.
    let texts = try connection.query("SELECT * FROM stream_texts WHERE stream = ?", state.row)
    while try texts.step() {
      state.knownTexts[PackedText(texts, StreamTextColumn.value.rawValue)] = texts.integer(StreamTextColumn.id)
      state.textCount += 1
    }
    return state
  }
}
