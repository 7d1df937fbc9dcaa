package import TraceModel

/// Reads one source batch by batch, from the position at which an earlier read ended.
package struct SourceReader: ~Copyable {
  /// How long a batch waits for more bytes of a pipe.
  static let patience = Duration.milliseconds(500)
  /// How many bytes are read at most to see how times run: some tens of long records.
  private static let clockLength = 65_536
  /// How many bytes are read at most to see whether the day precedes the month.
  private static let dayLength = 1 << 20

  private let path: SourcePath
  private let options: IngestOptions
  private var input: ByteInput
  private var lines: LineReader
  /// The position before the next line.
  private var position = Checkpoint()
  /// The format of the source.
  private let format: DetectedFormat
  private let joinsLines: Bool
  /// True if its records are the elements of a JSON document.
  let isOfElements: Bool
  private let isCanonical: Bool
  /// True if it begins as an array of JSON.
  private let isOfArray: Bool
  /// How its times are read.
  private let clock: SourceClock
  /// The keys that its first bytes decide, and those by which its next line is read.
  private let headKeys: SourceKeys
  private var keys: SourceKeys
  private var recordReader: RecordReader?
  /// The records of another format that are newest first, as far as they were read; nil for any other source.
  private var turned: TurnedRecords?
  /// How many lines were read.
  private var passedLines: Int64 = 0
  /// For a JSON document: the line on which the last element ended, and whether it also began there.
  private var elementLine: (number: Int64, isBegun: Bool) = (1, false)
  /// The hashes that identify the source.
  package let head: SourceFingerprint
  /// The error for a pipe that has no event: it cannot be searched before it is read.
  package let nonLogError: IngestError?

  /// Opens a source, and finds its format by its first bytes.
  ///
  /// A file that does not seem to be a log is searched for an event first, to its end if need be: so the result does
  /// not depend on how its blocks are cut.
  /// - Throws: `IngestError` if it cannot be read or decompressed, or is no log.
  package init(_ path: SourcePath, options: IngestOptions) throws(IngestError) {
    try self.init(ByteInput(path, options), path, options)
  }

  /// Opens a source that may grow.
  ///
  /// A file is not searched for an event: one may come later. `nonLogError` is set if it does not seem to be a log.
  /// - Throws: `IngestError` if it cannot be read, or can be no log whatever follows.
  init(following bytes: GrowingBytes, _ path: SourcePath, options: IngestOptions) throws(IngestError) {
    try self.init(ByteInput(bytes, path, options), path, options)
  }

  /// With `isSearched` false, the source is not searched for an event, as the caller does that.
  private init(_ bytes: consuming ByteInput, _ path: SourcePath, _ options: IngestOptions, isSearched: Bool = true)
    throws(IngestError)
  {
    var input = bytes
    var lines = LineReader(options)
    let first = try lines.ahead(SourceFingerprint.length, from: &input)
    if first.isEmpty, let damage = lines.damage { throw damage }
    if let archive = IngestError(path, archiveIn: first) { throw archive }
    let format = try DetectedFormat(of: first, path, options)
    var options = options
    let isText = format.name == UnifiedLogTextReader.name
    if let days = isText ? FrontTime.dayOrder(in: first) : KeyForm.dayOrder(in: first, format, options) {
      let given = options.isDayFirst
      options.isDayFirst = (isText ? nil : given) ?? days.isDayFirst
      if options.isDayFirst == nil, !input.isPipe, !input.isGrowing {
        let head = try lines.ahead(Self.dayLength, from: &input)
        let days = isText ? FrontTime.dayOrder(in: head) : KeyForm.dayOrder(in: head, format, options)
        options.isDayFirst = days?.isDayFirst
      }
      if isText, options.isDayFirst == nil { throw IngestError(path, undecidedDay: days.example) }
    }
    var hash = Fingerprint()
    var hashes = [hash.value]
    for byte in first {
      hash.add(byte)
      hashes.append(hash.value)
    }
    if input.isPipe, let program = ByteInput.program(first) {
      throw IngestError(
        operation: "read", subject: path.name, cause: "what comes through the pipe is compressed",
        hint: "feed it decompressed: \(name: program) -dc FILE | tracetool ingest -")
    }
    let nonLogError = isSearched ? format.nonLog.map { IngestError(path, $0) } : nil
    let isReadOnce = input.isPipe || input.isGrowing
    if let nonLogError, !isReadOnce, try !Self.isLog(path, options) { throw nonLogError }
    let head = SourceFingerprint(prefixHashes: hashes)
    lines.framing = format.framing
    try lines.skipMark(from: &input)
    let mark = first.starts(with: [UInt8].byteOrderMark) ? [UInt8].byteOrderMark.count : 0
    for (key, decimalMark) in DecimalMark.marks(in: Array(first[mark...]), format, options) {
      options.decimalMarks[key] = decimalMark
    }
    var clock = SourceClock(of: Array(first[mark...]), format, options)
    // Long records need more bytes.
    if clock.isNewestFirst == nil, first.count == SourceFingerprint.length {
      clock = SourceClock(of: try lines.ahead(Self.clockLength, from: &input), format, options)
    }
    // A noncopyable `self` cannot be left half initialized by a `throw`: all of them are above.
    self.path = path
    self.options = options
    self.head = head
    self.nonLogError = isReadOnce ? nonLogError : nil
    self.input = input
    self.lines = lines
    self.format = format
    joinsLines = format.framing.joinsLines
    isCanonical = format.reader == nil
    isOfArray = first.first { !JSONScanner.isSpace($0) } == UInt8(ascii: "[")
    isOfElements = format.framing.isOfElements
    self.clock = clock
    headKeys = SourceKeys(of: Array(first[mark...]), format, options)
    keys = headKeys
    position.headLength = head.count
    position.headHash = head.hash
    begin()
  }

  /// Prepares to read the first record.
  private mutating func begin() {
    keys = headKeys
    let isTurned = clock.isNewestFirst == true && format.name != LogFormat.canonical
    turned = isTurned ? TurnedRecords() : nil
    recordReader = format.reader.map {
      RecordReader($0, in: isTurned ? nil : format.envelope, options, wrap: format.wrap)
    }
  }

  /// The name of its format, with a remark, as in `canonical after a prefix`.
  package var formatName: String { format.name + format.remark }

  /// True if the source cannot be read twice: reading cannot be resumed.
  package var isPipe: Bool { input.isPipe }

  /// The offset of the next line, in bytes.
  var offset: Int64 { lines.offset }

  /// True for a pipe that had no bytes at the last read.
  package var isSilent: Bool { lines.isSilent }

  /// The size in bytes; nil if it is not known before the end.
  package var size: Int64? { input.size }

  /// How many bytes were read, decompressed.
  package var bytesRead: Int64 { input.bytesRead }

  /// Moves to the position at which an earlier read ended.
  ///
  /// - Returns: False if the bytes before that position are not the same: the reader is then at the start.
  /// - Throws: `IngestError` if the source cannot be read.
  package mutating func resume(at earlier: Checkpoint) throws(IngestError) -> Bool {
    if isPipe { return false }
    try findKeys(before: earlier.offset)
    let tail = min(earlier.offset, Int64(LineReader.tail))
    guard try go(to: earlier.offset - tail), try skip(tail), lines.tailHash == earlier.tailHash else {
      try restart()
      return false
    }
    // All of a source that is newest first is read together.
    if turned != nil, try !lines.ahead(1, from: &input).isEmpty {
      try restart()
      return false
    }
    position = earlier
    passedLines = earlier.line
    if turned != nil { return true }
    if format.framing.isOfElements || recordReader != nil && format.framing.hasState {
      try restart()
      position = earlier
      var scrap = EventBatch()
      var last: Int64 = -1
      while lines.offset < earlier.offset, lines.offset > last {
        last = lines.offset
        guard try cut(into: &scrap, limit: .max, until: earlier.offset) else { break }
      }
      position.isLineOpen = false
    } else if earlier.isLineOpen {
      try closeLine()
    }
    return true
  }

  /// Reads what precedes an offset, until a record decides the keys.
  private mutating func findKeys(before offset: Int64) throws(IngestError) {
    if keys.isDecided || offset == 0 { return }
    try restart()
    var scrap = EventBatch()
    while !keys.isDecided, lines.offset < offset, try cut(into: &scrap, limit: Self.searchedLines, until: offset) {}
  }

  /// Goes back to the first record, and to the state at the start.
  ///
  /// - Throws: `IngestError` if the source cannot be read.
  package mutating func restart() throws(IngestError) {
    position = Checkpoint()
    position.headLength = head.count
    position.headHash = head.hash
    _ = try go(to: 0)
    try lines.skipMark(from: &input)
    begin()
    passedLines = 0
    elementLine = (1, false)
  }

  /// Moves to `offset`; false if the source is shorter.
  private mutating func go(to offset: Int64) throws(IngestError) -> Bool {
    if input.seek(to: offset) {
      lines = LineReader(options, format.framing, at: offset)
      return true
    }
    input = try ByteInput(path, options)
    lines = LineReader(options, format.framing)
    return try skip(offset)
  }

  /// Skips `count` bytes; false if there are fewer.
  private mutating func skip(_ count: Int64) throws(IngestError) -> Bool {
    var rest = count
    while rest > 0 {
      let step = Int(min(rest, Int64(LineReader.tail)))
      guard try lines.ahead(step, from: &input).count == step else { return false }
      lines.skip(step)
      rest -= Int64(step)
    }
    return true
  }

  /// Skips the newline that a whole last line lacked when it was read.
  private mutating func closeLine() throws(IngestError) {
    let next = try lines.ahead(2, from: &input)
    lines.skip(next == Array("\r\n".utf8) ? 2 : next.first == UInt8(ascii: "\n") ? 1 : 0)
    position.isLineOpen = next.isEmpty
  }

  /// Fills `batch` with the next lines, at most `limit`, that begin before the offset `end`.
  ///
  /// - Returns: False once the source is at its end.
  /// - Throws: `IngestError` if the source cannot be read further; `batch` holds the lines before that.
  package mutating func cut(into batch: inout EventBatch, limit: Int, until end: Int64 = .max) throws(IngestError)
    -> Bool
  {
    defer { takeKeys(into: &batch) }
    return try fill(&batch, limit: limit, until: end)
  }

  /// Gives a batch the keys by which its lines are read, and looks for a record that decides them.
  private mutating func takeKeys(into batch: inout EventBatch) {
    batch.keys = keys.taken
    batch.laterKeys = nil
    if keys.isDecided { return }
    for (index, line) in batch.lines.enumerated() where line.fate == .read || line.fate == .further {
      keys.decide(by: batch.text[line.range], options)
      if keys.isDecided {
        batch.laterKeys = (index, keys.taken)
        return
      }
    }
  }

  private mutating func fill(_ batch: inout EventBatch, limit: Int, until end: Int64) throws(IngestError) -> Bool {
    batch.clear()
    if input.isGrowing, position.isLineOpen { try closeLine() }
    batch.format = format.name
    batch.tableMark = format.envelope?.table?.mark
    batch.isTranscoded = recordReader != nil
    batch.openText = nil
    batch.isNewestFirst = clock.isNewestFirst == true
    batch.isSince2001 = clock.isSince2001
    batch.decimalMarks = options.decimalMarks
    batch.isDayFirst = options.isDayFirst
    if recordReader != nil { batch.text.removeAll(keepingCapacity: true) }
    batch.start = (lines.offset, lines.tailHash)
    batch.startLine = passedLines
    let deadline = ContinuousClock.now + Self.patience
    defer {
      batch.end = (lines.offset, lines.tailHash)
      batch.endLine = passedLines
      if recordReader == nil {
        lines.finishBatch(&batch.text)
      } else if turned == nil {
        lines.finishBatch(&batch.origin)
      }
    }
    if turned != nil { return try turn(into: &batch, until: deadline) }
    // The newline of a whole last line is awaited: it belongs to none of the lines that follow.
    if input.isGrowing, position.isLineOpen { return !lines.isFinished }
    while batch.lines.count < limit, lines.offset < end {
      if isCanonical {
        let count = batch.lines.count
        lines.takeWhole(to: &batch.lines, after: passedLines, limit: limit, before: end)
        passedLines += Int64(batch.lines.count - count)
        if batch.lines.count == limit { break }
      }
      guard let line = try lines.next(from: &input, until: deadline) else { break }
      // A line without a newline gets a batch of its own: the scan shows whether it is whole.
      if line.isOpen && !batch.lines.isEmpty || line.offset >= end {
        lines.unread(line)
        break
      }
      take(line, &batch)
    }
    return !lines.isFinished
  }

  private mutating func take(_ line: LineReader.Line, _ batch: inout EventBatch) {
    let line = numbered(line)
    if isCanonical { return batch.lines.append(line) }
    if line.isOpen { noteOpen(line, &batch) }
    let number = read(line, lines.buffer, lines.outer, &batch)
    if case .document = format.framing { passedLines = number - 1 }
    if format.envelope != nil { pass(number - 1) }
  }

  /// Counts the records of an envelope, the last of which has this number.
  private mutating func pass(_ last: Int64) {
    passedLines = max(passedLines, last)
    if last > elementLine.number { elementLine = (last, true) }
  }

  /// Reads a record of another format, whose bytes are in `text`; returns the number of the next one.
  private mutating func read(
    _ line: LineReader.Line, _ text: [UInt8], _ outer: [JSONValue], _ batch: inout EventBatch
  ) -> Int64 {
    var transcript = Transcript(appendingTo: &batch, record: line, keepsAll: options.keepsAll)
    if line.length > options.lineLimit {
      transcript.end(.rejected(.tooLong))
    } else if line.range.allSatisfy({ JSONScanner.isSpace(text[$0]) }) {
      transcript.end(.read)
    } else {
      recordReader?.read(text[line.range], outer, into: &transcript)
    }
    batch.text = transcript.text
    batch.lines = transcript.lines
    batch.notes = transcript.notes
    batch.droppedNames.merge(transcript.droppedNames, uniquingKeysWith: +)
    return transcript.number
  }

  /// Fills `batch` with all records of a source that is newest first, the last one first, once all of it was read.
  ///
  /// - Returns: False once the source is at its end.
  private mutating func turn(into batch: inout EventBatch, until deadline: ContinuousClock.Instant)
    throws(IngestError) -> Bool
  {
    guard var turned = turned.take() else { return false }
    var damage: IngestError?
    var read: [UInt8] = []
    repeat {
      do throws(IngestError) {
        while let line = try lines.next(from: &input, until: deadline) { add(line, to: &turned) }
      } catch {
        damage = error
      }
      lines.finishBatch(&read)
    } while damage == nil && !lines.isFinished && !lines.isSilent
    let isWhole = damage != nil || lines.isFinished
    if isWhole {
      batch.origin = turned.bytes
      for record in turned.records.reversed() { _ = self.read(record, turned.bytes, [], &batch) }
      turned = TurnedRecords()
    }
    self.turned = turned
    if let damage { throw damage }
    return !isWhole
  }

  /// Keeps a line, or the records of an envelope, until the last one was read.
  private mutating func add(_ line: LineReader.Line, to turned: inout TurnedRecords) {
    let line = numbered(line)
    let text = lines.buffer[line.range]
    guard let envelope = format.envelope, line.length <= options.lineLimit else { return turned.add(line, text) }
    pass(turned.add(envelope.records(in: text, lines.outer), of: line, text))
  }

  /// A line with its number in the source.
  private mutating func numbered(_ line: LineReader.Line) -> LineReader.Line {
    var line = line
    if isOfElements {
      number(&line)
    } else {
      line.number = passedLines + 1
      if joinsLines { line.more = Int64(lines.buffer[line.range].count { $0 == UInt8(ascii: "\n") }) }
      passedLines += 1 + line.more
    }
    return line
  }

  /// Notes a line without a newline that may go on: it is no whole JSON object, and does not end with one.
  private func noteOpen(_ line: LineReader.Line, _ batch: inout EventBatch) {
    guard format.framing.isOfLines || format.framing.joinsLines else { return }
    let bytes = Array(lines.buffer[line.range])
    let isObject = bytes.first { !JSONScanner.isSpace($0) } == UInt8(ascii: "{")
    let endsObject = bytes.last { !JSONScanner.isSpace($0) } == UInt8(ascii: "}")
    if isObject ? JSONGrammar.isOver(bytes) : endsObject { return }
    batch.openText = line
    batch.openText?.origin = line.range
  }

  /// Numbers an element by the line on which it begins.
  ///
  /// Of several elements on one line each counts as a line, since a record is identified by its number.
  private mutating func number(_ line: inout LineReader.Line) {
    let ends = lines.lineEnds
    let isBegun = elementLine.isBegun && ends.before == 0
    line.number = elementLine.number + ends.before + (isBegun ? 1 : 0)
    let end = line.number + ends.within
    elementLine = (end, ends.within == 0)
    line.more = max(end - passedLines - 1, 0)
    passedLines += 1 + line.more
  }

  /// The error for a source whose end could not be read, though it is not damaged: after its last record it has a
  /// document that was cut, or a line that cannot become a record.
  ///
  /// A last line that may still be written is no error: most logs that are copied while the app runs end like this.
  package func breakOff(after batch: borrowing EventBatch) -> IngestError? {
    guard let rest = batch.unfinished, isBrokenOff(rest) else { return nil }
    let bytes =
      rest.length == 1 ? "its last byte is" : "its last \(rest.length) bytes, from byte \(rest.offset) on, are"
    return IngestError(
      operation: "read", subject: path.name, cause: "\(bytes) no whole record",
      hint: "what came before was read; check the file, or export it anew", isPartial: true)
  }

  private func isBrokenOff(_ rest: Reject) -> Bool {
    switch format.framing {
    case .document, .elements: true
    case .objects: isOfArray || rest.line == 1 || rest.raw.contains(UInt8(ascii: "\n"))
    case .lines: isCanonical && (rest.length > options.lineLimit || JSONGrammar.isOver(rest.raw))
    case .joined: false
    }
  }

  /// Settles a scanned batch after the one before it, and renumbers it by `symbols`.
  ///
  /// The symbols may differ from those of the batch before.
  package mutating func settle(_ batch: inout EventBatch, _ symbols: inout Symbols, source: SourceID) {
    let sourceName = head.identity(min(position.headLength, head.count))
    batch.settle(after: position, sourceName, &symbols, source)
    position = batch.position
  }
}

