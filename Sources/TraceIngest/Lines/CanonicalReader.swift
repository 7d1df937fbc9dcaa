import TraceModel

/// Reads the project's own records: one line of JSON, one event.
///
/// `readAnew` looks at each byte of a line, and defines what the line is. Most lines repeat what earlier ones said:
/// `MemberCache` reads these in a third of the instructions, and leaves all others to `readAnew`.
struct CanonicalReader: ~Copyable {
  /// What a line is.
  enum Outcome: Equatable {
    /// An event without faults to be counted: no field of a wrong type, no key twice, no time without a zone.
    case plainEvent
    case event
    case rejected(Reject.Reason)
  }

  private var builder: EventBuilder
  private var cache: MemberCache
  /// False if each byte of each line is to be looked at, as a test does that compares the two ways.
  private let usesCache: Bool
  /// True if a name may stand for another event by what else its record holds.
  private let hasConditions: Bool

  /// A reader of the lines of one buffer.
  ///
  /// If it `looksAtEachByte`, lines that repeat others are read whole as well; the events are the same.
  init(_ options: IngestOptions, _ format: String, isSince2001: Bool = false, looksAtEachByte: Bool = false) {
    let builder = EventBuilder(options, format, isSince2001: isSince2001)
    let hasConditions = options.renamings.contains { $0.condition != nil }
    // A path may lead to a field through any member, and so may a condition.
    usesCache = !looksAtEachByte && builder.scan.paths.isEmpty && !hasConditions
    cache = MemberCache(hasUnits: !options.unitPowers.isEmpty)
    self.builder = builder
    self.hasConditions = hasConditions
  }

  /// What the last lines said of device, app, boot and process.
  var carry: StreamKey { builder.carry }
  /// Fields of the last line that are of a wrong type or out of range.
  var misfits: Int64 { builder.misfits }
  /// Which they are, and where their values stand.
  var misfitFields: [(field: Field, value: Range<Int>)] { builder.misfitFields }
  /// Keys that stood twice on the last line.
  var duplicates: Int64 { builder.duplicates }
  /// The last line's time had no offset.
  var isZoneAssumed: Bool { builder.isZoneAssumed }
  /// How many events were lost before the last line, in the log in which it was first recorded.
  var lostBefore: Int64 { builder.context.lost }

  /// Reads the line that lies at `range` in `text` into `event`.
  ///
  /// Of a rejected line, `event` has the stream and `seq` where both can be read.
  @inline(__always) mutating func read(
    _ text: Span<UInt8>, _ range: Range<Int>, into event: inout Event, _ symbols: inout Symbols
  ) -> Outcome {
    if usesCache, let outcome = cache.read(text, range, into: &event, &builder, &symbols) { return outcome }
    return readAnew(text.extracting(0..<range.upperBound), from: range.lowerBound, into: &event, &symbols)
  }

  /// Reads a line by each of its bytes.
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
      // The line's `seq` is taken if launch and `seq` stand before the fault.
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
