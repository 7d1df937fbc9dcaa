package import TraceModel

/// How many lines were read and what became of them: lines = records + blank + unfinished.
package struct ReadCounts: Sendable, Equatable {
  package var lines: Int64 = 0
  /// Events and rejects; what is only `unfinished` is none.
  package var records: Int64 = 0
  package var blank: Int64 = 0
  package var unfinished: Int64 = 0
  /// Records that are no event.
  package var rejected: Int64 = 0
  /// Fields whose value went to the attributes: of a wrong type or out of range.
  package var misfits: Int64 = 0
  /// Keys that stood twice in one object.
  package var duplicateKeys: Int64 = 0
  /// Times without an offset.
  package var zoneAssumed: Int64 = 0

  /// Nothing was read.
  package init() {}

  /// Adds other counts.
  package static func += (sum: inout ReadCounts, other: ReadCounts) {
    sum.lines += other.lines
    sum.records += other.records
    sum.blank += other.blank
    sum.unfinished += other.unfinished
    sum.rejected += other.rejected
    sum.misfits += other.misfits
    sum.duplicateKeys += other.duplicateKeys
    sum.zoneAssumed += other.zoneAssumed
  }
}

/// Where a source was left: all that is needed to go on as if never stopped.
///
/// Its texts are numbers in the `Symbols` of the read that made it.
package struct ReadPosition: Sendable, Equatable {
  /// In decompressed bytes.
  package var offset: Int64 = 0
  /// How many lines lie before it.
  package var line: Int64 = 0
  /// FNV-1a of the 4 KiB before `offset`, or of all bytes before it if they are fewer.
  package var tailHash: UInt64 = Fingerprint().value
  /// The last line before it was whole but had no newline yet.
  package var isLineOpen = false
  /// How many bytes the source's head had when it was first opened.
  package var headLength: Int32 = 0
  /// What the last line said that had it: a part of the stream of lines that lack it.
  package var device = TextID.none
  package var app = TextID.none
  package var boot = TextID.none
  package var pid = Event.absent
  /// How many lines were rejected since the last event, none with a readable `seq`.
  package var pendingLost: Int32 = 0

  /// The beginning of a source.
  package init() {}
}

/// What was read from one source in one go.
package struct EventBatch: Sendable {
  package var events: [Event] = []
  package var rejects: [Reject] = []
  /// Of this batch alone.
  package var counts = ReadCounts()
  /// After the last line of the batch.
  package var position = ReadPosition()

  /// The bytes of the lines that gave events, and where each lies, by the event's number.
  private var text: [UInt8] = []
  private var lines: [(offset: Int64, start: Int)] = []

  /// An empty batch.
  package init() {}

  /// How many bytes of lines it holds.
  var byteCount: Int { text.count }

  /// Adds an event with its line.
  mutating func append(_ event: Event, _ line: ArraySlice<UInt8>, at offset: Int64) {
    events.append(event)
    lines.append((offset, text.count))
    text += line
  }

  /// An event's line as a reject: it can't be stored, as another event has its place.
  package func reject(_ index: Int, _ reason: Reject.Reason) -> Reject {
    let event = events[index]
    let end = index + 1 < lines.count ? lines[index + 1].start : text.count
    let line = text[lines[index].start..<end]
    var reject = Reject()
    reject.source = event.source
    reject.line = event.line
    reject.offset = lines[index].offset
    reject.length = Int64(line.count)
    reject.reason = reason
    reject.raw = Array(line.prefix(Reject.keptBytes))
    reject.stream = event.stream
    reject.seq = event.seq
    return reject
  }

  /// Forgets what was read but keeps the room for more; the position stays.
  package mutating func clear() {
    events.removeAll(keepingCapacity: true)
    rejects.removeAll(keepingCapacity: true)
    text.removeAll(keepingCapacity: true)
    lines.removeAll(keepingCapacity: true)
    counts = ReadCounts()
  }
}
