import TraceModel

/// The format of one source: recognized by its first bytes, or named with `--from`.
struct DetectedFormat: Sendable {
  private(set) var name = LogFormat.canonical
  /// The reader of the format; nil for the project's own.
  private(set) var reader: (any LogFormatReader.Type)?
  private(set) var framing = Framing.lines
  /// The envelope around its records; nil if there is none.
  private(set) var envelope: Envelope?
  /// How its lines are wrapped; nil if they are not.
  private(set) var wrap: WrappedText?
  /// The kind of file that the source is if it holds no event; nil if its first bytes show that it is a log.
  private(set) var nonLog: NonLog?
  /// The text after the name in `FILE: read as NAME`, as in ` after a prefix`.
  private(set) var remark = ""

  /// The format of a source that begins with `bytes`.
  ///
  /// These are tried in this order: files that cannot hold an event, whatever follows; text in another encoding, or
  /// with other ends of lines; the project's own format; the formats of others, in the order of `options.readers`;
  /// either in an envelope; the project's own after a prefix. What no format recognizes is read as the project's own,
  /// so that each of its lines is rejected with a reason.
  ///
  /// - Throws: `IngestError` if the source is no log, or not of the named format.
  init(of bytes: [UInt8], _ path: SourcePath, _ options: IngestOptions) throws(IngestError) {
    // Its records were extracted from whatever was around them.
    if path.isInMemory {
      let own = Envelope(options)
      if own.opens(LogHead(bytes)) { readEnclosed(in: own, .lines, "") }
      return
    }
    let head = LogHead(bytes)
    if options.format == nil || path.isFound, let nonLog = NonLog(signature: head, of: path) {
      throw IngestError(path, nonLog)
    }
    if let foreign = ForeignText.find(in: head.bytes) { throw foreign.error(path, options) }
    let mayBeCanonical = options.format == nil || options.format == LogFormat.canonical
    if mayBeCanonical { framing = Framing(records: head.bytes) }
    let own = Envelope(options)
    let isAlone = head.isCanonical(options) && own.isAlone(head)
    let enveloped = mayBeCanonical && !isAlone ? EnvelopedHead(head, own) : nil
    // A document has brackets before its records, which are no prefix.
    let prefixed = mayBeCanonical && !framing.isOfElements ? EnvelopeReader.firstRecord(head) : nil
    let isPrefixed = prefixed.map(options.isRecord) ?? false
    let isPlain = head.isCanonical(options) && enveloped?.isRecord != true
    // Records of other formats may have a key `attributes` as well.
    let isNamed = !options.eventKeys.isDisjoint(with: head.keys) || !options.keyMap.isEmpty
    let mayBeOther = !isNamed && head.keys.contains(Field.attributes.name)
    let isOther = mayBeOther && options.readers.contains { $0.framing(head) != nil }
    if options.format == nil, isPlain || isPrefixed, !isOther {
      // Prose may hold a record as an example.
      nonLog = path.isFound ? NonLog(text: head) : nil
      if isPrefixed { readEnclosed(in: own, .lines, Self.remark(onLines: head)) }
      return
    }
    if options.format == LogFormat.canonical {
      nonLog = path.isFound && !isPlain && !isPrefixed && enveloped?.isRecord != true ? NonLog(found: head) : nil
    } else {
      if read(head, options, isLoose: false) || readInside(head, options) { return }
      nonLog = path.isFound ? NonLog(text: head) : nil
    }
    if let enveloped, enveloped.isRecord {
      readEnclosed(in: own, enveloped.framing, enveloped.remark)
      return
    }
    if options.format != LogFormat.canonical {
      if read(head, options, isLoose: true) { return }
      if let name = options.format { throw Self.error(path, head, isNot: name) }
      // A file of JSON or a table that the user has named counts as a log: its lines are rejected one by one.
      if prefixed == nil { nonLog = path.isFound ? NonLog(found: head) : NonLog(text: head) }
    }
    if prefixed != nil {
      readEnclosed(in: own, .lines, Self.remark(onLines: head))
    } else if mayBeCanonical, head.keys.isEmpty, let table = DelimitedTable(head) {
      readEnclosed(in: own.of(table), .lines, " in a table (CSV)")
    } else if let enveloped {
      readEnclosed(in: own, enveloped.framing, enveloped.remark)
    }
  }

  /// Uses the first format of others that recognizes the source; false if none does.
  ///
  /// With `isLoose`, formats that read any text are tried as well, and each format on cleaned text.
  private mutating func read(_ head: LogHead, _ options: IngestOptions, isLoose: Bool) -> Bool {
    for reader in options.readers where options.format ?? reader.name == reader.name && (isLoose || !reader.isLoose) {
      // Rows with tabs look like Console's.
      if reader.name == UnifiedLogTextReader.name, DelimitedTable(head)?.isOfEvents == true { continue }
      let found = isLoose ? reader.recognized(head) : reader.framing(head).map { (framing: $0, head: head) }
      guard let (framing, head) = found else { continue }
      use(reader, framing, head)
      return true
    }
    return false
  }

  /// Uses the first format of others whose records are in an envelope; false if there is none.
  private mutating func readInside(_ head: LogHead, _ options: IngestOptions) -> Bool {
    guard head.contains("{") else { return false }
    for reader in options.readers where (options.format ?? reader.name) == reader.name && reader.mayBeEnclosed {
      let envelope = Envelope(options, around: reader)
      guard let found = EnvelopedHead(head, envelope), found.isRecord else { continue }
      name = reader.name
      self.reader = reader
      self.envelope = envelope
      framing = found.framing
      remark = found.remark
      return true
    }
    return false
  }

  /// Uses a format of others.
  private mutating func use(_ reader: any LogFormatReader.Type, _ framing: Framing, _ head: LogHead) {
    name = reader.name
    self.reader = reader
    self.framing = framing
    remark = reader.remark(head)
    if case .joined(let begins) = framing, case .lines(let cleaner) = reader.cleaning {
      self.framing = .joined { begins($0) || cleaner.beginsCleaned($0) }
      wrap = WrappedText(Array(head.lines.dropLast()), begins: { begins($0) || cleaner.beginsCleaned($0) })
      if let wrap { remark += ": its lines are wrapped at column \(wrap.column)" }
    }
  }

  private static func remark(onLines head: LogHead) -> String {
    head.lines.first { $0.contains { !$0.isWhitespace } }?.contains("{") == true ? " after a prefix" : " in logfmt"
  }

  /// Reads the project's own records in an envelope or after a prefix.
  private mutating func readEnclosed(in envelope: Envelope, _ framing: Framing, _ remark: String) {
    reader = EnvelopeReader.self
    self.envelope = envelope
    self.framing = framing
    self.remark = remark
  }

  /// The error for a source that is not of the format named with `--from`.
  private static func error(_ path: SourcePath, _ head: LogHead, isNot name: String) -> IngestError {
    if path.isFound, let nonLog = NonLog(text: head) { return IngestError(path, nonLog) }
    return IngestError(
      operation: "read", subject: path.name, cause: "it does not begin as '\(name)' does",
      hint: "leave out --from, or name another format")
  }
}
