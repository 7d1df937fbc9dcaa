package import TraceModel

/// The first 4 KiB of a source, as hashes: what a source is known by.
package struct SourceHead: Sendable, Equatable {
  /// How many bytes are looked at.
  package static let length = 4096

  /// FNV-1a of the first n bytes, by n: from none to all that the head has.
  package var prefixHashes: [UInt64]

  /// How many bytes the head has; fewer than `length` if the source is shorter.
  package var count: Int { prefixHashes.count - 1 }

  /// The name of a stream of lines that say nothing of theirs, by the head's first bytes.
  package func identity(_ length: Int? = nil) -> String {
    "source:" + Fingerprint(value: prefixHashes[length ?? count]).hex
  }

  /// The hash of all of it.
  package var hash: UInt64 { prefixHashes[count] }
}

/// Reads one source from where it was left, batch by batch.
package struct SourceReader: ~Copyable {
  /// A batch of a pipe ends after so long, if no more is there.
  static let patience = Duration.milliseconds(500)

  private let path: SourcePath
  private let options: IngestOptions
  private var input: ByteInput
  private var lines: LineReader
  private var reader: CanonicalReader
  /// What lies before the next line.
  private var position = Checkpoint()
  /// What the source is known by.
  package let head: SourceHead

  /// Opens a source and looks at its first bytes.
  ///
  /// - Throws: `IngestError` if it cannot be read or decompressed, or an option names no field.
  package init(_ path: SourcePath, options: IngestOptions) throws(IngestError) {
    var input = try ByteInput(path, options)
    var lines = LineReader(options)
    let first = try lines.ahead(SourceHead.length, from: &input)
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
    let head = SourceHead(prefixHashes: hashes)
    let reader = try CanonicalReader(options)
    try lines.skipMark(from: &input)
    // A noncopyable `self` cannot be left half built by a `throw`: all of them lie before this.
    (self.path, self.options, self.head) = (path, options, head)
    self.input = input
    self.lines = lines
    self.reader = reader
    (position.headLength, position.headHash) = (head.count, head.hash)
  }

  /// The source cannot be read twice: it has no position to go on from.
  package var isPipe: Bool { input.isPipe }

  /// In bytes; nothing where it is not known before the end.
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
    guard try go(to: earlier.offset - tail), try skip(tail), lines.tailHash == earlier.tailHash
    else {
      _ = try go(to: 0)
      try lines.skipMark(from: &input)
      return false
    }
    position = earlier
    if earlier.isLineOpen { try closeLine() }
    return true
  }

  /// Goes to `offset`; tells whether the source is that long, if it cannot be gone to at once.
  private mutating func go(to offset: Int64) throws(IngestError) -> Bool {
    if input.seek(to: offset) {
      lines = LineReader(options, at: offset)
      return true
    }
    input = try ByteInput(path, options)
    lines = LineReader(options)
    return try skip(offset)
  }

  /// Passes over bytes; tells whether there were so many.
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

  /// Reads the events and rejects of at most `limit` lines in place of what `batch` holds.
  ///
  /// The symbols may be others than those of the batch before.
  /// - Returns: `false` once the source is at its end.
  /// - Throws: `IngestError` if the source cannot be read on; `batch` holds what came before.
  package mutating func read(
    into batch: inout EventBatch, symbols: inout Symbols, source: SourceID, limit: Int
  ) throws(IngestError) -> Bool {
    batch.clear()
    let sourceName = head.identity(min(position.headLength, head.count))
    reader.start(position, sourceName: sourceName, &symbols)
    defer {
      reader.finish(&position, symbols)
      (position.offset, position.tailHash) = (lines.offset, lines.tailHash)
      batch.position = position
      lines.finishBatch(&batch.text)
    }
    var event = Event()
    event.source = source
    let deadline = ContinuousClock.now + Self.patience
    for _ in 0..<limit {
      guard let line = try lines.next(from: &input, until: deadline) else { break }
      take(line, &event, &batch, &symbols)
    }
    return !lines.isFinished
  }

  private mutating func take(
    _ line: LineReader.Line, _ event: inout Event, _ batch: inout EventBatch,
    _ symbols: inout Symbols
  ) {
    batch.counts.lines += 1
    event.line = Int32(clamping: position.line + 1)
    event.seq = Event.absent
    let isTooLong = line.length > lines.limit
    if !isTooLong, lines.isBlank(line) {
      batch.counts.blank += 1
      // More may follow on a blank line without an end.
      if line.isOpen { lines.unread(line) } else { pass(line) }
      return
    }
    let reason =
      isTooLong ? .tooLong : reader.read(lines.buffer, line.range, into: &event, &symbols)
    if let reason {
      refuse(line, reason, event, &batch)
      return
    }
    pass(line)
    event.lost = Int32(clamping: position.pendingLost)
    position.pendingLost = 0
    batch.counts.records += 1
    batch.counts.misfits += reader.misfits
    batch.counts.duplicateKeys += reader.duplicates
    batch.counts.zoneAssumed += reader.isZoneAssumed ? 1 : 0
    batch.append(event, line)
  }

  private mutating func refuse(
    _ line: LineReader.Line, _ reason: Reject.Reason, _ event: Event, _ batch: inout EventBatch
  ) {
    var reject = Reject(event, lines.buffer, line, reason)
    if line.isOpen, reason != .noEvent, reason != .noTime {
      lines.unread(line)
      reject.reason = .unfinished
      (reject.stream, reject.seq) = (nil, Event.absent)
      batch.counts.unfinished += 1
    } else {
      pass(line)
      if reject.stream == nil { position.pendingLost += 1 }
      batch.counts.records += 1
      batch.counts.rejected += 1
    }
    batch.rejects.append(reject)
  }

  private mutating func pass(_ line: LineReader.Line) {
    position.line += 1
    position.isLineOpen = line.isOpen
  }
}