extension SourceReader {
  /// How many lines are searched in one batch.
  private static let searchedLines = 2_000

  /// True if a file is a log, or if the search was stopped.
  ///
  /// A log holds an event anywhere, or its records have keys that are likely to hold the name and the time: then
  /// `--map` makes events of them.
  ///
  /// - Throws: `IngestError` if the file cannot be read to its end.
  static func isLog(_ path: SourcePath, _ options: IngestOptions) throws(IngestError) -> Bool {
    var reader = try SourceReader(ByteInput(path, options), path, options, isSearched: false)
    var batch = EventBatch()
    var keys = SeenKeys()
    var isMore = true
    var damage: IngestError?
    while isMore {
      do throws(IngestError) { isMore = try reader.cut(into: &batch, limit: searchedLines) } catch {
        damage = error
        isMore = false
      }
      batch.scan(options)
      if batch.isOfLog || options.isStopped() { return true }
      keys.add(batch)
    }
    let isOfLog = keys.areOfLog(options)
    if let damage, !isOfLog { throw damage }
    return isOfLog
  }
}

/// The hashes of the first 4 KiB of a source, which identify it.
package struct SourceFingerprint: Sendable, Equatable {
  /// How many bytes are hashed at most.
  package static let length = 4096

  /// FNV-1a of the first n bytes, for each n from 0 to `count`.
  package var prefixHashes: [UInt64]

  /// How many bytes the head has; fewer than `length` if the source is shorter.
  package var count: Int { prefixHashes.count - 1 }

  /// The name of the stream of lines that name no stream, by the first bytes of the head.
  package func identity(_ length: Int? = nil) -> String {
    "source:" + Fingerprint(value: prefixHashes[length ?? count]).hex
  }

  /// True if one of the two begins with all of the other.
  package func beginsLike(_ other: SourceFingerprint) -> Bool {
    let shared = min(count, other.count)
    return prefixHashes[shared] == other.prefixHashes[shared]
  }

  /// The hash of the whole head.
  package var hash: UInt64 { prefixHashes[count] }
}
