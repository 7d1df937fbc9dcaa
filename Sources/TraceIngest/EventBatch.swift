package import TraceModel

/// What was read from one source in one go.
package struct EventBatch: Sendable {
  package var events: [Event] = []
  package var rejects: [Reject] = []
  /// Of this batch alone; which records are new is not known here.
  package var counts = Intake()
  /// After the last line of the batch.
  package var position = Checkpoint()

  /// The bytes that were read, and where in them and in the source lie the lines of the events.
  var text: [UInt8] = []
  private var lines: [LineReader.Line] = []

  /// An empty batch.
  package init() {}

  /// Adds an event with its line.
  mutating func append(_ event: Event, _ line: LineReader.Line) {
    events.append(event)
    lines.append(line)
  }

  /// An event's line as a reject: it can't be stored, as another event has its place.
  package func reject(_ index: Int, _ reason: Reject.Reason) -> Reject {
    Reject(events[index], text, lines[index], reason)
  }

  /// Forgets what was read but keeps the room for more.
  package mutating func clear() {
    events.removeAll(keepingCapacity: true)
    rejects.removeAll(keepingCapacity: true)
    lines.removeAll(keepingCapacity: true)
    counts = Intake()
  }
}

extension Reject {
  /// A line of `text`, of which as much was read as `event` holds.
  init(_ event: Event, _ text: [UInt8], _ line: LineReader.Line, _ reason: Reason) {
    self.init()
    (source, self.line, self.reason) = (event.source, event.line, reason)
    (offset, length) = (line.offset, line.length)
    raw = Array(text[line.range].prefix(Self.keptBytes))
    if event.seq != Event.absent { (stream, seq) = (event.stream, event.seq) }
  }
}
