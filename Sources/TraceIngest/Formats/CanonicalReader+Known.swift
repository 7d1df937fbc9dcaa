import TraceModel

/// Lines that say what earlier ones said: how `KnownMembers` is used.
extension CanonicalReader {
  /// Reads a line from members of which most are known, into `fields` and the extra members of `scan`.
  ///
  /// How the line is built is noted in `shapes.draft`, if it was compared with the shapes. Where its head is known, the
  /// members behind it are read.
  ///
  /// - Returns: False if the line is to be read by each of its bytes.
  mutating func readKnown(
    _ text: Span<UInt8>, _ range: Range<Int>, _ shaped: Shaped, _ symbols: inout Symbols
  ) -> Bool {
    let end = range.upperBound
    guard end &+ KnownMembers.margin <= text.count, text.count <= Int32.max, text[range.lowerBound] == UInt8(ascii: "{")
    else { return false }
    scan.clear()
    fields.clear()
    knownAttributes.clear()
    var at = range.lowerBound &+ 1
    var last = range.lowerBound
    if shaped == .headed {
      takeHead()
      last = knownHead.lastEnd
      at = last &+ 1
    } else {
      shapes.draft = shaped == .untried ? .refused : ShapeDraft()
    }
    while shapes.draft.isOpen, at < end {
      if unsafe text.byte(unchecked: at) == UInt8(ascii: " ") { at = at &+ 1 }
      let slot = known.slot(text, at)
      let number = known.guess(slot)
      if let next = known.endOfLatest(slot, number, text, at, end), fields.met & known.key(number).bit == 0,
        Self.isEnd(text, next)
      {
        at = takeNoted(number, text, at, next, last, end)
      } else {
        guard let next = takeOther(slot, text, at, last, end, &symbols) else { return false }
        at = next
      }
      last = at
      guard let isWhole = endMember(text, &at, end) else { continue }
      return isWhole
    }
    return takeMembers(text, at, end, &symbols)
  }

  /// Takes the members from `start` on, of a line whose shape nobody asks for.
  ///
  /// - Returns: False if the line is to be read by each of its bytes.
  @inline(__always) private mutating func takeMembers(
    _ text: Span<UInt8>, _ start: Int, _ end: Int, _ symbols: inout Symbols
  ) -> Bool {
    var at = start
    // What a member begins with: white space before all members but the first, or a quote.
    var mark = UInt8(ascii: "\"")
    while at < end {
      if unsafe text.byte(unchecked: at) != mark { mark = Self.otherByte(text, at) }
      at = at &+ (mark == UInt8(ascii: " ") ? 1 : 0)
      let slot = known.slot(text, at)
      let number = known.guess(slot)
      if let next = known.endOfLatest(slot, number, text, at, end), fields.met & known.key(number).bit == 0 {
        let mark = unsafe text.byte(unchecked: next)
        if mark == UInt8(ascii: ",") {
          takeLatest(number, at, next)
          at = next &+ 1
          continue
        }
        if mark == UInt8(ascii: "}"), next &+ 1 == end {
          takeLatest(number, at, next)
          return !isOneDismissed
        }
      }
      let next =
        known.key(number).kind == .number && known.isKey(number, text, at, end)
        ? takeNumber(number, text, at, end, &symbols) : takeOther(slot, text, at, at, end, &symbols)
      guard let next else { return false }
      at = next
      guard let isWhole = endMember(text, &at, end) else { continue }
      return isWhole
    }
    return false
  }

  /// True if a value that ends before `at` may end there.
  @inline(__always) private static func isEnd(_ text: Span<UInt8>, _ at: Int) -> Bool {
    let mark = unsafe text.byte(unchecked: at)
    return mark == UInt8(ascii: ",") || mark == UInt8(ascii: "}")
  }

  /// The byte at `at`, which is not the expected one.
  ///
  /// A call for speed: what is done if the byte is another than the one expected must be a branch. If it were computed
  /// each time, as the compiler prefers, the place of each key would wait for the byte before it.
  @inline(never) private static func otherByte(_ text: Span<UInt8>, _ at: Int) -> UInt8 { text[at] }

  /// Goes on behind the comma at `at`; where the members end, returns whether the line is whole there.
  @inline(__always) private mutating func endMember(_ text: Span<UInt8>, _ at: inout Int, _ end: Int) -> Bool? {
    // A line that ends here is whole; more than one white space is rare.
    guard at < end else { return false }
    let mark = unsafe text.byte(unchecked: at)
    if mark == UInt8(ascii: ",") {
      at = at &+ 1
      return nil
    }
    shapes.draft.met = fields.met & Field.place
    return mark == UInt8(ascii: "}") && at &+ 1 == end && !isOneDismissed
  }

