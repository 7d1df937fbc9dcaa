import TraceModel

/// Events that are seldom looked at again, which take a fraction of their room.
extension EventLog {
  /// True if a stream has events.
  func hasEvents(_ stream: StreamID) -> Bool {
    guard events.indices.contains(Int(stream.rawValue)) else { return false }
    return !events[Int(stream.rawValue)].isEmpty || packed[stream] != nil
  }

  /// The events of a stream, as they came.
  func received(_ stream: StreamID) -> [Event] {
    let latest = events[Int(stream.rawValue)]
    return packed[stream].map { $0.events + latest } ?? latest
  }

  /// Packs the events of all streams; more may still come.
  mutating func packAll() {
    for place in events.indices where !events[place].isEmpty { pack(StreamID(rawValue: Int32(place))) }
  }

  /// Packs the events of a stream; more may still come.
  mutating func pack(_ stream: StreamID) {
    let all = received(stream)
    if all.isEmpty { return }
    release(stream)
    let events = PackedEvents(all)
    byteCount += events.byteCount
    packed[stream] = events
  }

  /// Has the events of a stream as they were before they were packed.
  mutating func unpack(_ stream: StreamID) {
    let all = received(stream)
    release(stream)
    events[Int(stream.rawValue)] = all
    let room = all.capacity * MemoryLayout<Event>.stride
    byteCount += room
    unpackedBytes += room
  }

  /// Lets go of the events of a stream.
  private mutating func release(_ stream: StreamID) {
    let room = events[Int(stream.rawValue)].capacity * MemoryLayout<Event>.stride
    byteCount -= room + (packed[stream]?.byteCount ?? 0)
    unpackedBytes -= room
    events[Int(stream.rawValue)] = []
    packed[stream] = nil
  }
}
