import TraceIngest
import TraceModel

extension EventLog {
  /// Forgets what came from a source; returns the streams that it was in.
  mutating func forget(_ source: SourceID) -> Set<StreamID> {
    var streams: Set<StreamID> = []
    for stream in self.streams {
      let events = unordered(stream)
      let kept = events.filter { $0.source != source }
      if kept.count == events.count { continue }
      removeEvents(of: stream)
      append(kept[...], of: stream)
      streams.insert(stream)
    }
    for (stream, rejects) in fills where rejects.contains(where: { $0.source == source }) {
      fills[stream] = rejects.filter { $0.source != source }
      streams.insert(stream)
    }
    return streams
  }

  /// Puts events in the order in which they would have come, had one source been read after the other: that of
  /// `numbers`; no more come.
  mutating func order(bySources numbers: [SourceID]) {
    // Events get theirs when they are asked for: they may be in a file.
    sourceNumbers = numbers
    for (stream, rejects) in fills {
      var rejects = rejects
      for index in rejects.indices { rejects[index].source = numbers[Int(rejects[index].source.rawValue)] }
      fills[stream] = rejects.sorted { $0.source.rawValue < $1.source.rawValue }
    }
  }
}