  /// Takes the values of the line's head, which is known.
  @inline(never) private mutating func takeHead() {
    let head = knownHead
    shapes.draft = .headed(head.count)
    fields.met = head.met
    fields[.event] = Int64(head.name.rawValue)
    fields[.time] = head.time
    fields[.seq] = head.seq
    fields[.uptime] = head.uptime
    fields[.memory] = head.memory
  }

  /// Takes the member from `member` to `end`, which has the bytes of the last one of its key.
  @inline(__always) private mutating func takeLatest(_ number: Int, _ member: Int, _ end: Int) {
    let key = known.key(number)
    fields.met |= key.bit
    switch key.kind {
    case .extra, .attributes: takeKnownExtra(number, member, member &+ Int(key.length), end, key.latestMeaning)
    default: fields.set(slot: key.slot, key.latestMeaning)
    }
  }

  /// The same on a line that may have a shape, with the members behind it if all of them are a place; `last` is where the
  /// member before it ends.
  ///
  /// - Returns: Where what was taken ends.
  @inline(never) private mutating func takeNoted(
    _ number: Int, _ text: Span<UInt8>, _ member: Int, _ end: Int, _ last: Int, _ lineEnd: Int
  ) -> Int {
    let key = known.key(number)
    let start = member &+ Int(key.length)
    let isFirst = key.kind == .place && fields.met & Field.place == 0
    var next = end
    if isFirst, let placeEnd = takePlace(key.latestLabel, text, start, lineEnd) {
      fields.met |= key.bit
      next = placeEnd
    } else {
      takeLatest(number, member, end)
    }
    shapes.draft.note(key, number, from: last, start..<next, &shapes.draftParts)
    return next
  }

  /// Takes the members from `start` on, without the key of the first, if they are a place whose first value has this
  /// label; returns where they end.
  @inline(__always) private mutating func takePlace(
    _ label: UInt64, _ text: Span<UInt8>, _ start: Int, _ end: Int
  ) -> Int? {
    shapes.draft.placeLabel = label
    guard let place = shapes.place(label, text, start, end, into: &fields) else { return nil }
    fields.met |= place.met
    return start &+ Int(place.length)
  }

  /// Takes the member at `member`, whose value is another than the last one of its key, or the last of its line; `last` is
  /// where the member before it ends.
  ///
  /// - Returns: Where it ends; nil if it is of a wrong type.
  @inline(never) private mutating func takeOther(
    _ slot: Int, _ text: Span<UInt8>, _ member: Int, _ last: Int, _ end: Int, _ symbols: inout Symbols
  ) -> Int? {
    guard let number = key(slot, text, member, end) else { return nil }
    let key = known.key(number)
    let start = member &+ Int(key.length)
    let next: Int?
    if key.kind == .number {
      next = takeNumber(number, text, member, end, &symbols)
    } else {
      if fields.met & key.bit != 0 { return nil }
      fields.met |= key.bit
      next = takeValue(number, key.kind, text, member, start, end, &symbols)
    }
    guard let next else { return nil }
    if shapes.draft.isOpen { shapes.draft.note(key, number, from: last, start..<next, &shapes.draftParts) }
    return next
  }

  /// Takes a member with a value that repeats; returns where it ends.
  @inline(__always) private mutating func takeValue(
    _ number: Int, _ kind: KnownMembers.Key.Kind, _ text: Span<UInt8>, _ member: Int, _ start: Int, _ end: Int,
    _ symbols: inout Symbols
  ) -> Int? {
    let label = known.label(number, text, start)
    if kind == .place, fields.met & Field.place == known.key(number).bit,
      let placeEnd = takePlace(label, text, start, end)
    {
      return placeEnd
    }
    guard let value = known.value(label, text, start, end) else {
      return takeNew(number, label, text, member, start, end, &symbols)
    }
    known.setLatest(number, value)
    let next = start &+ Int(value.length)
    if kind == .extra || kind == .attributes {
      takeKnownExtra(number, member, start, next, value.meaning)
    } else {
      fields.set(slot: known.key(number).slot, value.meaning)
    }
    return next
  }

