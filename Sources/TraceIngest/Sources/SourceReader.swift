package import TraceModel

/// Reads one source from where it was left, batch by batch.
package struct SourceReader: ~Copyable {
  /// The time after which a batch of a pipe ends if no more comes.
  static let patience = Duration.milliseconds(500)
  /// How many bytes are looked at, at most, to see how times run: some tens of long records.
  private static let clockLength = 65_536

  private let path: SourcePath
  private let options: IngestOptions
  private var input: ByteInput
  private var lines: LineReader
  /// What lies before the next line.
  private var position = Checkpoint()
  /// What the source is read as.
  private let format: DetectedFormat
  private let joinsLines: Bool
  /// Its records are the elements of a JSON document.
  let isOfElements: Bool
  private let isCanonical: Bool
  /// It begins as an array of JSON does.
  private let isOfArray: Bool
  /// How its times are read.
  private let clock: SourceClock
  private var recordReader: RecordReader?
  /// How many lines were cut.
  private var passedLines: Int64 = 0
  /// Of a JSON document: the line on which the last element ended, and whether it began there.
  private var elementLine: (number: Int64, isBegun: Bool) = (1, false)
  /// What identifies the source.
  package let head: SourceHead
  /// That it is no log, to be said of a pipe without an event: it can't be searched first.
  package let nonLogError: IngestError?

  /// Opens a source and looks at its first bytes.
  ///
  /// A file that does not look like a log is searched for an event first, whole if there is none: it is a log or not,
  /// however its blocks are cut.
  /// - Throws: `IngestError` if it cannot be read or decompressed, or is no log.
  package init(_ path: SourcePath, options: IngestOptions) throws(IngestError) {
    try self.init(path, options: options, isSearched: true)
  }

  /// The same, where `isSearched` asks whether the source is a log; else that is what the caller wants to know.
  ///
  /// - Throws: As above.
  init(_ path: SourcePath, options: IngestOptions, isSearched: Bool) throws(IngestError) {
    try self.init(ByteInput(path, options), path, options, isSearched: isSearched)
  }

  /// Opens a source that may grow.
  ///
  /// A file is not searched for an event: one may come later. `nonLogError` says if it does not look like a log.
  /// - Throws: `IngestError` if it cannot be read, or can be no log whatever follows.
  init(following bytes: GrowingBytes, _ path: SourcePath, options: IngestOptions) throws(IngestError) {
    try self.init(ByteInput(bytes, path, options), path, options, isSearched: true)
  }

  private init(_ bytes: consuming ByteInput, _ path: SourcePath, _ options: IngestOptions, isSearched: Bool)
    throws(IngestError)
  {
    var input = bytes
    var lines = LineReader(options)
    let first = try lines.ahead(SourceHead.length, from: &input)
    if first.isEmpty, let damage = lines.damage { throw damage }
    if let archive = IngestError(path, archiveIn: first) { throw archive }
    let format = try DetectedFormat(of: first, path, options)
    var hash = Fingerprint()
    var hashes = [hash.value]
    for byte in first {
      hash.add(byte)
      hashes.append(hash.value)
    }
    if input.isPipe, let program = ByteInput.program(first) {
      throw IngestError(
        operation: "read", subject: path.name, cause: "what comes through the pipe is compressed",
        hint: "feed it decompressed: \(program) -dc FILE | tracetool ingest -")
    }
    let nonLogError = isSearched ? format.nonLog.map { IngestError(path, $0) } : nil
    let isReadOnce = input.isPipe || input.isGrowing
    if let nonLogError, !isReadOnce, try !Self.isLog(path, options) { throw nonLogError }
    let head = SourceHead(prefixHashes: hashes)
    lines.framing = format.framing
    try lines.skipMark(from: &input)
    let mark = first.starts(with: [UInt8].byteOrderMark) ? [UInt8].byteOrderMark.count : 0
    var clock = SourceClock(of: Array(first[mark...]), format, options)
    // Where records are long, more of them are looked at.
    if clock.isNewestFirst == nil, first.count == SourceHead.length {
      clock = SourceClock(of: try lines.ahead(Self.clockLength, from: &input), format, options)
    }
    // A noncopyable `self` cannot be left half built by a `throw`: all of them lie before this.
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
    recordReader = format.reader.map { RecordReader($0, in: format.envelope, options) }
    position.headLength = head.count
    position.headHash = head.hash
  }

  /// The name of its format, and what else is to be said of it, as in `canonical behind a prefix`.
  package var formatName: String { format.name + format.remark }

  /// The source cannot be read twice: it has no position to go on from.
  package var isPipe: Bool { input.isPipe }

  /// Where the next line begins, in bytes.
  var offset: Int64 { lines.offset }

  /// True of a pipe that had no bytes at the last read.
  package var isSilent: Bool { lines.isSilent }

  /// In bytes; nil where it cannot be told before the end.
  package var size: Int64? { input.size }

  /// How far it was read, in bytes, decompressed.
  package var bytesRead: Int64 { input.bytesRead }

  /// Goes to where an earlier read ended.
  ///
  /// - Returns: `false`, and the reader stands at the start, if the bytes before it are not the same.
  /// - Throws: `IngestError` if the source cannot be read.
  package mutating func resume(at earlier: Checkpoint) throws(IngestError) -> Bool {
    if isPipe { return false }
    let tail = min(earlier.offset, Int64(LineReader.tail))
    guard try go(to: earlier.offset - tail), try skip(tail), lines.tailHash == earlier.tailHash else {
      try restart()
      return false
    }
    position = earlier
    passedLines = earlier.line
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

  /// Goes to the first record, and forgets what was read before.
  ///
  /// - Throws: `IngestError` if the source cannot be read.
  package mutating func restart() throws(IngestError) {
    position = Checkpoint()
    position.headLength = head.count
    position.headHash = head.hash
    _ = try go(to: 0)
    try lines.skipMark(from: &input)
    recordReader = format.reader.map { RecordReader($0, in: format.envelope, options) }
    passedLines = 0
    elementLine = (1, false)
  }

  /// Goes to `offset`; false if the source turns out to be shorter.
  private mutating func go(to offset: Int64) throws(IngestError) -> Bool {
    if input.seek(to: offset) {
      lines = LineReader(options, format.framing, at: offset)
      return true
    }
    input = try ByteInput(path, options)
    lines = LineReader(options, format.framing)
    return try skip(offset)
  }

  /// Passes over `count` bytes; false if there were fewer.
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

  /// Passes over the newline that a whole last line lacked when it was read.
  private mutating func closeLine() throws(IngestError) {
    let next = try lines.ahead(2, from: &input)
    lines.skip(next == Array("\r\n".utf8) ? 2 : next.first == UInt8(ascii: "\n") ? 1 : 0)
    position.isLineOpen = next.isEmpty
  }

  /// Fills `batch` with the next lines, at most `limit`.
  ///
  /// - Returns: `false` once the source is at its end.
  /// - Throws: `IngestError` if the source cannot be read on; `batch` holds what came before.
  package mutating func cut(into batch: inout EventBatch, limit: Int) throws(IngestError) -> Bool {
    try cut(into: &batch, limit: limit, until: .max)
  }

  /// The same, of the lines that begin before the byte `end`.
  mutating func cut(into batch: inout EventBatch, limit: Int, until end: Int64) throws(IngestError) -> Bool {
    batch.clear()
    if input.isGrowing, position.isLineOpen { try closeLine() }
    batch.format = format.name
    batch.isTranscoded = recordReader != nil
    batch.isNewestFirst = clock.isNewestFirst == true
    batch.isSince2001 = clock.isSince2001
    if recordReader != nil { batch.text.removeAll(keepingCapacity: true) }
    batch.start = (lines.offset, lines.tailHash)
    batch.startLine = passedLines
    let deadline = ContinuousClock.now + Self.patience
    defer {
      batch.end = (lines.offset, lines.tailHash)
      batch.endLine = passedLines
      if recordReader == nil { lines.finishBatch(&batch.text) } else { lines.finishBatch(&batch.origin) }
    }
    // The newline of a whole last line is waited for: it is none of the lines that follow.
    if input.isGrowing, position.isLineOpen { return !lines.isFinished }
    while batch.lines.count < limit, lines.offset < end {
      if isCanonical {
        let count = batch.lines.count
        lines.takeWhole(to: &batch.lines, after: passedLines, limit: limit, before: end)
        passedLines += Int64(batch.lines.count - count)
        if batch.lines.count == limit { break }
      }
      guard let line = try lines.next(from: &input, until: deadline) else { break }
      // Whether a line without an end is passed is seen when it is scanned.
      if line.isOpen && !batch.lines.isEmpty || line.offset >= end {
        lines.unread(line)
        break
      }
      take(line, &batch)
    }
    return !lines.isFinished
  }

  private mutating func take(_ line: LineReader.Line, _ batch: inout EventBatch) {
    var line = line
    if isOfElements {
      number(&line)
    } else {
      line.number = passedLines + 1
      if joinsLines { line.more = Int64(lines.buffer[line.range].count { $0 == UInt8(ascii: "\n") }) }
      passedLines += 1 + line.more
    }
    if isCanonical { return batch.lines.append(line) }
    var transcript = Transcript(appendingTo: &batch, record: line, keepsAll: options.keepsAll)
    if line.length > options.lineLimit {
      transcript.end(.rejected(.tooLong))
    } else if line.range.allSatisfy({ JSONScanner.isSpace(lines.buffer[$0]) }) {
      transcript.end(.read)
    } else {
      recordReader?.read(lines.buffer[line.range], lines.outer, into: &transcript)
    }
    if case .document = format.framing { passedLines = transcript.number - 1 }
    if format.envelope != nil {
      let last = transcript.number - 1
      passedLines = max(passedLines, last)
      if last > elementLine.number { elementLine = (last, true) }
    }
    batch.text = transcript.text
    batch.lines = transcript.lines
    batch.notes = transcript.notes
  }

  /// Numbers an element by the line on which it begins; of several on one line each counts as a line, since a
  /// record is identified by its number.
  private mutating func number(_ line: inout LineReader.Line) {
    let ends = lines.lineEnds
    let isBegun = elementLine.isBegun && ends.before == 0
    line.number = elementLine.number + ends.before + (isBegun ? 1 : 0)
    let end = line.number + ends.within
    elementLine = (end, ends.within == 0)
    line.more = max(end - passedLines - 1, 0)
    passedLines += 1 + line.more
  }

  /// Why a source that has ended was not read to its end, though it is not damaged: what is left behind its last
  /// record is a document that was cut, or a line that is none whatever may be written behind it.
  ///
  /// A last line that may still be written is no reason: most logs that are copied from an app at work end so.
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

  /// Puts a batch that was scanned behind the one before, and gives it its numbers in `symbols`.
  ///
  /// The symbols may be others than those of the batch before.
  package mutating func settle(_ batch: inout EventBatch, _ symbols: inout Symbols, source: SourceID) {
    let sourceName = head.identity(min(position.headLength, head.count))
    batch.settle(after: position, sourceName, &symbols, source)
    position = batch.position
  }
}

extension SourceReader {
  /// The number of lines that are searched in one batch.
  private static let searchedLines = 2_000

  /// True if a file is a log, and if the search was stopped.
  ///
  /// A log holds an event anywhere, or its records have keys of their own that say what happened and when: then `--map`
  /// makes events of them.
  ///
  /// - Throws: `IngestError` if the file cannot be read to its end.
  static func isLog(_ path: SourcePath, _ options: IngestOptions) throws(IngestError) -> Bool {
    var reader = try SourceReader(path, options: options, isSearched: false)
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
      // Of a record without a time the name was read; of a broken one, its launch and number.
      let isNamed = batch.rejects.contains { $0.reason == .noTime || $0.stream != nil }
      if isNamed || !batch.events.isEmpty || options.isStopped() { return true }
      keys.add(batch)
    }
    let isOfLog = keys.areOfLog(options)
    if let damage, !isOfLog { throw damage }
    return isOfLog
  }
}

/// The first 4 KiB of a source, as hashes, which identify it.
package struct SourceHead: Sendable, Equatable {
  /// How many bytes are looked at.
  package static let length = 4096

  /// FNV-1a of the first n bytes, by n: from none to all that the head has.
  package var prefixHashes: [UInt64]

  /// How many bytes the head has; fewer than `length` if the source is shorter.
  package var count: Int { prefixHashes.count - 1 }

  /// The name of a stream of lines that do not name theirs, by the head's first bytes.
  package func identity(_ length: Int? = nil) -> String {
    "source:" + Fingerprint(value: prefixHashes[length ?? count]).hex
  }

  /// True if one of the two begins with all of the other.
  package func beginsLike(_ other: SourceHead) -> Bool {
    let shared = min(count, other.count)
    return prefixHashes[shared] == other.prefixHashes[shared]
  }

  /// The hash of all of it.
  package var hash: UInt64 { prefixHashes[count] }
}
