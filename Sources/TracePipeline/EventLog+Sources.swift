import TraceIngest
import TraceModel

/// Events of sources that were read side by side.
extension EventLog {
  /// Forgets what came from a source.
  ///
  /// - Returns: The streams that it was in.
  mutating func forget(_ source: SourceID) -> Set<StreamID> {
    var streams: Set<StreamID> = []
    for place in packed.indices where packed[place].events.contains(where: { $0.source == source }) {
      unpack(StreamID(rawValue: Int32(place)))
    }
    for place in events.indices where events[place].contains(where: { $0.source == source }) {
      events[place].removeAll { $0.source == source }
      streams.insert(StreamID(rawValue: Int32(place)))
    }
    for (stream, rejects) in fills where rejects.contains(where: { $0.source == source }) {
      fills[stream] = rejects.filter { $0.source != source }
      streams.insert(stream)
    }
    return streams
  }

  /// Puts events in the order in which they would have come, had one source been read after the other.
  ///
  /// - Parameter numbers: By the number of each source, its number in that order.
  mutating func order(bySources numbers: [SourceID]) {
    func number(_ source: SourceID) -> SourceID { numbers[Int(source.rawValue)] }
    for place in events.indices {
      let stream = StreamID(rawValue: Int32(place))
      let isPacked = packed[place].count > 0
      if isPacked { unpack(stream) }
      for index in events[place].indices { events[place][index].source = number(events[place][index].source) }
      // The events of one source stay in their order: the sort is stable.
      events[place].sort { $0.source.rawValue < $1.source.rawValue }
      if isPacked { pack(stream) }
    }
    for (stream, rejects) in fills {
      var rejects = rejects
      for index in rejects.indices { rejects[index].source = number(rejects[index].source) }
      fills[stream] = rejects.sorted { $0.source.rawValue < $1.source.rawValue }
    }
  }
}
