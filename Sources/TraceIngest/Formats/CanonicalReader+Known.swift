import TraceModel

/// Lines that say what earlier ones said: how `KnownMembers` is used.
extension CanonicalReader {
  /// Reads a line from members of which most are known, into `fields` and the extra members of `scan`.
  ///
  /// - Returns: False if the line is to be read by each of its bytes.
  mutating func readKnown(_ text: Span<UInt8>, _ range: Range<Int>, _ symbols: inout Symbols) -> Bool {
    let end = range.upperBound
    guard end &+ KnownMembers.margin <= text.count, text.count <= Int32.max, text[range.lowerBound] == UInt8(ascii: "{")
    else { return false }
    scan.clear()
    fields.clear()
    shapes.draft = ShapeDraft()
    var at = range.lowerBound &+ 1
    var last = range.lowerBound
    var previous = 0
    /// The fields that the line has so far.
    var met: UInt64 = 0
    while at < end {
      if text[at] == UInt8(ascii: " ") { at = at &+ 1 }
      guard let key = key(after: previous, text, at, end) else { return false }
      /// The key of the last member that is read here.
      var lastKey = key
      let known = known.keys[key]
      let member = at
      at = at &+ Int(known.length)
      let start = at
      var label: UInt64 = 0
      if known.kind == .extra {
        guard takeExtra(key, text, member, &at, end) else { return false }
      } else {
        if met & known.field.bit != 0 { return false }
        switch known.kind {
        case .number: guard takeNumber(known, text, &at, end, &symbols) else { return false }
        case .attributes: guard takeAttributes(key, text, member, &at, end) else { return false }
        case .place where met & Field.place == 0:
          label = self.known.latestValue(key, text, at, end)?.label ?? self.known.label(key, text, at)
          if let found = shapes.place(label, text, at, end, into: &fields) {
            at = at &+ Int(found.length)
            met |= found.met
            lastKey = Int(found.lastKey)
          } else {
            guard takeValue(key, known.field, text, &at, end, &symbols) else { return false }
          }
        default: guard takeValue(key, known.field, text, &at, end, &symbols) else { return false }
        }
        met |= known.field.bit
      }
      shapes.draft.note(known, key, lastKey, label, from: last, start..<at, &shapes.draftParts)
      last = at
      // A line that ends here is whole; more than one white space is rare.
      guard at < end else { return false }
      if text[at] != UInt8(ascii: ",") {
        shapes.draft.met = met & Field.place
        return text[at] == UInt8(ascii: "}") && at &+ 1 == end && !isOneDismissed
      }
      at = at &+ 1
      previous = lastKey
    }
    return false
  }

