package import TraceModel

/// The lines that were read from one source at once, and their events and rejects.
///
/// A batch is cut from the source, scanned on any thread as if no line came before it, and then settled after the batch
/// before it.
package struct EventBatch: Sendable {
  package var events: [Event] = []
  package var rejects: [Reject] = []
  /// The counts of this batch alone; the store decides which records are new.
  package var counts = IngestCounts()
  /// The position after the last line of the batch.
  package var position = Checkpoint()

  /// The bytes that were read.
  ///
  /// `lines` has the ranges of the lines in them and in the source: all lines that were cut, and after the scan only
  /// those of events.
  var text: [UInt8] = []
  /// The source's own text, if `text` was converted from it.
  var origin: [UInt8] = []
  var isTranscoded = false
  /// Its only line, if that is text without a newline, which may be the beginning of any other line.
  var openText: LineReader.Line?
  /// True if its numbers of seconds count from 2001.
  var isSince2001 = false
  /// The decimal marks that an option gives or the source shows, by their keys.
  var decimalMarks: [String: DecimalMark] = [:]
  /// True if the day precedes the month in dates such as `10/11/2026`; nil where it is not known.
  var isDayFirst: Bool?
  /// True if the source is newest first.
  package internal(set) var isNewestFirst = false
  var format = LogFormat.canonical
  /// What parts the cells, if its lines are rows of a table of text.
  var tableMark: UInt8?
  /// The keys by which its lines are read without an option, and those that come to them from a line on.
  var keys = SourceKeys().taken
  var laterKeys: (line: Int, keys: [SourceKeys.Key])?
  /// Counts of what was found in the source beside its events.
  package var notes = SourceNotes()
  /// The ranges in `text` of the records that lack a name or a time.
  private(set) var refused: [Range<Int>] = []
  /// The names of the records that `--keep lifecycle` dropped, each with their number.
  package internal(set) var droppedNames: [String: Int64] = [:]
  /// Values of a wrong type, by their fields.
  package private(set) var misfits: [String: Misfit] = [:]
  var lines: [LineReader.Line] = []
  /// The offsets of its start and end in the source, each with the hash of the bytes before it.
  var start: (offset: Int64, tailHash: UInt64) = (0, 0)
  var end: (offset: Int64, tailHash: UInt64) = (0, 0)
  /// How many lines of the source precede its start, and its end.
  var startLine: Int64 = 0
  var endLine: Int64 = 0

  /// The symbols to which its numbers refer until it is settled.
  private(set) var symbols = Symbols()
  /// What its lines name of their processes, in their order.
  private(set) var named: [StreamKey] = []
  /// The number of rejected lines after its last event.
  private(set) var lost: Int64 = 0
  private(set) var isLineOpen: Bool?
  /// True if events without a meaning in an app's life cycle are counted and not kept.
  private var passesOver = false
  /// True if its last line has no newline yet and is no record: it is read again.
  private(set) var isLastLeft = false

  /// An empty batch.
  package init() {}

  /// A line's bytes in the source.
  func raw(_ line: LineReader.Line) -> ArraySlice<UInt8> {
    isTranscoded ? origin[line.origin] : text[line.range]
  }

  /// The last line, if it has no newline yet and is no record.
  var unfinished: Reject? { isLastLeft && rejects.last?.reason == .unfinished ? rejects.last : nil }

  /// True if it shows that its source is a log: a record without a time has a name, and a broken one may have a launch
  /// and a number.
  var isOfLog: Bool { !events.isEmpty || rejects.contains { $0.reason == .noTime || $0.stream != nil } }

  /// Removes all that was read, and keeps the memory.
  mutating func clear() {
    events.removeAll(keepingCapacity: true)
    rejects.removeAll(keepingCapacity: true)
    lines.removeAll(keepingCapacity: true)
    counts = IngestCounts()
    notes = SourceNotes()
    misfits = [:]
    droppedNames = [:]
    refused.removeAll(keepingCapacity: true)
  }

  /// Reads its lines into events and rejects.
  ///
  /// With `looksAtEachByte`, lines that repeat others are read byte by byte as well; the events are the same.
  package mutating func scan(_ options: IngestOptions, looksAtEachByte: Bool = false) {
    var options = options
    if !decimalMarks.isEmpty { options.decimalMarks = decimalMarks }
    options.isDayFirst = isDayFirst ?? options.isDayFirst
    symbols = Symbols()
    lost = 0
    isLastLeft = false
    passesOver = !options.keepsAll && format == LogFormat.canonical
    isLineOpen = lines.last?.isOpen
    var reader = EventReader(
      options, format, keys: keys, isSince2001: isSince2001, looksAtEachByte: looksAtEachByte)
    let text = text
    // The bytes after the last line are uninitialized.
    let end = lines.reduce(0) { max($0, $1.range.upperBound) }
    let later = laterKeys?.line ?? lines.count
    scan(0..<later, text.span.extracting(0..<end), &reader, options)
    if let laterKeys { reader.take(laterKeys.keys) }
    scan(later..<lines.count, text.span.extracting(0..<end), &reader, options)
    if let openText, !isLastLeft { leave(openText) }
    named = reader.builder.named
    if isNewestFirst { for index in events.indices { events[index].line = -events[index].line } }
  }

  private mutating func scan(
    _ indices: Range<Int>, _ text: Span<UInt8>, _ reader: inout EventReader, _ options: IngestOptions
  ) {
    for index in indices {
      if isPlainRecord(index, text, options.lineLimit) {
        takeRecord(index, text, &reader)
      } else {
        take(index, text, &reader, options.lineLimit)
      }
    }
  }

  /// True if a line is a record that begins as an object and is not too long, as nearly all lines are.
  @inline(__always) private func isPlainRecord(_ index: Int, _ text: Span<UInt8>, _ limit: Int) -> Bool {
    guard case .read = lines[index].fate, lines[index].length <= limit else { return false }
    let range = lines[index].range
    return !range.isEmpty && text[range.lowerBound] == UInt8(ascii: "{")
  }

  /// Adds a line for which `isPlainRecord` is true.
  @inline(__always) private mutating func takeRecord(
    _ index: Int, _ text: Span<UInt8>, _ reader: inout EventReader
  ) {
    var event = Event()
    event.line = Int32(clamping: lines[index].number)
    counts.lines += 1 + lines[index].more
    counts.envelope += lines[index].more
    let range = lines[index].range
    switch reader.read(text, range, into: &event, &symbols) {
    case .plainEvent: break
    case .event: count(&reader, text, index)
    case .rejected(let reason):
      noteDoubts(reader)
      if reader.builder.isOfOtherKind { return counts.envelope += 1 }
      return refuse(lines[index], reason, event)
    }
    counts.records += 1
    if drops(event, reader.builder.eventName) { return }
    keep(event, index, reader.builder.context.lost)
  }

  /// Leaves the only line, to be read again with what is written behind it, unless it shows an event that is known.
  private mutating func leave(_ line: LineReader.Line) {
    if events.contains(where: { symbols.signature($0).kind != .unknown }) { return }
    events.removeAll(keepingCapacity: true)
    rejects.removeAll(keepingCapacity: true)
    counts = IngestCounts()
    var event = Event()
    event.line = Int32(clamping: line.number)
    counts.lines = endLine - startLine
    counts.envelope = counts.lines - 1
    refuse(line, .unfinished, event)
  }

  private mutating func take(_ index: Int, _ text: Span<UInt8>, _ reader: inout EventReader, _ limit: Int) {
    let line = lines[index]
    var event = Event()
    event.line = Int32(clamping: line.number)
    if line.fate == .further {
      event.isFurther = true
    } else {
      counts.lines += 1 + line.more
      counts.envelope += line.more
    }
    let isTooLong = line.length > limit
    if !isTooLong, take(line.fate, of: line, event) { return }
    let record = text.extracting(0..<line.range.upperBound)
    if !isTooLong, line.fate == .read, JSONScanner.skipSpace(record, line.range.lowerBound) == record.count {
      counts.blank += 1
      // More may follow on a blank line without a newline.
      isLastLeft = line.isOpen
      return
    }
    if isTooLong { return refuse(line, .tooLong, event) }
    switch reader.read(text, line.range, into: &event, &symbols) {
    case .plainEvent: break
    case .event: count(&reader, text, index)
    case .rejected(let reason):
      if reader.builder.isOfOtherKind, !event.isFurther { return counts.envelope += 1 }
      return refuse(line, reason, event)
    }
    counts.records += event.isFurther ? 0 : 1
    if drops(event, reader.builder.eventName) { return }
    keep(event, index, reader.builder.context.lost)
  }

  /// Counts the faults that the reader found in the line; `inout` only for speed, as the compiler copies what is
  /// borrowed.
  @inline(__always) private mutating func count(_ reader: inout EventReader, _ text: Span<UInt8>, _ index: Int) {
    if reader.builder.misfits > 0 { note(reader, text, lines[index]) }
    noteDoubts(reader)
    counts.duplicateKeys += reader.builder.duplicates
    counts.zoneAssumed += reader.builder.isZoneAssumed ? 1 : 0
  }

  /// Adds the event of a line; in the log in which it was first recorded, `lostBefore` events were lost before it.
  @inline(__always) private mutating func keep(_ event: consuming Event, _ index: Int, _ lostBefore: Int64) {
    event.lost = lost | lostBefore == 0 ? 0 : Int32(clamping: lost + lostBefore)
    lost = 0
    if index != events.count { lines[events.count] = lines[index] }
    events.append(event)
  }

  /// Counts an event that `--keep lifecycle` drops, and the name that its log gives it.
  ///
  /// - Returns: False for an event that is kept. One with a `seq` is, so that its number does not seem to be missing.
  @inline(__always) private mutating func drops(_ event: Event, _ name: TextID) -> Bool {
    guard passesOver, event.seq == Event.absent else { return false }
    let signature = symbols.signature(event)
    guard signature.kind == .unknown, symbols.texts.string(signature.unknownName) == EventNames.passedOver else {
      return false
    }
    counts.passedOver += 1
    droppedNames[symbols.texts.string(name), default: 0] += 1
    return true
  }

  /// Counts the numbers of a record of which something is unclear, and the crash of which it tells in passing.
  private mutating func noteDoubts(_ reader: borrowing EventReader) {
    for (doubt, value) in reader.builder.doubts { notes.count(doubt, value) }
    if let (crash, value) = reader.builder.saidCrash { notes.count(crash, value) }
  }

  /// Counts the fields of a record that have a wrong type.
  private mutating func note(_ reader: borrowing EventReader, _ text: Span<UInt8>, _ line: LineReader.Line) {
    counts.misfits += reader.builder.misfits
    for (field, value) in reader.builder.misfitFields {
      let written = text.extracting(value).string
      misfits[field.name, default: Misfit(line: line.number, value: String(written.prefix(40)))].count += 1
    }
  }

  /// Counts a record of another format that gives no event; false if it may give one.
  private mutating func take(_ fate: LineReader.Line.Fate, of line: LineReader.Line, _ event: Event) -> Bool {
    switch fate {
    case .read, .further: return false
    case .envelope: counts.envelope += 1
    case .passedOver:
      counts.records += 1
      counts.passedOver += 1
    case .rejected(let reason): refuse(line, reason, event)
    }
    return true
  }

  private mutating func refuse(_ line: LineReader.Line, _ reason: Reject.Reason, _ event: Event) {
    var reject = Reject(event, raw(line), line, reason)
    isLastLeft = line.isOpen && reason.mayBeUnfinished
    // Its line was not counted, as its record had given an event before.
    if event.isFurther { counts.lines += 1 }
    if isLastLeft {
      reject.reason = .unfinished
      reject.stream = nil
      reject.seq = Event.absent
      counts.unfinished += 1
    } else {
      if reject.stream == nil { lost += 1 }
      counts.records += 1
      counts.rejected += 1
    }
    if [.noEvent, .noTime].contains(reject.reason) { refused.append(line.range) }
    rejects.append(reject)
  }

  /// Renumbers the scanned events by `symbols`, and continues the counts of lines in `source` after `position`.
  ///
  /// Lines that do not name their stream belong to the stream `sourceName`.
  mutating func settle(after position: Checkpoint, _ sourceName: String, _ symbols: inout Symbols, _ source: SourceID) {
    let numbers = Renumbering(of: self.symbols, naming: named, after: position, sourceName, &symbols)
    self.position = position
    if !named.isEmpty { self.position.processes = numbers.processes.forCheckpoint(symbols) }
    var settled = events.mutableSpan
    for index in settled.indices {
      numbers.apply(to: &settled[index])
      settled[index].source = source
    }
    for index in rejects.indices {
      rejects[index].stream = rejects[index].stream.map(numbers.stream)
      rejects[index].source = source
    }
    if events.isEmpty {
      lost += position.pendingLost
    } else {
      events[0].lost = Int32(clamping: Int64(events[0].lost) + position.pendingLost)
    }
    self.position.pendingLost = lost
    self.position.dropped += counts.passedOver
    self.position.line = isLastLeft ? startLine : endLine
    (self.position.offset, self.position.tailHash) = isLastLeft ? start : end
    if let isLineOpen { self.position.isLineOpen = isLineOpen && !isLastLeft }
  }
}