  /// Takes a member that is no field, or that holds attributes, and that stood on a line before.
  @inline(__always) private mutating func takeKnownExtra(
    _ number: Int, _ member: Int, _ start: Int, _ end: Int, _ meaning: Int64
  ) {
    knownAttributes.add(meaning)
    takeExtra(number, Token(kind: KnownMembers.kind(ofExtra: meaning), start: start, end: end, member: member))
  }

  @inline(__always) private mutating func takeExtra(_ number: Int, _ token: Token) {
    if known.key(number).kind == .extra {
      scan.extras.append(token)
    } else {
      scan.set(.attributes, token, key: Int(known.key(number).number))
      fields[.attributes] = 0
    }
  }

  /// The number of the key at `at`, which has this place among the guesses.
  @inline(__always) private mutating func key(_ slot: Int, _ text: Span<UInt8>, _ at: Int, _ end: Int) -> Int? {
    let first = known.guess(slot)
    if known.isKey(first, text, at, end) { return first }
    let second = known.otherGuess(slot)
    return known.isKey(second, text, at, end) ? second : newKey(text, at, end)
  }

  @inline(never) private mutating func newKey(_ text: Span<UInt8>, _ at: Int, _ end: Int) -> Int? {
    let line = text.extracting(0..<end)
    guard let (number, valueStart) = try? scan.find(line, at), valueStart < end else { return nil }
    var key = KnownMembers.Key()
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
    return known.add(key, text)
  }

  private static func kind(of field: Field) -> KnownMembers.Key.Kind {
    switch field {
    case .time, .uptime, .seq, .duration, .memory: .number
    case .attributes: .attributes
    default: field.bit & Field.place != 0 ? .place : .value
    }
  }

  /// Reads a value that is not known; returns where it ends, or nil if it is of a wrong type.
  @inline(never) private mutating func takeNew(
    _ number: Int, _ label: UInt64, _ text: Span<UInt8>, _ member: Int, _ start: Int, _ end: Int,
    _ symbols: inout Symbols
  ) -> Int? {
    let key = known.key(number)
    let line = text.extracting(0..<end)
    guard var token = try? JSONScanner.value(line, start, depth: 1) else { return nil }
    var meaning = Event.absent
    if key.kind == .extra || key.kind == .attributes {
      if key.kind == .attributes, token.kind != .object { return nil }
      meaning = known.newExtra(token.kind)
      knownAttributes.add(meaning)
      token.member = member
      takeExtra(number, token)
    } else {
      if !token.isAbsent {
        guard let value = value(of: key.field, line, token, &symbols) else { return nil }
        meaning = value
      }
      fields[key.field] = meaning
    }
    known.setLatest(number, known.addValue(label, token.range, meaning))
    return token.end
  }

  /// Takes a member that is a clock or a number, whose key stands at `member`; returns where it ends, or nil if it is of a
  /// wrong type, or stands on the line twice.
  @inline(never) private mutating func takeNumber(
    _ number: Int, _ text: Span<UInt8>, _ member: Int, _ end: Int, _ symbols: inout Symbols
  ) -> Int? {
    let key = known.key(number)
    let field = key.field
    if fields.met & key.bit != 0 { return nil }
    fields.met |= key.bit
    let start = member &+ Int(key.length)
    var at = start
    if field == .time, !hasUnits {
      // Times of 19 digits are in nanoseconds.
      let isText = unsafe text.byte(unchecked: at) == UInt8(ascii: "\"")
      let time = isText ? known.day?.time(text, &at) : text.nineteenDigits(&at)
      if let time {
        fields[.time] = time
        return at
      }
    }
    if field == .seq, let whole = text.wholeNumber(&at) {
      let mark = unsafe text.byte(unchecked: at)
      if mark == UInt8(ascii: ",") || mark == UInt8(ascii: "}") {
        fields[.seq] = Int64(whole)
        return at
      }
    }
    return takeOtherNumber(key, text, start, end, &symbols)
  }

  @inline(never) private mutating func takeOtherNumber(
    _ key: KnownMembers.Key, _ text: Span<UInt8>, _ start: Int, _ end: Int, _ symbols: inout Symbols
  ) -> Int? {
    let line = text.extracting(0..<end)
    guard let token = try? JSONScanner.value(line, start, depth: 1) else { return nil }
    if token.isAbsent { return token.end }
    scan.keyOfField[key.field.index] = Int(key.number)
    guard let value = value(of: key.field, line, token, &symbols) else { return nil }
    fields[key.field] = value
    if key.field == .time, token.kind == .string {
      known.day = KnownDay(of: value, text, token.start) ?? known.day
    }
    return token.end
  }
}
