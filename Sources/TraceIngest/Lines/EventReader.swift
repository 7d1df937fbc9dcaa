import TraceModel

/// Reads the project's own records: one line of JSON, one event.
///
/// `readAnew` reads each byte of a line, and is the definition of what a line means. Most lines repeat members of
/// earlier lines: `MemberCache` reads these with a third of the instructions, and leaves all others to `readAnew`.
struct EventReader: ~Copyable {
  enum Outcome: Equatable {
    /// An event without a field of a wrong type, a repeated key, or a time without a zone.
    case plainEvent
    case event
    case rejected(Reject.Reason)
  }

  private(set) var builder: EventBuilder
  private var cache: MemberCache
  /// False in tests, which compare the two ways of reading.
  private var usesCache: Bool
  private let hasConditions: Bool
  private let hasForms: Bool

  /// A reader of the lines of one buffer; with `looksAtEachByte` the cache is not used, and the events are equal.
  init(
    _ options: IngestOptions, _ format: String, keys: [SourceKeys.Key] = [], isSince2001: Bool = false,
    looksAtEachByte: Bool = false
  ) {
    var builder = EventBuilder(options, format, isSince2001: isSince2001)
    builder.scan.take(keys)
    let hasConditions = options.renamings.contains { $0.condition != nil }
    // A mapped path may lead into any member, and a condition may depend on any.
    usesCache = !looksAtEachByte && builder.scan.paths.isEmpty && !hasConditions
    hasForms = options.hasForms
    cache = MemberCache(hasForms: hasForms)
    self.builder = builder
    self.hasConditions = hasConditions
  }

  mutating func take(_ keys: [SourceKeys.Key]) {
    if keys.isEmpty { return }
    builder.take(keys)
    usesCache = usesCache && builder.scan.paths.isEmpty
    cache = MemberCache(hasForms: hasForms)
  }

  /// `event` of a rejected line at `range` has its stream and `seq` if both can be read.
  @inline(__always) mutating func read(
    _ text: Span<UInt8>, _ range: Range<Int>, into event: inout Event, _ symbols: inout Symbols
  ) -> Outcome {
    if usesCache, let outcome = cache.read(text, range, into: &event, &builder, &symbols) { return outcome }
    return readAnew(text.extracting(0..<range.upperBound), from: range.lowerBound, into: &event, &symbols)
  }

  @inline(never) private mutating func readAnew(
    _ line: Span<UInt8>, from start: Int, into event: inout Event, _ symbols: inout Symbols
  ) -> Outcome {
    builder.beginLine()
    do {
      try builder.scan.scan(line, from: start)
      if !builder.scan.paths.isEmpty { builder.scan.takeNested(line) }
      builder.readValues(line, &symbols)
      if hasConditions { builder.rename(line.extracting(start...), &symbols) }
      return try builder.build(line, &event, &symbols).map { .rejected($0) } ?? .event
    } catch {
      builder.readValues(line, &symbols)
      // A rejected line's `seq` counts if launch and `seq` precede the fault.
      event.seq = builder.fields.has(.launch) ? builder.fields[.seq] : Event.absent
      if event.seq != Event.absent {
        var key = StreamKey()
        key.launch = builder.fields.text(.launch)
        event.stream = StreamID(rawValue: symbols.streams.intern(key))
      }
      return .rejected(line.extracting(start...).isUTF8 ? error : .invalidUTF8)
    }
  }
}