extension Reject {
  /// The reject of a line with these bytes; `event` holds what could be read of it.
  init(_ event: Event, _ bytes: ArraySlice<UInt8>, _ line: LineReader.Line, _ reason: Reason) {
    self.init(event, reason)
    offset = line.offset
    length = line.length
    raw = Array(bytes.prefix(Self.keptBytes))
  }
}

/// Counts what became of the lines that were read: each line is counted once.
///
/// `lines = records + blank + envelope + unfinished`, and
/// `records = new + duplicate + passedOver + rejected`.
package struct IngestCounts: Sendable, Equatable, Encodable {
  package var lines: Int64 = 0
  package var records: Int64 = 0
  package var blank: Int64 = 0
  /// Lines that a format puts around its records; the project's own has none.
  package var envelope: Int64 = 0
  /// The last line, if it has no newline and is no whole record yet.
  package var unfinished: Int64 = 0
  /// Records that gave a new event; only a store knows which do.
  package var new: Int64 = 0
  package var duplicate: Int64 = 0
  /// Records that were left out on request (`--keep lifecycle`).
  package var passedOver: Int64 = 0
  package var rejected: Int64 = 0
  /// Optional fields with a wrong type or out of range, kept in `attributes`.
  package var misfits: Int64 = 0
  package var duplicateKeys: Int64 = 0
  /// Times without an offset, read in the zone that was given or in UTC.
  package var zoneAssumed: Int64 = 0

  /// No line read yet.
  package init() {}

  /// Whether every line and every record is accounted for.
  package var addsUp: Bool {
    lines == records &+ blank &+ envelope &+ unfinished && records == new &+ duplicate &+ passedOver &+ rejected
  }

  /// Adds other counts.
  package static func += (sum: inout IngestCounts, other: IngestCounts) {
    let counts: [WritableKeyPath<IngestCounts, Int64>] = [
      \.lines, \.records, \.blank, \.envelope, \.unfinished, \.new, \.duplicate, \.passedOver, \.rejected, \.misfits,
      \.duplicateKeys, \.zoneAssumed,
    ]
    for count in counts { sum[keyPath: count] &+= other[keyPath: count] }
  }
}

