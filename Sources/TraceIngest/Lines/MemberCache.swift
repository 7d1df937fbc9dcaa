import TraceModel

/// Reads lines that repeat members of earlier lines of the same buffer, in fewer instructions than reading each byte.
///
/// A line that it is unsure of is left to `EventReader`: `read` returns nil. Without the cache, `check` of a log of
/// `Tests/Benchmarks` takes 2.4 times the instructions.
///
/// A line is read in one of two ways:
///
/// 1. *By its shape* (`LineShapes`): the line has the structure of an earlier one, and is compared with that in three
///    runs of bytes. Nearly all lines of a log that one recorder wrote are read this way.
/// 2. *Member by member* (`SeenMembers`): a member with the bytes of an earlier one has the same meaning. The first
///    lines of a shape are read this way, and logs whose members come in any order or are no fields.
///
/// Either way `EventBuilder` gets the numbers that reading each byte gives: `LineShapesTests` and `SeenMembersTests`
/// compare.
struct MemberCache: ~Copyable {
  private var seen = SeenMembers()
  private var shapes = LineShapes()
  /// True if the numbers under some keys have a form of their own: then no line is read by its shape.
  private let hasForms: Bool

  init(hasForms: Bool) { self.hasForms = hasForms }

  /// Nil, without usable values in `builder`, if each byte of the line at `range` has to be read.
  @inline(__always) mutating func read(
    _ text: Span<UInt8>, _ range: Range<Int>, into event: inout Event, _ builder: inout EventBuilder,
    _ symbols: inout Symbols
  ) -> EventReader.Outcome? {
    let isTried = !hasForms && shapes.isLikely
    if isTried, shapes.read(text, range, into: &event, &seen, &builder, &symbols) { return .plainEvent }
    return readByMembers(text, range, isTried: isTried, into: &event, &builder, &symbols)
  }

  @inline(never) private mutating func readByMembers(
    _ text: Span<UInt8>, _ range: Range<Int>, isTried: Bool, into event: inout Event, _ builder: inout EventBuilder,
    _ symbols: inout Symbols
  ) -> EventReader.Outcome? {
    builder.beginLine()
    shapes.noteMiss()
    guard readMembers(text, range, isTried: isTried, &builder, &symbols) else { return nil }
    do {
      let line = text.extracting(0..<range.upperBound)
      if let reason = try builder.build(line, &event, &symbols) {
        // Each byte has to be read to see whether it should be an event.
        return reason == .noEvent ? nil : .rejected(reason)
      }
      // The record of a measured launch may share its stream with no other line.
      let isMeasured = event.duration != Event.absent && symbols.signature(event).kind == .launchMeasured
      if event.stream == builder.context.stream, !isMeasured {
        shapes.learn(text, range.upperBound, builder.fields, event)
      }
      return .event
    } catch {
      return nil
    }
  }

  /// False if each byte has to be read; `shapes` makes a draft of a line that was compared with them (`isTried`).
  private mutating func readMembers(
    _ text: Span<UInt8>, _ range: Range<Int>, isTried: Bool, _ builder: inout EventBuilder, _ symbols: inout Symbols
  ) -> Bool {
    let end = range.upperBound
    guard end &+ SeenMembers.margin <= text.count, text.count <= Int32.max, text[range.lowerBound] == UInt8(ascii: "{")
    else {
      shapes.refuseDraft()
      return false
    }
    builder.scan.clear()
    builder.fields.clear()
    var at = range.lowerBound &+ 1
    var last = range.lowerBound
    if isTried { shapes.beginDraft() } else { shapes.refuseDraft() }
    while at < end {
      if unsafe text.byte(unchecked: at) == UInt8(ascii: " ") { at = at &+ 1 }
      let slot = seen.slot(text, at)
      let number = seen.guess(slot)
      if let next = seen.endOfLatest(slot, number, text, at, end), builder.fields.met & seen.key(number).bit == 0,
        Self.isEnd(text, next)
      {
        if shapes.isDrafting {
          at = takeNoted(number, text, at, next, last, end, &builder)
        } else {
          takeLatest(number, at, next, &builder)
          at = next
        }
      } else {
        guard let next = takeOther(slot, text, at, last, end, &builder, &symbols) else { return false }
        at = next
      }
      last = at
      guard let isWhole = endMember(text, &at, end, &builder) else { continue }
      return isWhole
    }
    return false
  }

  /// True if the byte at `at` may follow a value.
  @inline(__always) private static func isEnd(_ text: Span<UInt8>, _ at: Int) -> Bool {
    let mark = unsafe text.byte(unchecked: at)
    return mark == UInt8(ascii: ",") || mark == UInt8(ascii: "}")
  }

