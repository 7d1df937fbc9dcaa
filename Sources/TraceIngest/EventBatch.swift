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
  private var lines: [(offset: Int64, range: Range<Int>)] = []

  /// An empty batch.
  package init() {}

  /// Adds an event with its line.
  mutating func append(_ event: Event, _ line: LineReader.Line) {
    events.append(event)
    lines.append((line.offset, line.range))
  }

  /// An event's line as a reject: it can't be stored, as another event has its place.
  package func reject(_ index: Int, _ reason: Reject.Reason) -> Reject {
    let (event, line) = (events[index], lines[index])
    var reject = Reject()
    reject.source = event.source
    reject.line = event.line
    reject.offset = line.offset
    reject.length = Int64(line.range.count)
    reject.reason = reason
    reject.raw = Array(text[line.range].prefix(Reject.keptBytes))
    reject.stream = event.stream
    reject.seq = event.seq
    return reject
  }

  /// Forgets what was read but keeps the room for more.
  package mutating func clear() {
    events.removeAll(keepingCapacity: true)
    rejects.removeAll(keepingCapacity: true)
    lines.removeAll(keepingCapacity: true)
    counts = Intake()
  }
}