/// How often a field had a wrong type or was out of range, and the first case.
package struct Misfit: Sendable, Equatable {
  package var count: Int64 = 0
  package var line: Int64
  /// The first value as it was written, or its beginning.
  package var value: String

  /// The number of such values, the line of the first, and its text.
  package init(count: Int64 = 0, line: Int64, value: String) {
    self.count = count
    self.line = line
    self.value = value
  }
}

/// Keeps the lines of some events of a batch, in little more memory than their bytes, so that a caller that refuses an
/// event later can make a reject of its line.
package struct KeptLines: Sendable {
  private struct Line {
    /// The number of the event.
    var event: Int
    /// The end of its bytes; they begin where those of the line before end.
    var end: Int
    var offset: Int64
    var length: Int64
  }

  private var lines: [Line] = []
  private var bytes: [UInt8] = []

  /// How many bytes of memory the lines use.
  package var byteCount: Int { bytes.count + lines.count * MemoryLayout<Line>.stride }

  /// Keeps the lines of the events at some indices of a batch, in rising order; the batch's first event has the number
  /// `first`.
  package init(of indices: [Int], in batch: EventBatch, numberedFrom first: Int) {
    lines.reserveCapacity(indices.count)
    bytes.reserveCapacity(indices.reduce(0) { $0 + batch.keptBytes(of: $1).count })
    for index in indices {
      bytes += batch.keptBytes(of: index)
      let line = batch.lines[index]
      lines.append(Line(event: first + index, end: bytes.count, offset: line.offset, length: line.length))
    }
  }

  /// An event that is refused, as a reject with its bytes.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - number: Its number.
  ///   - reason: The reason why it is refused.
  /// - Returns: The reject; nil if its line was not kept.
  package func reject(_ event: Event, number: Int, _ reason: Reject.Reason) -> Reject? {
    let index = lines.partitioningIndex { $0.event >= number }
    guard index < lines.count, lines[index].event == number else { return nil }
    var reject = Reject(event, reason)
    reject.offset = lines[index].offset
    reject.length = lines[index].length
    reject.raw = Array(bytes[(index == 0 ? 0 : lines[index - 1].end)..<lines[index].end])
    return reject
  }
}