  /// Moves `at` after the comma there, and returns nil; at the end of the members, returns whether the line is whole.
  @inline(__always) private mutating func endMember(
    _ text: Span<UInt8>, _ at: inout Int, _ end: Int, _ builder: inout EventBuilder
  ) -> Bool? {
    guard at < end else { return false }
    let mark = unsafe text.byte(unchecked: at)
    if mark == UInt8(ascii: ",") {
      at = at &+ 1
      return nil
    }
    shapes.endDraft(builder.fields.met & Field.context)
    return mark == UInt8(ascii: "}") && at &+ 1 == end && !builder.dismissesField
  }

  /// Reads the member from `member` to `end`, which has the bytes of the last one with its key.
  @inline(__always) private mutating func takeLatest(
    _ number: Int, _ member: Int, _ end: Int, _ builder: inout EventBuilder
  ) {
    let key = seen.key(number)
    builder.fields.met |= key.bit
    switch key.kind {
    case .extra, .attributes:
      readSeenExtra(number, member, member &+ Int(key.length), end, key.latestMeaning, &builder)
    default: builder.fields.set(slot: key.slot, key.latestMeaning)
    }
  }

  /// As `takeLatest`, on a line whose shape may be kept, with a context after it; `last` is the end of the member
  /// before.
  @inline(never) private mutating func takeNoted(
    _ number: Int, _ text: Span<UInt8>, _ member: Int, _ end: Int, _ last: Int, _ lineEnd: Int,
    _ builder: inout EventBuilder
  ) -> Int {
    let key = seen.key(number)
    let start = member &+ Int(key.length)
    let isFirst = key.kind == .context && builder.fields.met & Field.context == 0
    var next = end
    if isFirst, let contextEnd = shapes.takeContext(key.latestLabel, text, start, lineEnd, into: &builder.fields) {
      builder.fields.met |= key.bit
      next = contextEnd
    } else {
      takeLatest(number, member, end, &builder)
    }
    shapes.note(key, number, from: last, start..<next)
    return next
  }

  /// Reads a member with another value, or at the line's end; returns its end, or nil for a wrong type, and `last` is
  /// the end of the member before.
  @inline(never) private mutating func takeOther(
    _ slot: Int, _ text: Span<UInt8>, _ member: Int, _ last: Int, _ end: Int, _ builder: inout EventBuilder,
    _ symbols: inout Symbols
  ) -> Int? {
    guard let number = key(slot, text, member, end, builder.scan) else { return nil }
    let key = seen.key(number)
    let start = member &+ Int(key.length)
    let next: Int?
    if key.kind == .number {
      next = takeNumber(number, text, member, end, &builder, &symbols)
    } else {
      if builder.fields.met & key.bit != 0 { return nil }
      builder.fields.met |= key.bit
      next = takeValue(number, key.kind, text, member, start, end, &builder, &symbols)
    }
    guard let next else { return nil }
    if shapes.isDrafting { shapes.note(key, number, from: last, start..<next) }
    return next
  }

  /// Reads a member of a field whose values repeat; returns its end.
  @inline(__always) private mutating func takeValue(
    _ number: Int, _ kind: SeenMembers.Key.Kind, _ text: Span<UInt8>, _ member: Int, _ start: Int, _ end: Int,
    _ builder: inout EventBuilder, _ symbols: inout Symbols
  ) -> Int? {
    let label = seen.label(number, text, start)
    if kind == .context, builder.fields.met & Field.context == seen.key(number).bit,
      let contextEnd = shapes.takeContext(label, text, start, end, into: &builder.fields)
    {
      return contextEnd
    }
    guard let value = seen.value(label, text, start, end) else {
      return takeNew(number, label, text, member, start, end, &builder, &symbols)
    }
    seen.setLatest(number, value)
    let next = start &+ Int(value.length)
    if kind == .extra || kind == .attributes {
      readSeenExtra(number, member, start, next, value.meaning, &builder)
    } else {
      builder.fields.set(slot: seen.key(number).slot, value.meaning)
    }
    return next
  }

  @inline(__always) private mutating func readSeenExtra(
    _ number: Int, _ member: Int, _ start: Int, _ end: Int, _ meaning: Int64, _ builder: inout EventBuilder
  ) {
    builder.noteAttribute(meaning)
    let kind = SeenMembers.kind(ofExtra: meaning)
    takeExtra(number, Token(kind: kind, start: start, end: end, member: member), &builder)
  }

