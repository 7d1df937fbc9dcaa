import TraceModel

/// Events that are seldom looked at again, which take a fraction of their room.
extension EventLog {
  /// True if a stream has events.
  func hasEvents(_ stream: StreamID) -> Bool {
    let place = Int(stream.rawValue)
    return events.indices.contains(place) && (!events[place].isEmpty || packed[place].count > 0)
  }

  /// The events of a stream, as they came.
  func received(_ stream: StreamID) -> [Event] {
    let place = Int(stream.rawValue)
    if packed[place].count == 0 { return events[place] }
    return events[place].isEmpty ? packed[place].events : packed[place].events + events[place]
  }

  /// Lets go of the events of streams that nobody asks for any more.
  mutating func forget(_ streams: [StreamID]) {
    for stream in streams {
      events[Int(stream.rawValue)] = []
      packed[Int(stream.rawValue)] = PackedEvents()
    }
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
    byteCount -= room + packed[place].byteCount
    unpackedBytes -= room
    packed[place].append(events[place])
    byteCount += packed[place].byteCount
    events[place] = []
  }

  /// Has the events of a stream as they were before they were packed.
  mutating func unpack(_ stream: StreamID) {
    let place = Int(stream.rawValue)
    if packed[place].count == 0 { return }
    let room = events[place].capacity * MemoryLayout<Event>.stride
    events[place] = received(stream)
    let growth = events[place].capacity * MemoryLayout<Event>.stride - room
    byteCount += growth - packed[place].byteCount
    unpackedBytes += growth
    packed[place] = PackedEvents()
  }
}
