import TraceIngest
import TraceModel

/// Events that are seldom looked at again: packed in memory, or in a file.
extension EventLog {
  func hasEvents(_ stream: StreamID) -> Bool {
    let index = Int(stream.rawValue)
    return events.indices.contains(index) && (!events[index].isEmpty || !packed.isEmpty(stream))
  }

  /// The events of a stream, as they came, or would have come had one source been read after the other.
  func received(_ stream: StreamID) -> [Event] {
    var events = unordered(stream)
    if let contexts {
      for index in events.indices { events[index].context = contexts[Int(events[index].context.rawValue)] }
    }
    guard let sourceNumbers else { return events }
    for index in events.indices { events[index].source = sourceNumbers[Int(events[index].source.rawValue)] }
    // The events of one source stay in their order: the sort is stable.
    events.sort { $0.source.rawValue < $1.source.rawValue }
    return events
  }

  func first(of stream: StreamID) -> Event? {
    packed.isEmpty(stream) ? events[Int(stream.rawValue)].first : packed.first(of: stream)
  }

  /// The events of a stream, as they came.
  func unordered(_ stream: StreamID) -> [Event] {
    let later = events[Int(stream.rawValue)]
    if packed.isEmpty(stream) { return later }
    let earlier = packed.events(of: stream)
    return later.isEmpty ? earlier : earlier + later
  }

  /// How many bytes of memory the events of a stream take, with room for more.
  func byteCount(of stream: StreamID) -> Int {
    events[Int(stream.rawValue)].capacity * MemoryLayout<Event>.stride + packed.byteCount(of: stream)
  }

  /// Packs the events of all streams; more may still come.
  mutating func packAll() {
    for index in events.indices where !events[index].isEmpty { pack(StreamID(rawValue: Int32(index))) }
  }

  /// Packs the events of a stream; more may still come.
  mutating func pack(_ stream: StreamID) {
    let index = Int(stream.rawValue)
    if events[index].isEmpty { return }
    let room = events[index].capacity * MemoryLayout<Event>.stride
    unpackedBytes -= room
    packed.append(events[index], to: stream)
    events[index] = []
  }

  /// Packs the events of all streams, and moves them from memory to a file; more may still come, and without room the
  /// rest stays in memory.
  mutating func moveAll(to file: MovedWords) throws(IngestError) {
    packAll()
    try packed.move(to: file)
  }

  /// Frees the memory of events that were removed, once it is most of what packed events use; none are in a file.
  mutating func compact() {
    if packed.byteCount >= 2 * packed.usedBytes + Self.leastWaste { packed = packed.compacted() }
  }
}