extension EventBatch {
  /// The bytes of an event's line that a reject keeps.
  fileprivate func keptBytes(of index: Int) -> ArraySlice<UInt8> { raw(lines[index]).prefix(Reject.keptBytes) }
}

extension StreamKey {
  /// A stream that is named by its source alone.
  init(source: TextID) {
    self.init()
    self.source = source
  }

  /// The same stream without its source.
  fileprivate var withoutSource: StreamKey {
    var key = self
    key.source = .none
    return key
  }
}

/// Maps the numbers of a batch's own symbols to those of all batches.
private struct Renumbering {
  private var texts = [TextID.none]
  private var signatures: [SignatureID] = []
  private var contexts: [ContextID] = []
  private var streams: [StreamID] = []
  private(set) var processes: NamedProcesses

  /// Adds a batch's own symbols to `symbols`; its lines inherit from those before, and from what they have `named`.
  init(
    of own: Symbols, naming named: [StreamKey], after position: Checkpoint, _ sourceName: String,
    _ symbols: inout Symbols
  ) {
    processes = NamedProcesses(position.processes, &symbols)
    texts.reserveCapacity(own.texts.count + 1)
    for id in 0..<own.texts.count {
      texts.append(symbols.texts.intern(own.texts.slice(TextID(rawValue: Int32(id + 1))).span))
    }
    for var signature in own.signatures.values {
      renumber(&signature.unknownName)
      signature.changeTexts { renumber(&$0) }
      signatures.append(SignatureID(rawValue: symbols.signatures.intern(signature)))
    }
    for var context in own.contexts.values {
      context.changeTexts { renumber(&$0) }
      contexts.append(ContextID(rawValue: symbols.contexts.intern(context)))
    }
    let isAsked = (0..<own.streams.count).contains { own.streams[Int32($0)].mark != nil }
    processes.add(named.map(renumbered), isAsked: isAsked)
    for number in 0..<own.streams.count {
      var key = own.streams[Int32(number)]
      // The record of a measured launch belongs to the process that lines before it name, if they do.
      let isOwn = key.inheritsProcess && !key.source.isNone
      key = processes.completed(renumbered(key))
      if isOwn, key.pid != Event.absent {
        key = key.withoutSource
      } else if isOwn, !symbols.texts.string(key.source).hasPrefix(Origin.sessionPrefix) {
        key = StreamKey(source: key.source)
      }
      if key == StreamKey() { key.source = symbols.texts.intern(sourceName) }
      streams.append(StreamID(rawValue: symbols.streams.intern(key)))
    }
  }

  /// Changes the value in place: reading and writing it through a key path is six times as slow.
  private func renumber(_ id: inout TextID) { if id.rawValue > 0 { id = texts[Int(id.rawValue)] } }

  func stream(_ id: StreamID) -> StreamID { streams[Int(id.rawValue)] }

  private func renumbered(_ key: StreamKey) -> StreamKey {
    var key = key
    key.changeTexts { renumber(&$0) }
    return key
  }

  @inline(__always) func apply(to event: inout Event) {
    event.stream = stream(event.stream)
    event.signature = signatures[Int(event.signature.rawValue)]
    event.context = contexts[Int(event.context.rawValue)]
    event.scene = texts[Int(event.scene.rawValue)]
    event.sceneInstance = texts[Int(event.sceneInstance.rawValue)]
    event.viewInstance = texts[Int(event.viewInstance.rawValue)]
    event.task = texts[Int(event.task.rawValue)]
    event.attributes = texts[Int(event.attributes.rawValue)]
  }
}
