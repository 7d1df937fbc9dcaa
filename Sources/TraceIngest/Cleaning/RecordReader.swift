/// Reads the records of one source with its format's reader; a record that gives no event is cleaned and read again.
struct RecordReader: Sendable {
  private var reader: any LogFormatReader
  private let cleaning: Cleaning
  private let envelope: Envelope?
  private let wrap: WrappedText?

  init(
    _ format: any LogFormatReader.Type, in envelope: Envelope?, _ options: IngestOptions, wrap: WrappedText? = nil
  ) {
    reader = format.init(options)
    cleaning = format.cleaning
    self.envelope = envelope
    self.wrap = wrap
  }

  /// Reads one piece of a source: a record, or an envelope of several; `outer` are the objects around it, the nearest
  /// last.
  mutating func read(_ text: ArraySlice<UInt8>, _ outer: [JSONValue], into transcript: inout Transcript) {
    guard let envelope else { return read(wrap?.joined(text) ?? text, into: &transcript) }
    let records = envelope.records(in: text, outer)
    if records.isEmpty { return transcript.end(.envelope) }
    var counted = text.startIndex
    var lineCount: Int64 = 0
    for record in records {
      if let start = record.range?.lowerBound, start > counted {
        lineCount += Int64(text[counted..<start].count { $0 == UInt8(ascii: "\n") })
        counted = start
      }
      transcript.nextRecord(record.range, linesBefore: lineCount, of: records.count)
      read(record.bytes[...], into: &transcript)
    }
  }

  private mutating func read(_ record: ArraySlice<UInt8>, into transcript: inout Transcript) {
    switch cleaning {
    case .none: reader.read(record, into: &transcript)
    case .lines(let cleaner): read(record, cleaner, &transcript)
    case .document: readOne(record, nil, isMarked: true, &transcript)
    }
  }

  private mutating func read(_ record: ArraySlice<UInt8>, _ cleaner: TextCleaner, _ transcript: inout Transcript) {
    let signs = cleaner.isText ? TextCleaner.signs(in: record) : TextCleaner.Signs()
    if signs.timeCount > 1, cleaner.begins(record) {
      let records = cleaner.split(record)
      if records.count > 1 {
        for piece in records { readOne(piece, cleaner, isMarked: signs.isMarked, &transcript) }
        return transcript.notes.count([.severalRecords])
      }
    }
    readOne(record, cleaner, isMarked: signs.isMarked, &transcript)
  }

  /// Without a `cleaner` the record is cleaned as a document.
  private mutating func readOne(
    _ record: ArraySlice<UInt8>, _ cleaner: TextCleaner?, isMarked: Bool, _ transcript: inout Transcript
  ) {
    let start = transcript.mark
    // The state to restore if the record is read again, cleaned.
    let before = isMarked ? (reader, transcript.notes) : nil
    reader.read(record, into: &transcript)
    if transcript.outcome == .event { return }
    // Formats whose records need no time keep any line: one with a mark at its start may be a record.
    let isKept = transcript.outcome == .kept && !isMarked
    let mayHaveMarks = !isKept || cleaner?.starts == nil && LineMarks.peel(record) != nil
    guard mayHaveMarks, let cleaned = cleaner.map({ $0.clean(record) }) ?? TextCleaner.clean(document: record) else {
      return
    }
    let after = reader
    let first = transcript.goBack(to: start)
    if let before {
      reader = before.0
      transcript.notes = before.1
    }
    for piece in cleaned.records { reader.read(piece[...], into: &transcript) }
    if transcript.outcome == .event || cleaner != nil && first.outcome != .kept {
      transcript.notes.count(cleaned.steps)
    } else {
      transcript.restore(first, at: start)
      reader = after
    }
  }
}