  @inline(__always) private mutating func takeExtra(_ number: Int, _ token: Token, _ builder: inout EventBuilder) {
    if seen.key(number).kind == .extra {
      builder.scan.extras.append(token)
    } else {
      builder.scan.set(.attributes, token, key: Int(seen.key(number).number))
      builder.fields[.attributes] = 0
    }
  }

  @inline(__always) private mutating func key(
    _ slot: Int, _ text: Span<UInt8>, _ at: Int, _ end: Int, _ scan: borrowing LineScan
  ) -> Int? {
    let first = seen.guess(slot)
    if seen.isKey(first, text, at, end) { return first }
    let second = seen.otherGuess(slot)
    return seen.isKey(second, text, at, end) ? second : newKey(text, at, end, scan)
  }

  @inline(never) private mutating func newKey(
    _ text: Span<UInt8>, _ at: Int, _ end: Int, _ scan: borrowing LineScan
  ) -> Int? {
    let line = text.extracting(0..<end)
    guard let (number, valueStart) = try? scan.find(line, at), valueStart < end else { return nil }
    var key = SeenMembers.Key()
    key.start = Int32(truncatingIfNeeded: at)
    key.length = Int32(truncatingIfNeeded: valueStart - at)
    key.number = UInt8(truncatingIfNeeded: number)
    guard number <= UInt8.max else { return nil }
    if let field = scan.field(ofKey: number) {
      key.field = field
      key.bit = field.bit
      key.slot = UInt8(field.slot)
      key.kind = Self.kind(of: field)
    }
    return seen.add(key, text)
  }

  private static func kind(of field: Field) -> SeenMembers.Key.Kind {
    switch field {
    case .time, .uptime, .seq, .duration, .memory: .number
    case .attributes: .attributes
    default: field.bit & Field.context != 0 ? .context : .value
    }
  }

  /// Reads a value that was not seen before; returns its end, or nil for a wrong type.
  @inline(never) private mutating func takeNew(
    _ number: Int, _ label: UInt64, _ text: Span<UInt8>, _ member: Int, _ start: Int, _ end: Int,
    _ builder: inout EventBuilder, _ symbols: inout Symbols
  ) -> Int? {
    let key = seen.key(number)
    let line = text.extracting(0..<end)
    guard var token = try? JSONScanner.value(line, start, depth: 1) else { return nil }
    var meaning = Event.absent
    if key.kind == .extra || key.kind == .attributes {
      if key.kind == .attributes, token.kind != .object { return nil }
      meaning = seen.newExtra(token.kind)
      builder.noteAttribute(meaning)
      token.member = member
      takeExtra(number, token, &builder)
    } else {
      if !token.isAbsent {
        guard let value = builder.value(of: key.field, line, token, &symbols) else { return nil }
        meaning = value
      }
      builder.fields[key.field] = meaning
    }
    seen.setLatest(number, seen.addValue(label, token.range, meaning))
    return token.end
  }

  /// Reads a time or a number, whose key is at `member`; returns its end, or nil for a wrong type or a repeated key.
  @inline(never) private mutating func takeNumber(
    _ number: Int, _ text: Span<UInt8>, _ member: Int, _ end: Int, _ builder: inout EventBuilder,
    _ symbols: inout Symbols
  ) -> Int? {
    let key = seen.key(number)
    let field = key.field
    if builder.fields.met & key.bit != 0 { return nil }
    builder.fields.met |= key.bit
    let start = member &+ Int(key.length)
    var at = start
    if field == .time, !hasForms, let time = seen.time(text, &at) {
      builder.fields[.time] = time
      return at
    }
    if field == .seq, let whole = text.wholeNumber(&at) {
      let mark = unsafe text.byte(unchecked: at)
      if mark == UInt8(ascii: ",") || mark == UInt8(ascii: "}") {
        builder.fields[.seq] = Int64(whole)
        return at
      }
    }
    return takeOtherNumber(key, text, start, end, &builder, &symbols)
  }

  @inline(never) private mutating func takeOtherNumber(
    _ key: SeenMembers.Key, _ text: Span<UInt8>, _ start: Int, _ end: Int, _ builder: inout EventBuilder,
    _ symbols: inout Symbols
  ) -> Int? {
    let line = text.extracting(0..<end)
    guard let token = try? JSONScanner.value(line, start, depth: 1) else { return nil }
    if token.isAbsent { return token.end }
    builder.scan.keyOfField[key.field.index] = Int(key.number)
    guard let value = builder.value(of: key.field, line, token, &symbols) else { return nil }
    builder.fields[key.field] = value
    if key.field == .time, token.kind == .string { seen.noteDay(of: value, text, token.start) }
    return token.end
  }
}
