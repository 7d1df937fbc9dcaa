import TraceModel

/// How the times of a source are read, by its first records.
///
/// Services export the newest record first. A source is newest first if its records descend over at least three
/// instants: one or two steps back may come from a clock that was set. In other formats a few records may rise by a
/// little: the processes of a device do not write in the order of their times.
///
/// Swift's `JSONEncoder` writes a `Date` as seconds since 2001 by default. As seconds since 1970 such a number is a
/// time before there were apps: numbers count from 2001 if all in the first records are such numbers.
struct SourceClock {
  /// The number of different instants that show the order of records.
  private static let instantCount = 3
  /// The number of records that are read first: the times of nearly all logs rise within them.
  private static let firstCount = 3
  /// How far a record of another format may rise in a source that is newest first: daemons write that much late.
  private static let lateNanos: Int64 = 1_000_000_000
  /// Newest first needs 4 falls for each rise of up to 1 s, 16 for a larger one.
  private static let fallsForRise = 4
  private static let fallsForJump = 16
  private static let day: Int64 = 86_400_000_000_000
  /// A clock without a date that rises by more within one day has passed midnight, backwards.
  private static let longestDay: Int64 = 22 * day / 24

  private typealias Piece = (range: Range<Int>, outer: [JSONValue])

  /// Nil if too few records were read.
  private(set) var isNewestFirst: Bool? = false
  /// True if its numbers of seconds count from 2001.
  private(set) var isSince2001 = false

  /// The clock of a source by its first bytes.
  ///
  /// Readers of formats other than the project's own depend on the order of records: `TurnedRecords` gives them the
  /// last one first.
  init(of head: [UInt8], _ format: DetectedFormat, _ options: IngestOptions) {
    var head = head
    let pieces = Self.pieces(of: &head, format)
    if format.name != LogFormat.canonical {
      let events = Self.scanned(Self.batch(of: pieces[...], head, format), options).events
      // A further event of a record may be about an earlier one.
      isNewestFirst = Self.descends(events.filter { !$0.isFurther })
      return
    }
    let few = Self.batch(of: pieces.prefix(Self.firstCount), head, format)
    var events = events(of: few, options)
    if Self.rises(events) { return }
    if pieces.count > Self.firstCount { events = self.events(of: Self.batch(of: pieces[...], head, format), options) }
    let instants = Set(events.map(\.time)).count
    isNewestFirst = Self.rises(events) ? false : instants >= Self.instantCount ? true : nil
  }

  /// True if nearly all times are before those that precede them; nil if too few times are known.
  private static func descends(_ events: [Event]) -> Bool? {
    let dated = events.map(\.time).filter { $0 != Event.absent }
    // Text without a date has a clock alone, of which its reader makes a time that rises over nights and new years.
    let isDated = !dated.isEmpty
    let times = isDated ? dated : events.map(\.uptime).filter { $0 != Event.absent }
    let pairs = zip(times, times.dropFirst()).filter { $0 != $1 }
    let rises = pairs.filter { $1 > $0 && (isDated || $1 / day == $0 / day && $1 &- $0 <= longestDay) }
    let falls = pairs.count - rises.count
    let needed = rises.reduce(0) { $0 + ($1.1 &- $1.0 > lateNanos ? fallsForJump : fallsForRise) }
    if !rises.isEmpty, falls < needed { return false }
    return falls < instantCount - 1 ? nil : true
  }

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
    case .lines, .joined:
      while let end = head[start...].firstIndex(of: UInt8(ascii: "\n")) {
        pieces.append((start..<end, []))
        start = end + 1
      }
    case .objects:
      var depth = JSONDepth()
      // Brackets and commas around the objects of an array do not belong to them.
      while let object = head[start...].firstIndex(of: UInt8(ascii: "{")),
        let end = depth.end(head.span, object..<head.count)
      {
        start = object
        pieces.append((start..<end, []))
        start = end
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
    case .document: break
    }
    return pieces
  }

  /// The records in the first bytes of a source, in their order, as a batch that is not yet scanned.
  static func records(in head: [UInt8], _ format: DetectedFormat) -> EventBatch {
    var head = head
    let pieces = pieces(of: &head, format)
    return batch(of: pieces[...], head, format)
  }

  private static func batch(
    of pieces: ArraySlice<Piece>, _ head: [UInt8], _ format: DetectedFormat
  ) -> EventBatch {
    var batch = EventBatch()
    let options = IngestOptions()
    var reader = format.reader.map { RecordReader($0, in: format.envelope?.ofCut, options, wrap: format.wrap) }
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

  private static func scanned(_ batch: consuming EventBatch, _ options: IngestOptions) -> EventBatch {
    batch.scan(options)
    return batch
  }

  /// The events of a batch with a time, in their order; without any, the events with seconds that count from 2001.
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