  /// The number of the key at `at`, if it is known or can be.
  @inline(__always) private mutating func key(
    after previous: Int, _ text: Span<UInt8>, _ at: Int, _ end: Int
  ) -> Int? {
    let successor = Int(known.keys[previous].successor)
    if known.isKey(successor, text, at, end) { return successor }
    var key = known.guess(text, at)
    if !known.isKey(key, text, at, end) {
      guard let new = newKey(text, at, end) else { return nil }
      key = new
    }
    known.keys[previous].successor = UInt8(truncatingIfNeeded: key)
    return key
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

  /// Reads a value of a field whose values repeat; false if it is of a wrong type.
  @inline(__always) private mutating func takeValue(
    _ key: Int, _ field: Field, _ text: Span<UInt8>, _ at: inout Int, _ end: Int, _ symbols: inout Symbols
  ) -> Bool {
    guard let value = known.latestValue(key, text, at, end) else {
      return takeOtherValue(key, field, text, &at, end, &symbols)
    }
    fields[field] = value.meaning
    at = at &+ Int(value.length)
    return true
  }

  /// The same for a value that is not that of the last member with this key.
  @inline(__always) private mutating func takeOtherValue(
    _ key: Int, _ field: Field, _ text: Span<UInt8>, _ at: inout Int, _ end: Int, _ symbols: inout Symbols
  ) -> Bool {
    let label = known.label(key, text, at)
    guard let value = known.value(label, text, at, end) else {
      return takeNewValue(key, field, label, text, &at, end, &symbols)
    }
    known.setLatest(key, value)
    fields[field] = value.meaning
    at = at &+ Int(value.length)
    return true
  }

  @inline(never) private mutating func takeNewValue(
    _ key: Int, _ field: Field, _ label: UInt64, _ text: Span<UInt8>, _ at: inout Int, _ end: Int,
    _ symbols: inout Symbols
  ) -> Bool {
    let line = text.extracting(0..<end)
    guard let token = try? JSONScanner.value(line, at, depth: 1) else { return false }
    var meaning = Event.absent
    if !token.isAbsent {
      guard let value = value(of: field, line, token, &symbols) else { return false }
      meaning = value
    }
    fields[field] = meaning
    known.setLatest(key, known.addValue(label, token.range, meaning))
    at = token.end
    return true
  }

  /// Reads a clock or a number; false if it is of a wrong type.
  @inline(__always) private mutating func takeNumber(
    _ key: KnownMembers.Key, _ text: Span<UInt8>, _ at: inout Int, _ end: Int, _ symbols: inout Symbols
  ) -> Bool {
    let start = at
    let field = key.field
    if field == .time, !hasUnits, let time = known.day?.time(text, &at) {
      fields[field] = time
      return true
    }
    if let whole = text.wholeNumber(&at), text[at] == UInt8(ascii: ",") || text[at] == UInt8(ascii: "}") {
      if field == .seq {
        fields[field] = Int64(whole)
        return true
      }
      // Times of 19 digits are in nanoseconds.
      if field == .time, !hasUnits, whole >= 1_000_000_000_000_000_000 {
        fields[field] = Int64(whole)
        return true
      }
    }
    at = start
    return takeOtherNumber(key, text, &at, end, &symbols)
  }

  @inline(never) private mutating func takeOtherNumber(
    _ key: KnownMembers.Key, _ text: Span<UInt8>, _ at: inout Int, _ end: Int, _ symbols: inout Symbols
  ) -> Bool {
    let line = text.extracting(0..<end)
    guard let token = try? JSONScanner.value(line, at, depth: 1) else { return false }
    at = token.end
    if token.isAbsent { return true }
    scan.keyOfField[key.field.index] = Int(key.number)
    guard let value = value(of: key.field, line, token, &symbols) else { return false }
    fields[key.field] = value
    if key.field == .time, token.kind == .string {
      known.day = KnownDay(of: value, text, token.start) ?? known.day
    }
    return true
  }

  /// Reads a member that is no field.
  private mutating func takeExtra(
    _ key: Int, _ text: Span<UInt8>, _ member: Int, _ at: inout Int, _ end: Int
  ) -> Bool {
    guard var token = token(key, text, &at, end) else { return false }
    token.member = member
    scan.extras.append(token)
    return true
  }

  /// Reads the object that holds attributes; false if it is none.
  private mutating func takeAttributes(
    _ key: Int, _ text: Span<UInt8>, _ member: Int, _ at: inout Int, _ end: Int
  ) -> Bool {
    guard var token = token(key, text, &at, end), token.kind == .object else { return false }
    token.member = member
    scan.set(.attributes, token, key: Int(known.keys[key].number))
    fields[.attributes] = 0
    return true
  }

  /// The value at `at`; of an object or an array that is known, only its equality is looked at.
  private mutating func token(_ key: Int, _ text: Span<UInt8>, _ at: inout Int, _ end: Int) -> Token? {
    let first = text[at]
    let line = text.extracting(0..<end)
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      guard let token = try? JSONScanner.value(line, at, depth: 1) else { return nil }
      at = token.end
      return token
    }
    let label = known.label(key, text, at)
    if let value = known.value(label, text, at, end) {
      let kind = first == UInt8(ascii: "{") ? Token.Kind.object : .array
      let token = Token(kind: kind, start: at, end: at &+ Int(value.length))
      at = token.end
      return token
    }
    guard let token = try? JSONScanner.value(line, at, depth: 1) else { return nil }
    known.addValue(label, token.range, 0)
    at = token.end
    return token
  }
}
