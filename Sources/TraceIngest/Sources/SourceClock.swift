import TraceModel

/// How the times of a source are read, by its first records.
///
/// Services that keep logs show the newest record first, and export them in that order. A source is newest first if its
/// records descend over at least three instants: one or two steps back may come from a clock that was set.
///
/// Swift's `JSONEncoder` writes a `Date` as seconds since 2001 by default. Read as seconds since 1970 such a number is
/// a time before there were apps. So numbers count from 2001 if all numbers in the first records are such numbers.
struct SourceClock {
  /// How many different instants are needed to see the order of records.
  private static let instantCount = 3
  /// How many records are read first: the times of nearly all logs rise within them.
  private static let firstCount = 3

  /// The range of a piece of the source, and the objects around it.
  private typealias Piece = (range: Range<Int>, outer: [JSONValue])

  /// True if the source is newest first; nil if too few records were read to see.
  private(set) var isNewestFirst: Bool? = false
  /// True if its numbers of seconds count from 2001.
  private(set) var isSince2001 = false

  /// The clock of the records in the first bytes of a source.
  ///
  /// Only the project's own records are reversed: readers of other formats depend on the order in which records come.
  init(of head: [UInt8], _ format: DetectedFormat, _ options: IngestOptions) {
    guard format.name == LogFormat.canonical else { return }
    var head = head
    let pieces = Self.pieces(of: &head, format)
    let few = Self.batch(of: pieces.prefix(Self.firstCount), head, format)
    var events = events(of: few, options)
    if Self.rises(events) { return }
    if pieces.count > Self.firstCount { events = self.events(of: Self.batch(of: pieces[...], head, format), options) }
    let instants = Set(events.map(\.time)).count
    isNewestFirst = Self.rises(events) ? false : instants >= Self.instantCount ? true : nil
  }

  /// True if any event is later than the one before it, by one of its clocks or by its number.
  private static func rises(_ events: [Event]) -> Bool {
    zip(events, events.dropFirst()).contains { first, second in
      first.time < second.time || first.uptime != Event.absent && first.uptime < second.uptime
        || first.seq != Event.absent && first.stream == second.stream && first.seq < second.seq
    }
  }

  /// The whole pieces of the source; of an element that breaks off, the records before that.
  private static func pieces(of head: inout [UInt8], _ format: DetectedFormat) -> [Piece] {
    var pieces: [Piece] = []
    var start = 0
    switch format.framing {
    case .lines:
      while let end = head[start...].firstIndex(of: UInt8(ascii: "\n")) {
        pieces.append((start..<end, []))
        start = end + 1
      }
    case .elements(let envelope):
      var elements = JSONElements(envelope)
      var searched = 0
      while let range = elements.next(head.span, from: start, searched: &searched, isAll: true) {
        pieces.append((range, elements.outer))
        start = range.upperBound
      }
      // One element may hold all records, as a stream of Loki does.
      if format.envelope != nil, let rest = elements.rest(head.span, from: start, searched: &searched) {
        let closed = CutJSON.closed(head[rest.range])
        head.replaceSubrange(rest.range.lowerBound..., with: closed)
        pieces.append((rest.range.lowerBound..<head.count, elements.outer))
      }
    case .objects, .joined, .document: break
    }
    return pieces
  }

  /// The records in pieces, in their order, as a batch.
  private static func batch(
    of pieces: ArraySlice<Piece>, _ head: [UInt8], _ format: DetectedFormat
  ) -> EventBatch {
    var batch = EventBatch()
    let options = IngestOptions()
    var reader = format.reader.map { RecordReader($0, in: format.envelope?.ofCut, options) }
    batch.isTranscoded = reader != nil
    batch.text = reader == nil ? head : []
    batch.origin = head
    for (range, outer) in pieces where range.contains(where: { !JSONScanner.isSpace(head[$0]) }) {
      let offset = Int64(range.lowerBound)
      let line = LineReader.Line(range: range, offset: offset, length: Int64(range.count), isOpen: false)
      guard reader != nil else {
        batch.lines.append(line)
        continue
      }
      var transcript = Transcript(appendingTo: &batch, record: line, keepsAll: true)
      reader?.read(head[range], outer, into: &transcript)
      batch.text = transcript.text
      batch.lines = transcript.lines
    }
    return batch
  }

  /// The events of a batch that have a time, in their order; if no time can be read, the events with seconds that count
  /// from 2001.
  private mutating func events(of batch: EventBatch, _ options: IngestOptions) -> [Event] {
    var scanned = batch
    scanned.scan(options)
    isSince2001 = false
    if scanned.events.isEmpty, scanned.rejects.contains(where: { $0.reason == .noTime }) {
      scanned = batch
      scanned.isSince2001 = true
      scanned.scan(options)
      isSince2001 = !scanned.events.isEmpty && !scanned.rejects.contains { $0.reason == .noTime }
      if !isSince2001 { return [] }
    }
    return scanned.events.filter { $0.time != Event.absent }
  }
}
