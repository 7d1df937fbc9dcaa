import TraceIngest
import TraceModel

/// Events that are seldom looked at again, which take a fraction of their room, or none in memory.
extension EventLog {
  /// True if a stream has events.
  func hasEvents(_ stream: StreamID) -> Bool {
    let place = Int(stream.rawValue)
    return events.indices.contains(place) && (!events[place].isEmpty || packed[place].count > 0)
  }

  /// The events of a stream, as they came, or would have come had one source been read after the other.
  func received(_ stream: StreamID) -> [Event] {
    let place = Int(stream.rawValue)
    guard let sourceNumbers else { return unordered(place) }
    var events = unordered(place)
    for index in events.indices { events[index].source = sourceNumbers[Int(events[index].source.rawValue)] }
    // The events of one source stay in their order: the sort is stable.
    events.sort { $0.source.rawValue < $1.source.rawValue }
    return events
  }

  /// The first event of a stream, as they came.
  func first(of stream: StreamID) -> Event? {
    let place = Int(stream.rawValue)
    return packed[place].count == 0 ? events[place].first : packed[place].first
  }

  func unordered(_ place: Int) -> [Event] {
    if packed[place].count == 0 { return events[place] }
    return events[place].isEmpty ? packed[place].events : packed[place].events + events[place]
  }

  /// How many bytes of memory the events of a stream take, with room for more.
  func byteCount(of stream: StreamID) -> Int {
    let place = Int(stream.rawValue)
    return events[place].capacity * MemoryLayout<Event>.stride + packed[place].byteCount
  }

  /// Packs the events of all streams; more may still come.
  mutating func packAll() {
    for place in events.indices where !events[place].isEmpty { pack(StreamID(rawValue: Int32(place))) }
  }

  /// Packs the events of a stream; more may still come.
  mutating func pack(_ stream: StreamID) {
    let place = Int(stream.rawValue)
    if events[place].isEmpty { return }
    let room = events[place].capacity * MemoryLayout<Event>.stride
    unpackedBytes -= room
    packedBytes -= packed[place].byteCount
    packed[place].append(events[place])
    packedBytes += packed[place].byteCount
    events[place] = []
  }

  /// Packs the events of all streams, and moves them from memory to a file; more may still come.
  ///
  /// - Throws: `IngestError` if there is no room in it; then the rest stays in memory.
  mutating func moveAll(to file: MovedWords) throws(IngestError) {
    packAll()
    for place in packed.indices where packed[place].byteCount > 0 {
      let bytes = packed[place].byteCount
      try packed[place].move(to: file)
      packedBytes -= bytes
    }
  }

  /// Has the events of a stream as they were before they were packed.
  mutating func unpack(_ stream: StreamID) {
    let place = Int(stream.rawValue)
    if packed[place].count == 0 { return }
    let room = events[place].capacity * MemoryLayout<Event>.stride
    events[place] = unordered(place)
    unpackedBytes += events[place].capacity * MemoryLayout<Event>.stride - room
    packedBytes -= packed[place].byteCount
    packed[place] = PackedEvents()
  }
}
